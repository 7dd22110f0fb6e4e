"""Draw a board as a page would, into one SVG file.

    python tools/preview_board.py base-2 base-2.svg
    python tools/preview_board.py base-2 base-2.svg --theme dark
    python tools/preview_board.py my.toml my.svg

From below: ground and pattern of every region, its rim, borders, marks, symbols, numbers.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from smallworld.content.drawing import ART, RegionOutline
from smallworld.content.loader import load_map
from smallworld.content.map_file.data import RegionData
from smallworld.drawing.store import find_drawing
from smallworld.engine.errors import GameError

WATER = ("sea", "lake", "river")
SURF = ((34, 0.16), (22, 0.24), (11, 0.42))  # width and strength of the lines along a coast
SYMBOL = 42
MARGIN = 14


def ground(u: str, terrain: str, path: str) -> str:
    """One region: colour, texture, and a rim that grows darker, or lighter in water."""
    if terrain in WATER:
        rim = "".join(
            f'<path class="board-surf" d="{path}" stroke-width="{width}" opacity="{strength}"/>'
            for width, strength in SURF
        )
    else:
        rim = f'<path class="board-rim" d="{path}"/><path class="board-rim-thin" d="{path}"/>'
    return (
        f'<clipPath id="clip-{u}"><path d="{path}"/></clipPath><g class="art-{terrain}">'
        f'<path class="board-ground" d="{path}"/>'
        f'<path fill="url(#terrain-{terrain})" d="{path}"/>'
        f'<g clip-path="url(#clip-{u})">{rim}</g></g>'
    )


def furniture(u: str, row: RegionData, drawing: RegionOutline, scale: float) -> str:
    """What stands in a region: marks, the map's symbols, its number."""
    terrain = row.terrain
    made = [
        f'<use href="#mark-{terrain}-{variant}" transform="translate({x} {y}) scale({scale})"/>'
        for x, y, variant in drawing["marks"]
    ]
    size = SYMBOL * scale
    places = [*drawing["spots"], drawing["center"]]
    for symbol, (x, y) in zip(row.symbols, places, strict=False):
        made.append(
            f'<use href="#symbol-{symbol}" x="{x - size / 2:.1f}" y="{y - size / 2:.1f}"'
            f' width="{size:.1f}" height="{size:.1f}"/>'
        )
    x, y = drawing["center"]
    made.append(
        f'<text class="board-number" transform="translate({x} {y}) scale({scale})" y="8">{u}</text>'
    )
    return "".join(made)


def preview(name: str, theme: str) -> str:
    """The whole picture of a board."""
    map_ = load_map(name)
    rows = {str(region.id): region for region in map_.data.regions}
    drawing = find_drawing(map_, name)
    width, height = drawing["width"], drawing["height"]
    regions = drawing["regions"]
    borders = [(border["kind"], border["path"]) for border in drawing["borders"]]
    layers = [
        *(ground(u, row.terrain, regions[u]["path"]) for u, row in rows.items()),
        *(f'<path class="board-halo" d="{path}"/>' for kind, path in borders if kind != "water"),
        *(f'<path class="board-border {kind}" d="{path}"/>' for kind, path in borders),
        *(furniture(u, row, regions[u], drawing["scale"]) for u, row in rows.items()),
    ]
    marked = f' data-theme="{theme}"' if theme != "auto" else ""
    box = f"{-MARGIN} {-MARGIN} {width + 2 * MARGIN} {height + 2 * MARGIN}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"{marked}>\n'
        + ART.read_text(encoding="utf-8")
        + f'<rect x="{-MARGIN}" y="{-MARGIN}" width="100%" height="100%" fill="var(--art-paper)"/>'
        + "\n".join(layers)
        + "\n</svg>\n"
    )


def main() -> int:
    """Write the preview that was asked for."""
    parser = argparse.ArgumentParser(description="Draw a board as a page would.")
    parser.add_argument("map", help="a shipped board or a map file")
    parser.add_argument("out", type=Path)
    parser.add_argument("--theme", choices=("light", "dark", "auto"), default="light")
    asked = parser.parse_args()
    try:
        asked.out.write_text(preview(asked.map, asked.theme), encoding="utf-8")
    except GameError as error:
        parser.error(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(main())
