"""Lists of tables: mine, and those that wait for guests."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence

from smallworld.game.setup import seat_names
from smallworld.home.schemas import (
    GameSummary,
    MyGames,
    OpenTables,
    OpenTableSummary,
    SeatSummary,
)
from smallworld.table.rows import SeatRow, TableRow

Found = Sequence[tuple[TableRow, Sequence[SeatRow]]]


def my_games(found: Found, digests: Sequence[bytes], moment: float) -> MyGames:
    """The tables of these secrets, those that wait for me first; `moment`: as clocks count."""
    known = frozenset(digests)
    games = [_game(table, seats, known, moment) for table, seats in found]
    running = [game for game in games if not game.over]
    running.sort(key=lambda game: (game.to_act not in game.you, -game.moved))
    return MyGames(running, [game for game in games if game.over])


def open_tables(found: Found) -> OpenTables:
    """The tables that wait for guests."""
    return OpenTables([_open_table(table, seats) for table, seats in found])


def _facts(table: TableRow) -> dict[str, str]:
    """The `key: value` lines of the table's header."""
    pairs = (line.partition(": ") for line in table.header.splitlines())
    return {key: value for key, _, value in pairs}


def _title(facts: dict[str, str]) -> str:
    """What a home-made map calls itself."""
    if "board" not in facts:
        return ""
    return str(tomllib.loads(f"board = {facts['board']}")["board"]["name"])


def _named(seats: Sequence[SeatRow]) -> list[SeatSummary]:
    return [
        SeatSummary(row.seat, row.name, row.kind, row.free)
        for row in sorted(seats, key=lambda row: row.seat)
    ]


def _game(
    table: TableRow, seats: Sequence[SeatRow], digests: frozenset[bytes], moment: float
) -> GameSummary:
    facts = _facts(table)
    mine = {row.seat for row in seats if {row.digest, row.owner} & digests}
    return GameSummary(
        table=table.id,
        map=facts["map"],
        title=_title(facts),
        world=facts["world"],
        seats=_named(seats),
        you=[seat for seat in seat_names(5) if seat in mine],
        turn=table.turn,
        turns=int(facts["turns"]),
        to_act=table.acting,
        left=_left(table, moment),
        n=table.n,
        line=table.line,
        over=table.over,
        result=table.result,
        created=table.created,
        moved=table.moved,
        watch=table.watch,
    )


def _left(table: TableRow, moment: float) -> float | None:
    clock = table.clock
    return None if clock is None or clock.seat is None else clock.left_at(moment)[clock.seat]


def _open_table(table: TableRow, seats: Sequence[SeatRow]) -> OpenTableSummary:
    facts, clock = _facts(table), table.request.clock
    return OpenTableSummary(
        table=table.id,
        map=facts["map"],
        title=_title(facts),
        world=facts["world"],
        turns=int(facts["turns"]),
        coins=facts["coins"],
        per="" if clock is None else clock.per,
        seconds=0 if clock is None else clock.seconds,
        seats=_named(seats),
        created=table.created,
    )
