"""Turns relaxed borders into drawn ones: rough where land meets land, soft along water."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, pairwise
from math import cos, hypot, pi
from random import Random

from smallworld.drawing.geometry import Point, crosses, length, resample
from smallworld.drawing.topology import FRAME, GAP, Topology

WATER = ("sea", "lake", "river")

# For each kind of border: (how far it strays, over which wave length), coarse to fine.
WAVES: dict[str, list[tuple[float, float]]] = {
    "land": [(13.0, 160.0), (5.5, 58.0), (2.4, 24.0)],
    "coast": [(18.0, 170.0), (8.0, 62.0), (2.6, 26.0)],
    "river": [(9.0, 140.0), (2.5, 50.0)],
    "water": [(6.0, 70.0)],
    "chasm": [(9.0, 120.0), (8.0, 34.0)],
    GAP: [(6.0, 120.0), (2.4, 24.0)],
}
PIECE = {"land": 12.0, "coast": 12.0, "river": 17.0, "water": 16.0, "chasm": 15.0, GAP: 12.0}

WITHIN = 1.5  # how far inside the frame all borders stay


def kind_of(topology: Topology, k: int) -> str:
    """What kind of border an edge is, by the terrains on both sides."""
    edge = topology.edges[k]
    if edge.b == FRAME:
        return "frame"
    pair = {topology.regions[edge.a].terrain, topology.regions[edge.b].terrain}
    if GAP in pair:
        return GAP
    if pair <= {*WATER}:
        return "water"
    if pair & {"sea", "lake"}:
        return "coast"
    if "river" in pair:
        return "river"
    return "chasm" if "chasm" in pair else "land"


class Tangled(ValueError):
    """Borders cross however calmly they are drawn."""


class Curve:
    """A drawn border: straight lines through its points, or a smooth curve guided by them."""

    def __init__(self, points: list[Point], straight: bool) -> None:
        self.points = [(round(x, 1), round(y, 1)) for x, y in points]
        self.straight = straight or len(points) < 3

    def steps(self, forward: bool) -> list[tuple[Point, ...]]:
        """The pieces after the starting point: (end,) of a line, or (guide, end) of a curve."""
        points = self.points if forward else self.points[::-1]
        if self.straight:
            return [(p,) for p in points[1:]]
        made: list[tuple[Point, ...]] = []
        last = len(points) - 1
        for n in range(1, last):
            (ax, ay), (bx, by) = points[n], points[n + 1]
            # Halfway is computed from tenths in a way that does not depend on the direction.
            half = (round((ax + bx) / 2, 2), round((ay + by) / 2, 2))
            end = points[last] if n == last - 1 else (_tenth(half[0]), _tenth(half[1]))
            made.append((points[n], end))
        return made

    def start(self, forward: bool) -> Point:
        """Where it begins."""
        return self.points[0] if forward else self.points[-1]

    def flat(self, forward: bool = True, cuts: int = 3) -> list[Point]:
        """The curve as straight pieces."""
        line = [self.start(forward)]
        for step in self.steps(forward):
            if len(step) == 1:
                line.append(step[0])
                continue
            (ax, ay), (cx, cy), (bx, by) = line[-1], step[0], step[1]
            for n in range(1, cuts + 1):
                t = n / cuts
                s = 1 - t
                line.append(
                    (
                        s * s * ax + 2 * s * t * cx + t * t * bx,
                        s * s * ay + 2 * s * t * cy + t * t * by,
                    )
                )
        return line


def _tenth(value: float) -> float:
    return round(int(value * 20 + 0.5) // 2 / 10, 1)


def draw_curves(
    name: str, topology: Topology, lines: Sequence[Sequence[Point]], scale: float
) -> list[Curve]:
    """All borders of a board as drawn; calmer where two would come to cross."""
    pens = [Pen(name, topology, lines, k, scale) for k in range(len(lines))]
    curves = [pen.draw() for pen in pens]
    for _ in range(8):
        tangled = find_tangled(topology, curves)
        if not tangled:
            return curves
        for k in tangled:
            pens[k].calm /= 2
            curves[k] = pens[k].draw()
    raise Tangled(f"{name}: borders cross: {sorted(tangled)}")


def find_tangled(topology: Topology, curves: Sequence[Curve]) -> set[int]:
    """The borders that cross another one, or themselves."""
    found: set[int] = set()
    for path in topology.outline.values():
        pieces: list[tuple[float, float, int, int, Point, Point]] = []
        for k, forward in path:
            for a, b in pairwise(curves[k].flat(forward)):
                pieces.append((min(a[0], b[0]), max(a[0], b[0]), len(pieces), k, a, b))
        pieces.sort()
        for i, (_, right, n, k, a, b) in enumerate(pieces):
            low, high = min(a[1], b[1]), max(a[1], b[1])
            for left, _, m, other, c, d in islice(pieces, i + 1, None):
                if left > right:
                    break
                if max(c[1], d[1]) < low or min(c[1], d[1]) > high or abs(n - m) < 2:
                    continue
                if crosses(a, b, c, d):
                    found |= {k, other}
    return {k for k in found if topology.edges[k].b != FRAME}


class Pen:
    """Draws one border, less roughly the smaller `calm` is."""

    def __init__(
        self,
        name: str,
        topology: Topology,
        lines: Sequence[Sequence[Point]],
        k: int,
        scale: float,
    ) -> None:
        edge = topology.edges[k]
        self.kind = kind_of(topology, k)
        self.calm = 1.0
        self.line = list(lines[k])
        self.seed = f"{name}:{edge.start}-{edge.end}:{edge.a}-{edge.b}"
        self.scale = scale
        self.width, self.height = topology.width, topology.height
        if self.kind == "frame":
            return
        self.whole = length(self.line)
        self.count = max(4, round(self.whole / PIECE[self.kind]))
        self.base = resample(_smooth(resample(self.line, 2 * self.count)), self.count)
        others = [
            point
            for other, line in zip(topology.edges, lines, strict=True)
            if not {other.start, other.end} & {edge.start, edge.end}
            for point in resample(line, max(1, round(length(line) / 15)))
        ]
        step = self.whole / self.count
        # Near a corner three borders are close together, so a border starts out calmly.
        self.room = [
            min(
                0.3 * step * min(n, self.count - n),
                0.24 * min((hypot(x - p[0], y - p[1]) for p in others), default=self.whole),
            )
            for n, (x, y) in enumerate(self.base)
        ]

    def draw(self) -> Curve:
        """The border as it goes onto the map."""
        if self.kind == "frame":
            return Curve(self.line, straight=True)
        rng = Random(self.seed)
        count = self.count
        stray = [0.0] * (count + 1)
        for far, wave in WAVES[self.kind]:
            for n, value in enumerate(_noise(rng, self.whole / self.scale, wave, count)):
                stray[n] += self.scale * far * value
        made = [self.base[0]]
        for n in range(1, count):
            (ax, ay), (x, y), (bx, by) = self.base[n - 1 : n + 2]
            size = hypot(bx - ax, by - ay) or 1e-9
            shift = self.calm * max(-self.room[n], min(self.room[n], stray[n]))
            made.append(
                (
                    min(max(x + shift * (by - ay) / size, WITHIN), self.width - WITHIN),
                    min(max(y - shift * (bx - ax) / size, WITHIN), self.height - WITHIN),
                )
            )
        made.append(self.base[-1])
        return Curve(made, straight=self.kind == "chasm")


def _smooth(line: Sequence[Point]) -> list[Point]:
    points = list(line)
    for _ in range(6):
        points = [
            points[0],
            *(
                ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
                for a, b, c in zip(points[:-2], points[1:-1], points[2:], strict=True)
            ),
            points[-1],
        ]
    return points


def _noise(rng: Random, whole: float, wave: float, count: int) -> list[float]:
    """Values between -1 and 1 that change softly over half a wave length."""
    knots = [rng.uniform(-1, 1) for _ in range(int(2 * whole / wave) + 3)]
    offset = rng.random()
    values = []
    for n in range(count + 1):
        at = 2 * whole / wave * n / count + offset
        k = int(at)
        t = (1 - cos(pi * (at - k))) / 2
        values.append(knots[k] * (1 - t) + knots[k + 1] * t)
    return values
