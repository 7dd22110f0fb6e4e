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
from smallworld.server.notify.settings import PUSH_KEY
from smallworld.server.storage.additions import COLUMNS
from smallworld.server.storage.game_store import GameStore
from smallworld.server.storage.sql import SaveReview
from smallworld.server.storage.store import Store
from smallworld.server.storage.watch_key import key_in_file
from smallworld.table.clocks.clock import stopped
from smallworld.table.rows import LoadedTable, SaveNewTable

SQLITE, POSTGRES = "sqlite:", ("postgresql:", "postgres:")
_OF_NO_TABLE: Final = {"blocked": 2}  # may be in both, from different times
_NAMES: Final = "name it as sqlite:FOLDER or postgresql://USER@HOST/NAME"

Progress = Callable[[], None]


@dataclass(frozen=True)
class MovedGames:
    """What was done."""

    moved: int
    there_already: int  # equal ones, as after a move that was interrupted


class _FileKeys:
    """The key for Web Push of a server with a file: a file beside it."""

    def __init__(self, folder: Path) -> None:
        self._file: Final = folder / PUSH_KEY

    async def read(self) -> str:
        """The key; empty if there is none."""
        return self._file.read_text() if self._file.exists() else ""

    async def keep(self, key: str) -> None:
        """Keep it, unless there is one."""
        key_in_file(self._file, key.encode())


class _DatabaseKeys:
    """The same of a cluster: a row of its database."""

    def __init__(self, run: Run) -> None:
        self._run: Final = run

    async def read(self) -> str:
        """The key; empty if there is none."""
        rows = await self._run("SELECT value FROM facts WHERE name = 'push'", ())
        return str(rows[0][0]) if rows else ""

    async def keep(self, key: str) -> None:
        """Keep it, unless there is one."""
        sql = "INSERT INTO facts VALUES ('push', $1) ON CONFLICT DO NOTHING"
        await self._run(sql, (key,))


@dataclass(frozen=True)
class _Place:
    """Where games are kept: what keeps them, and what runs statements there."""

    store: GameStore
    run: Run
    keys: _FileKeys | _DatabaseKeys


async def _open(place: str, stack: AsyncExitStack) -> _Place:
    """The store of that name, held until the stack is left."""
    if place.startswith(SQLITE):
        folder = DataFolder(Path(place.removeprefix(SQLITE)).expanduser())  # no server has it now
        stack.callback(folder.close)
        file = Store(folder.path / "games.db")
        rows = FileRows(file.path)
        stack.callback(rows.close)
        found = _Place(file, rows.run, _FileKeys(folder.path))
    elif place.startswith(POSTGRES):
        # Here, because only then its packages are needed.
        from smallworld.server.storage.postgres import PostgresStore, prepare_database

        await prepare_database(place)
        database = PostgresStore(place)
        found = _Place(database, database.run, _DatabaseKeys(database.run))
    else:
        raise GameError(f"there is no store {place}; {_NAMES}")
    stack.push_async_callback(found.store.close)
    return found


def move_games(origin: str, target: str, progress: Progress = lambda: None) -> MovedGames:
    """Copy all games of one store into another, and compare each as it is kept there.

    What lies in the first is left as it is. A game that is in both and not the same ends it.
    """
    if origin == target:
        raise GameError("games are moved from one store to another, and these are the same")

    async def move() -> MovedGames:
        async with AsyncExitStack() as stack:
            here, there = await _open(origin, stack), await _open(target, stack)
            done = await _move(here.store, there.store, progress)
            await _move_additions(here.run, there.run)
            if key := await here.keys.read():
                await there.keys.keep(key)
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


async def _move_additions(here: Run, there: Run) -> None:
    """What was added to the stores later, as who wants to be told of a table; who is blocked."""
    for name, columns in {**COLUMNS, **_OF_NO_TABLE}.items():
        marks = ", ".join(f"${number}" for number in range(1, columns + 1))
        rows = await here(f"SELECT * FROM {name}", ())
        for row in rows:
            await there(f"INSERT INTO {name} VALUES ({marks}) ON CONFLICT DO NOTHING", row)
        lost = {*rows} - {*await there(f"SELECT * FROM {name}", ())}
        if lost and name not in _OF_NO_TABLE:
            raise GameError(
                f"{len(lost)} rows of {name} are not the same in both; their tables may have been "
                "gone on with in one of them. Nothing of them was changed"
            )


async def _load(store: GameStore, table_id: str) -> LoadedTable:
    loaded = await store.load(table_id)
    if loaded is None:
        raise GameError(f"table {table_id} is gone")
    seats = sorted(loaded.seats, key=lambda seat: seat.seat)
    return replace(
        loaded, seats=seats, lines=[*loaded.lines], changes=[*loaded.changes], rev=0, host="",
        guests={},
    )  # fmt: skip
