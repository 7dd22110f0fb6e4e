"""Games in English sentences: actions, prices, what happened."""
