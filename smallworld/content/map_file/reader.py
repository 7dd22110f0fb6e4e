"""Reads a map file field by field; what is wrong is written down, and all of it is told at once."""

from __future__ import annotations

import tomllib
from pathlib import PurePath
from typing import Final

from smallworld.content.custom.reader import TomlFields
from smallworld.content.map_file.checks import check_map
from smallworld.content.map_file.data import EDGE, SIDES, SQUARE, WIDE, MapData, RegionData
from smallworld.engine.errors import Unreadable
from smallworld.engine.regions import LIMIT
from smallworld.engine.terms import SYMBOLS, TERRAINS

PLAYERS: Final = (2, 5)
TURNS: Final = (1, 30)
LONGEST_NAME: Final = 40
LARGEST_ID: Final = 999
WORLDS: Final = ["base", "underground"]
SHAPES: Final = [WIDE, SQUARE]
MAP_FIELDS: Final = ["name", "world", "players", "turns", "shape", "regions"]
REGION_FIELDS: Final = ["id", "terrain", "symbols", "edge", "around", "x", "y", "area"]
_ONLY_BELOW: Final = ["river", "chasm"]
_OLD_SHAPE: Final = "about "  # 1.9:1, or what else somebody wrote: nobody read it


def read_map_data(text: str, file: str) -> MapData:
    """The map that a text in TOML describes; errors call it `file`."""
    try:
        data: dict[str, object] = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable(
            f"map {file}: it is no TOML file: {error or 'nested too deeply'}"
        ) from None
    return make_map_data(data, file)


def read_map_lines(lines: list[str], file: str) -> MapData:
    """The map from the lines that `MapData.to_lines` made of it."""
    tables: list[object] = []
    for line in lines:
        try:
            found = tomllib.loads(f"line = {line}")
        except (ValueError, RecursionError) as error:
            raise Unreadable(
                f"map {file}: {error or 'nested too deeply'} in {line[:60]!r}"
            ) from None
        tables.append(found.get("line") if len(found) == 1 else None)
    board = tables[0] if tables else None
    if not isinstance(board, dict):
        raise Unreadable(f"map {file}: the first line is a table of its name, players and turns")
    return make_map_data({**board, "regions": tables[1:]}, file)


def make_map_data(data: dict[str, object], file: str) -> MapData:
    """The same from the tables of a file."""
    problems: list[str] = []
    fields = TomlFields(f"map {file}", data, problems)
    fields.only(MAP_FIELDS, "a map")
    name = _name(fields, file)
    players = fields.whole("players", PLAYERS[0], PLAYERS[1])
    turns = fields.whole("turns", TURNS[0], TURNS[1])
    if str(data.get("shape")).startswith(_OLD_SHAPE):
        shape = WIDE
    else:
        shape = fields.word("shape", SHAPES, WIDE)
    rows = _rows(fields)
    regions = _RegionsReader(file, rows, problems).read()
    below = any(region.terrain in _ONLY_BELOW for region in regions)
    world = fields.word("world", WORLDS, WORLDS[below])
    if world == "base" and below and "world" in data:
        fields.refuse("world", '"underground", since there are rivers or chasms')
    made = MapData(name, world, players, turns, shape, regions)
    if len(regions) == len(rows) > 0:  # else what is missing would be found again and again
        check_map(made, file, problems)
    if problems:
        raise Unreadable("\n".join(problems))
    return made


def _name(fields: TomlFields, file: str) -> str:
    value = fields.data.get("name", PurePath(file).stem)
    fits = isinstance(value, str) and 0 < len(value) <= LONGEST_NAME
    if isinstance(value, str) and fits and value.isprintable() and value.strip() == value:
        return value
    if "name" in fields.data:
        fields.refuse("name", f"a text in one line of at most {LONGEST_NAME} letters")
    return "a map"


def _rows(fields: TomlFields) -> list[object]:
    rows = fields.data.get("regions")
    if not isinstance(rows, list) or not rows:
        fields.refuse("regions", "a list of regions: regions = [{id = 1, …}, …], or [[regions]]")
        return []
    if len(rows) > LIMIT:
        fields.problems.append(
            f"{fields.where}, `regions`: {len(rows)} were given; a board has at most {LIMIT}"
        )
        return []
    return list(rows)


