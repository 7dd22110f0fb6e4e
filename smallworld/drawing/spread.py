"""Where corners lie if the map file gives no hint, so that nothing crosses and regions are roomy.

Every region, border and corner is a knot, held by threads to the knots it touches, and the frame
holds the outermost. Where all threads balance, no two cross, however strong each is (Tutte). So
threads may be changed until the regions have the sizes they wish for.
"""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import Final

from smallworld.content.map_file.orders import Corner
from smallworld.drawing.geometry import Point, area, length
from smallworld.drawing.layout import LEAST_ARC, SIDES, Layout, hinted_sides, length_of, space_out
from smallworld.drawing.sparse import Sparse
from smallworld.drawing.topology import FRAME, GAP, Topology

ROUNDS: Final = 14  # of changing the threads
TURNS: Final = 72  # ways to turn the frame that are tried
GAP_ARC: Final = 0.35  # how long a gap's part of the frame is, compared with a region's
FROM_TURN: Final = 70.0  # how far corners on the frame stay from the frame's own


class Spread(Layout):
    """The corners, and the middle of every border, which is where its line bends."""

    def __init__(self, topology: Topology, areas: dict[int, float]) -> None:
        super().__init__(topology)
        self.middle: dict[int, Point] = {}
        self._place_frame()
        self._balance(areas)

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

    # ---- the threads ----

    def _balance(self, areas: dict[int, float]) -> None:
        """Let all knots find their places, again and again, with fewer pulls into small regions."""
        knots = _Knots(self)
        pull = dict.fromkeys(areas, 1.0)
        for n in range(ROUNDS + 1):
            knots.settle(pull)
            if n < ROUNDS:
                for u, wished in areas.items():
                    now = area(self.ring_of(u))
                    pull[u] *= min(2.0, max(0.5, (max(now, 1.0) / wished) ** 0.5))

    def ring_of(self, u: int) -> list[Point]:
        """A region's outline."""
        ring: list[Point] = []
        for k, forward in self.topology.outline[u]:
            line = self.line(k)
            ring.extend((line if forward else line[::-1])[:-1])
        return ring


class _Knots:
    """The threads as equations: every knot is the mean of those it is tied to, by strength."""

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
        # Each thread: a knot, the other knot or the fixed point it leads to, and the region of it.
        self.threads: Final[list[tuple[int, int | Point, int]]] = []
        for k, edge in enumerate(topology.edges):
            self._tie_edge(k, edge.start, edge.end, [u for u in (edge.a, edge.b) if u != FRAME])
        self.sparse: Final = Sparse(
            count, [(a, b) for a, b, _ in self.threads if isinstance(b, int)]
        )

    def _tie_edge(self, k: int, start: Corner, end: Corner, regions: list[int]) -> None:
        middle = self.middles.get(k)
        for u in regions:
            if middle is not None:
                self.threads.extend([(middle, self.regions[u], u), (self.regions[u], middle, 0)])
            else:
                self.threads.append((self.regions[u], self.layout.middle[k], 0))
            # Every corner is an end of two edges of the region; it is tied at the first.
            path = self.layout.topology.outline[u]
            forward = next(way for edge, way in path if edge == k)
            self._tie_corner(self.regions[u], start if forward else end, u)
        for corner in (start, end):
            number = self.corners.get(corner)
            if middle is not None:
                to: int | Point = self.layout.at[corner] if number is None else number
                self.threads.append((middle, to, 0))
            if number is not None:
                assert middle is not None
                self.threads.append((number, middle, 0))

    def _tie_corner(self, region: int, corner: Corner, u: int) -> None:
        number = self.corners.get(corner)
        if number is None:
            self.threads.append((region, self.layout.at[corner], 0))
        else:
            self.threads.extend([(region, number, 0), (number, region, u)])

    def settle(self, pull: dict[int, float]) -> None:
        """Put all knots where threads balance; `pull` is how strong those into each region are."""
        self.sparse.clear()
        for a, to, u in self.threads:
            strength = pull[u] if u else 1.0
            if isinstance(to, int):
                self.sparse.tie(a, to, strength)
            else:
                self.sparse.fix(a, to, strength)
        found = self.sparse.solve()
        for k, n in self.middles.items():
            self.layout.middle[k] = found[n]
        for corner, n in self.corners.items():
            self.layout.at[corner] = found[n]


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
