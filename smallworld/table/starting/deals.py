"""Deals by a code that names the board and all luck: to be given to others.

Whoever plays a code meets the same luck wherever the same is asked: the same first seat, the same
order of cards, the same dice in the same turn (`luck.py`).
"""

from __future__ import annotations

import re
from typing import Final

from smallworld.content.loader import MAPS
from smallworld.game.records.header import full_table
from smallworld.game.setup import GameSetup, seat_names
from smallworld.table.history import History
from smallworld.table.problems import Refused
from smallworld.table.rows import LoadedTable, SeatRow
from smallworld.table.starting.luck import dealer_of
from smallworld.wire.deals import DealGame, DealInfo, DealSeat, DealTurn

_CODE: Final = re.compile(r"((?:base|underground)-[2-5])-[A-Za-z0-9]{1,20}")


def map_of_deal(code: str) -> str:
    """The board a code names; `Refused` if it names none."""
    found = _CODE.fullmatch(code)
    if found is None or found[1] not in MAPS:
        raise Refused("no_deal", deal=code, example="base-2-4k7hq")
    return found[1]


def describe_deal(code: str, games: tuple[DealGame, ...] = ()) -> DealInfo:
    """What a code stands for; the best of the games first."""
    table = full_table(GameSetup(map=map_of_deal(code)))
    first = seat_names(table.players)[dealer_of(code).pick(table.players)]
    best_first = sorted(games, key=lambda game: -max(_of_people(game)))
    return DealInfo(code, table.map, table.players, table.turns, first, tuple(best_first))


def deal_game(loaded: LoadedTable, history: History) -> DealGame:
    """A game that is over, turn by turn."""
    result = loaded.table.result
    assert result is not None
    turns = _turns(history)
    rows = {row.seat: row for row in loaded.seats}
    seats = [
        DealSeat(
            seat,
            rows[seat].name,
            _level(rows[seat]),
            coins,
            1 if seat in result.winners else max(2, 1 + sum(n > coins for n in result.coins)),
            tuple(turns[seat]),
        )
        for seat, coins in zip(history.state.options.seats, result.coins, strict=True)
    ]
    return DealGame(loaded.table.id, loaded.table.moved, tuple(seats))


def _level(row: SeatRow) -> str:
    return row.level or "" if row.kind == "computer" else ""


def _of_people(game: DealGame) -> list[int]:
    """The coins of people; where only computers played, of all."""
    return [seat.coins for seat in game.seats if not seat.level] or [
        seat.coins for seat in game.seats
    ]


def _turns(history: History) -> dict[str, list[DealTurn]]:
    """What each seat did in each of its turns, and what it scored."""
    found: dict[str, list[DealTurn]] = {seat: [] for seat in history.state.options.seats}
    combo: dict[str, tuple[str, str]] = {}
    picked: set[str] = set()
    declined: set[str] = set()
    for line in history.log:
        for entry in line:
            seat = entry.seat or ""
            if entry.kind == "picked":
                combo[seat] = (entry.race or "", entry.power or "")
                picked.add(seat)
            elif entry.kind == "declined":
                declined.add(seat)
            elif entry.kind == "scored":
                told = found[seat]
                race, power = combo.get(seat, ("", ""))
                if seat in declined and seat not in picked:
                    race, power = combo.pop(seat, ("", ""))
                total = entry.coins + (told[-1].total if told else 0)
                taken, fell = seat in picked, seat in declined
                told.append(DealTurn(entry.turn, race, power, taken, fell, entry.coins, total))
                picked.discard(seat)
                declined.discard(seat)
    return found
