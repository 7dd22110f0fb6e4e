"""What everybody at a table is told: views, the log, messages."""
