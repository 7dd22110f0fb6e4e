"""What people ask of a table: positions and prices at once, hints and reviews of computers."""
