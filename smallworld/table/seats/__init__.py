"""Who sits at a table, what opens a seat, and who plays it."""
