"""Puzzles: positions of played games in which one turn is clearly best; made, kept and judged."""
