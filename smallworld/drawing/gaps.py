"""Fills a map up until three regions meet at every corner, with gaps that belong to nobody.

Where four regions or more lie around one point, or some region at the edge has no neighbour beside
it there, the map file says what does not touch; a gap keeps it apart.
"""

from __future__ import annotations

from typing import Final

from smallworld.content.map_file.data import EDGE
from smallworld.content.map_file.orders import Around
from smallworld.content.map_file.planar import trace_faces

FIRST_GAP: Final = 1001  # ids of regions are smaller


def fill_gaps(around: Around) -> Around:
    """The same orders with gaps in them; those of EDGE must be given, unless none is missing."""
    if EDGE not in around:
        return around
    ids = list(around)
    number = {id: n for n, id in enumerate(ids)}
    order = [[number[other] for other in row] for row in around.values()]
    filled = {id: list(row) for id, row in around.items()}
    gap = FIRST_GAP
    for face in trace_faces(order):
        if len(face) == 3:
            continue
        for n, a in enumerate(face):
            row = filled[ids[a]]
            row.insert(row.index(ids[face[n - 1]]), gap)
        filled[gap] = [ids[a] for a in face]
        gap += 1
    del filled[EDGE]
    return filled
