"""A board as corners and edges: where three regions meet, and the borders between corners."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

FRAME = 0

Corner = tuple[int, int, int]


@dataclass(frozen=True)
class Region:
    """One region as its map file describes it, the hints in units of the drawing."""

    id: int
    terrain: str
    symbols: tuple[str, ...]
    sides: tuple[str, ...]
    around: tuple[int, ...]
    x: float
    y: float
    share: float  # of the whole board's area


@dataclass(frozen=True)
class Edge:
    """The border between two regions, in the direction that runs clockwise around `a`."""

    a: int
    b: int
    start: Corner
    end: Corner


class Topology:
    """All corners and edges of one board, and which edges go around each region."""

    def __init__(self, width: float, height: float, regions: list[Region]) -> None:
        self.width = width
        self.height = height
        self.regions = {region.id: region for region in regions}
        self.edges: list[Edge] = []
        self.outline: dict[int, list[tuple[int, bool]]] = {}  # edge, whether in its direction
        self._find_edges()
        self.ring = self._walk_frame()

    def _find_edges(self) -> None:
        known: dict[tuple[int, int, Corner, Corner], int] = {}
        for u, region in self.regions.items():
            count = len(region.around)
            path: list[tuple[int, bool]] = []
            for k, v in enumerate(region.around):
                before, after = region.around[k - 1], region.around[(k + 1) % count]
                start, end = corner(u, before, v), corner(u, v, after)
                other = known.get((v, u, end, start))
                if other is None:
                    known[u, v, start, end] = len(self.edges)
                    path.append((len(self.edges), True))
                    self.edges.append(Edge(u, v, start, end))
                else:
                    path.append((other, False))
            self.outline[u] = path
        seen = sum(1 if edge.b == FRAME else 2 for edge in self.edges)
        if seen != sum(len(region.around) for region in self.regions.values()):
            raise ValueError("the neighbours' orders do not fit together")

    def _walk_frame(self) -> list[int]:
        """The edges along the frame, clockwise, first the one around the top left corner."""
        starts = {edge.start: k for k, edge in enumerate(self.edges) if edge.b == FRAME}
        first = next(
            k for k in starts.values() if {"left", "top"} <= {*self.regions[self.edges[k].a].sides}
        )
        ring = [first]
        while True:
            following = starts[self.edges[ring[-1]].end]
            if following == first:
                break
            ring.append(following)
        if len(ring) != len(starts):
            raise ValueError("the frame is not one ring")
        return ring


def corner(u: int, v: int, w: int) -> Corner:
    """The name of the corner where u, v, w meet in clockwise order, the same for all three."""
    least = min(u, v, w)
    if u == least:
        return (u, v, w)
    return (v, w, u) if v == least else (w, u, v)


def read_topology(path: Path) -> Topology:
    """The topology in a map file."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    square = data["shape"] == "square"
    width, height = (1200.0, 1200.0) if square else (1600.0, 850.0)
    rows = data["regions"]
    known = [row["area"] for row in rows if "area" in row]
    mean = sum(known) / len(known) if known else 1.0
    total = sum(row.get("area", mean) for row in rows)
    return Topology(
        width,
        height,
        [
            Region(
                row["id"],
                row["terrain"],
                tuple(row.get("symbols", [])),
                tuple(row["edge"]),
                tuple(row["around"]),
                row["x"] * width / 1000,
                row["y"] * height / 1000,
                row.get("area", mean) / total,
            )
            for row in rows
        ],
    )
