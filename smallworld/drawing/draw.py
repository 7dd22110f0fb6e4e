"""The drawing of a board, from its map to outlines, borders and places."""

from __future__ import annotations

import ast
import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Final

from smallworld.content.drawing import BoardDrawing, BorderLine, RegionOutline
from smallworld.content.map_file import orders, planar
from smallworld.content.map_file.data import MapData
from smallworld.drawing.curves import Curve, Tangled, draw_curves, find_tangled, kind_of
from smallworld.drawing.foam import Foam, Wishes
from smallworld.drawing.geometry import Outline, Point
from smallworld.drawing.layout import Hinted, Layout
from smallworld.drawing.places import PIECE, STACK, STEP, find_center, find_spots, scatter
from smallworld.drawing.spread import Spread
from smallworld.drawing.topology import FRAME, GAP, Topology, topology_of
from smallworld.drawing.wishes import wish

SPAN: Final = 162.0  # of the shipped board with most regions; things on it are drawn at scale 1
LARGEST_SCALE: Final = 1.6
SMALLEST_SCALE: Final = 0.35
ROOM: Final = 36.0  # of a region's middle, at scale 1
SPOTS: Final = 2  # places beside the middle that a region needs, whatever is printed there
COARSE: Final = 44.0  # pieces of border while the regions find their places
FINE_STEP: Final = 22.0
PULL: Final = 0.0002  # to the places that the map file names
FINE: Final = 3  # straight pieces for one of a curve, where it matters
SEED: Final = 1
_SOURCES: Final = [  # beside a compiled module lies its source
    *sorted(Path(__file__).parent.glob("*.py")),
    Path(orders.__file__).with_name("orders.py"),
    Path(planar.__file__).with_name("planar.py"),
]


def draw_shipped(data: MapData, seed: int = SEED) -> BoardDrawing:
    """The drawing of a board of the box: by the hints of its file, with much patience."""
    topology = topology_of(data)
    foam = Foam(Hinted(topology), wish(data.name, seed, topology))
    foam.relax(300, pull=0.0, near=20.0, least=30.0)
    foam.relax(900, pull=PULL, near=0.27 * span_of(topology), least=64.0)
    scale = round((span_of(topology) / SPAN) ** 0.75, 2)
    curves = draw_curves(data.name, topology, foam.lines, scale)
    return _describe(data, topology, _Places(topology, curves, FINE, STEP), scale)


def draw_map(data: MapData) -> BoardDrawing:
    """The drawing of any map, in a second or two, whatever its file leaves open."""
    topology = topology_of(data)
    scale = min(LARGEST_SCALE, round((span_of(topology) / SPAN) ** 0.75, 2))
    curves = _curves(data, topology, scale)
    found = _Places(topology, curves, 1, 2 * STEP)
    while scale > SMALLEST_SCALE and not found.suit(scale):
        scale = round(0.9 * scale, 2)
    return _describe(data, topology, found, scale)


def made_from(data: MapData) -> str:
    """One hash for all that a drawing depends on: the map and the program."""
    made = hashlib.sha256(_program())
    made.update("\n".join(data.to_lines()).encode())
    return made.hexdigest()


@cache
def _program() -> bytes:
    """A hash of the program that draws; from where it imports its parts makes no difference."""
    made = hashlib.sha256()
    for path in _SOURCES:
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        for node in ast.parse(text).body:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                last = node.end_lineno or node.lineno
                lines[node.lineno - 1 : last] = [""] * (last - node.lineno + 1)
        code = "\n".join(line for line in lines if line)
        made.update(f"{path.name}\0{code}\0".encode())
    return made.digest()


def span_of(topology: Topology) -> float:
    """How wide a region of mean size would be as a square."""
    return float((topology.width * topology.height / len(topology.regions)) ** 0.5)


# ---- borders ----


def _curves(data: MapData, topology: Topology, scale: float) -> list[Curve]:
    """The borders, relaxed as far as nothing crosses."""
    wishes = wish(data.name, SEED, topology)
    lines = _relaxed(data, topology, wishes, [(COARSE, 40), (COARSE, 40), (FINE_STEP, 70)])
    if lines is None:  # long pieces cut corners too much
        lines = _relaxed(data, topology, wishes, [(FINE_STEP, 20)] * 4)
    if lines is None:
        lines = _spread(topology, wishes)[1]
    try:
        return draw_curves(data.name, topology, lines, scale)
    except Tangled:
        return [Curve(line, straight=True) for line in lines]


def _spread(topology: Topology, wishes: dict[int, Wishes]) -> tuple[Layout, list[list[Point]]]:
    layout = Spread(topology, {u: wished.area for u, wished in wishes.items()})
    return layout, [layout.line(k) for k in range(len(topology.edges))]


def _relaxed(
    data: MapData, topology: Topology, wishes: dict[int, Wishes], parts: list[tuple[float, int]]
) -> list[list[Point]] | None:
    """The borders after some rounds with pieces of some length; None if they cross at once."""
    span = span_of(topology)
    pull = PULL if all(region.x is not None for region in data.regions) else 0.0
    layout, _ = _spread(topology, wishes)
    foam = Foam(layout, wishes)
    good: list[list[Point]] | None = None
    for step, rounds in parts:
        foam.use_step(step)
        foam.relax(rounds, pull=pull, near=0.27 * span, least=64.0)
        if find_tangled(topology, [Curve(line, straight=True) for line in foam.lines]):
            break
        good = foam.lines[:]
    return good


