"""Those who play by themselves: at random, by greed, by search."""
