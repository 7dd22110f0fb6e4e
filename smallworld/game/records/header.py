"""The header of a record: everything a game is started with, as `key: value` lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from smallworld.content.library import WORLDS, Custom, digest_of
from smallworld.content.loader import MAPS, Map, map_of_lines
from smallworld.content.settings import SETTINGS, HouseRules
from smallworld.engine.game import RULES, GameError, Unreadable
from smallworld.game.setup import GameSetup, map_of, seat_names

FORMAT: Final = 1

_LINE: Final = re.compile(r"(\w+)\s*:\s*(.*)", re.ASCII)
_NUMBER: Final = re.compile(r"-?[0-9]{1,40}", re.ASCII)
_FILE: Final = re.compile(r"(\S.*) ([0-9a-f]{16})", re.ASCII)
_YES_NO: Final = ["yes", "no"]
_SEATS: Final = seat_names(5)
_KEYS: Final = (
    *("record", "rules", "map", "world", "players", "turns", "first", "coins", "places"),
    *("monsters", *(setting.name for setting in SETTINGS), "file", "seed"),
    *("board", "region", "given"),
)


@dataclass(frozen=True)
class Header:
    """What stands above the moves."""

    table: GameSetup  # as `full_table` leaves it
    players: tuple[str, ...]  # who sits in the seats, by name
    seed: int | None = None  # only for information: replay needs none
    files: tuple[tuple[str, str], ...] = ()  # files of one's own: name and digest


def make_header(
    table: GameSetup,
    players: list[str] | None,
    seed: int | None,
    files: tuple[tuple[str, str], ...],
) -> Header:
    """The header of a game that is about to begin on this table."""
    table = full_table(table)
    seats = seat_names(table.players)
    names = [""] * len(seats) if players is None else players
    if len(names) != len(seats):
        raise GameError(f"{len(names)} names do not fit a table for {len(seats)} players")
    noted = dict(files)
    if table.custom is not None:
        for name, text in table.custom.sources.items():
            noted.setdefault(name, digest_of(text))
    for name, digest in noted.items():
        if not _FILE.fullmatch(f"{name} {digest}"):
            raise GameError(f"a file is noted by name and digest, not {name!r} and {digest!r}")
    return Header(table, one_line_names(names), seed, tuple(noted.items()))


def one_line_names(names: Sequence[str]) -> tuple[str, ...]:
    """Names of people as they can stand in a header."""
    return tuple(" ".join(name.split()) for name in names)


def full_table(table: GameSetup) -> GameSetup:
    """The same table with everything said that follows from its map."""
    map_ = map_of(table)
    return replace(
        table,
        world=table.world or ("underground" if map_.underground else "base"),
        players=table.players or map_.players,
        turns=table.turns or map_.turns,
        own_map=None if table.map in MAPS else map_,
    )


def verify_files(header: Header) -> None:
    """Whether the files of one's own that the game was played with are the ones at hand."""
    custom = header.table.custom
    loaded = {} if custom is None else custom.sources
    digests = {digest_of(text): name for name, text in loaded.items()}
    for name, digest in header.files:
        if name == header.table.map:  # a record from before records held such maps themselves
            found = _digest_of_file(name)
            if found != digest:
                raise GameError(f"the map {name} has changed: it is {found}, the game had {digest}")
        elif custom is None:
            raise GameError(
                f"the game was played with {name} ({digest}): load that file, "
                "and read the record with it as `custom`"
            )
        elif loaded and digest not in digests:  # the name may differ from place to place
            have = ", ".join(f"{name} ({digest})" for digest, name in digests.items())
            raise GameError(f"the game was played with {name} ({digest}), but loaded is {have}")


