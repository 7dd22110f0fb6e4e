"""A table with several homes at once: what they tell each other of it."""
