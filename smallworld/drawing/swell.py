"""Gives every region of a first drawing its area, without ever letting two borders cross.

A region is cut into triangles from its middle to its outline. Each point in turn goes where the
product of the areas around it, each to the power it is wished for, is greatest. An area near
nothing weighs more than all others then, so no triangle can turn over.
"""

from __future__ import annotations

from typing import Final

from smallworld.content.map_file.orders import Corner
from smallworld.drawing.geometry import Point
from smallworld.drawing.layout import Layout
from smallworld.drawing.topology import FRAME

SWEEPS: Final = 300
STILL: Final = 0.05  # a sweep that moves nothing further than this is the last
STIFF: Final = 0.01  # how strongly borders wish to be short
STEP: Final = 0.7  # of the way to where a triangle would have no area
FROM_TURN: Final = 70.0  # how far corners on the frame stay from the frame's own

FREE: Final = 0
ALONG_X: Final = 1
ALONG_Y: Final = 2
FIXED: Final = 3
_WAYS: Final = {  # by the side of the frame on which a corner lies
    None: FREE,
    "top": ALONG_X,
    "bottom": ALONG_X,
    "left": ALONG_Y,
    "right": ALONG_Y,
}


class Swell:
    """The points of a drawing, and the triangles each is a corner of."""

    def __init__(
        self,
        layout: Layout,
        hearts: dict[int, Point],
        middles: dict[int, Point],
        areas: dict[int, float],
    ) -> None:
        topology = layout.topology
        self.width: Final = topology.width
        self.height: Final = topology.height
        self.span: Final = topology.width * topology.height / len(topology.regions)
        self.xs: Final[list[float]] = []
        self.ys: Final[list[float]] = []
        self.ways: Final[list[int]] = []
        self.corners: Final[dict[Corner, int]] = {}
        self.middles: Final[dict[int, int]] = {}
        for k, edge in enumerate(topology.edges):
            for corner in (edge.start, edge.end):
                if corner not in self.corners:
                    way = _WAYS[layout.side.get(corner)]
                    self.corners[corner] = self._add(layout.at[corner], way)
            if edge.b != FRAME:
                self.middles[k] = self._add(middles[k], FREE)
        # For every point the other two corners of its triangles, clockwise, and the wished area.
        self.around: Final[list[list[tuple[int, int, float]]]] = [[] for _ in self.xs]
        total = sum(areas.values())
        for u in topology.regions:
            heart = self._add(hearts[u], FREE)
            self.around.append([])
            self._cut(layout, u, heart, areas[u] / total)

    def _add(self, at: Point, way: int) -> int:
        self.xs.append(at[0])
        self.ys.append(at[1])
        self.ways.append(way)
        return len(self.xs) - 1

    def _cut(self, layout: Layout, u: int, heart: int, share: float) -> None:
        """Cut a region into triangles."""
        topology = layout.topology
        ring: list[int] = []
        for k, forward in topology.outline[u]:
            edge = topology.edges[k]
            line = [self.corners[edge.start]]
            if edge.b != FRAME:
                line.append(self.middles[k])
            else:
                for turn in layout.arc(k)[1:-1]:
                    line.append(self._add(turn, FIXED))
                    self.around.append([])
            line.append(self.corners[edge.end])
            ring.extend((line if forward else line[::-1])[:-1])
        wished = share / len(ring)
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
            self.around[heart].append((a, b, wished))
            self.around[a].append((b, heart, wished))
            self.around[b].append((heart, a, wished))

    def run(self, layout: Layout, middles: dict[int, Point]) -> None:
        """Let all points move until they lie still, and write down where."""
        for _ in range(SWEEPS):
            if max(self._move(i) for i in range(len(self.xs))) < STILL:
                break
        for corner, i in self.corners.items():
            layout.at[corner] = (self.xs[i], self.ys[i])
        for k, i in self.middles.items():
            middles[k] = (self.xs[i], self.ys[i])

    def _move(self, i: int) -> float:
        """Move one point by a step of Newton's method; how far it went."""
        way = self.ways[i]
        if way == FIXED:
            return 0.0
        xs, ys = self.xs, self.ys
        x, y = xs[i], ys[i]
        gx = gy = xx = xy = yy = 0.0
        triangles: list[tuple[float, float, float]] = []
        for b, c, wished in self.around[i]:
            area = (xs[b] - x) * (ys[c] - y) - (xs[c] - x) * (ys[b] - y)
            dx, dy = ys[b] - ys[c], xs[c] - xs[b]
            triangles.append((area, dx, dy))
            force = wished / area
            gx += force * dx
            gy += force * dy
            force /= area
            xx += force * dx * dx
            xy += force * dx * dy
            yy += force * dy * dy
            pull = STIFF * wished / self.span
            gx += pull * (xs[b] + xs[c] - 2 * x)
            gy += pull * (ys[b] + ys[c] - 2 * y)
            xx += 2 * pull
            yy += 2 * pull
        if way == ALONG_X:
            sx = min(max(gx / xx, FROM_TURN - x), self.width - FROM_TURN - x)
            sy = 0.0
        elif way == ALONG_Y:
            sx = 0.0
            sy = min(max(gy / yy, FROM_TURN - y), self.height - FROM_TURN - y)
        else:
            whole = xx * yy - xy * xy
            sx, sy = (yy * gx - xy * gy) / whole, (xx * gy - xy * gx) / whole
        part = 1.0
        for area, dx, dy in triangles:
            change = dx * sx + dy * sy
            if change < 0:
                part = min(part, -STEP * area / change)
        xs[i] = x + part * sx
        ys[i] = y + part * sy
        return part * (abs(sx) + abs(sy))
