"""A board as corners and edges: where three regions meet, and the borders between corners."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from smallworld.content.map_file.data import EDGE, SQUARE, MapData
from smallworld.content.map_file.orders import Corner, corner, find_orders
from smallworld.drawing.gaps import fill_gaps

FRAME: Final = EDGE
GAP: Final = "gap"  # the terrain of what belongs to no region
GAP_SHARE: Final = 0.2  # of a mean region
WIDE_SIZE: Final = (1600.0, 850.0)
SQUARE_SIZE: Final = (1200.0, 1200.0)


@dataclass(frozen=True)
class RegionFace:
    """One region as its map file describes it, the hints in units of the drawing."""

    id: int
    terrain: str
    symbols: tuple[str, ...]
    sides: tuple[str, ...]
    around: tuple[int, ...]
    x: float
    y: float
    share: float  # of the whole board's area
    placed: bool = False  # whether x and y are the map file's own


@dataclass(frozen=True)
class Edge:
    """The border between two regions, in the direction that runs clockwise around `a`."""

    a: int
    b: int
    start: Corner
    end: Corner


class Topology:
    """All corners and edges of one board, and which edges go around each region."""

    def __init__(self, width: float, height: float, regions: list[RegionFace]) -> None:
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

    def sides_of(self, k: int) -> tuple[str, ...]:
        """The sides that the map file names for the region of an edge along the frame."""
        return self.regions[self.edges[k].a].sides

    def _walk_frame(self) -> list[int]:
        """The edges along the frame, clockwise, first the one around the top left corner."""
        starts = {edge.start: k for k, edge in enumerate(self.edges) if edge.b == FRAME}
        first = next(
            (k for k in starts.values() if {*self.sides_of(k)} >= {"left", "top"}),
            next(iter(starts.values())),
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


def topology_of(data: MapData) -> Topology:
    """The corners and edges of a map; `ValueError` if no flat map is like this."""
    orders = find_orders(data.regions)
    if orders is None:
        raise ValueError(f"{data.name}: no flat map has these borders")
    width, height = SQUARE_SIZE if data.shape == SQUARE else WIDE_SIZE
    rows = {region.id: region for region in data.regions}
    known = [region.area for region in data.regions if region.area is not None]
    mean = sum(known) / len(known) if known else 1.0
    filled = fill_gaps(orders)
    gaps = len(filled) - len(rows)
    total = sum(region.area or mean for region in data.regions) + gaps * GAP_SHARE * mean
    share = GAP_SHARE * mean / total
    regions: list[RegionFace] = []
    for id, around in filled.items():
        row = rows.get(id)
        if row is None:
            regions.append(RegionFace(id, GAP, (), (), tuple(around), width / 2, height / 2, share))
            continue
        regions.append(
            RegionFace(
                id,
                row.terrain,
                tuple(row.symbols),
                tuple(row.sides),
                tuple(around),
                (500.0 if row.x is None else row.x) * width / 1000,
                (500.0 if row.y is None else row.y) * height / 1000,
                (row.area or mean) / total,
                row.x is not None,
            )
        )
    return Topology(width, height, regions)
