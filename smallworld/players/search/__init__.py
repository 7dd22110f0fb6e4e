"""Players that simulate: planner, search, master."""
