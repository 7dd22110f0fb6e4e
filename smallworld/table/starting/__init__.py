"""Where a table begins, and what luck brings there."""