class _RegionsReader:
    """The regions of a file; first their ids, since every one may name all others."""

    def __init__(self, file: str, rows: list[object], problems: list[str]) -> None:
        self.file: Final = file
        self.problems: Final = problems
        self.rows: Final[list[TomlFields]] = []
        self.ids: Final[list[int]] = []
        for number, row in enumerate(rows, 1):
            if not isinstance(row, dict):
                problems.append(
                    f"map {file}, region number {number}: write it as a table, {{id = {number}, …}}"
                )
                continue
            self._add(number, row)

    def _add(self, number: int, row: dict[str, object]) -> None:
        key = row.get("id")
        if isinstance(key, int) and not isinstance(key, bool) and 1 <= key <= LARGEST_ID:
            fields = TomlFields(f"map {self.file}, region {key}", row, self.problems)
            if key in self.ids:
                self.problems.append(
                    f"map {self.file}, region {key}, `id`: two regions have it; give each its own"
                )
        else:
            fields = TomlFields(f"map {self.file}, region number {number}", row, self.problems)
            fields.refuse("id", f"a whole number from 1 to {LARGEST_ID} that no other region has")
            key = -number
        self.rows.append(fields)
        self.ids.append(key)

    def read(self) -> list[RegionData]:
        """All of them; none if not even their ids are right."""
        found = [self._region(fields, id) for fields, id in zip(self.rows, self.ids, strict=True)]
        right = all(id > 0 for id in self.ids) and len(set(self.ids)) == len(self.ids)
        return [region for region in found if region is not None] if right else []

    def _region(self, fields: TomlFields, id: int) -> RegionData | None:
        before = len(self.problems)
        fields.only(REGION_FIELDS, "a region")
        terrain = fields.word("terrain", TERRAINS)
        symbols = _words(fields, "symbols", SYMBOLS)
        around = self._around(fields, id)
        sides: list[str] = []
        edge = EDGE in around
        said = fields.data.get("edge", edge)
        if isinstance(said, bool):
            edge = said
        elif isinstance(said, list) and all(side in SIDES for side in said):
            sides = list(dict.fromkeys([str(side) for side in said]))
            edge = bool(sides)
        else:
            fields.refuse("edge", f"true, false or a list of {', '.join(SIDES)}")
        if EDGE in around and not edge:
            fields.refuse("edge", f"true, or `around` must have no {EDGE}: {EDGE} is the edge")
        x, y = _number(fields, "x", 0, 1000), _number(fields, "y", 0, 1000)
        area = _number(fields, "area", 0.01, 1_000_000)
        if len(self.problems) > before:
            return None
        return RegionData(id, terrain, symbols, edge, sides, around, x, y, area)

    def _around(self, fields: TomlFields, id: int) -> list[int]:
        value = fields.data.get("around")
        if not isinstance(value, list) or any(
            not isinstance(other, int) or isinstance(other, bool) for other in value
        ):
            fields.refuse("around", f"a list of the neighbours' ids, {EDGE} for the edge")
            return []
        around = [int(other) for other in value]
        if id in around:
            fields.problems.append(
                f"{fields.where}, `around`: the region names itself; name its neighbours only"
            )
        for other in dict.fromkeys(around):
            if other != EDGE and other not in self.ids:
                fields.problems.append(
                    f"{fields.where}, `around`: there is no region {other}; "
                    f"name regions of this map, or {EDGE} for the edge"
                )
        return around


def _words(fields: TomlFields, field: str, allowed: list[str]) -> list[str]:
    value = fields.data.get(field, [])
    if isinstance(value, list) and all(isinstance(word, str) and word in allowed for word in value):
        words = [str(word) for word in value]
        if len(set(words)) == len(words):
            return words
    fields.refuse(field, f"a list of {', '.join(allowed)}, each once at most")
    return []


def _number(fields: TomlFields, field: str, least: float, most: float) -> float | None:
    value = fields.data.get(field)
    if value is None and field not in fields.data:
        return None
    if isinstance(value, (int, float)) and type(value) is not bool and least <= value <= most:
        return float(value)
    fields.refuse(field, f"a number from {least} to {most}")
    return None
