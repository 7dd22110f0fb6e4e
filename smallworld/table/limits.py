"""Limits of what comes from outside: how long and how large, as annotations, and how often."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final


@dataclass(frozen=True)
class Length:
    """How many letters a text, or entries a list, may have."""

    least: int
    most: int


@dataclass(frozen=True)
class Between:
    """The least and the greatest number."""

    least: int
    most: int


@dataclass(frozen=True)
class Matching:
    """A regular expression that a text must match."""

    pattern: str


LONGEST_NAME: Final = 40

RequestId = Annotated[str, Length(1, 64)]
SeatName = Annotated[str, Matching("^P[1-5]$")]
Secret = Annotated[str, Length(0, 100)]
NewSecret = Annotated[str, Matching("^[A-Za-z0-9_-]{32,100}$")]  # 192 bits or more
PersonName = Annotated[str, Length(0, LONGEST_NAME)]
LevelName = Annotated[str, Length(1, 40)]
ActionText = Annotated[str, Length(1, 200)]
Count = Annotated[int, Between(0, 1_000_000_000)]


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
        if not self.has_left(now):
            return False
        self._left -= 1
        return True

    def has_left(self, now: float) -> bool:
        """Whether one more could pass."""
        passed = max(0.0, now - self._at)  # a clock that was set back takes nothing away
        self._left = min(self._burst, self._left + passed * self._rate)
        self._at = now
        return self._left >= 1

    def spend(self, count: float, now: float) -> None:
        """So many have passed elsewhere; what is owed is at most one burst."""
        self.has_left(now)
        self._left = max(-self._burst, self._left - count)
