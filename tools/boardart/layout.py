"""The first drawing: corners on the frame spread out, inner corners each the mean of its three."""

from __future__ import annotations

from math import hypot

from boardart.geometry import Point
from boardart.topology import FRAME, Corner, Topology

SIDES = ("top", "right", "bottom", "left")
LEAST_ARC = 90.0  # along the frame, between two corners of regions
ROUNDS = 4000


class Layout:
    """Where the corners are; `side` names the frame's side for those that lie on it."""

    def __init__(self, topology: Topology) -> None:
        self.topology = topology
        self.at: dict[Corner, Point] = {}
        self.side: dict[Corner, str] = {}
        self._spread_frame()
        self._place_inner()

    def arc(self, k: int) -> list[Point]:
        """An edge along the frame as points, the rectangle's own corners included."""
        edge = self.topology.edges[k]
        s, e = SIDES.index(self.side[edge.start]), SIDES.index(self.side[edge.end])
        width, height = self.topology.width, self.topology.height
        turns = [(width, 0.0), (width, height), (0.0, height), (0.0, 0.0)]
        between = [turns[(s + n) % 4] for n in range((e - s) % 4)]
        return [self.at[edge.start], *between, self.at[edge.end]]

    def _spread_frame(self) -> None:
        topology = self.topology
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
            full = topology.width if side in ("top", "bottom") else topology.height
            least = min(LEAST_ARC, full / (len(row) + 1))
            places = [along for along, _ in row]
            for n in range(len(places)):
                places[n] = max(places[n], places[n - 1] + least if n else least)
            for n in reversed(range(len(places))):
                limit = places[n + 1] if n + 1 < len(places) else full
                places[n] = min(places[n], limit - least)
            for place, (_, corner) in zip(places, row, strict=True):
                self.side[corner] = side
                self.at[corner] = {
                    "top": (place, 0.0),
                    "right": (topology.width, place),
                    "bottom": (topology.width - place, topology.height),
                    "left": (0.0, topology.height - place),
                }[side]

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

    def bulge(self, k: int) -> list[Point]:
        """An inner edge as points; one of two edges between the same corners bows outwards."""
        edge = self.topology.edges[k]
        (ax, ay), (bx, by) = self.at[edge.start], self.at[edge.end]
        twins = [
            other
            for other in self.topology.edges
            if {other.start, other.end} == {edge.start, edge.end} and other is not edge
        ]
        if not twins or edge.b == FRAME:
            return [(ax, ay), (bx, by)]
        # The digon's own region lies between the twins; bow away from it.
        digon = ({edge.a, edge.b} & {twins[0].a, twins[0].b}).pop()
        sign = 0.25 if edge.a == digon else -0.25
        return [
            (ax, ay),
            ((ax + bx) / 2 + sign * (by - ay), (ay + by) / 2 - sign * (bx - ax)),
            (bx, by),
        ]
