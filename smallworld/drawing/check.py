"""Reads a drawing that somebody made, and refuses what a screen could not show."""

from __future__ import annotations

import json
import re
from typing import Final, cast

from smallworld.content.drawing import BoardDrawing
from smallworld.content.map_file.data import EDGE, MapData
from smallworld.engine.game import Unreadable

KINDS: Final = ("land", "coast", "river", "chasm", "water", "frame")
_PATH: Final = re.compile(r"[Mm][MmLlHhVvCcSsQqTtAaZz0-9 ,.eE+\-]*", re.ASCII)
_SIZE: Final = (200, 10_000)
_SCALE: Final = (0.2, 4)


def read_drawing(text: str, data: MapData, file: str) -> BoardDrawing:
    """The drawing of this map from the text of a file; all that is wrong is told at once."""
    try:
        found: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"drawing {file}: it is no JSON file: {error}") from None
    if not isinstance(found, dict):
        raise Unreadable(f"drawing {file}: it must be an object with regions and borders")
    problems = _Problems(file, found)
    problems.look_at(data)
    if problems.lines:
        raise Unreadable("\n".join(problems.lines))
    return cast(BoardDrawing, {"made_from": "", **found, "map": data.name})


class _Problems:
    def __init__(self, file: str, found: dict[str, object]) -> None:
        self.where: Final = f"drawing {file}"
        self.found: Final = found
        self.lines: Final[list[str]] = []

    def say(self, what: str) -> None:
        """Write down one problem."""
        self.lines.append(f"{self.where}, {what}")

    def look_at(self, data: MapData) -> None:
        """Compare it with what the map says."""
        for key in ("width", "height"):
            if not _is_number(self.found.get(key), *_SIZE):
                self.say(f"`{key}`: it must be a number from {_SIZE[0]} to {_SIZE[1]}")
        if not _is_number(self.found.get("scale"), *_SCALE):
            self.say(f"`scale`: it must be a number from {_SCALE[0]} to {_SCALE[1]}")
        regions = self.found.get("regions")
        if not isinstance(regions, dict):
            self.say('`regions`: it must be an object, {"1": {…}, …}')
        else:
            self._regions(regions, [str(region.id) for region in data.regions])
        borders = self.found.get("borders")
        if not isinstance(borders, list):
            self.say("`borders`: it must be a list")
        else:
            for number, border in enumerate(borders, 1):
                self._border(number, border, [EDGE, *(region.id for region in data.regions)])

    def _regions(self, regions: dict[str, object], names: list[str]) -> None:
        for name in names:
            if name not in regions:
                self.say(f"region {name}: it is not drawn")
        for name, region in regions.items():
            if name not in names:
                self.say(f"region {name[:20]}: the map has no such region")
            elif not isinstance(region, dict):
                self.say(f"region {name}: it must be an object")
            else:
                self._region(name, region)

    def _region(self, name: str, region: dict[str, object]) -> None:
        if not _is_path(region.get("path")):
            self.say(f"region {name}, `path`: it must be an SVG path")
        if not _is_point(region.get("center")):
            self.say(f"region {name}, `center`: it must be [x, y]")
        if not _is_number(region.get("radius"), 1, _SIZE[1]):
            self.say(f"region {name}, `radius`: it must be a number from 1")
        spots, marks = region.get("spots"), region.get("marks")
        if not isinstance(spots, list) or not all(_is_point(spot) for spot in spots):
            self.say(f"region {name}, `spots`: it must be a list of [x, y]")
        if not isinstance(marks, list) or not all(_is_mark(mark) for mark in marks):
            self.say(f"region {name}, `marks`: it must be a list of [x, y, variant from 1 to 6]")

    def _border(self, number: int, border: object, ids: list[int]) -> None:
        if not isinstance(border, dict):
            self.say(f"border {number}: it must be an object")
            return
        between = border.get("between")
        if not isinstance(between, list) or len(between) != 2 or any(b not in ids for b in between):
            self.say(f"border {number}, `between`: it must be two ids, {EDGE} for the frame")
        if border.get("kind") not in KINDS:
            self.say(f"border {number}, `kind`: it must be one of {', '.join(KINDS)}")
        if not _is_path(border.get("path")):
            self.say(f"border {number}, `path`: it must be an SVG path")


def _is_number(value: object, least: float, most: float) -> bool:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return number and least <= cast(float, value) <= most


def _is_point(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(_is_number(part, -_SIZE[1], _SIZE[1]) for part in value)
    )


def _is_mark(value: object) -> bool:
    return (
        isinstance(value, list) and _is_point(value[:2]) and value[2:] in [[n] for n in range(1, 7)]
    )


def _is_path(value: object) -> bool:
    return isinstance(value, str) and _PATH.fullmatch(value) is not None
