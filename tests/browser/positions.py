"""Positions to start from: found by playing, then put into the store as if played there."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Final

from smallworld.engine.game import apply, is_chance, is_over, legal, outcomes, to_act
from smallworld.engine.notation import to_text
from smallworld.engine.state import State
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.match import set_table
from smallworld.game.records.record import LUCK, Move, Record
from smallworld.game.setup import GameSetup, start_game
from smallworld.game.views.game_view import ending_of
from smallworld.home.new_tables import new_secret, new_table_id
from smallworld.server.app_state import DATABASE
from smallworld.server.storage.sql import statements_for
from smallworld.table.history import History
from smallworld.table.publishing.views import acting
from smallworld.table.rows import ChangeRow, LoadedTable, SaveNewTable, SeatRow, TableRow
from smallworld.table.seats.credentials import digest
from smallworld.table.starting.table_request import SeatRequest, TableRequest
from smallworld.wire.game import Ending
from tests.browser.live_server import LiveServer

NAMES: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve")
WORLDS: Final = (
    GameSetup("underground-3", coins="open"),
    GameSetup("base-3", coins="open"),
    GameSetup("base-3", "mixed", coins="open"),
)


@dataclass(frozen=True)
class Position:
    """A game up to a decision, and the action that is wanted there."""

    table: GameSetup
    moves: list[Move]
    seat: str | None
    do: str
    ending: Ending | None = None  # of a finished game


@dataclass
class Planted:
    """A table in the store of a server."""

    id: str
    watch: str
    secrets: dict[str, str] = field(default_factory=dict)


# ---- finding ----


@cache
def find_positions(patterns: tuple[str, ...]) -> dict[str, Position]:
    """The first decision at which an action like that is legal, for each pattern."""
    found: dict[str, Position] = {}
    for seed in range(400):
        for table in WORLDS:
            _play(set_table(table, Dealer(seed)), Random(seed), patterns, found)
        if len(found) == len(patterns):
            return found
    missing = set(patterns) - set(found)
    raise AssertionError(f"no game led to {', '.join(sorted(missing))}")


def find_position(table: GameSetup, wanted: Callable[[State, list[str]], str | None]) -> Position:
    """The first decision in any game at that table where `wanted` names an action."""
    for seed in range(400):
        moves: list[Move] = []
        luck = Random(seed)
        s = start_game(table)
        while not is_over(s):
            if not is_chance(s):
                do = wanted(s, [to_text(s, action) for action in legal(s)])
                if do is not None:
                    return Position(table, moves, s.options.seats[to_act(s)], do)
            step(s, luck, moves)
    raise AssertionError("no game led there")


def find_finished(table: GameSetup, seed: int = 1) -> Position:
    """A whole game."""
    moves: list[Move] = []
    luck = Random(seed)
    s = start_game(table)
    while not is_over(s):
        step(s, luck, moves)
    return Position(table, moves, None, "", ending_of(s))


def _play(
    table: GameSetup, luck: Random, patterns: tuple[str, ...], found: dict[str, Position]
) -> None:
    moves: list[Move] = []
    s = start_game(table)
    while not is_over(s):
        if not is_chance(s):
            texts = [to_text(s, action) for action in legal(s)]
            for pattern in [each for each in patterns if each not in found]:
                do = next((text for text in texts if re.fullmatch(pattern, text)), None)
                if do is not None:
                    found[pattern] = Position(table, moves[:], s.options.seats[to_act(s)], do)
        step(s, luck, moves)


def step(s: State, luck: Random, moves: list[Move]) -> None:
    """One line: luck as it falls, decisions rather bold than not."""
    if is_chance(s):
        drawn = outcomes(s)
        action = luck.choices([each for each, _ in drawn], [weight for _, weight in drawn])[0]
        moves.append(Move(LUCK, to_text(s, action)))
    else:
        actions = legal(s)
        bold = [a for a in actions if to_text(s, a).startswith(("conquer", "place", "deploy"))]
        action = luck.choice(bold if bold and luck.random() < 0.8 else actions)
        moves.append(Move(s.options.seats[to_act(s)], to_text(s, action)))
    apply(s, action)


# ---- planting ----


def plant(
    server: LiveServer,
    position: Position,
    computers: tuple[str, ...] = (),
    hints: bool = False,
    files: tuple[str, ...] = (),
    names: tuple[str, ...] = NAMES,
) -> Planted:
    """A table of that server where all this has been played; it is read when somebody comes.

    `files` are the names of the home-made files it is played with.
    """
    table = position.table
    seats = list(start_game(table).options.seats)
    planted = Planted(new_table_id(), new_secret())
    planted.secrets = {seat: new_secret() for seat in seats if seat not in computers}
    devices = tuple(SeatRequest("device") for _ in seats)
    request = TableRequest(
        devices,
        table.map,
        turns=table.turns or None,
        coins="open" if table.coins == "open" else "hidden",
        hints=hints,
        custom=files,
    )
    now = time.time()
    history = History(table)
    for move in position.moves:
        history.replay(move)
    row = TableRow(
        id=planted.id,
        created=now,
        moved=now,
        header=Record.begin(table).to_text(),
        request=request,
        watch=planted.watch,
        open=False,
        n=1,
        line=len(position.moves),
        turn=int(history.state.turn),
        acting=acting(history.state),
        over=position.ending is not None,
        result=position.ending,
        rematch=None,
    )
    rows = [
        SeatRow(
            table_id=planted.id,
            seat=seat,
            kind="computer" if seat in computers else "device",
            name=name,
            level="random" if seat in computers else None,
            digest=digest(planted.secrets[seat]) if seat in planted.secrets else None,
            claimed=True,
            computer="random" if seat in computers else None,
        )
        for seat, name in zip(seats, names, strict=False)
    ]
    change = ChangeRow(1, "*", None, 0, len(position.moves), None)
    moves = [(move.who, move.text) for move in position.moves]
    db = sqlite3.connect(server.data / "games" / DATABASE, timeout=20)
    with db:
        loaded = LoadedTable(row, rows, moves, [change])
        for sql, values in statements_for([SaveNewTable(loaded)]):
            db.execute(sql, values)
    db.close()
    return planted
