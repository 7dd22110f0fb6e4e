"""The eight printed boards, as data."""
