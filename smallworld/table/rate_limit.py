"""How much may pass at once, and how much in the long run."""

from __future__ import annotations

from typing import Final


class TokenBucket:
    """Lets `burst` things through at once and `rate` a second in the long run.

    >>> bucket = TokenBucket(burst=2, rate=0.5, now=0.0)
    >>> [bucket.take(0.0), bucket.take(0.0), bucket.take(1.0), bucket.take(2.0)]
    [True, True, False, True]
    """

    def __init__(self, burst: float, rate: float, now: float) -> None:
        self._burst: Final = burst
        self._rate: Final = rate
        self._left = burst
        self._at = now

    def take(self, now: float) -> bool:
        """Whether one more may pass."""
        passed = max(0.0, now - self._at)  # a clock that was set back takes nothing away
        self._left = min(self._burst, self._left + passed * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
