"""Means and shares with 95 % intervals, from deals rather than games.

The games of a deal share their luck, so they are no independent witnesses; deals are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt
from statistics import NormalDist, fmean, stdev
from typing import Final

_LEVEL: Final = 0.95
_Z: Final = NormalDist().inv_cdf((1 + _LEVEL) / 2)
_SMALL_SAMPLES: Final = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571}


@dataclass(frozen=True)
class Interval:
    """A figure and the bounds it lies in with 95 % confidence."""

    mean: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half its width."""
        return (self.high - self.low) / 2

    def in_percent(self, digits: int = 1) -> str:
        """A share with its bounds, which near 0 and 100 % are not equally far.

        >>> Interval(0.985, 0.96, 0.994).in_percent()
        '98.5 (96.0–99.4)'
        """
        mean, low, high = (f"{100 * n:.{digits}f}" for n in (self.mean, self.low, self.high))
        return f"{mean} ({low}–{high})"

    def in_words(self, digits: int = 1) -> str:
        """A mean with half its interval, if there is one."""
        half = "" if self.half == inf else f" ± {self.half:.{digits}f}"
        return f"{self.mean:.{digits}f}{half}"

    def as_data(self, digits: int) -> dict[str, float | None]:
        """For JSON, which knows no infinity."""
        bounds = (self.low, self.high)
        low, high = (None if abs(bound) == inf else round(bound, digits) for bound in bounds)
        return {"mean": round(self.mean, digits), "low": low, "high": high}


def student(freedom: int) -> float:
    """Student's t for 95 %, from tables, and by a series where that is good to three digits."""
    if freedom in _SMALL_SAMPLES:
        return _SMALL_SAMPLES[freedom]
    z = _Z
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def mean_interval(deals: Sequence[float]) -> Interval:
    """The mean of what the deals brought; one deal alone says nothing about the others.

    >>> mean_interval([90.0, 100.0, 95.0]).mean
    95.0
    """
    mean = fmean(deals)
    if len(deals) < 2:
        return Interval(mean, -inf, inf)
    half = student(len(deals) - 1) * stdev(deals) / sqrt(len(deals))
    return Interval(mean, mean - half, mean + half)


def share_interval(deals: Sequence[float]) -> Interval:
    """The mean of shares between 0 and 1, honest also where nearly all or nearly none are won.

    Wilson's bounds (1927), for as many independent games as would vary like these deals.

    >>> share_interval([1.0] * 200).high
    1.0
    """
    share, count = fmean(deals), len(deals)
    t = student(max(1, count - 1))
    spread = share * (1 - share)  # of deals whose games all end alike: the most there can be
    alike = float(count)
    if count > 1 and spread > 0:
        # Two deals of that kind are added, as few deals may agree by chance.
        varied = ((count - 1) * stdev(deals) ** 2 + 2 * spread) / (count + 1)
        alike = count * spread / varied
    shrink = 1 + t * t / alike
    middle = (share + t * t / (2 * alike)) / shrink
    half = t / shrink * sqrt(spread / alike + t * t / (4 * alike * alike))
    return Interval(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)))
