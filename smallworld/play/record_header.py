"""The header of a record: everything a game is started with, as `key: value` lines."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Final

from smallworld.content.library import WORLDS
from smallworld.content.loader import MAPS, load_map
from smallworld.engine.errors import GameError, Unreadable
from smallworld.play.table import Table, seat_names

FORMAT: Final = 1
RULES: Final = 1  # goes up when the same moves lead to another game

_NUMBER: Final = re.compile(r"-?[0-9]{1,40}", re.ASCII)
_SEAT: Final = re.compile(r"P[1-9]", re.ASCII)
_FILE: Final = re.compile(r"(\S.*) ([0-9a-f]{16})", re.ASCII)
_YES_NO: Final = {"yes": True, "no": False}
_KEYS: Final = (
    *("record", "rules", "map", "world", "players", "turns", "first", "coins", "places"),
    *("monsters", "own_decline_defends", "ghouls_reenter", "flames_entry", "file", "seed"),
)


@dataclass(frozen=True)
class Header:
    """What stands above the moves."""

    table: Table
    players: tuple[str, ...]
    seed: int | None
    files: tuple[tuple[str, str], ...]  # files of one's own: name and digest
    rules: int

    def __post_init__(self) -> None:
        for name, digest in self.files:
            if not _FILE.fullmatch(f"{name} {digest}"):
                raise GameError(f"a file is noted by name and digest, not {name!r} {digest!r}")


def digest_of(text: str) -> str:
    """Sixteen letters that tell the contents of files apart."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def full_table(table: Table) -> Table:
    """The same table with everything said that follows from its map."""
    map_ = load_map(table.map)
    return replace(
        table,
        world=table.world or ("underground" if map_.underground else "base"),
        players=table.players or map_.players,
        turns=table.turns or map_.turns,
    )


def seat_players(table: Table, players: list[str] | None) -> tuple[str, ...]:
    """One name for each seat, fit for one line."""
    if players is None:
        players = [""] * table.players
    if len(players) != table.players:
        raise GameError(f"{len(players)} names do not fit a table for {table.players} players")
    return tuple(" ".join(name.split()) for name in players)