def _digest_of_file(name: str) -> str:
    try:
        return digest_of(Path(name).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise Unreadable(
            f"the game was played on the map {name}, which cannot be read: {error}; "
            "put that file there, or begin where it lies"
        ) from None


# ---- writing ----


def write_header(header: Header) -> list[str]:
    """The lines of the header; settings only where they are not the usual ones."""
    table = header.table
    lines = [
        f"record: {FORMAT}",
        f"rules: {table.rules}",
        f"map: {table.map}",
        f"world: {table.world}",
        f"players: {table.players}",
        f"turns: {table.turns}",
        f"first: {_SEATS[table.first]}",
        f"coins: {table.coins}",
        f"places: {_yes_no(table.places)}",
    ]
    if table.monsters:
        lines.append(f"monsters: {', '.join(table.monsters)}")
    lines.extend(f"{name}: {table.settings.word(name)}" for name in table.settings.changed())
    lines.extend(f"file: {name} {digest}" for name, digest in header.files)
    if header.seed is not None:
        lines.append(f"seed: {header.seed}")
    for seat, name in zip(_SEATS, header.players, strict=False):
        if name:
            lines.append(f"{seat}: {name}")
    if table.own_map is not None:
        board, *regions = table.own_map.data.to_lines()
        lines += [f"board: {board}", *(f"region: {region}" for region in regions)]
    if table.given:
        lines.append(f"given: {table.given}")
    return lines


def _yes_no(value: bool) -> str:
    return "yes" if value else "no"


# ---- reading ----


class _Fields:
    """The `key: value` lines as they were read, each with its line number."""

    def __init__(self) -> None:
        self.values: dict[str, tuple[int, str]] = {}
        self.files: list[tuple[str, str]] = []
        self.regions: list[str] = []

    def add(self, number: int, line: str) -> None:
        """Take in one line."""
        match = _LINE.fullmatch(line)
        if not match:
            raise Unreadable(
                f"line {number}: a header line is `key: value`, and an empty line ends the header; "
                f"{shorten(line)} is neither"
            )
        key, value = match[1], match[2]
        if key not in _KEYS and key not in _SEATS:
            raise Unreadable(
                f"line {number}: a record has no {shorten(key)}; "
                f"it has {', '.join(_KEYS)}, and P1 to P5"
            )
        if key == "file":
            noted = _FILE.fullmatch(value)
            if not noted:
                raise Unreadable(f"line {number}: a file is a name and 16 digits from 0 to f")
            self.files.append((noted[1], noted[2]))
            return
        if key == "region":
            self.regions.append(value)
            self.values.setdefault(key, (number, value))
            return
        if key in self.values:
            raise Unreadable(f"line {number}: {key} stands already in line {self.values[key][0]}")
        self.values[key] = (number, value)

    def text(self, key: str, otherwise: str) -> str:
        """What was given, or the usual value."""
        return self.values[key][1] if key in self.values else otherwise

    def word(self, key: str, otherwise: str, among: list[str]) -> str:
        """One of these words."""
        value = self.text(key, otherwise)
        if value not in among:
            raise self.wrong(key, f"is one of {', '.join(among)}, not {shorten(value)}")
        return value

    def number(self, key: str, otherwise: int, least: int, most: int) -> int:
        """A whole number in these bounds."""
        value = self.text(key, str(otherwise))
        if not _NUMBER.fullmatch(value) or not least <= int(value) <= most:
            raise self.wrong(key, f"is a number from {least} to {most}, not {shorten(value)}")
        return int(value)

    def wrong(self, key: str, what: str) -> Unreadable:
        """The error for that line."""
        return Unreadable(f"line {self.values[key][0]}: {key} {what}")


def read_header(
    lines: list[str], custom: Custom | None
) -> tuple[Header, list[tuple[int, str]], int]:
    """The header, the comments in it with their lines, and how many lines it took.

    No file but the shipped maps is opened here: a record may come from anywhere.
    """
    fields = _Fields()
    comments: list[tuple[int, str]] = []
    end = 0
    while end < len(lines) and (lines[end] or not fields.values):
        line = lines[end]
        end += 1
        if line.startswith("#"):
            comments.append((end, line[1:]))
        elif line:
            fields.add(end, line)
    for key in ("record", "map"):
        if key not in fields.values:
            raise Unreadable(f"line {max(end, 1)}: the header ends without `{key}: …`")
    fields.word("record", "", [str(FORMAT)])
    table = _read_table(fields, custom)
    seats = seat_names(table.players)
    for seat in _SEATS:
        if seat in fields.values and seat not in seats:
            raise fields.wrong(seat, f"does not sit at a table for {len(seats)}")
    seed = fields.number("seed", 0, -(10**39), 10**39) if "seed" in fields.values else None
    players = tuple(" ".join(fields.text(seat, "").split()) for seat in seats)
    return Header(table, players, seed, tuple(fields.files)), comments, end


def _read_table(fields: _Fields, custom: Custom | None) -> GameSetup:
    name = fields.text("map", "")
    own_map = _read_map(fields, name)
    if name in MAPS or own_map is not None:
        usual = full_table(GameSetup(map=name, own_map=own_map))
    elif name.endswith(".toml"):
        usual = GameSetup(map=name)
        for key in ("world", "players", "turns"):
            if key not in fields.values:
                raise fields.wrong("map", f"is not a shipped one, so `{key}: …` must be given")
    else:
        raise fields.wrong("map", f"is one of {', '.join(MAPS)} or a .toml file, not {name!r}")
    monsters = fields.text("monsters", "")
    table = GameSetup(
        map=name,
        world=fields.word("world", usual.world, WORLDS),
        players=fields.number("players", usual.players, 2, 5),
        turns=fields.number("turns", usual.turns, 1, 99),
        coins=fields.word("coins", usual.coins, ["hidden", "open"]),
        places=fields.word("places", _yes_no(usual.places), _YES_NO) == "yes",
        monsters=tuple(region.strip() for region in monsters.split(",") if region.strip()),
        settings=HouseRules(
            {
                setting.name: setting.value_of(
                    fields.word(setting.name, setting.values[0], setting.values)
                )
                for setting in SETTINGS
            }
        ),
        rules=fields.number("rules", RULES, 1, 10**6),
        custom=custom,
        own_map=own_map,
        given=fields.text("given", ""),
    )
    seats = seat_names(table.players)
    return replace(table, first=seats.index(fields.word("first", seats[0], seats)))


def _read_map(fields: _Fields, name: str) -> Map | None:
    """The map that stands in the header itself, if one does."""
    if "board" not in fields.values:
        if fields.regions:
            raise fields.wrong("region", "comes with a line `board: …`, which is missing")
        return None
    if not name.endswith(".toml"):
        raise fields.wrong("board", f"is said only of a map from a .toml file, not of {name!r}")
    number, board = fields.values["board"]
    try:
        return map_of_lines((board, *fields.regions), name)
    except Unreadable as error:
        raise Unreadable(f"line {number}: {error}") from None


def shorten(text: str) -> str:
    """A text from outside as it may stand in a message."""
    return repr(text if len(text) <= 60 else text[:57] + "…")
