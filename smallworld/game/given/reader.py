"""Reads a position written by hand: the `given` of a scenario, a table or a record.

The small shapes that a scenario's `expect` writes in the same way are read here too.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from smallworld.game.given.nodes import MappingNode, Node
from smallworld.game.given.spec import (
    FLAGS,
    PHASES,
    PIECES,
    SYMBOLS,
    TERRAINS,
    WORLDS,
    BoardSpec,
    ComboSpec,
    EmpireSpec,
    Given,
    RegionSpec,
    SeatSpec,
    StackSpec,
)

_GIVEN_KEYS = (
    *("world", "board", "map", "turn", "turns", "settings", "natives", "seats", "pieces", "places"),
    *("relics", "row", "discards", "stack", "phase", "to_act", "stonehedge", "vengeance"),
    *("peace", "attacked"),
)
# What a table says of itself, beside the position it begins at.
_SAID_BY_TABLES = ("world", "board", "map", "turns", "settings")
_EMPIRE_KEYS = ("race", "power", "at", "hand", "first_turn", "hammers")
# Words that one YAML reader or another takes for a truth value or for nothing.
_NO_REGION_NAMES = {"y", "n", "yes", "no", "on", "off", "true", "false", "null", "~", "borders"}
_NO_SEAT_NAMES = {"*", "finish", "game"}
_MAP_REGION = re.compile(r"[1-9][0-9]?", re.ASCII)


class Names:
    """The regions and seats a scenario may speak of, and the shapes built of such names."""

    def __init__(self, regions: Collection[str] | None) -> None:
        # None on a shipped map, whose regions are numbers.
        self.regions = None if regions is None else set(regions)
        self.seats: tuple[str, ...] = ()

    def region(self, item: Node) -> str:
        name = item.text("a region")
        if self.regions is None:
            if not _MAP_REGION.fullmatch(name):
                raise item.wrong(f"regions of a shipped map are numbers, not {name!r}")
        elif name not in self.regions:
            known = ", ".join(sorted(self.regions, key=lambda one: (len(one), one)))
            raise item.wrong(f"no region {name!r} on this board: {known}")
        return name

    def region_list(self, item: Node) -> tuple[str, ...]:
        return tuple(self.region(entry) for entry in item.items("regions"))

    def seat(self, item: Node) -> str:
        return item.word("seat", self.seats)

    def seat_list(self, item: Node) -> tuple[str, ...]:
        return tuple(self.seat(entry) for entry in item.items("seats"))

    def pieces(self, item: Node) -> dict[str, dict[str, int]]:
        pieces: dict[str, dict[str, int]] = {}
        for key, value in item.pairs("pieces"):
            piece = key.word("piece", PIECES)
            where = pieces[piece] = {}
            if value.is_mapping():
                counts = {self.region(r): n.number("a count") for r, n in value.pairs(piece)}
                where |= {region: count for region, count in counts.items() if count}
            elif value.is_list():
                for name in map(self.region, value.items(piece)):
                    where[name] = where.get(name, 0) + 1
            else:
                raise value.wrong(f"{piece} must be [B] or {{B: 2}}, not {value.shown()}")
        return pieces

    def lying(self, item: Node) -> dict[str, str]:
        """Places or relics and the regions they lie in."""
        pairs = item.pairs("places and relics")
        return {key.text("a name"): self.region(value) for key, value in pairs}


def texts(item: Node) -> tuple[str, ...]:
    return tuple(entry.text("an entry of the list") for entry in item.items("names"))


def row(item: Node) -> tuple[ComboSpec, ...]:
    combos: list[ComboSpec] = []
    for entry in item.items("row"):
        parts = entry.items("a combo")
        if len(parts) != 3:
            raise entry.wrong("a combo is [race, power, coins on it]")
        race, power, coins = parts
        combos.append(ComboSpec(race.text("race"), power.text("power"), coins.number("coins")))
    return tuple(combos)


def discards(item: Node) -> tuple[str, ...]:
    return item.fields("discards", ("powers",)).read("powers", texts, ())


def given(item: Node) -> tuple[Given, Names]:
    """The position a scenario begins at, with its board, and the names it may speak of."""
    fields = item.fields("given", _GIVEN_KEYS)
    if ("board" in fields) == ("map" in fields):
        raise item.wrong("given needs either `board` or `map`")
    board = fields.read("board", _board, None)
    names = Names([region.name for region in board.regions] if board else None)
    turns = fields.read("turns", lambda i: i.number("turns", least=1), 10 if board else None)
    found = _position(item, fields, names, turns)
    return replace(
        found,
        world=fields.read("world", lambda i: i.word("world", WORLDS), "base"),
        board=board,
        map=fields.read("map", lambda i: i.text("map"), None),
        settings=fields.read("settings", _settings, {}),
    ), names


def given_at_table(item: Node, regions: Collection[str], seats: list[str], turns: int) -> Given:
    """The position a table begins at, which has these regions, seats and turns."""
    for key, _ in item.pairs("given"):
        if key.text("a key of given") in _SAID_BY_TABLES:
            raise key.wrong(f"{key.shown()} is said of the table itself, beside `given`")
    keys = [key for key in _GIVEN_KEYS if key not in _SAID_BY_TABLES]
    fields = item.fields("given", keys)
    found = _position(item, fields, Names(regions), turns)
    if [seat.name for seat in found.seats] != seats:
        there = ", ".join(seat.name for seat in found.seats)
        raise fields["seats"].wrong(f"the table has {', '.join(seats)} in this order, not {there}")
    return found


def _position(item: Node, fields: MappingNode, names: Names, turns: int | None) -> Given:
    """All but the board and what holds for the whole game."""
    if "seats" not in fields:
        raise item.wrong("given needs `seats`")
    seats = _seats(fields["seats"], names)
    turn = fields.read("turn", lambda i: i.number("turn", least=1), 2)
    if turns is not None and turn > turns:
        raise fields.get("turn", item).wrong(f"turn {turn} is beyond the last of {turns} turns")
    if "to_act" not in fields and "P1" not in names.seats:
        raise item.wrong(f"no seat P1, so `to_act` must be given: {', '.join(names.seats)}")
    return Given(
        world="",
        board=None,
        map=None,
        turn=turn,
        turns=turns,
        settings={},
        natives=fields.read("natives", names.region_list, None),
        seats=seats,
        pieces=fields.read("pieces", names.pieces, {}),
        places=fields.read("places", names.lying, {}),
        relics=fields.read("relics", names.lying, {}),
        row=fields.read("row", row, None),
        discards=fields.read("discards", discards, ()),
        stack=fields.read("stack", _stack, None),
        phase=fields.read("phase", lambda i: i.word("phase", PHASES), "conquest"),
        to_act=fields.read("to_act", names.seat, "P1"),
        stonehedge=fields.read("stonehedge", lambda i: i.text("stonehedge"), None),
        vengeance={
            names.seat(giver): names.seat_list(marked)
            for giver, marked in fields.pairs_of("vengeance")
        },
        peace={names.seat(bound): names.seat(safe) for bound, safe in fields.pairs_of("peace")},
        attacked=fields.read("attacked", names.seat_list, ()),
    )


def _board(item: Node) -> BoardSpec:
    pairs = [(key.text("a region"), key, value) for key, value in item.pairs("board")]
    regions = [_region(name, key, value) for name, key, value in pairs if name != "borders"]
    if not regions:
        raise item.wrong("a board needs at least one region")
    known = {region.name for region in regions}
    borders = [
        _border(entry, known)
        for name, _, value in pairs
        if name == "borders"
        for entry in value.items("borders")
    ]
    return BoardSpec(tuple(regions), tuple(dict.fromkeys(borders)))


def _region(name: str, key: Node, item: Node) -> RegionSpec:
    if name.lower() in _NO_REGION_NAMES:
        raise key.wrong(f"a region cannot be called {name!r}; YAML or the format means that word")
    if item.is_null():
        return RegionSpec(name)
    fields = item.fields(f"region {name}", ("terrain", "symbols", *FLAGS))
    return RegionSpec(
        name,
        fields.read("terrain", lambda i: i.word("terrain", TERRAINS), None),
        tuple(symbol.word("symbol", SYMBOLS) for symbol in fields.list_of("symbols")),
        **{flag: fields[flag].flag(flag) for flag in FLAGS if flag in fields},
    )


def _border(item: Node, known: set[str]) -> tuple[str, str]:
    text = item.text("a border")
    parts = text.split("-")
    # A region's own name may have a dash in it, so every dash is tried.
    splits = [
        ("-".join(parts[:n]).strip(), "-".join(parts[n:]).strip()) for n in range(1, len(parts))
    ]
    found = [(a, b) for a, b in splits if a in known and b in known]
    if len(found) == 1 and found[0][0] != found[0][1]:
        return found[0]
    if not found and len(splits) == 1:
        missing = " and ".join(repr(name) for name in splits[0] if name not in known)
        raise item.wrong(f"border {text!r} names {missing}, no region of this board")
    raise item.wrong(f"border {text!r} must name two regions of this board, as in A-B")


def _settings(item: Node) -> dict[str, bool | str]:
    pairs = item.pairs("settings")
    return {key.text("a setting"): value.setting("a setting") for key, value in pairs}


def _seats(item: Node, names: Names) -> tuple[SeatSpec, ...]:
    seats: list[SeatSpec] = []
    held: dict[str, str] = {}
    for key, value in item.pairs("seats"):
        name = key.text("a seat")
        if " " in name or name in _NO_SEAT_NAMES:
            raise key.wrong(f"a seat's name is one word, as in P1, not {name!r}")
        seats.append(_seat(name, value, names, held))
    if not seats:
        raise item.wrong("a game needs at least one seat")
    names.seats = tuple(seat.name for seat in seats)
    return tuple(seats)


def _seat(name: str, item: Node, names: Names, held: dict[str, str]) -> SeatSpec:
    if item.is_null():
        return SeatSpec(name)
    fields = item.fields(f"seat {name}", ("coins", "active", "declined"))
    return SeatSpec(
        name,
        fields.read("coins", lambda i: i.number("coins"), 5),
        fields.read("active", lambda i: None if i.is_null() else _empire(i, names, held), None),
        tuple(_empire(empire, names, held) for empire in fields.list_of("declined")),
    )


def _empire(item: Node, names: Names, held: dict[str, str]) -> EmpireSpec:
    fields = item.fields("a seat's race", _EMPIRE_KEYS)
    if "race" not in fields:
        raise item.wrong("a seat's race needs `race`, its name")
    at: dict[str, int] = {}
    for key, value in fields.pairs_of("at"):
        region = names.region(key)
        if region in held:
            raise key.wrong(f"region {region} is held twice, first {held[region]}")
        held[region] = key.place
        at[region] = value.number(f"the tokens at {region}", least=1)
    return EmpireSpec(
        fields["race"].text("race"),
        fields.read("power", lambda i: i.text("power"), None),
        at,
        fields.read("hand", lambda i: i.number("hand"), 0),
        fields.read("first_turn", lambda i: i.flag("first_turn"), False),
        fields.read("hammers", lambda i: i.number("hammers"), 0),
    )


def _stack(item: Node) -> StackSpec:
    fields = item.fields("stack", ("races", "powers"))
    return StackSpec(fields.read("races", texts, None), fields.read("powers", texts, None))
