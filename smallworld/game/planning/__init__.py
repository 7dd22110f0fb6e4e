"""What could be done from a position: prices, threats, a turn thought through."""
