"""Draw the eight boards from their topology into smallworld/content/drawings.

python tools/draw_boards.py               # all boards, some minutes
python tools/draw_boards.py base-2        # only these
python tools/draw_boards.py --check       # nothing is written; exit status 1 if one is stale
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from pathlib import Path

from boardart.curves import Curve, draw_curves, kind_of
from boardart.foam import Foam
from boardart.geometry import Point
from boardart.layout import Layout
from boardart.places import PIECE, STACK, find_center, find_spots, scatter
from boardart.topology import Topology, read_topology
from boardart.wishes import wish

TOOLS = Path(__file__).resolve().parent
MAPS = TOOLS.parent / "smallworld" / "content" / "maps"
DRAWINGS = TOOLS.parent / "smallworld" / "content" / "drawings"

SPAN = 162.0  # of the board with most regions; things on it are drawn at scale 1

# Boards are drawn with the seed that looked best.
SEEDS = {
    "base-2": 1,
    "base-3": 1,
    "base-4": 1,
    "base-5": 1,
    "underground-2": 1,
    "underground-3": 1,
    "underground-4": 1,
    "underground-5": 1,
}


def digest(name: str) -> str:
    """One hash for all that a drawing depends on: the map file and the program."""
    made = hashlib.sha256()
    sources = [MAPS / f"{name}.toml", Path(__file__), *sorted((TOOLS / "boardart").glob("*.py"))]
    for path in sources:
        made.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return made.hexdigest()


def span_of(topology: Topology) -> float:
    """How wide a region of mean size would be as a square."""
    return float((topology.width * topology.height / len(topology.regions)) ** 0.5)


def relax(name: str, topology: Topology, seed: int) -> Foam:
    """The board's borders after they have found their places."""
    foam = Foam(Layout(topology), wish(name, seed, topology))
    foam.relax(300, pull=0.0, near=20.0, least=30.0)
    foam.relax(900, pull=0.0002, near=0.27 * span_of(topology), least=64.0)
    return foam


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


def draw(name: str) -> dict[str, object]:
    """The whole drawing of one board."""
    topology = read_topology(MAPS / f"{name}.toml")
    foam = relax(name, topology, SEEDS[name])
    scale = round((span_of(topology) / SPAN) ** 0.75, 2)
    curves = draw_curves(name, topology, foam.lines, scale)
    regions: dict[str, object] = {}
    for u, region in topology.regions.items():
        ring: list[Point] = []
        for k, forward in topology.outline[u]:
            ring.extend(curves[k].flat(forward)[:-1])
        center, radius = find_center(ring)
        spots = find_spots(ring, center, radius, scale)
        taken = [(center, scale * STACK)]
        taken += [(spot, scale * PIECE) for spot in spots[: len(region.symbols)]]
        regions[str(u)] = {
            "path": path_of(curves, topology.outline[u], closed=True),
            "center": [round(v, 1) for v in center],
            "radius": round(radius - 0.05, 1),
            "spots": [[round(v, 1) for v in spot] for spot in spots],
            "marks": scatter(name, region, ring, taken, scale),
        }
    borders = [
        {
            "between": [edge.a, edge.b],
            "kind": kind_of(topology, k),
            "path": path_of(curves, [(k, True)], closed=False),
        }
        for k, edge in enumerate(topology.edges)
    ]
    return {
        "map": name,
        "made_from": digest(name),
        "width": round(topology.width),
        "height": round(topology.height),
        "scale": scale,
        "regions": regions,
        "borders": borders,
    }


def write(name: str, drawing: dict[str, object]) -> Path:
    """Store a drawing, one region or border in a line, so that changes can be read."""
    lines = ["{"]
    for key, value in drawing.items():
        comma = "," if key != list(drawing)[-1] else ""
        if isinstance(value, dict):
            rows = [f'    "{k}": {compact(v)}' for k, v in value.items()]
            lines.append(f'  "{key}": {{\n' + ",\n".join(rows) + "\n  }" + comma)
        elif isinstance(value, list):
            rows = [f"    {compact(row)}" for row in value]
            lines.append(f'  "{key}": [\n' + ",\n".join(rows) + "\n  ]" + comma)
        else:
            lines.append(f'  "{key}": {compact(value)}{comma}')
    path = DRAWINGS / f"{name}.json"
    path.write_text("\n".join([*lines, "}"]) + "\n", encoding="utf-8")
    return path


def compact(value: object) -> str:
    """JSON without spaces it does not need."""
    return json.dumps(value, separators=(",", ":"))


def is_fresh(name: str) -> bool:
    """Whether the stored drawing was made from the map and the program as they are."""
    path = DRAWINGS / f"{name}.json"
    if not path.exists():
        return False
    return bool(json.loads(path.read_text(encoding="utf-8"))["made_from"] == digest(name))


def main() -> int:
    """Draw or check the boards that were asked for."""
    parser = argparse.ArgumentParser(description="Draw the boards from their topology.")
    parser.add_argument("maps", nargs="*", help="boards to draw; all if none is named")
    parser.add_argument("--check", action="store_true", help="only say which drawings are stale")
    asked = parser.parse_args()
    names = asked.maps or list(SEEDS)
    if wrong := [name for name in names if name not in SEEDS]:
        parser.error(f"there is no board {', '.join(wrong)}; there are {', '.join(SEEDS)}")
    if asked.check:
        stale = [name for name in names if not is_fresh(name)]
        for name in stale:
            print(f"{name} is stale: python tools/draw_boards.py {name}")
        return 1 if stale else 0
    DRAWINGS.mkdir(exist_ok=True)
    for name in names:
        path = write(name, draw(name))
        print(f"{path.relative_to(TOOLS.parent)}: {path.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
