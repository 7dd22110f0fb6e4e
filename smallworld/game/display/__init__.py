"""Positions as text and as pictures."""
