"""Why something is not legal, what a price consists of, and what must be true of every state."""
