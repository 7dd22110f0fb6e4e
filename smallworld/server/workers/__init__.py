"""Processes in which computers think and games are reviewed."""
