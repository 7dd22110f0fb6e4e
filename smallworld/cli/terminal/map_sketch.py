"""A rough map in letters: every region about where it lies on the board."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from smallworld.cli.terminal.board import SEAT_STYLES, TERRAIN_STYLES
from smallworld.content.loader import Map
from smallworld.drawing.store import find_drawing
from smallworld.engine.game import NOBODY, State
from smallworld.engine.query import BIT, TERRAINS
from smallworld.game.setup import GameSetup, map_of

WIDEST = 110
CELLS = 64  # letters each region needs around it, or labels are pushed far away

_SHORT = {"black_mountain": "black mt", "mountain": "mount", "mushroom": "mushr"}

Cell = tuple[str, str]  # a letter and its style
Label = list[tuple[str, str]]  # lines, each with its style


def positions(map_: Map, file: str) -> dict[str, tuple[int, int]]:
    """Where each region lies, 0 to 1000 from the top left: as its file says, or as it is drawn."""
    found = {str(r.id): (r.x, r.y) for r in map_.data.regions}
    said = {
        name: (int(x), int(y)) for name, (x, y) in found.items() if x is not None and y is not None
    }
    if len(said) == len(found):
        return said
    drawing = find_drawing(map_, file)
    width, height = drawing["width"], drawing["height"]
    return {
        name: (int(1000 * region["center"][0] / width), int(1000 * region["center"][1] / height))
        for name, region in drawing["regions"].items()
    }


def print_sketch(console: Console, s: State, table: GameSetup, names: list[str], you: int) -> None:
    """Print the map of the table."""
    where = positions(map_of(table), table.map)
    width = min(console.width, WIDEST)
    height = max(int(0.3 * width), CELLS * s.board.size // width)
    canvas: list[list[Cell]] = [[(" ", "")] * width for _ in range(height)]
    for r in sorted(range(s.board.size), key=lambda r: where[s.board.names[r]][1]):
        x, y = where[s.board.names[r]]
        label = _label(s, r, names, you)
        _put(canvas, label, x * width // 1000, y * height // 1000)
    for row in canvas:
        line = Text()
        for letter, style in row:
            line.append(letter, style=style)
        line.rstrip()
        console.print(line, no_wrap=True, crop=True)


def _label(s: State, r: int, names: list[str], you: int) -> Label:
    """Number and terrain; below them who is there."""
    terrain = TERRAINS[s.board.regions[r].terrain]
    style = TERRAIN_STYLES[terrain]
    label: Label = [(f"{s.board.names[r]} {_SHORT.get(terrain, terrain)}", f"bold {style}")]
    e = s.holder(r)
    if e is not NOBODY:
        owner = "you" if e.seat == you else names[e.seat]
        seat_style = SEAT_STYLES[e.seat % len(SEAT_STYLES)]
        mark = "↓" if e.declined else ""
        label.append((f"{owner} {s.tokens_in(r)}{mark}", f"reverse {seat_style}"))
    elif s.tribes & BIT[r]:
        label.append(("tribe", ""))
    elif s.monsters & BIT[r]:
        label.append(("monsters", ""))
    return label


def _put(canvas: list[list[Cell]], label: Label, x: int, y: int) -> None:
    """Write the label as near to that point as there is room."""
    height, width = len(canvas), len(canvas[0])
    wide = max(len(line) for line, _ in label)
    tall = len(label)
    spots = [(top, left) for top in range(height - tall + 1) for left in range(width - wide + 1)]
    # A line of text is about twice as tall as a letter is wide.
    spots.sort(key=lambda at: 4 * (at[0] + tall // 2 - y) ** 2 + (at[1] + wide // 2 - x) ** 2)
    for top, left in spots:
        if _is_free(canvas, top, left, tall, wide):
            break
    else:
        return
    for n, (line, style) in enumerate(label):
        for m, letter in enumerate(line):
            canvas[top + n][left + m] = (letter, style)


def _is_free(canvas: list[list[Cell]], top: int, left: int, tall: int, wide: int) -> bool:
    """Whether nothing stands there, nor within two letters to either side."""
    for row in canvas[top : top + tall]:
        for letter, _ in row[max(0, left - 2) : left + wide + 2]:
            if letter != " ":
                return False
    return True
