"""Tables kept in SQLite."""
