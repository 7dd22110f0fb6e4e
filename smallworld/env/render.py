"""A position for people to look at: words, a drawing, or the pixels of that drawing."""

from __future__ import annotations

import re
import struct
import zlib
from typing import Final

import numpy as np
from numpy.typing import NDArray

from smallworld.engine.game import GameError, State
from smallworld.extras import needed_by
from smallworld.game.player_view import PlayerView
from smallworld.game.setup import GameSetup
from smallworld.game.views.view import View

HUMAN: Final = "human"  # words on standard output
ANSI: Final = "ansi"  # the same words as text
SVG: Final = "svg"
PIXELS: Final = "rgb_array"
MODES: Final = (HUMAN, ANSI, SVG, PIXELS)
WIDTH: Final = 800  # of the picture in pixels

_RULE: Final = re.compile(r"([^{}]+)\{([^{}]*)\}")
_VARIABLE: Final = re.compile(r"(--[\w-]+):\s*([^;]+);")
_USE: Final = re.compile(r"var\((--[\w-]+)\)")

# Of the machine that draws; where it has none of these, words are left out.
_SANS: Final = "DejaVu Sans"
_SERIF: Final = "DejaVu Serif"
_COLOURS: Final = {2: 3, 6: 4}  # bytes of a pixel by the kind of a PNG


def check_mode(mode: str | None) -> str | None:
    """That way of rendering, if there is one."""
    if mode is not None and mode not in MODES:
        raise GameError(f"render_mode is one of {', '.join(MODES)} or None, not {mode!r}")
    return mode


def picture(mode: str, s: State, setup: GameSetup) -> str | NDArray[np.uint8] | None:
    """The position as a spectator sees it."""
    view = PlayerView(View(s, setup, None))
    if mode == ANSI:
        return str(view)
    if mode == HUMAN:
        print(view)
        return None
    drawn = view._repr_svg_()
    return drawn if mode == SVG else pixels(drawn)


def without_variables(svg: str) -> str:
    """The same picture with every colour spelled out: the renderer knows no CSS variables.

    The variables of the whole page get their first values, those for light. The few that a terrain
    sets for all below it become rules of their own for each terrain.
    """
    start, end = svg.index("<style>") + len("<style>"), svg.index("</style>")
    values: dict[str, str] = {}
    by_class: dict[str, dict[str, str]] = {}
    rules: list[tuple[str, str]] = []
    for selector, body in _RULE.findall(svg[start:end]):
        name = selector.strip()
        if name == ":root":
            values = values or dict(_VARIABLE.findall(body))
        elif "--" in body.replace("var(--", ""):
            by_class[name] = dict(_VARIABLE.findall(body))
        elif not name.startswith((":root", "@")):
            rules.append((name, body))
    lines: list[str] = []
    for name, body in rules:
        lines.append(f"{name} {{{_spell(body, values)}}}")
        if any(f"var({inner})" in body for own in by_class.values() for inner in own):
            for above, own in by_class.items():
                told = _spell(_spell(body, own), values)
                lines += [f"{above} {name} {{{told}}}", f"{above}{name} {{{told}}}"]
    return svg[:start] + "\n".join(lines) + _spell(svg[end:], values)


def _spell(text: str, values: dict[str, str]) -> str:
    return _USE.sub(lambda found: values.get(found[1], found[0]), text)


def pixels(svg: str) -> NDArray[np.uint8]:
    """An SVG as rows of pixels, each red, green and blue."""
    with needed_by("rgb_array"):
        import resvg_py
    drawn = resvg_py.svg_to_bytes(
        svg_string=without_variables(svg),
        width=WIDTH,
        sans_serif_family=_SANS,
        serif_family=_SERIF,
    )
    return read_png(bytes(drawn))


def read_png(content: bytes) -> NDArray[np.uint8]:
    """The pixels of a PNG with eight bits a colour, without what shines through."""
    width, height, depth, kind = struct.unpack(">IIBB", content[16:26])
    if depth != 8 or kind not in _COLOURS:
        raise GameError(f"a PNG of {depth} bits and kind {kind} cannot be read")
    size = _COLOURS[kind]
    packed = b""
    at = 8
    while at < len(content):
        (length,) = struct.unpack(">I", content[at : at + 4])
        if content[at + 4 : at + 8] == b"IDAT":
            packed += content[at + 8 : at + 8 + length]
        at += length + 12
    lines = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + width * size)
    found = _unfilter(lines[:, 0], lines[:, 1:].reshape(height, width, size))
    return np.ascontiguousarray(found[:, :, :3])


def _unfilter(kinds: NDArray[np.uint8], given: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Pixels as they were before the PNG wrote them as differences, each line in its own way.

    A pixel may need those to the left, above, and above left. So all of one diagonal are found at
    once, and the diagonals one after the other.
    """
    height, width, size = given.shape
    found = np.zeros((height + 1, width + 1, size), np.int16)  # with zeros above and to the left
    for diagonal in range(height + width - 1):
        y = np.arange(max(0, diagonal - width + 1), min(height, diagonal + 1))
        x = diagonal - y
        left, above, corner = found[y + 1, x], found[y, x + 1], found[y, x]
        from_left, from_above = abs(above - corner), abs(left - corner)
        from_corner = abs(left + above - 2 * corner)
        nearest = np.where(from_above <= from_corner, above, corner)
        least = np.minimum(from_above, from_corner)
        paeth = np.where(from_left <= least, left, nearest)
        kind = kinds[y][:, np.newaxis]
        guesses = [np.zeros_like(left), left, above, (left + above) // 2, paeth]
        guess = np.choose(kind, guesses)
        found[y + 1, x + 1] = (given[y, x] + guess) & 255
    return found[1:, 1:].astype(np.uint8)
