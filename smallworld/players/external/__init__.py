"""Programs from outside as players."""
