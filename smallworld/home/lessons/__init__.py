"""Lessons: small scripted games that are played by the page on the real rules."""
