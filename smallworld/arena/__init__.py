"""How strong players are: many games with paired luck, counted and rated."""
