"""Reads a board's drawing: outlines, borders and places, for screens."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final, TypedDict

from smallworld.content.loader import MAPS
from smallworld.engine.errors import Unreadable

FOLDER: Final = Path(__file__).parent / "drawings"
ART: Final = FOLDER / "art.svg"  # patterns, marks and symbols, to put into a page once


class RegionOutline(TypedDict):
    """One region; `center` is where its tokens go, at least `radius` from the outline."""

    path: str  # the closed outline, clockwise, as an SVG path
    center: list[float]
    radius: float
    spots: list[list[float]]  # places beside the centre for pieces and symbols, best first
    marks: list[list[int]]  # x, y, variant of the terrain's marks, top to bottom


class BorderLine(TypedDict):
    """One border; two regions may share more than one, and the second may be 0, the frame."""

    between: list[int]
    kind: str  # land, coast, river, chasm, water (between two waters) or frame
    path: str


class BoardDrawing(TypedDict):
    """A whole board; `scale` says how large tokens and symbols are on it, about 1 to 1.4."""

    map: str
    made_from: str  # hash of the map file and of the program that drew it
    width: int
    height: int
    scale: float
    regions: dict[str, RegionOutline]
    borders: list[BorderLine]


def load_drawing(map_name: str) -> BoardDrawing:
    """The drawing of a shipped board."""
    if map_name not in MAPS:
        raise Unreadable(f"there is no drawing of {map_name!r}; there are {', '.join(MAPS)}")
    text = (FOLDER / f"{map_name}.json").read_text(encoding="utf-8")
    drawing: BoardDrawing = json.loads(text)
    return drawing
