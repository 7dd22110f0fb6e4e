"""The board games Small World and Small World Underground."""

__version__ = "0.1.0"
