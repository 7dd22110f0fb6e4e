"""A limit for all that a test does: one that waits for ever must not keep the others waiting."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

LONGEST: Final = 600.0  # seconds; on a busy machine some tests take minutes


class TookTooLong(Exception):
    """It would perhaps never have ended."""


@contextmanager
def time_limit(seconds: float = LONGEST) -> Iterator[None]:
    """Raise `TookTooLong` wherever the main thread then is; where there are no alarms, never."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(*_: object) -> None:
        raise TookTooLong(f"not done after {seconds:g} s")

    handler = signal.signal(signal.SIGALRM, stop)
    before, _ = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, before)
        signal.signal(signal.SIGALRM, handler)
