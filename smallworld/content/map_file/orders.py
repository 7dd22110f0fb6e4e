"""In which order the neighbours lie around every region: as the file says, or as they can lie.

The world around the board counts as one more region, EDGE, that borders every region at the edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2
from typing import Final

from smallworld.content.map_file.data import EDGE, RegionData
from smallworld.content.map_file.planar import Rotation, embed, is_flat, trace_faces

Around = dict[int, list[int]]  # by id, clockwise; that of EDGE too
Corner = tuple[int, int, int]


def find_orders(regions: Sequence[RegionData]) -> Around | None:
    """The clockwise order of all neighbours, EDGE among them; None if no flat map is like this.

    The file's own order counts if it is one, else that of the places it gives, else any.
    """
    if is_woven(regions):
        return {region.id: region.around for region in regions}
    found = _as_given(regions) or _by_places(regions) or _any(regions)
    if found is None:
        return None
    ids = [region.id for region in regions]
    ids.append(EDGE)
    return {ids[a]: [ids[b] for b in around] for a, around in enumerate(found)}


# ---- lists in which a region stands twice ----


def is_woven(regions: Sequence[RegionData]) -> bool:
    """Whether all lists run clockwise and three regions meet at every corner.

    Only such lists may name a neighbour twice: the two neighbours of a peninsula meet on both
    sides of it.
    """
    if any(region.edge != (EDGE in region.around) for region in regions):
        return False
    return pair_borders({region.id: region.around for region in regions}) != {}


def corner(u: int, v: int, w: int) -> Corner:
    """The name of the corner where u, v, w meet in clockwise order, the same for all three."""
    least = min(u, v, w)
    if u == least:
        return (u, v, w)
    return (v, w, u) if v == least else (w, u, v)


def pair_borders(around: Around) -> dict[tuple[int, int], tuple[int, int]]:
    """For each place in a list, the place in the other list that is the same border; {} if none.

    A border is told by the corners at its ends. The edge's own list need not be given.
    """
    ends: dict[tuple[int, int, Corner, Corner], tuple[int, int]] = {}
    for u, row in around.items():
        for k, v in enumerate(row):
            before, after = row[k - 1], row[(k + 1) % len(row)]
            key = (u, v, corner(u, before, v), corner(u, v, after))
            if key in ends or len({u, before, v}) < 3 or len({u, v, after}) < 3:
                return {}
            ends[key] = (u, k)
    pairs: dict[tuple[int, int], tuple[int, int]] = {}
    for (u, v, start, end), place in ends.items():
        other = ends.get((v, u, end, start))
        if other is not None:
            pairs[place] = other
        elif v == EDGE and EDGE not in around:
            pairs[place] = (EDGE, -1)
        else:
            return {}
    corners = {start for _, _, start, _ in ends} | {end for _, _, _, end in ends}
    edges = len(corners) * 3 // 2
    # Euler's formula, with the world outside as one more region.
    flat = len(corners) - edges + len(around.keys() | {EDGE}) == 2
    return pairs if flat else {}


# ---- lists in which every neighbour stands once ----


def _as_given(regions: Sequence[RegionData]) -> Rotation | None:
    number = {region.id: r for r, region in enumerate(regions)}
    number[EDGE] = len(regions)
    order = [[number[other] for other in region.around] for region in regions]
    if any(len(set(row)) < len(row) for row in order):
        return None
    return _with_edge(order, regions)


def _by_places(regions: Sequence[RegionData]) -> Rotation | None:
    """Neighbours in the direction in which they lie; None if the file does not tell all places."""
    at: list[tuple[float, float]] = []
    for region in regions:
        if region.x is None or region.y is None:
            return None
        at.append((region.x, region.y))
    order: Rotation = []
    for r, row in enumerate(neighbours_of(regions)):
        x, y = at[r]
        turns = sorted((atan2(at[other][1] - y, at[other][0] - x), other) for other in row)
        order.append([other for _, other in turns])
    return _with_edge(order, regions)


def _any(regions: Sequence[RegionData]) -> Rotation | None:
    return embed(graph_of(regions))


def neighbours_of(regions: Sequence[RegionData]) -> list[list[int]]:
    """The neighbours of every region by number, each once, without the edge."""
    number = {region.id: r for r, region in enumerate(regions)}
    return [
        list(dict.fromkeys([number[other] for other in region.around if other != EDGE]))
        for region in regions
    ]


def graph_of(regions: Sequence[RegionData]) -> list[list[int]]:
    """Regions by number, and last the world around the board."""
    graph = neighbours_of(regions)
    outside = len(regions)
    graph.append([r for r, region in enumerate(regions) if region.edge])
    for r in graph[outside]:
        graph[r].append(outside)
    return graph


def _with_edge(order: Rotation, regions: Sequence[RegionData]) -> Rotation | None:
    """These orders with the edge of the board in its place; None if they do not fit together."""
    outside = len(regions)
    inner = [[other for other in row if other != outside] for row in order]
    if not is_flat(inner):
        return None
    said = {r for r, row in enumerate(order) if outside in row}
    at_edge = {r for r, region in enumerate(regions) if region.edge}
    for face in sorted(trace_faces(inner), key=len, reverse=True):
        if at_edge <= set(face):
            made = _Opened(inner, face, outside)
            full = made.as_said(order) if said == at_edge else made.first_gaps(at_edge)
            if full is not None and (said == at_edge or not said) and is_flat(full):
                return full
    return None


class _Opened:
    """A face that is taken for the outside of the board."""

    def __init__(self, inner: Rotation, face: list[int], outside: int) -> None:
        self.inner: Final = inner
        self.outside: Final = outside
        # A face comes from the neighbour after the gap and goes on to the one before it.
        count = len(face)
        self.gaps: Final = [(face[n - 1], face[n], face[(n + 1) % count]) for n in range(count)]

    def as_said(self, order: Rotation) -> Rotation | None:
        """The edge where the lists have it, if that is along this face."""
        chosen: list[int] = []
        for after, r, before in self.gaps:
            row = order[r]
            if self.outside not in row:
                continue
            k = row.index(self.outside)
            if row[k - 1] == before and row[(k + 1) % len(row)] == after:
                chosen.append(r)
        if sorted(chosen) != [r for r, row in enumerate(order) if self.outside in row]:
            return None
        full = [row[:] for row in order]
        full.append(chosen)
        return full

    def first_gaps(self, at_edge: set[int]) -> Rotation:
        """The edge wherever this face first meets a region that lies at it."""
        order = [[*row] for row in self.inner]
        chosen: list[int] = []
        for after, r, _ in self.gaps:
            if r in at_edge and r not in chosen:
                order[r].insert(order[r].index(after), self.outside)
                chosen.append(r)
        return [*order, chosen]
