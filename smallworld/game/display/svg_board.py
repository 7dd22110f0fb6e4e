"""A board or a position as a picture: one SVG that needs nothing beside itself.

From below: ground and pattern of every region, who holds it, borders, marks, symbols, then
numbers, pieces and tokens; under the board, seats and combos in words.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from html import escape
from math import cos, sin
from typing import Final

from smallworld.content.drawing import ART, BoardDrawing, RegionOutline
from smallworld.content.library import Custom
from smallworld.game.box import PrintedBoard, map_of_board
from smallworld.game.display.svg_tokens import TokenPainter, seat_colour, things_in
from smallworld.game.display.text_board import headline, offer_lines, seat_lines
from smallworld.game.position import Position

WATER: Final = ("sea", "lake", "river")
SURF: Final = ((34, 0.16), (22, 0.24), (11, 0.42))  # width and strength of lines along a coast
PRINTED: Final = ("mine", "magic", "cavern", "volcano")  # symbols that are never covered
SYMBOL: Final = 42
MARGIN: Final = 14
LINE: Final = 34  # between the lines of words under the board
TEXT: Final = (
    'font-family="sans-serif" text-anchor="middle" paint-order="stroke" stroke-linejoin="round"'
)


def draw_board(board: PrintedBoard, theme: str = "auto") -> str:
    """The board as it is printed."""
    drawing = _drawing(board)
    painter = _Painter(board, drawing)
    for name, region in board.regions.items():
        shape = drawing["regions"][name]
        painter.furnish(shape, region.terrain, region.symbols)
        painter.number(shape, name)
    return painter.picture(theme, [], [])


def draw_position(
    position: Position, coins: Mapping[str, int | None], custom: Custom | None = None
) -> str:
    """The board with all that stands on it; faces of home-made races come from `custom`."""
    board = position.board
    drawing = _drawing(board)
    painter = _Painter(board, drawing)
    tokens = TokenPainter(custom)
    for name, region in position.regions.items():
        shape = drawing["regions"][name]
        printed = tuple(symbol for symbol in region.symbols if symbol in PRINTED)
        if region.holder:
            painter.own(name, shape, seat_colour(region.holder), region.declined)
        painter.furnish(shape, region.terrain, printed)
        for n, (thing, number) in enumerate(things_in(region), start=len(printed)):
            painter.stand(shape, n, tokens.piece(thing, number))
        if region.tokens:
            painter.tokens(shape, name, tokens.token(region))
        elif region.terrain != "chasm":
            painter.number(shape, name)
    seats = [headline(position), *seat_lines(position, coins)]
    return painter.picture("auto", seats, offer_lines(position), tokens.symbols())


def _drawing(board: PrintedBoard) -> BoardDrawing:
    # Not at the top: what draws maps of one's own is large, and most games are on shipped ones.
    from smallworld.drawing.store import find_drawing

    return find_drawing(map_of_board(board), board.name)


class _Painter:
    """Collects the layers of one picture."""

    def __init__(self, board: PrintedBoard, drawing: BoardDrawing) -> None:
        self._drawing: Final = drawing
        self._scale: Final = drawing["scale"]
        # A page may hold pictures of several boards, and their outlines must not be mixed up.
        self._id: Final = blake2b(board.name.encode(), digest_size=4).hexdigest()
        regions = drawing["regions"]
        self._ground: Final = [
            self._draw_ground(name, region.terrain, regions[name]["path"])
            for name, region in board.regions.items()
        ]
        borders = [(border["kind"], border["path"]) for border in drawing["borders"]]
        self._borders: Final = [
            *(
                f'<path class="board-halo" d="{path}"/>'
                for kind, path in borders
                if kind != "water"
            ),
            *(f'<path class="board-border {kind}" d="{path}"/>' for kind, path in borders),
        ]
        self._owned: Final[list[str]] = []
        self._things: Final[list[str]] = []

    def _draw_ground(self, name: str, terrain: str, path: str) -> str:
        """One region: colour, texture, and a rim that grows darker, or lighter in water."""
        if terrain in WATER:
            rim = "".join(
                f'<path class="board-surf" d="{path}" stroke-width="{width}" opacity="{strength}"/>'
                for width, strength in SURF
            )
        else:
            rim = f'<path class="board-rim" d="{path}"/><path class="board-rim-thin" d="{path}"/>'
        return (
            f'<clipPath id="{self._clip(name)}"><path d="{path}"/></clipPath>'
            f'<g class="art-{terrain}"><path class="board-ground" d="{path}"/>'
            f'<path fill="url(#terrain-{terrain})" d="{path}"/>'
            f'<g clip-path="url(#{self._clip(name)})">{rim}</g></g>'
        )

    def _clip(self, name: str) -> str:
        return f"clip-{self._id}-{name}"

    def own(self, name: str, shape: RegionOutline, colour: str, declined: bool) -> None:
        """The region is somebody's."""
        path = shape["path"]
        dashes = ' stroke-dasharray="18 12"' if declined else ""
        self._owned.append(
            f'<g clip-path="url(#{self._clip(name)})" fill="{colour}" stroke="{colour}">'
            f'<path d="{path}" stroke="none" opacity="{0.12 if declined else 0.28}"/>'
            f'<path d="{path}" fill="none" stroke-width="16" opacity="0.85"{dashes}/></g>'
        )

    def furnish(self, shape: RegionOutline, terrain: str, symbols: tuple[str, ...]) -> None:
        """Marks of the terrain, and symbols."""
        for x, y, variant in shape["marks"]:
            place = f"translate({x} {y}) scale({self._scale})"
            self._things.append(f'<use href="#mark-{terrain}-{variant}" transform="{place}"/>')
        size = SYMBOL * self._scale
        for n, symbol in enumerate(symbols):
            x_, y_ = self._spot(shape, n)
            self._things.append(
                f'<use href="#symbol-{symbol}" x="{x_ - size / 2:.1f}" y="{y_ - size / 2:.1f}"'
                f' width="{size:.1f}" height="{size:.1f}"/>'
            )

    def _spot(self, shape: RegionOutline, n: int) -> tuple[float, float]:
        """The n-th best place beside the centre; where there is none, somewhere around it."""
        if n < len(shape["spots"]):
            x, y = shape["spots"][n]
            return x, y
        x, y = shape["center"]
        angle = 0.6 + 1.25 * n
        return x + cos(angle) * 58 * self._scale, y + sin(angle) * 50 * self._scale

    def number(self, shape: RegionOutline, name: str) -> None:
        """What the region is called."""
        x, y = shape["center"]
        place = f"translate({x} {y}) scale({self._scale})"
        self._things.append(
            f'<text class="board-number" transform="{place}" y="8">{escape(name)}</text>'
        )

    def stand(self, shape: RegionOutline, n: int, thing: str) -> None:
        """A piece, place or relic beside the tokens, on the n-th spot."""
        x, y = self._spot(shape, n)
        place = f"translate({x:.1f} {y:.1f}) scale({self._scale})"
        self._things.append(f'<g transform="{place}">{thing}</g>')

    def tokens(self, shape: RegionOutline, name: str, token: str) -> None:
        """A stack, with the name of its region below."""
        x, y = shape["center"]
        self._things.append(
            f'<g transform="translate({x} {y}) scale({1.2 * self._scale:.2f})">{token}'
            f'<text {TEXT} y="40" font-size="13" fill="#3b2c1f" stroke="#fff8e8" stroke-width="4">'
            f"{escape(name)}</text></g>"
        )

    def picture(self, theme: str, left: list[str], right: list[str], symbols: str = "") -> str:
        """All layers, with lines of words under the board."""
        width = self._drawing["width"] + 2 * MARGIN
        board = self._drawing["height"] + 2 * MARGIN
        height = board + LINE * max(len(left), len(right))
        marked = f' data-theme="{theme}"' if theme != "auto" else ""
        lines = [
            f'<text x="{x}" y="{board + LINE * n + 8}" font-family="sans-serif" font-size="24"'
            f' fill="var(--art-text)">{escape(line)}</text>'
            for x, words in ((6, left), (int(0.62 * width), right))
            for n, line in enumerate(words)
        ]
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-MARGIN} {-MARGIN} {width} '
                f'{height}" width="100%" style="max-width: 1000px"{marked}>',
                ART.read_text(encoding="utf-8"),
                f"<defs>{symbols}</defs>",
                f'<rect x="{-MARGIN}" y="{-MARGIN}" width="100%" height="100%"'
                ' fill="var(--art-paper)"/>',
                *self._ground,
                *self._owned,
                *self._borders,
                *self._things,
                *lines,
                "</svg>\n",
            ]
        )
