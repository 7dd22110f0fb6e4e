"""Commands for those who work on the rules or measure them."""
