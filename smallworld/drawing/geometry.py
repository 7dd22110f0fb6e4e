"""Plane geometry on lists of points; x to the right, y down."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from typing import Final

Point = tuple[float, float]

_PART: Final = 12  # pieces of a ring that are looked at together


def area(ring: Sequence[Point]) -> float:
    """The area inside a ring, positive if it runs clockwise on the screen."""
    total = 0.0
    x0, y0 = ring[-1]
    for x, y in ring:
        total += x0 * y - x * y0
        x0, y0 = x, y
    return total / 2


def length(line: Sequence[Point]) -> float:
    """How long a line is."""
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line))


class Outline:
    """A ring that is asked about many points, in parts: most are too far away to matter."""

    def __init__(self, ring: Sequence[Point]) -> None:
        points = [ring[-1], *ring]
        lines = [points[n : n + _PART + 1] for n in range(0, len(ring), _PART)]
        self._parts: Final = [
            (
                *(min(p[0] for p in line), max(p[0] for p in line)),
                *(min(p[1] for p in line), max(p[1] for p in line)),
                line,
            )
            for line in lines
        ]
        self._first = 0  # the part that was nearest: it is soon the nearest again

    def clearance(self, px: float, py: float) -> float:
        """How far a point is from the ring: positive inside, negative outside."""
        best = 1e18
        found = False
        first = self._first
        for n in (first, *range(first), *range(first + 1, len(self._parts))):
            left, right, top, bottom, line = self._parts[n]
            far_x = left - px if px < left else px - right if px > right else 0.0
            far_y = top - py if py < top else py - bottom if py > bottom else 0.0
            beside = far_y == 0.0 and px <= right  # a line to the right may cross it
            if far_x * far_x + far_y * far_y >= best and not beside:
                continue
            x0, y0 = line[0]
            for x, y in line[1:]:
                if (y > py) != (y0 > py) and px < (x0 - x) * (py - y) / (y0 - y) + x:
                    found = not found
                dx, dy = x - x0, y - y0
                square = dx * dx + dy * dy
                t = ((px - x0) * dx + (py - y0) * dy) / square if square > 0 else 0.0
                t = 0.0 if t < 0 else 1.0 if t > 1 else t
                ex, ey = x0 + t * dx - px, y0 + t * dy - py
                d = ex * ex + ey * ey
                if d < best:
                    best = d
                    self._first = n
                x0, y0 = x, y
        root = float(best**0.5)
        return root if found else -root


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the segments a-b and c-d cross in their inner parts."""

    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def resample(line: Sequence[Point], pieces: int) -> list[Point]:
    """The same line as so many pieces of equal length."""
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line)]
    step = sum(lengths) / pieces
    made = [line[0]]
    k, before = 0, 0.0
    for n in range(1, pieces):
        at = n * step
        while k < len(lengths) - 1 and before + lengths[k] < at:
            before += lengths[k]
            k += 1
        t = (at - before) / lengths[k] if lengths[k] > 0 else 0.0
        (ax, ay), (bx, by) = line[k], line[k + 1]
        made.append((ax + t * (bx - ax), ay + t * (by - ay)))
    made.append(line[-1])
    return made


def pole(ring: Sequence[Point], start: Point | None = None) -> tuple[Point, float]:
    """The point of a ring farthest from its outline, and how far that is."""
    xs, ys = [p[0] for p in ring], [p[1] for p in ring]
    best = start or (sum(xs) / len(xs), sum(ys) / len(ys))
    outline = Outline(ring)
    reach = outline.clearance(*best)
    step = max(max(xs) - min(xs), max(ys) - min(ys)) / 12
    if start is None:
        y = min(ys) + step / 2
        while y < max(ys):
            x = min(xs) + step / 2
            while x < max(xs):
                d = outline.clearance(x, y)
                if d > reach:
                    best, reach = (x, y), d
                x += step
            y += step
    else:
        step /= 4
    while step > 0.2:
        moved = False
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)):
            x, y = best[0] + dx * step, best[1] + dy * step
            d = outline.clearance(x, y)
            if d > reach:
                best, reach, moved = (x, y), d, True
        if not moved:
            step /= 2
    return best, reach
