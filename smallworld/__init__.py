"""The board games Small World and Small World Underground."""

from smallworld import runtime

runtime.load()  # before anything of the package is imported

__version__ = "0.1.0"
