"""How much a run of the tests does: usually what a few minutes are enough for, or all of it.

`python3 run.py test --long` plays more games, on more boards, and looks at more screens.
"""

from __future__ import annotations

import os
from typing import Final, TypeVar

import pytest

T = TypeVar("T")

LONG: Final = os.environ.get("SMALLWORLD_TESTS") == "long"
only_long: Final = pytest.mark.skipif(not LONG, reason="only with run.py test --long")


def usually(short: T, long: T) -> T:
    """The first in a usual run, the second in a long one."""
    return long if LONG else short
