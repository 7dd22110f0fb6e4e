"""Measuring: how fast games go, beside other engines, and how much room a position takes."""
