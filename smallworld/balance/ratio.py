"""Ratios of totals over many games, with 95 % intervals that take games as the units."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt
from statistics import fmean

from smallworld.arena.statistics import Interval, student


class RatioSum:
    """Two quantities summed game by game; what is asked for is the ratio of their totals.

    What happens within one game hangs together, so games are the witnesses: the error is that of a
    ratio of totals, by linearization. Sums of several boards can be added.

    >>> coins = RatioSum()
    >>> for won, taken in ((6, 2), (3, 1), (9, 3)):
    ...     coins.add(won, taken)
    >>> coins.interval()
    Interval(mean=3.0, low=3.0, high=3.0)
    """

    __slots__ = ("_aa", "_ab", "_bb", "above", "below", "games")

    def __init__(self) -> None:
        self.games = 0
        self.above = 0.0
        self.below = 0.0
        self._aa = 0.0
        self._ab = 0.0
        self._bb = 0.0

    def add(self, above: float, below: float) -> None:
        """Count one game; where nothing is below, nothing was seen."""
        self.games += 1
        self.above += above
        self.below += below
        self._aa += above * above
        self._ab += above * below
        self._bb += below * below

    def join(self, other: RatioSum) -> None:
        """Count all games of another one, too."""
        self.games += other.games
        self.above += other.above
        self.below += other.below
        self._aa += other._aa
        self._ab += other._ab
        self._bb += other._bb

    def complete(self, units: RatioSum) -> None:
        """Take games into account in which there was nothing above, too; `units` has all below."""
        self.games = units.games
        self.below = units.below
        self._bb = units._bb

    def interval(self) -> Interval | None:
        """The ratio with its bounds; None: nothing was seen."""
        if not self.below:
            return None
        mean = self.above / self.below
        if self.games < 2:
            return Interval(mean, -inf, inf)
        half = student(self.games - 1) * sqrt(self._variance())
        return Interval(mean, mean - half, mean + half)

    def share(self) -> Interval | None:
        """The same for what lies between 0 and 1, honest also where it is nearly all or nothing.

        Wilson's bounds, for as many independent cases as would vary like these games.
        """
        if not self.below:
            return None
        mean = min(self.above / self.below, 1.0)
        spread = mean * (1 - mean)
        alike = self.below
        if self.games > 1 and spread > 0:
            # Two games of independent cases are added, as few games may agree by chance.
            usual = spread / self.below
            alike *= usual * (self.games + 2) / (self.games * self._variance() + 2 * usual)
        t = student(max(1, self.games - 1))
        shrink = 1 + t * t / alike
        middle = (mean + t * t / (2 * alike)) / shrink
        half = t / shrink * sqrt(spread / alike + t * t / (4 * alike * alike))
        return Interval(
            mean, max(0.0, min(mean, middle - half)), min(1.0, max(mean, middle + half))
        )

    def _variance(self) -> float:
        mean = self.above / self.below
        square = max(self._aa - 2 * mean * self._ab + mean * mean * self._bb, 0.0)
        return square * self.games / (self.games - 1) / self.below**2


def slope(games: Sequence[Sequence[tuple[float, float]]]) -> Interval | None:
    """How much the second number of a pair grows with the first; pairs of a game hang together.

    Least squares, with an error that takes games as the units.

    >>> slope([[(0, 1), (1, 3)], [(2, 5)], [(-1, -1)]])
    Interval(mean=2.0, low=2.0, high=2.0)
    """
    pairs = [pair for game in games for pair in game]
    if len(games) < 3:
        return None
    mean_x, mean_y = fmean(x for x, _ in pairs), fmean(y for _, y in pairs)
    width = sum((x - mean_x) ** 2 for x, _ in pairs)
    if not width:
        return None
    found = sum((x - mean_x) * (y - mean_y) for x, y in pairs) / width
    square = 0.0
    for game in games:
        square += sum((x - mean_x) * (y - mean_y - found * (x - mean_x)) for x, y in game) ** 2
    half = student(len(games) - 2) * sqrt(square * len(games) / (len(games) - 1)) / width
    return Interval(found, found - half, found + half)


def quotient(above: Interval, below: Interval) -> Interval | None:
    """One figure over another, with the error of both; None if the lower one may be zero.

    >>> quotient(Interval(3.0, 2.0, 4.0), Interval(1.0, 1.0, 1.0))
    Interval(mean=3.0, low=2.0, high=4.0)
    """
    if below.low <= 0 <= below.high:
        return None
    mean = above.mean / below.mean
    half = sqrt(above.half**2 + (mean * below.half) ** 2) / abs(below.mean)
    return Interval(mean, mean - half, mean + half)
