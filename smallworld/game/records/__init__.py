"""Games as text."""
