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
    drawn = resvg_py.svg_to_bytes(svg_string=without_variables(svg), width=WIDTH)
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
    raw = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + width * size)
    found = np.zeros((height, width * size), np.uint8)
    above = np.zeros(width * size, np.uint8)
    for y in range(height):
        above = _unfilter(int(raw[y, 0]), raw[y, 1:], above, size)
        found[y] = above
    return np.ascontiguousarray(found.reshape(height, width, size)[:, :, :3])


def _unfilter(
    kind: int, line: NDArray[np.uint8], above: NDArray[np.uint8], size: int
) -> NDArray[np.uint8]:
    """A line as it was before the PNG wrote it as differences."""
    if kind == 0:
        return line
    if kind == 2:  # from the line above
        return line + above
    if kind == 1:  # from the pixel before: sums along the line, colour by colour
        summed = np.cumsum(line.reshape(-1, size), axis=0, dtype=np.uint8)
        return summed.reshape(-1)
    return _unfilter_slowly(kind, line, above, size)


def _unfilter_slowly(
    kind: int, line: NDArray[np.uint8], above: NDArray[np.uint8], size: int
) -> NDArray[np.uint8]:
    """The two kinds in which every pixel needs the one before: mean, and Paeth's choice."""
    out = bytearray(len(line))
    up = above.tobytes()
    given = line.tobytes()
    for i in range(len(given)):
        left = out[i - size] if i >= size else 0
        if kind == 3:
            guess = (left + up[i]) // 2
        else:
            corner = up[i - size] if i >= size else 0
            rough = left + up[i] - corner
            near = (abs(rough - left), abs(rough - up[i]), abs(rough - corner))
            guess = (left, up[i], corner)[near.index(min(near))]
        out[i] = (given[i] + guess) & 255
    return np.frombuffer(bytes(out), np.uint8)
