"""Whether a server keeps its word when it, or what it stands on, is killed."""
