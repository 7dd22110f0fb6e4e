"""What one seat, or a spectator, may see of a game."""
