"""From a wish to a table: what was asked for, checked and completed."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import Final

from smallworld.content.loader import MAPS
from smallworld.engine.errors import GameError
from smallworld.play.dealer import Dealer
from smallworld.play.match import set_table
from smallworld.play.record import Record
from smallworld.play.table import Table, map_of, prepare, seat_names
from smallworld.players.registry import LEVELS
from smallworld.server.boards import Boards
from smallworld.server.customs import Customs
from smallworld.server.forms import SeatWish, TableWish
from smallworld.server.problems import Refused
from smallworld.server.security import clean_name

DEFAULT_LEVEL: Final = "greedy"
FLAMES: Final = ("edge", "volcano")
SWITCHES: Final = ("own_decline_defends", "ghouls_reenter")


@dataclass(frozen=True)
class SeatPlan:
    """Who will sit in a seat."""

    seat: str
    kind: str
    name: str
    level: str | None


@dataclass(frozen=True)
class Plan:
    """A table that can be set."""

    table: Table
    header: str
    seats: list[SeatPlan]


def grant(wish: TableWish, customs: Customs, boards: Boards, dealer: Dealer) -> Plan:
    """The table that was asked for; `Refused` says what of it cannot be."""
    own_map = boards.find(wish.map)
    if wish.map not in MAPS and own_map is None:
        raise Refused("no_map", map=wish.map, known=[*MAPS, *boards.names])
    custom = customs.chosen(wish.custom)
    table = Table(
        map=wish.map,
        world=wish.world,
        players=len(wish.seats),
        turns=wish.turns or 0,
        first=_first(wish, dealer),
        coins=wish.coins,
        places=wish.places,
        custom=custom,
        own_map=own_map,
    )
    table = _with_settings(table, wish.settings)
    if map_of(table).underground:
        if wish.world == "base":
            raise Refused("world_above")
    elif wish.world == "underground":
        raise Refused("world_below")
    try:
        table = set_table(table, dealer)
        prepare(table)
    except GameError as error:  # these do not go together
        raise Refused("refused", text=str(error)) from None
    names = seat_names(table.players)
    seats = [_seat(name, seat) for name, seat in zip(names, wish.seats, strict=True)]
    return Plan(table, Record.begin(table).to_text(), seats)


def allows_hints(wish: TableWish) -> bool:
    """Whether people may ask computers for advice; else only who plays against computers alone."""
    if wish.hints is not None:
        return wish.hints
    return sum(seat.kind != "computer" for seat in wish.seats) == 1


def check_level(level: str) -> str:
    """That level, if it is one."""
    names = [known.name for known in LEVELS]
    if level not in names:
        raise Refused("no_level", level=level, known=names)
    return level


def _first(wish: TableWish, dealer: Dealer) -> int:
    names = seat_names(len(wish.seats))
    first = f"P{wish.first}" if isinstance(wish.first, int) else wish.first
    if first == "random":
        return dealer.pick(len(names))
    if first not in names:
        raise Refused("bad_first", first=wish.first, known=names)
    return names.index(first)


def _with_settings(table: Table, settings: dict[str, bool | str]) -> Table:
    known = [*SWITCHES, "flames_entry"]
    for key, value in settings.items():
        if key == "flames_entry" and value in FLAMES:
            table = replace(table, flames_entry=str(value))
        elif key == "own_decline_defends" and isinstance(value, bool):
            table = replace(table, own_decline_defends=value)
        elif key == "ghouls_reenter" and isinstance(value, bool):
            table = replace(table, ghouls_reenter=value)
        else:
            raise Refused("bad_setting", setting=key, value=str(value), known=known)
    return table


def _seat(seat: str, wish: SeatWish) -> SeatPlan:
    name = clean_name(wish.name)
    if wish.kind != "computer":
        if wish.level is not None:
            raise Refused("level_of_person", seat=seat)
        return SeatPlan(seat, wish.kind, name, None)
    return SeatPlan(seat, wish.kind, name, check_level(wish.level or DEFAULT_LEVEL))


def secret_dealer() -> Dealer:
    """A dealer whose seed nobody knows; it is kept nowhere, so nobody can learn it later."""
    return Dealer(secrets.randbits(128))
