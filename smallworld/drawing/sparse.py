"""Solves for points of which each is a weighted mean of a few others."""

from __future__ import annotations

from typing import Final

from smallworld.drawing.geometry import Point


class Sparse:
    """One equation for each unknown point; which ones they tie together never changes."""

    def __init__(self, count: int, ties: list[tuple[int, int]]) -> None:
        self.count: Final = count
        near: list[set[int]] = [set() for _ in range(count)]
        for a, b in ties:
            near[a].add(b)
            near[b].add(a)
        self.order: Final = _order(near)
        self.clear()

    def clear(self) -> None:
        """Begin anew."""
        self.rows: list[dict[int, float]] = [{} for _ in range(self.count)]
        self.whole = [0.0] * self.count
        self.xs = [0.0] * self.count
        self.ys = [0.0] * self.count

    def tie(self, a: int, b: int, weight: float) -> None:
        """Point b counts so much in the mean that is point a."""
        self.rows[a][b] = self.rows[a].get(b, 0.0) + weight
        self.rows[b].setdefault(a, 0.0)
        self.whole[a] += weight

    def fix(self, a: int, at: Point, weight: float) -> None:
        """A known point counts so much in the mean that is point a."""
        self.whole[a] += weight
        self.xs[a] += weight * at[0]
        self.ys[a] += weight * at[1]

    def solve(self) -> list[Point]:
        """All points, by putting each one's mean in the place of it, and then backwards."""
        rows, whole, xs, ys = self.rows, self.whole, self.xs, self.ys
        for a in self.order:
            row = rows[a]
            for b in row:
                other = rows[b]
                factor = other.pop(a) / whole[a]
                if factor == 0.0:
                    for c in row:
                        if c != b:
                            other.setdefault(c, 0.0)
                    continue
                for c, weight in row.items():
                    if c == b:
                        whole[b] -= factor * weight
                    else:
                        other[c] = other.get(c, 0.0) + factor * weight
                xs[b] += factor * xs[a]
                ys[b] += factor * ys[a]
        found: list[Point] = [(0.0, 0.0)] * self.count
        for a in reversed(self.order):
            x, y = xs[a], ys[a]
            for b, weight in rows[a].items():
                x += weight * found[b][0]
                y += weight * found[b][1]
            found[a] = (x / whole[a], y / whole[a])
        return found


def _order(near: list[set[int]]) -> list[int]:
    """First who is tied to fewest, so that few new ties come about."""
    near = [set(row) for row in near]
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
