"""How much time people have at a table, where that is limited."""
