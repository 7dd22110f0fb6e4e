"""One class per race, in rulebook order."""
