"""Positions written by hand: what a scenario, a table or a record begins with."""
