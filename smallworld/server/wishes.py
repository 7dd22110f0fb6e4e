"""From a wish to a table: what was asked for, checked and completed."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Final

from smallworld.content.loader import MAPS, load_map
from smallworld.content.settings import SETTINGS, HouseRules
from smallworld.engine.game import GameError
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.match import set_table
from smallworld.game.records.record import Record
from smallworld.game.setup import GameSetup, prepare, seat_names
from smallworld.players.registry import LEVELS
from smallworld.server.customs import Customs
from smallworld.server.forms import SeatWish, TableWish
from smallworld.server.problems import Refused
from smallworld.server.security import clean_name

DEFAULT_LEVEL: Final = "greedy"


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

    table: GameSetup
    header: str
    seats: list[SeatPlan]


def grant(wish: TableWish, customs: Customs, dealer: Dealer) -> Plan:
    """The table that was asked for; `Refused` says what of it cannot be."""
    if wish.map not in MAPS:
        raise Refused("no_map", map=wish.map, known=list(MAPS))
    custom = customs.chosen(wish.custom)
    table = GameSetup(
        map=wish.map,
        world=wish.world,
        players=len(wish.seats),
        turns=wish.turns or 0,
        first=_first(wish, dealer),
        coins=wish.coins,
        places=wish.places,
        settings=_house_rules(wish.settings),
        custom=custom,
    )
    if load_map(wish.map).underground:
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


def _house_rules(settings: dict[str, bool | str]) -> HouseRules:
    for key, value in settings.items():
        try:
            HouseRules({key: value})
        except GameError:
            known = [setting.name for setting in SETTINGS]
            raise Refused("bad_setting", setting=key, value=str(value), known=known) from None
    return HouseRules({**settings})


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
