"""Where corners lie to begin with: as the map file's hints say, each inner one amid its three."""

from __future__ import annotations

from math import hypot

from smallworld.content.map_file.orders import Corner
from smallworld.drawing.geometry import Point
from smallworld.drawing.topology import FRAME, Topology

SIDES = ("top", "right", "bottom", "left")
LEAST_ARC = 90.0  # along the frame, between two corners of regions
ROUNDS = 4000


class Layout:
    """Where the corners are; `side` names the frame's side for those that lie on it."""

    def __init__(self, topology: Topology) -> None:
        self.topology = topology
        self.at: dict[Corner, Point] = {}
        self.side: dict[Corner, str] = {}

    def line(self, k: int) -> list[Point]:
        """An edge as points."""
        return self.arc(k) if self.topology.edges[k].b == FRAME else self.inner(k)

    def inner(self, k: int) -> list[Point]:
        """An edge between two regions as points."""
        edge = self.topology.edges[k]
        return [self.at[edge.start], self.at[edge.end]]

    def arc(self, k: int) -> list[Point]:
        """An edge along the frame as points, the rectangle's own corners included."""
        edge = self.topology.edges[k]
        s, e = SIDES.index(self.side[edge.start]), SIDES.index(self.side[edge.end])
        width, height = self.topology.width, self.topology.height
        turns = [(width, 0.0), (width, height), (0.0, height), (0.0, 0.0)]
        between = [turns[(s + n) % 4] for n in range((e - s) % 4)]
        return [self.at[edge.start], *between, self.at[edge.end]]

    def set_on_frame(self, corner: Corner, side: str, along: float) -> None:
        """Put a corner on a side of the frame, so far along it clockwise."""
        width, height = self.topology.width, self.topology.height
        self.side[corner] = side
        self.at[corner] = {
            "top": (along, 0.0),
            "right": (width, along),
            "bottom": (width - along, height),
            "left": (0.0, height - along),
        }[side]


def length_of(topology: Topology, side: str) -> float:
    """How long a side of the frame is."""
    return topology.width if side in ("top", "bottom") else topology.height


def space_out(places: list[float], full: float, least: float) -> list[float]:
    """These rising places along a side, each so far from the next and from the ends."""
    least = min(least, full / (len(places) + 1))
    made = list(places)
    for n in range(len(made)):
        made[n] = max(made[n], made[n - 1] + least if n else least)
    for n in reversed(range(len(made))):
        limit = made[n + 1] if n + 1 < len(made) else full
        made[n] = min(made[n], limit - least)
    return made


def hinted_sides(topology: Topology) -> dict[str, list[tuple[float, Corner]]]:
    """The corners on each side of the frame, clockwise, by sides and places in the map file."""
    rows: dict[str, list[tuple[float, Corner]]] = {side: [] for side in SIDES}
    ring = topology.ring
    for k, following in zip(ring, ring[1:] + ring[:1], strict=True):
        a = topology.regions[topology.edges[k].a]
        b = topology.regions[topology.edges[following].a]
        common = [side for side in b.sides if side in a.sides] or list(b.sides)
        side = common[0]
        x, y = (a.x + b.x) / 2, (a.y + b.y) / 2
        along = {
            "top": x,
            "right": y,
            "bottom": topology.width - x,
            "left": topology.height - y,
        }[side]
        rows[side].append((along, topology.edges[k].end))
    for side, row in rows.items():
        spaced = space_out([along for along, _ in row], length_of(topology, side), LEAST_ARC)
        rows[side] = [(along, corner) for along, (_, corner) in zip(spaced, row, strict=True)]
    return rows


class Hinted(Layout):
    """The corners of a map whose file says on which sides and where about its regions lie."""

    def __init__(self, topology: Topology) -> None:
        super().__init__(topology)
        for side, row in hinted_sides(topology).items():
            for along, corner in row:
                self.set_on_frame(corner, side, along)
        self._place_inner()

    def _place_inner(self) -> None:
        links: dict[Corner, list[Corner]] = {}
        for edge in self.topology.edges:
            if edge.b != FRAME:
                links.setdefault(edge.start, []).append(edge.end)
                links.setdefault(edge.end, []).append(edge.start)
        inner = [corner for corner in links if corner not in self.side]
        for corner in inner:
            self.at[corner] = (self.topology.width / 2, self.topology.height / 2)
        for _ in range(ROUNDS):
            moved = 0.0
            for corner in inner:
                near = [self.at[other] for other in links[corner]]
                x = sum(p[0] for p in near) / len(near)
                y = sum(p[1] for p in near) / len(near)
                moved = max(moved, hypot(x - self.at[corner][0], y - self.at[corner][1]))
                self.at[corner] = (x, y)
            if moved < 1e-9:
                break

    def inner(self, k: int) -> list[Point]:
        """An edge as points; one of two edges between the same corners bows outwards."""
        edge = self.topology.edges[k]
        (ax, ay), (bx, by) = self.at[edge.start], self.at[edge.end]
        twins = [
            other
            for other in self.topology.edges
            if {other.start, other.end} == {edge.start, edge.end} and other is not edge
        ]
        if not twins:
            return [(ax, ay), (bx, by)]
        # The digon's own region lies between the twins; bow away from it.
        digon = ({edge.a, edge.b} & {twins[0].a, twins[0].b}).pop()
        sign = 0.25 if edge.a == digon else -0.25
        return [
            (ax, ay),
            ((ax + bx) / 2 + sign * (by - ay), (ay + by) / 2 - sign * (bx - ax)),
            (bx, by),
        ]
