"""Reads a map file: the eight shipped boards, or one of your own."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from smallworld.content.map_file.checks import board_of
from smallworld.content.map_file.data import MapData
from smallworld.content.map_file.reader import read_map_data, read_map_lines
from smallworld.engine.board import Board
from smallworld.engine.errors import Unreadable

FOLDER: Final = Path(__file__).parent / "maps"
MAPS: Final = [f"{world}-{n}" for world in ("base", "underground") for n in (2, 3, 4, 5)]


class Map:
    """A board with what a table and a screen need beside it."""

    def __init__(self, board: Board, data: MapData) -> None:
        self.board: Final = board
        self.data: Final = data
        self.players: Final = data.players
        self.turns: Final = data.turns
        self.underground: Final = data.world == "underground"
        self.digest: Final = data.digest()

    def __eq__(self, other: object) -> bool:
        """Whether both say the same."""
        return isinstance(other, Map) and other.digest == self.digest

    def __hash__(self) -> int:
        """As equality wants it."""
        return hash(self.digest)


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
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise Unreadable(f"map {name}: it cannot be read: {error}") from None
    return read_map(text, name)


@lru_cache(maxsize=16)  # computers that play many games read the same file for each
def read_map(text: str, name: str) -> Map:
    """A map from the text of a map file; errors name the file, the region and the field."""
    return _make(read_map_data(text, name))


@lru_cache(maxsize=64)  # a record says its map again and again
def map_of_lines(lines: tuple[str, ...], name: str) -> Map:
    """A map from the lines that its data makes of itself."""
    return _make(read_map_lines(list(lines), name))


def _make(data: MapData) -> Map:
    return Map(board_of(data), data)
