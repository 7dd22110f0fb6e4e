"""Who is let in, and how much each may ask for."""
