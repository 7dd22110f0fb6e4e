"""Finds where things go in a region: tokens in the middle, pieces beside, trees around."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from random import Random

from smallworld.drawing.geometry import Outline, Point, area, pole, resample
from smallworld.drawing.topology import RegionFace

# At scale 1, which is that of the board with most regions.
STACK = 34.0  # radius kept free for the tokens in the middle
PIECE = 20.0  # radius of a piece or symbol beside them
MOST_SPOTS = 4
ENOUGH_SPOTS = 3
STEP = 6.0  # between places that are tried
NEARLY = 0.93  # of the largest circle that fits in

# Room a mark of each terrain needs to every side, and how far marks stay from each other.
MARKS: dict[str, tuple[float, float]] = {
    "farmland": (16, 40),
    "forest": (15, 25),
    "hill": (20, 42),
    "swamp": (16, 38),
    "mountain": (21, 36),
    "sea": (22, 62),
    "lake": (18, 56),
    "mushroom": (16, 34),
    "mud": (15, 36),
    "mine": (18, 42),
    "crystal": (17, 36),
    "black_mountain": (20, 33),
    "river": (15, 44),
    "chasm": (17, 40),
}
OFTEN = (4, 4, 2)  # how often each of the three variants is drawn
LAVA = 3  # added to a chasm's variants beside a volcano
RARE = ("sea", "lake")  # their third mark is an animal, one in a region


def find_center(ring: Sequence[Point]) -> tuple[Point, float]:
    """The middle of a region and how far it is from the outline.

    In a long region many points are about equally far from it; the one towards the mean is taken.
    """
    (x, y), most = pole(ring)
    line = resample([*ring, ring[0]], 64)[1:]
    mean = (sum(p[0] for p in line) / 64, sum(p[1] for p in line) / 64)
    best, radius = (x, y), most
    outline = Outline(ring)
    for n in range(1, 41):
        p = (x + (mean[0] - x) * n / 40, y + (mean[1] - y) * n / 40)
        room = outline.clearance(*p)
        if room >= NEARLY * most:
            best, radius = p, room
    return best, radius


def find_spots(
    ring: Sequence[Point], center: Point, radius: float, scale: float, step: float = STEP
) -> list[Point]:
    """Up to four places beside the middle, clear of the outline and of each other."""
    spots: list[Point] = []
    size = scale
    grid = _Grid(ring, step)
    while len(spots) < ENOUGH_SPOTS and size > 0.7 * scale:
        found = _spots(grid, center, min(radius, size * STACK) + size * PIECE, size * PIECE)
        if len(found) > len(spots):
            spots = found
        size *= 0.94
    return spots


class _Grid:
    """Points in the box around a ring, in rows, and how far from the ring each is."""

    def __init__(self, ring: Sequence[Point], step: float) -> None:
        self.outline = Outline(ring)
        self.step = step
        xs, ys = [p[0] for p in ring], [p[1] for p in ring]
        self.rows = [
            [(x, y) for x in _steps(min(xs) + 3, max(xs), self.step)]
            for y in _steps(min(ys) + 3, max(ys), self.step)
        ]
        self.known: dict[Point, float] = {}

    def open_in(self, row: list[Point], least: float, most: float) -> list[tuple[Point, float]]:
        """The points of a row at least so far inside, with how far that is, or `most` if more.

        From point to point the distance changes by a step at most: many need no measuring.
        """
        found: list[tuple[Point, float]] = []
        room, since = 0.0, 1e9
        for p in row:
            since += self.step
            if room + since < least:
                continue
            if room - since < most:
                if p not in self.known:
                    self.known[p] = self.outline.clearance(*p)
                room, since = self.known[p], 0.0
            if room - since >= least:
                found.append((p, min(room - since, most)))
        return found


def _steps(value: float, end: float, step: float) -> list[float]:
    found = []
    while value < end:
        found.append(value)
        value += step
    return found


def _spots(grid: _Grid, center: Point, apart: float, piece: float) -> list[Point]:
    open_places: list[tuple[float, Point]] = []
    for row in grid.rows:
        for p, room in grid.open_in(row, piece + 2, 2 * piece):
            far = hypot(p[0] - center[0], p[1] - center[1])
            if far >= apart:
                open_places.append((room - 0.22 * far, p))
    spots: list[Point] = []
    while open_places and len(spots) < MOST_SPOTS:
        _, best = max(open_places)
        spots.append(best)
        open_places = [
            (score, p)
            for score, p in open_places
            if hypot(p[0] - best[0], p[1] - best[1]) >= 2 * piece + 4
        ]
    return spots


def scatter(
    name: str,
    region: RegionFace,
    ring: Sequence[Point],
    taken: Sequence[tuple[Point, float]],
    scale: float,
) -> list[tuple[int, int, int]]:
    """Where the terrain's marks stand, top to bottom, and which variant each is."""
    room, apart = MARKS[region.terrain]
    room, apart = 0.9 * scale * room, scale**0.6 * apart
    rng = Random(f"{name}:{region.id}:marks")
    xs, ys = [p[0] for p in ring], [p[1] for p in ring]
    marks: list[tuple[int, int, int]] = []
    outline = Outline(ring)
    for _ in range(int(area(ring) / apart**2 * 24)):
        x, y = round(rng.uniform(min(xs), max(xs))), round(rng.uniform(min(ys), max(ys)))
        if any(hypot(x - a, (y - b) * 1.25) < apart for a, b, _ in marks):
            continue
        if any(hypot(x - p[0], y - p[1]) < far + 0.7 * room for p, far in taken):
            continue
        if outline.clearance(x, y) >= room + 3:
            [variant] = rng.choices((1, 2, 3), weights=OFTEN)
            if variant == 3 and region.terrain in RARE and any(mark[2] == 3 for mark in marks):
                variant = 1
            if "volcano" in region.symbols:
                variant += LAVA
            marks.append((x, y, variant))
    return sorted(marks, key=lambda mark: (mark[1], mark[0]))
