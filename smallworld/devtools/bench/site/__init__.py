"""The game as a site, measured in a browser."""
