"""How strong races, powers, boards and seats are: many games, and what they say."""
