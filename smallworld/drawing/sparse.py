"""Solves for points of which each is the mean of a few others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from smallworld.drawing.geometry import Point


def solve_means(count: int, ties: Sequence[tuple[int, int | Point]]) -> list[Point]:
    """All points: a tie says that another point, or a known one, counts in the mean of the first.

    >>> solve_means(2, [(0, (0.0, 0.0)), (0, 1), (1, 0), (1, (3.0, 6.0))])
    [(1.0, 2.0), (2.0, 4.0)]
    """
    means = _Means(count)
    for a, other in ties:
        means.tie(a, other)
    return means.solve()


class _Means:
    """One equation for each unknown point."""

    def __init__(self, count: int) -> None:
        self.rows: Final[list[dict[int, float]]] = [{} for _ in range(count)]
        self.whole: Final = [0.0] * count
        self.xs: Final = [0.0] * count
        self.ys: Final = [0.0] * count

    def tie(self, a: int, other: int | Point) -> None:
        """One more that counts."""
        self.whole[a] += 1.0
        if isinstance(other, int):
            self.rows[a][other] = self.rows[a].get(other, 0.0) + 1.0
            self.rows[other].setdefault(a, 0.0)
        else:
            self.xs[a] += other[0]
            self.ys[a] += other[1]

    def solve(self) -> list[Point]:
        """Put each one's mean in the place of it, and then go backwards."""
        rows, whole, xs, ys = self.rows, self.whole, self.xs, self.ys
        order = _order([set(row) for row in rows])
        for a in order:
            row = rows[a]
            for b in row:
                other = rows[b]
                factor = other.pop(a) / whole[a]
                for c, weight in row.items():
                    if c == b:
                        whole[b] -= factor * weight
                    else:
                        other[c] = other.get(c, 0.0) + factor * weight
                xs[b] += factor * xs[a]
                ys[b] += factor * ys[a]
        found: list[Point] = [(0.0, 0.0)] * len(rows)
        for a in reversed(order):
            x, y = xs[a], ys[a]
            for b, weight in rows[a].items():
                x += weight * found[b][0]
                y += weight * found[b][1]
            found[a] = (x / whole[a], y / whole[a])
        return found


def _order(near: list[set[int]]) -> list[int]:
    """First who is tied to fewest, so that few new ties come about."""
    left = set(range(len(near)))
    order: list[int] = []
    while left:
        a = min(left, key=lambda n: (len(near[n]), n))
        left.remove(a)
        order.append(a)
        for b in near[a]:
            near[b].discard(a)
            near[b] |= near[a] - {b}
    return order
