"""Training a judge: positions and games to learn from, nets fitted to them, round after round."""

from smallworld.extras import need

need("training", "torch")
