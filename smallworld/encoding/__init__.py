"""Positions as rows of small numbers, and actions as numbers from 0 on, for programs that learn."""