# ---- what is told of them ----


class _Places:
    """The regions' outlines and middles, which do not depend on how large things are drawn."""

    def __init__(self, topology: Topology, curves: list[Curve], cuts: int, step: float) -> None:
        self.step: Final = step
        self.topology: Final = topology
        self.curves: Final = curves
        self.rings: Final[dict[int, list[Point]]] = {}
        self.middles: Final[dict[int, tuple[Point, float]]] = {}
        self._spots: Final[dict[tuple[int, float], list[Point]]] = {}
        for u, region in topology.regions.items():
            if region.terrain == GAP:
                continue
            self.rings[u] = self._ring(u, cuts)
            center, radius = find_center(self.rings[u])
            if cuts < FINE:
                radius = Outline(self._ring(u, FINE)).clearance(*center)
            self.middles[u] = (center, radius)

    def _ring(self, u: int, cuts: int) -> list[Point]:
        """An outline in straight pieces, so many for each piece of a curve."""
        ring: list[Point] = []
        for k, forward in self.topology.outline[u]:
            ring.extend(self.curves[k].flat(forward, cuts)[:-1])
        return ring

    def spots(self, u: int, scale: float) -> list[Point]:
        """Places beside a region's middle."""
        if (u, scale) not in self._spots:
            self._spots[u, scale] = find_spots(self.rings[u], *self.middles[u], scale, self.step)
        return self._spots[u, scale]

    def suit(self, scale: float) -> bool:
        """Whether tokens, pieces and symbols of this scale fit into every region."""
        if any(radius < ROOM * scale for _, radius in self.middles.values()):
            return False
        return all(
            len(self.spots(u, scale)) >= max(SPOTS, len(self.topology.regions[u].symbols))
            for u in self.rings
        )


def _describe(data: MapData, topology: Topology, places: _Places, scale: float) -> BoardDrawing:
    regions: dict[str, RegionOutline] = {}
    for u, ring in places.rings.items():
        region = topology.regions[u]
        center, radius = places.middles[u]
        spots = places.spots(u, scale)
        taken = [(center, scale * STACK)]
        taken += [(spot, scale * PIECE) for spot in spots[: len(region.symbols)]]
        regions[str(u)] = {
            "path": path_of(places.curves, topology.outline[u], closed=True),
            "center": [round(v, 1) for v in center],
            "radius": round(radius - 0.05, 1),
            "spots": [[round(v, 1) for v in spot] for spot in spots],
            "marks": [list(mark) for mark in scatter(data.name, region, ring, taken, scale)],
        }
    return {
        "map": data.name,
        "made_from": made_from(data),
        "width": round(topology.width),
        "height": round(topology.height),
        "scale": scale,
        "regions": regions,
        "borders": _borders(topology, places.curves),
    }


def _borders(topology: Topology, curves: list[Curve]) -> list[BorderLine]:
    """All borders; beside a gap a region ends as it does at the frame."""
    made: list[BorderLine] = []
    for k, edge in enumerate(topology.edges):
        kind = kind_of(topology, k)
        between = [edge.a, edge.b]
        if kind == GAP:
            kind = "frame"
            between = [edge.b if topology.regions[edge.a].terrain == GAP else edge.a, FRAME]
        forward = between[0] == edge.a
        if edge.b == FRAME and topology.regions[edge.a].terrain == GAP:
            continue
        path = path_of(curves, [(k, forward)], closed=False)
        made.append({"between": between, "kind": kind, "path": path})
    return made


def number(value: float) -> str:
    """A coordinate with one decimal, without a needless one."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def path_of(curves: list[Curve], path: list[tuple[int, bool]], closed: bool) -> str:
    """An SVG path along some borders, in relative steps."""
    x, y = curves[path[0][0]].start(path[0][1])
    text = f"M{number(x)} {number(y)}"
    for k, forward in path:
        for step in curves[k].steps(forward):
            numbers = [number(v) for p in step for v in (p[0] - x, p[1] - y)]
            text += ("q" if len(step) == 2 else "l") + " ".join(numbers).replace(" -", "-")
            x, y = step[-1]
    return text + ("z" if closed else "")


def to_json(drawing: BoardDrawing) -> str:
    """A drawing as a file, one region or border in a line, so that changes can be read."""
    lines: list[str] = []
    for key, value in drawing.items():
        if isinstance(value, dict):
            rows = [f'    "{k}": {_compact(v)}' for k, v in value.items()]
            lines.append(f'  "{key}": {{\n' + ",\n".join(rows) + "\n  }")
        elif isinstance(value, list):
            rows = [f"    {_compact(row)}" for row in value]
            lines.append(f'  "{key}": [\n' + ",\n".join(rows) + "\n  ]")
        else:
            lines.append(f'  "{key}": {_compact(value)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _compact(value: object) -> str:
    """JSON without spaces it does not need."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
