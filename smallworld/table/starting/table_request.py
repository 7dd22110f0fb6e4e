"""A table that is asked for: the request, and what is checked and completed of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Final, Literal

from smallworld.content.library import Custom
from smallworld.content.loader import MAPS, Map
from smallworld.content.settings import SETTINGS, HouseRules
from smallworld.engine.game import GameError, is_chance, is_over, legal
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.match import set_table
from smallworld.game.records.record import Record
from smallworld.game.setup import GameSetup, map_of, prepare, seat_names, start_game
from smallworld.table.clocks.clock import ClockRequest
from smallworld.table.limits import Between, Length, LevelName, PersonName
from smallworld.table.problems import Refused
from smallworld.table.seats.credentials import clean_name
from smallworld.table.starting.luck import check_luck, dealer_of
from smallworld.table.starting.start import (
    OWN_MAP,
    RecordBranch,
    StartRequest,
    given_text,
    own_board,
)

DEFAULT_LEVEL: Final = "greedy"


@dataclass(frozen=True)
class SeatRequest:
    """Who is to sit in a seat."""

    kind: Literal["device", "link", "computer"]
    name: PersonName = ""
    level: LevelName | None = None


@dataclass(frozen=True)
class TableRequest:
    """The table somebody asks for."""

    seats: Annotated[tuple[SeatRequest, ...], Length(2, 5)]
    map: Annotated[str, Length(0, 100)] = "base-2"
    world: Literal["", "base", "underground", "mixed"] = ""
    turns: Annotated[int, Between(1, 20)] | None = None
    first: Annotated[int, Between(1, 5)] | Annotated[str, Length(0, 10)] = "random"
    coins: Literal["hidden", "open"] = "hidden"
    places: bool = True
    settings: dict[str, bool | str] = field(default_factory=dict)
    custom: Annotated[tuple[Annotated[str, Length(0, 100)], ...], Length(0, 20)] = ()
    open: bool = False
    hints: bool | None = None  # None: where one person plays against computers
    takeover: LevelName | None = None  # the weakest level that may play on for somebody else
    chat: bool = True  # whether those who sit there may talk
    clock: ClockRequest | None = None  # how much time people have; None: all there is
    start: StartRequest | None = None  # where it begins; None: at the beginning


@dataclass(frozen=True)
class SeatSetup:
    """Who will sit in a seat."""

    seat: str
    kind: str
    name: str
    level: str | None


@dataclass(frozen=True)
class TableSetup:
    """A table that can be set."""

    table: GameSetup
    header: str
    seats: Sequence[SeatSetup]


def validate(
    request: TableRequest,
    custom: Custom | None,
    own_map: Map | None,
    levels: Sequence[str],
    dealer: Dealer,
    branch: RecordBranch | None = None,
) -> TableSetup:
    """The table that was asked for; `Refused` says what of it cannot be.

    `custom` is what the files named in the request hold, `own_map` the map if it is none of the
    shipped ones, `levels` are those of computers. A `branch` says all of the table itself.
    """
    if request.start is not None and request.start.deal:
        dealer = dealer_of(request.start.deal)  # what is drawn beforehand belongs to the deal
    table = _new_game(request, custom, own_map, dealer) if branch is None else branch.table
    if len(request.seats) != table.players:
        text = f"the game has {table.players} seats, and {len(request.seats)} were asked for"
        raise Refused("bad_start", text=text)
    _check_position(table, request.start)
    if request.takeover is not None:
        check_level(request.takeover, levels)
    _check_clock(request.clock, levels)
    names = seat_names(table.players)
    seats = [_seat(name, seat, levels) for name, seat in zip(names, request.seats, strict=True)]
    return TableSetup(table, Record.begin(table).to_text(), seats)


def _new_game(
    request: TableRequest, custom: Custom | None, own_map: Map | None, dealer: Dealer
) -> GameSetup:
    brought = own_board(request.start)
    if request.map not in MAPS and own_map is None and brought is None:
        raise Refused("no_map", map=request.map, known=list(MAPS))
    table = GameSetup(
        map=request.map if brought is None else OWN_MAP,
        world=request.world,
        players=len(request.seats),
        turns=request.turns or 0,
        first=_first(request, dealer),
        coins=request.coins,
        places=request.places,
        settings=_house_rules(request.settings),
        custom=custom,
        own_map=brought or own_map,
        given=given_text(request.start),
    )
    if map_of(table).underground:
        if request.world == "base":
            raise Refused("world_above")
    elif request.world == "underground":
        raise Refused("world_below")
    try:
        table = set_table(table, dealer)
        prepare(table)
    except GameError as error:  # these do not go together
        raise Refused("refused", text=str(error)) from None
    return table


def _check_position(table: GameSetup, start: StartRequest | None) -> None:
    """`Refused` if the game cannot begin where it should, or luck not bring what it should."""
    if start is None:
        return
    try:
        check_luck(start.luck, prepare(table)[1])
        if table.given:
            s = start_game(table)
            if is_over(s) or not (is_chance(s) or legal(s)):
                raise GameError("given: nobody can do anything in this position")
    except GameError as error:
        raise Refused("bad_start", text=str(error)) from None


def _check_clock(clock: ClockRequest | None, levels: Sequence[str]) -> None:
    if clock is None:
        return
    if clock.level is not None:
        check_level(clock.level, levels)
    if clock.bonus and clock.per == "turn":
        raise Refused("bonus_of_turn", bonus=clock.bonus)


def allows_hints(request: TableRequest) -> bool:
    """Whether people may ask computers for advice; else only who plays against computers alone."""
    if request.hints is not None:
        return request.hints
    return sum(seat.kind != "computer" for seat in request.seats) == 1


def check_level(level: str, known: Sequence[str]) -> str:
    """That level, if it is one of the known ones."""
    if level not in known:
        raise Refused("no_level", level=level, known=list(known))
    return level


def _first(request: TableRequest, dealer: Dealer) -> int:
    names = seat_names(len(request.seats))
    if request.first == "random" and request.start is not None and request.start.given:
        return 0  # as in scenarios: whose turn it is stands in the position
    first = f"P{request.first}" if isinstance(request.first, int) else request.first
    if first == "random":
        return dealer.pick(len(names))
    if first not in names:
        raise Refused("bad_first", first=request.first, known=names)
    return names.index(first)


def _house_rules(settings: dict[str, bool | str]) -> HouseRules:
    for key, value in settings.items():
        try:
            HouseRules({key: value})
        except GameError:
            known = [setting.name for setting in SETTINGS]
            raise Refused("bad_setting", setting=key, value=str(value), known=known) from None
    return HouseRules({**settings})


def _seat(seat: str, request: SeatRequest, levels: Sequence[str]) -> SeatSetup:
    name = clean_name(request.name)
    if request.kind != "computer":
        if request.level is not None:
            raise Refused("level_of_person", seat=seat)
        return SeatSetup(seat, request.kind, name, None)
    level = check_level(request.level or DEFAULT_LEVEL, levels)
    return SeatSetup(seat, request.kind, name, level)
