"""A place for learned players: positions as arrays, models that play, and games to learn from."""

from smallworld.extras import need

need("a learned player", "numpy")
