"""All races, powers, places, relics and maps, each a small class or file."""
