"""When Python looks for garbage: not while people play.

Tables that are let go are freed at once; only what errors and broken connections leave behind has
to be looked for. Looking goes through every game in memory, and everybody waits meanwhile: about
half a second with 500 tables.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from typing import Final

_EVERY: Final = 5.0  # seconds, where no table is in memory
_BY_TABLE: Final = 0.3  # ... and for each table that much more, as it takes the longer
_AT_MOST: Final = 600.0
_C: Final = None if sys.platform == "win32" else ctypes.CDLL(None)


def tune_memory() -> None:
    """From now on garbage is only looked for where `GarbageSearch` says so."""
    gc.collect()
    gc.freeze()
    gc.disable()


class GarbageSearch:
    """Looks for garbage the less often the longer it takes."""

    def __init__(self, now: float) -> None:
        self._last = now

    def look(self, tables: int, now: float) -> bool:
        """Look if it is time, with so many tables in memory; whether it was."""
        if now - self._last < min(_EVERY + _BY_TABLE * tables, _AT_MOST):
            return False
        self._last = now
        gc.collect()
        _give_back()
        return True


def _give_back() -> None:
    """Give what is free back to the system, where there is a way: in pieces it would pile up."""
    trim = getattr(_C, "malloc_trim", None)  # of the GNU library
    if trim is not None:
        trim(0)
