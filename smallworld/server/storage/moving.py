"""Games moved from one store to another, whichever they are, and compared there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from smallworld.engine.game import GameError
from smallworld.server.data_folder import DataFolder
from smallworld.server.notify.ledger import FileRows, Run
from smallworld.server.storage.additions import COLUMNS
from smallworld.server.storage.game_store import GameStore
from smallworld.server.storage.sql import SaveReview
from smallworld.server.storage.store import Store
from smallworld.table.clocks.clock import stopped
from smallworld.table.rows import LoadedTable, SaveNewTable

SQLITE, POSTGRES = "sqlite:", ("postgresql:", "postgres:")
_NAMES: Final = "name it as sqlite:FOLDER or postgresql://USER@HOST/NAME"

Progress = Callable[[], None]


@dataclass(frozen=True)
class MovedGames:
    """What was done."""

    moved: int
    there_already: int  # equal ones, as after a move that was interrupted


async def _open(place: str, stack: AsyncExitStack) -> tuple[GameStore, Run]:
    """The store of that name, held until the stack is left, and what runs statements there."""
    if place.startswith(SQLITE):
        folder = DataFolder(Path(place.removeprefix(SQLITE)).expanduser())  # no server has it now
        stack.callback(folder.close)
        file = Store(folder.path / "games.db")
        rows = FileRows(file.path)
        stack.callback(rows.close)
        store: GameStore = file
        run: Run = rows.run
    elif place.startswith(POSTGRES):
        # Here, because only then its packages are needed.
        from smallworld.server.storage.postgres import PostgresStore, prepare_database

        await prepare_database(place)
        database = PostgresStore(place)
        store, run = database, database.run
    else:
        raise GameError(f"there is no store {place}; {_NAMES}")
    stack.push_async_callback(store.close)
    return store, run


def move_games(origin: str, target: str, progress: Progress = lambda: None) -> MovedGames:
    """Copy all games of one store into another, and compare each as it is kept there.

    What lies in the first is left as it is. A game that is in both and not the same ends it.
    """
    if origin == target:
        raise GameError("games are moved from one store to another, and these are the same")

    async def move() -> MovedGames:
        async with AsyncExitStack() as stack:
            origin_store, read = await _open(origin, stack)
            target_store, write = await _open(target, stack)
            done = await _move(origin_store, target_store, progress)
            await _move_additions(read, write)
            return done

    return asyncio.run(move())


async def _move(origin: GameStore, target: GameStore, progress: Progress) -> MovedGames:
    moved = there_already = 0
    # As clocks count here; where the games go it is another time.
    now = time.time()
    moment = now - await origin.beat(now, 0.0)
    for table_id in await origin.table_ids():
        loaded = _with_clock_stopped(await _load(origin, table_id), moment)
        review = await origin.load_review(table_id)
        if await target.load(table_id) is None:
            await target.write([SaveNewTable(loaded)])
            moved += 1
        else:
            there_already += 1
        if review is not None:
            await target.write([SaveReview(table_id, loaded.table.moved, review)])
        if await _load(target, table_id) != loaded or await target.load_review(table_id) != review:
            raise GameError(
                f"table {table_id} is not the same in both; it may have been gone on with in one "
                "of them. Nothing of it was changed"
            )
        progress()
    return MovedGames(moved, there_already)


def _with_clock_stopped(loaded: LoadedTable, moment: float) -> LoadedTable:
    """Time runs on when somebody comes to the table where it is now."""
    clock = loaded.table.clock
    if clock is None:
        return loaded
    return replace(loaded, table=replace(loaded.table, clock=stopped(clock, moment)))


async def _move_additions(read: Run, write: Run) -> None:
    """What was added to the stores later: who wants to be told of a table, and what was told."""
    for name, columns in COLUMNS.items():
        marks = ", ".join(f"${number}" for number in range(1, columns + 1))
        for row in await read(f"SELECT * FROM {name}", ()):
            await write(f"INSERT INTO {name} VALUES ({marks}) ON CONFLICT DO NOTHING", row)


async def _load(store: GameStore, table_id: str) -> LoadedTable:
    loaded = await store.load(table_id)
    if loaded is None:
        raise GameError(f"table {table_id} is gone")
    seats = sorted(loaded.seats, key=lambda seat: seat.seat)
    return replace(loaded, seats=seats, lines=[*loaded.lines], changes=[*loaded.changes], rev=0)
