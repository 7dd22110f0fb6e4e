"""The learned judge's file: its numbers, and what it is told of traits."""
