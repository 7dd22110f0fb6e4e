"""A drawing read back: what a person would see of it."""

from __future__ import annotations

import re
from itertools import pairwise
from math import hypot

from smallworld.content.drawing import BoardDrawing
from smallworld.content.loader import Map

Point = tuple[float, float]
Piece = tuple[Point, ...]  # start and end of a line, or start, guide and end of a curve

STEP = re.compile(r"([lq])([^a-z]*)")
NUMBER = re.compile(r"-?\d+(?:\.\d)?")


def pieces_of(path: str) -> list[Piece]:
    """The lines and curves of a path in absolute coordinates, rounded to tenths."""
    assert re.fullmatch(rf"M({NUMBER.pattern}|[ lq])+z?", path), path
    [body] = re.findall(r"[lq].*", path)
    x, y = (float(number) for number in NUMBER.findall(path.removesuffix(body)))
    made: list[Piece] = []
    for verb, text in STEP.findall(body):
        numbers = [float(number) for number in NUMBER.findall(text)]
        assert len(numbers) == (2 if verb == "l" else 4)
        points = [
            (round(x + dx, 1), round(y + dy, 1))
            for dx, dy in zip(numbers[::2], numbers[1::2], strict=True)
        ]
        made.append(((x, y), *points))
        x, y = points[-1]
    if path.endswith("z"):
        assert made[-1][-1] == made[0][0]
    return made


def flatten(pieces: list[Piece], cuts: int = 4) -> list[Point]:
    """A closed outline as a polygon."""
    ring: list[Point] = []
    for piece in pieces:
        ring.append(piece[0])
        if len(piece) == 3:
            (ax, ay), (cx, cy), (bx, by) = piece
            for n in range(1, cuts):
                t = n / cuts
                a, c, b = (1 - t) ** 2, 2 * t * (1 - t), t * t
                ring.append((a * ax + c * cx + b * bx, a * ay + c * cy + b * by))
    return ring


def closed(ring: list[Point]) -> list[tuple[Point, Point]]:
    return list(pairwise([*ring, ring[0]]))


def area(ring: list[Point]) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in closed(ring)) / 2


def holds(ring: list[Point], x: float, y: float) -> bool:
    found = False
    for (ax, ay), (bx, by) in closed(ring):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            found = not found
    return found


def distance(ring: list[Point], x: float, y: float) -> float:
    best = float("inf")
    for (ax, ay), (bx, by) in closed(ring):
        dx, dy = bx - ax, by - ay
        t = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)
        t = min(1.0, max(0.0, t))
        best = min(best, hypot(ax + t * dx - x, ay + t * dy - y))
    return best


def crossings(ring: list[Point]) -> list[tuple[Point, Point]]:
    """Pairs of sides of a polygon that touch though they are not neighbours."""

    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    count = len(ring)
    sides = [(min(a[0], b[0]), max(a[0], b[0]), n, a, b) for n, (a, b) in enumerate(closed(ring))]
    sides.sort()
    found = []
    for k, (_, right, n, a, b) in enumerate(sides):
        for left, _, m, c, d in sides[k + 1 :]:
            if left > right:
                break
            if (n - m) % count in (1, count - 1):
                continue
            if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
                continue  # apart, also if they lie on one line
            if side(a, b, c) * side(a, b, d) <= 0 and side(c, d, a) * side(c, d, b) <= 0:
                found.append((a, c))
    return found


class Picture:
    """What a person would see of each region."""

    def __init__(self, map_: Map, drawing: BoardDrawing) -> None:
        self.name = map_.data.name
        self.drawing = drawing
        self.map = map_
        self.board = map_.board
        self.width, self.height = self.drawing["width"], self.drawing["height"]
        self.pieces = {u: pieces_of(row["path"]) for u, row in self.drawing["regions"].items()}
        self.rings = {u: flatten(pieces) for u, pieces in self.pieces.items()}

    def sides(self, a: Point, b: Point) -> set[str]:
        """The sides of the frame on which a line lies."""
        found = set()
        if a[0] == b[0] and a[0] in (0, self.width):
            found.add("left" if a[0] == 0 else "right")
        if a[1] == b[1] and a[1] in (0, self.height):
            found.add("top" if a[1] == 0 else "bottom")
        return found

    def shared(self) -> tuple[set[tuple[str, str]], dict[str, list[Piece]]]:
        """Which regions have a piece of outline in common, and all pieces that nobody shares."""
        owner = {piece: u for u, pieces in self.pieces.items() for piece in pieces}
        assert len(owner) == sum(len(pieces) for pieces in self.pieces.values())
        pairs: set[tuple[str, str]] = set()
        alone: dict[str, list[Piece]] = {}
        for piece, u in owner.items():
            other = owner.get(piece[::-1])
            if other is None:
                alone.setdefault(u, []).append(piece)
            else:
                pairs.add((u, other))
        return pairs, alone
