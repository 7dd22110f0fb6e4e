"""How a board is drawn from what its map file says: corners, foam, curves, places."""
