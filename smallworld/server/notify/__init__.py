"""Messages that reach people who are not at their table: push, e-mail, web hooks."""
