"""How a board is drawn from its topology: corners, foam, curves, places."""
