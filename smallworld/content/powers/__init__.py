"""One class per power, in rulebook order."""
