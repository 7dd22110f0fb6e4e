"""Commands that train nets."""
