"""Where corners lie if the map file gives no hint, so that nothing crosses and regions are roomy.

Every region, border and corner is a knot, held by threads to the knots it touches, and the frame
holds the outermost. Where all threads balance, no two cross (Tutte). From there regions swell.
"""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import Final

from smallworld.content.map_file.orders import Corner
from smallworld.drawing.geometry import Point, length
from smallworld.drawing.layout import LEAST_ARC, SIDES, Layout, hinted_sides, length_of, space_out
from smallworld.drawing.sparse import solve_means
from smallworld.drawing.swell import FROM_TURN, Swell
from smallworld.drawing.topology import FRAME, GAP, Topology

TURNS: Final = 72  # ways to turn the frame that are tried
GAP_ARC: Final = 0.35  # how long a gap's part of the frame is, compared with a region's


class Spread(Layout):
    """The corners, and the middle of every border, which is where its line bends."""

    def __init__(self, topology: Topology, areas: dict[int, float]) -> None:
        super().__init__(topology)
        self.middle: dict[int, Point] = {}
        self._place_frame()
        hearts = _Knots(self).settle()
        Swell(self, hearts, self.middle, areas).run(self, self.middle)

    def inner(self, k: int) -> list[Point]:
        """An edge between two regions as points; cut finely enough to be moved from there."""
        edge = self.topology.edges[k]
        return [self.at[edge.start], self.middle[k], self.at[edge.end]]

    # ---- the frame ----

    def _place_frame(self) -> None:
        for side, row in (self._by_hints() or self._by_turning()).items():
            for along, corner in row:
                self.set_on_frame(corner, side, along)
        for k in self.topology.ring:
            self.middle[k] = _half(self.arc(k))

    def _by_hints(self) -> dict[str, list[tuple[float, Corner]]]:
        """The corners where the map file wants them; nothing if it does not say or that is odd."""
        topology = self.topology
        sides = [topology.sides_of(k) for k in topology.ring]
        if not all(sides):
            return {}
        rows = hinted_sides(topology)
        side_of = {corner: SIDES.index(side) for side, row in rows.items() for _, corner in row}
        walk = [side_of[topology.edges[k].end] for k in topology.ring]
        turned = sum((b - a) % 4 for a, b in zip(walk, walk[1:] + walk[:1], strict=True))
        return rows if turned == 4 else {}

    def _by_turning(self) -> dict[str, list[tuple[float, Corner]]]:
        """The corners evenly around the frame, turned so that none is near the frame's own."""
        topology = self.topology
        ring = topology.ring
        parts = [
            GAP_ARC if topology.regions[topology.edges[k].a].terrain == GAP else 1.0 for k in ring
        ]
        whole = 2 * (topology.width + topology.height)
        ends: list[float] = []
        for part in parts:
            ends.append((ends[-1] if ends else 0.0) + whole * part / sum(parts))
        turns = [whole * n / TURNS for n in range(TURNS)]
        best = max(turns, key=lambda turn: self._merit(ends, turn, whole))
        rows: dict[str, list[tuple[float, Corner]]] = {side: [] for side in SIDES}
        for k, end in zip(ring, ends, strict=True):
            side, along = self._on_side((end + best) % whole)
            rows[side].append((along, topology.edges[k].end))
        for side, row in rows.items():
            row.sort()
            full = length_of(topology, side)
            inner = [min(max(along, FROM_TURN), full - FROM_TURN) for along, _ in row]
            spaced = space_out(inner, full, min(LEAST_ARC, FROM_TURN))
            rows[side] = [(along, corner) for along, (_, corner) in zip(spaced, row, strict=True)]
        return rows

    def _merit(self, ends: list[float], turn: float, whole: float) -> float:
        """How good a turn of the frame is: near the places in the file, or far from the corners."""
        topology = self.topology
        free = min(
            min(along, length_of(topology, side) - along)
            for side, along in (self._on_side((end + turn) % whole) for end in ends)
        )
        off = 0.0
        for n, k in enumerate(topology.ring):
            region = topology.regions[topology.edges[k].a]
            if region.terrain != GAP:
                start = ends[n - 1] if n else 0.0
                x, y = self._point(((start + ends[n]) / 2 + turn) % whole)
                off += hypot(region.x - x, region.y - y) * region.placed
        return min(free, 2 * FROM_TURN) - off

    def _on_side(self, along: float) -> tuple[str, float]:
        for side in SIDES:
            full = length_of(self.topology, side)
            if along <= full:
                return side, along
            along -= full
        return SIDES[0], 0.0

    def _point(self, along: float) -> Point:
        width, height = self.topology.width, self.topology.height
        side, far = self._on_side(along)
        return {
            "top": (far, 0.0),
            "right": (width, far),
            "bottom": (width - far, height),
            "left": (0.0, height - far),
        }[side]


class _Knots:
    """The threads: every knot is the mean of those it is tied to."""

    def __init__(self, layout: Spread) -> None:
        self.layout: Final = layout
        topology = layout.topology
        self.regions: Final = {u: n for n, u in enumerate(topology.regions)}
        count = len(self.regions)
        inner = [k for k, edge in enumerate(topology.edges) if edge.b != FRAME]
        self.middles: Final = {k: count + n for n, k in enumerate(inner)}
        count += len(inner)
        ends = {corner for edge in topology.edges for corner in (edge.start, edge.end)}
        free = sorted(ends - layout.side.keys())
        self.corners: Final = {corner: count + n for n, corner in enumerate(free)}
        count += len(free)
        # Each thread: a knot, and the other knot or the fixed point it leads to.
        self.threads: Final[list[tuple[int, int | Point]]] = []
        for k, edge in enumerate(topology.edges):
            self._tie_edge(k, edge.start, edge.end, [u for u in (edge.a, edge.b) if u != FRAME])
        self.count: Final = count

    def _tie_edge(self, k: int, start: Corner, end: Corner, regions: list[int]) -> None:
        middle = self.middles.get(k)
        for u in regions:
            if middle is not None:
                self.threads.extend([(middle, self.regions[u]), (self.regions[u], middle)])
            else:
                self.threads.append((self.regions[u], self.layout.middle[k]))
            # Every corner is an end of two edges of the region; it is tied at the first.
            path = self.layout.topology.outline[u]
            forward = next(way for edge, way in path if edge == k)
            self._tie_corner(self.regions[u], start if forward else end)
        for corner in (start, end):
            number = self.corners.get(corner)
            if middle is not None:
                to: int | Point = self.layout.at[corner] if number is None else number
                self.threads.append((middle, to))
            if number is not None:
                assert middle is not None
                self.threads.append((number, middle))

    def _tie_corner(self, region: int, corner: Corner) -> None:
        number = self.corners.get(corner)
        if number is None:
            self.threads.append((region, self.layout.at[corner]))
        else:
            self.threads.extend([(region, number), (number, region)])

    def settle(self) -> dict[int, Point]:
        """Put all knots where their threads balance; answer with the regions' own."""
        found = solve_means(self.count, self.threads)
        for k, n in self.middles.items():
            self.layout.middle[k] = found[n]
        for corner, n in self.corners.items():
            self.layout.at[corner] = found[n]
        return {u: found[n] for u, n in self.regions.items()}


def _half(line: list[Point]) -> Point:
    """The point in the middle of a line."""
    rest = length(line) / 2
    for a, b in pairwise(line):
        size = hypot(b[0] - a[0], b[1] - a[1])
        if rest <= size:
            t = rest / size if size else 0.0
            return (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))
        rest -= size
    return line[-1]
