"""Reads a map file: the eight shipped boards, or one of your own."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from smallworld.engine.board import Board, Region
from smallworld.engine.errors import Unreadable
from smallworld.engine.terms import SYMBOLS, TERRAINS

FOLDER: Final = Path(__file__).parent / "maps"
MAPS: Final = [f"{world}-{n}" for world in ("base", "underground") for n in (2, 3, 4, 5)]


class Map:
    """A board with what a table and a screen need beside it."""

    def __init__(self, board: Board, players: int, turns: int) -> None:
        self.board: Final = board
        self.players: Final = players
        self.turns: Final = turns
        self.underground: Final = board.chasms != 0 or board.rivers != 0


def load_map(name: str) -> Map:
    """A shipped board by name, or a map file by path."""
    if name in MAPS:
        return _load_shipped(name)
    path = Path(name)
    if path.suffix != ".toml":
        raise Unreadable(f"there is no map {name!r}; there are {', '.join(MAPS)}, or name a file")
    return _load(path, name)


@cache  # they never change, and every table, view of a record and computer asks for one
def _load_shipped(name: str) -> Map:
    return _load(FOLDER / f"{name}.toml", name)


def _load(path: Path, name: str) -> Map:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise Unreadable(f"map {name}: {error}") from None
    return read_map(text, name)


def read_map(text: str, name: str) -> Map:
    """A map from the text of a map file; errors name the file, the region and the field."""
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise Unreadable(f"map {name}: {error}") from None
    rows = data.get("regions")
    if not isinstance(rows, list) or not rows:
        raise Unreadable(f"map {name}: `regions` must be a list with at least one region")
    ids: dict[int, int] = {}
    for number, row in enumerate(rows):
        key = row.get("id") if isinstance(row, dict) else None
        if not isinstance(key, int) or isinstance(key, bool) or key < 1 or key in ids:
            raise Unreadable(
                f"map {name}, region {number + 1}: `id` must be a whole number from 1, used once"
            )
        ids[key] = number
    regions = [_region(name, row, ids) for row in rows]
    for r, region in enumerate(regions):
        for other in region.neighbours:
            if r not in regions[other].neighbours:
                raise Unreadable(
                    f"map {name}, region {region.name}: `around` has {regions[other].name}, "
                    f"but region {regions[other].name} does not have {region.name}"
                )
    return Map(
        Board(str(data.get("name", name)), regions),
        _count(name, data, "players", 1, 5),
        _count(name, data, "turns", 1, 30),
    )


def _count(name: str, data: dict[str, object], key: str, least: int, most: int) -> int:
    value = data.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise Unreadable(f"map {name}: `{key}` must be a whole number from {least} to {most}")
    return value


def _region(name: str, row: dict[str, object], ids: dict[int, int]) -> Region:
    where = f"map {name}, region {row['id']}"
    terrain = row.get("terrain")
    if terrain not in TERRAINS:
        raise Unreadable(f"{where}: `terrain` must be one of {', '.join(TERRAINS)}")
    symbols = row.get("symbols", [])
    if not isinstance(symbols, list) or any(symbol not in SYMBOLS for symbol in symbols):
        raise Unreadable(f"{where}: `symbols` must be a list of {', '.join(SYMBOLS)}")
    edge = row.get("edge", [])
    if not isinstance(edge, list):
        raise Unreadable(f"{where}: `edge` must be a list of top, right, bottom, left")
    around = row.get("around")
    if not isinstance(around, list) or any(
        not isinstance(other, int) or isinstance(other, bool) or (other and other not in ids)
        for other in around
    ):
        raise Unreadable(f"{where}: `around` must be a list of region ids, 0 for the edge")
    neighbours: list[int] = []
    for other in around:
        # The two neighbours of a peninsula meet on both sides of it: twice in each other's list.
        if other and ids[other] not in neighbours:
            neighbours.append(ids[other])
    return Region(
        str(row["id"]),
        TERRAINS.index(str(terrain)),
        [str(symbol) for symbol in symbols],
        len(edge) > 0,
        neighbours,
    )
