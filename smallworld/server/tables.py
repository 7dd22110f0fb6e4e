"""All tables of a server: made, found, loaded when somebody comes, let go when nobody does."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from smallworld.engine.game import GameError
from smallworld.home.boards import Boards
from smallworld.home.custom_files import CustomFiles
from smallworld.home.new_tables import (
    created_table,
    new_secret,
    new_table_id,
    plan_table,
    record_request,
    set_up,
)
from smallworld.home.schemas import CreatedTable, SeatGranted, SecretsRequest
from smallworld.players.registry import levels_by_strength
from smallworld.server.memory import GarbageSearch
from smallworld.server.session import Services, TableSession
from smallworld.table.history import History
from smallworld.table.interface import OwnSeats, PlayAgain, RematchReady, SeatTaken, TakeSeat
from smallworld.table.loading import (
    DamagedTable,
    LaterRules,
    begin_branch,
    begin_history,
    replay,
    was_ended,
)
from smallworld.table.machine import TableMachine
from smallworld.table.problems import Refused
from smallworld.table.rows import LoadedTable, SaveNewTable, SeatRow, TableRow
from smallworld.table.seats.credentials import digest
from smallworld.table.starting.start import RecordBranch
from smallworld.table.starting.table_request import TableRequest
from smallworld.table.state import TableLimits

log: Final = logging.getLogger("smallworld.server")

_OWN_AT_ONCE: Final = 10  # tables whose seats get an owner
_FORGET_AT_ONCE: Final = 50  # tables that are deleted
_AT_ONCE: Final = 20  # lines replayed before others get their turn


class TableDirectory:
    """The tables in memory, and the way to all others."""

    def __init__(self, services: Services, custom_files: CustomFiles, boards: Boards) -> None:
        settings = services.settings
        self._services: Final = services
        self._custom_files: Final = custom_files
        self._boards: Final = boards
        self._limits: Final = TableLimits(
            # What nobody knows the strength of plays on for nobody who has not met it.
            levels=levels_by_strength(),
            takeover_after=settings.takeover_after,
            takeover_warning=settings.takeover_warning,
            open_for=settings.open_for,
            hints_burst=settings.hints_burst,
            hints_rate=settings.hints_rate,
            most_connections=settings.most_at_a_table,
            most_by_seat=settings.most_by_seat,
            most_watching_by_address=settings.most_watching_by_address,
        )
        self._sessions: Final[dict[str, TableSession]] = {}
        self._opening: Final = asyncio.Lock()  # tables for guests are made one after another
        self._loading: Final[dict[str, asyncio.Task[TableSession | None]]] = {}
        self._garbage: Final = GarbageSearch(time.monotonic())
        self._sweeper: Final = asyncio.create_task(self._sweep())

    def close(self) -> None:
        """Let go of everything; it is all kept."""
        self._sweeper.cancel()
        while self._sessions:
            self._sessions.popitem()[1].close()

    @property
    def in_memory(self) -> int:
        """How many tables are in memory."""
        return len(self._sessions)

    def seats_here(self) -> dict[str, set[str]]:
        """The seats whose people are at their table, of all tables, by pages of this process."""
        found = {}
        for table_id, session in self._sessions.items():
            seating = session.machine.state.seating
            here = {seating.rows[seat].seat for own in seating.connections.values() for seat in own}
            if here:
                found[table_id] = here
        return found

    # ---- making ----

    async def create(self, request: TableRequest, owner: str) -> CreatedTable:
        """A new table, with all its secrets: whoever made it hands them on.

        `owner` is the limit key of their address.
        """
        deal = self._services.deal
        levels = self._limits.levels
        planned = plan_table(request, self._custom_files, self._boards, levels, deal())
        begun = (
            None if planned.branch is None else await self._begin_branch(request, planned.branch)
        )
        if request.clock is not None:
            await self._services.time.begun()
        table_id = new_table_id()
        watch = self._services.token_of(table_id)
        made, given = set_up(planned, begun, table_id, watch, time.time(), deal)
        if request.open:
            await self._write_open(replace(made, maker=self._mark_of(owner)))
        else:
            await self._services.store.write([SaveNewTable(made)])
        self._open(made, await self._replay(made), owner)
        return created_table(made.table, made.seats, given)

    async def _begin_branch(self, request: TableRequest, branch: RecordBranch) -> History:
        """The game of a record up to its line, without keeping others waiting for long."""
        for history in begin_branch(request, branch):
            if history.line % _AT_ONCE == 0:
                await asyncio.sleep(0)
        return history

    async def import_record(self, text: str, custom: Sequence[str], owner: str) -> CreatedTable:
        """A table for the game of a record, all of it, with the seats and names it had."""
        request = record_request(text, tuple(custom), self._custom_files)
        return await self.create(request, owner)

    async def list_open(self) -> list[tuple[TableRow, list[SeatRow]]]:
        """The tables that wait for guests, the newest first; not those nobody has moved at."""
        since = time.time() - self._services.settings.open_for
        return await self._services.store.find_open(since)

    async def _write_open(self, made: LoadedTable) -> None:
        """Keep a table that waits for guests; `Refused` if enough of the same maker do."""
        settings, store = self._services.settings, self._services.store
        since, most = time.time() - settings.open_for, settings.most_open_by_address
        async with self._opening:  # else of many that come at once each would find room
            if await store.count_open(made.maker, since) >= most:
                raise Refused("too_many_open", most=most)
            await store.write([SaveNewTable(made)])

    def _mark_of(self, owner: str) -> str:
        """What is kept of an address, to know it again: nobody can read it from that."""
        return self._services.token_of(f"address {owner}")

    async def rematch(self, session: TableSession, secrets: Sequence[str]) -> CreatedTable:
        """The table where the same people play again; the same secrets open their seats there."""
        table_id = await self._rematch_of(session, secrets, None)
        again = await self.find(table_id)
        if again is None:  # somebody has deleted it
            again = await self.find(await self._rematch_of(session, secrets, table_id))
        if again is None:
            raise Refused("no_table")
        return created_table(again.machine.state.row, again.machine.state.seating.rows, secrets)

    async def _rematch_of(
        self, session: TableSession, secrets: Sequence[str], gone: str | None
    ) -> str:
        table_id = new_table_id()
        watch = self._services.token_of(table_id)
        answer = await session.call(
            lambda caller: PlayAgain(caller, secrets, table_id, watch, gone)
        )
        assert isinstance(answer, RematchReady)
        return answer.table_id

    async def own_seats(
        self, found: Sequence[tuple[TableRow, Sequence[SeatRow]]], asked: SecretsRequest
    ) -> None:
        """Let a personal key open the seats of these secrets, at a few tables at a time.

        Whoever lists their games does it every few seconds, and so all of them come by.
        """
        if asked.person is None:
            return
        secrets, person = asked.secrets, asked.person
        known, mark = {digest(secret) for secret in secrets}, digest(person)
        tables = [
            table.id
            for table, seats in found
            if not table.over
            and any(row.owner != mark and {row.digest, row.owner} & known for row in seats)
        ]
        for table_id in tables[:_OWN_AT_ONCE]:
            try:
                session = await self.find(table_id)
                if session is not None:
                    await session.call(lambda caller: OwnSeats(caller, secrets, person))
            except GameError as error:  # it is tried again with the next list
                log.error("table %s: its seats have no owner yet: %s", table_id, error)

    async def seat_guest(self, session: TableSession, name: str, owner: str) -> SeatGranted:
        """A free seat of an open table for somebody who found it in the list."""
        secret = new_secret()  # whoever else had the link cannot use it any more
        mark = self._mark_of(owner)
        answer = await session.call(lambda caller: TakeSeat(caller, name, digest(secret), mark))
        assert isinstance(answer, SeatTaken)
        row = session.machine.state.row
        return SeatGranted(row.id, answer.seat, secret, row.watch)

    # ---- finding ----

    async def find(self, table_id: str) -> TableSession | None:
        """The table of that name, from memory or from the store."""
        session = self._sessions.get(table_id)
        if session is not None and not session.closed:
            session.touch()
            self._note_board(session.machine.state.history)
            return session
        task = self._loading.get(table_id)
        if task is None:
            task = asyncio.create_task(self._load(table_id))
            self._loading[table_id] = task
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(task)

    async def _load(self, table_id: str) -> TableSession | None:
        try:
            loaded = await self._services.store.load(table_id)
            if loaded is None:
                return None
            history = await self._replay_ended(loaded)
            if loaded.table.clock is not None:
                await self._services.time.begun()
        except DamagedTable as error:
            raise self._unloadable(table_id, Refused("damaged", text=str(error))) from None
        except GameError as error:
            if isinstance(error, Refused) and error.code == "busy":
                raise
            if isinstance(error, LaterRules) and self._services.homes.knows_rules(error.version):
                raise Refused("busy", seconds=1) from None  # another process can; come again
            raise self._unloadable(table_id, Refused("cannot_go_on", text=str(error))) from None
        except (sqlite3.Error, ValueError, TypeError) as error:  # rows that are not even rows
            raise self._unloadable(table_id, Refused("damaged", text=str(error))) from None
        return self._open(loaded, history)

    def _unloadable(self, table_id: str, error: Refused) -> Refused:
        log.error("table %s cannot be loaded: %s", table_id, error)
        return error

    async def _replay_ended(self, loaded: LoadedTable) -> History:
        """The same of a game that may have been ended, perhaps because it cannot be played."""
        try:
            return await self._replay(loaded)
        except GameError:
            if was_ended(loaded.table):
                raise DamagedTable("it was ended") from None
            raise

    async def _replay(self, loaded: LoadedTable) -> History:
        """The history of a table, without keeping others waiting for long."""
        custom = self._custom_files.chosen(loaded.table.request.custom)
        history = begin_history(loaded, custom)
        self._note_board(history)
        for line in replay(history, loaded):
            if line % _AT_ONCE == 0:
                await asyncio.sleep(0)
        return history

    def _note_board(self, history: History) -> None:
        """Whoever sees the table will ask for the drawing of its map."""
        if history.table.own_map is not None:
            self._boards.note(history.table.own_map)

    def _open(
        self, loaded: LoadedTable, history: History, owner: str | None = None
    ) -> TableSession:
        name = self._services.homes.name
        machine = TableMachine(loaded, history, self._limits, time.time(), name)
        session = TableSession(self._services, machine, owner, loaded.rev or 1)
        self._sessions[loaded.table.id] = session
        if any(seat.computer is not None for seat in loaded.seats) and not loaded.table.over:
            self._services.computers.warm_up()
        session.wake()
        return session

    async def wake_all(self, idle: float = 0.0) -> None:
        """After a start: where a computer is to act, and has not for so long, it is asked again."""
        before = time.time() - idle
        for table_id in await self._services.store.find_waiting_for_computers(before):
            try:
                await self.find(table_id)
            except GameError:
                continue  # it is in the log
            await asyncio.sleep(0)

    async def forget(self, before: float) -> int:
        """Delete some tables at which nothing has happened since then; how many, 0: none is left.

        Where somebody looks on right now it is left for another time.
        """
        sessions = self._sessions
        watched = [name for name, one in sessions.items() if one.machine.state.seating.everybody()]
        gone = await self._services.store.forget(before, _FORGET_AT_ONCE, watched)
        for table_id in gone:
            session = sessions.pop(table_id, None)
            if session is not None:
                session.close()
        return len(gone)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(self._services.settings.sweep)
            self._let_go()  # not here: what this sleeps with stays in memory

    def _let_go(self) -> None:
        for table_id, session in list(self._sessions.items()):
            if session.closed or session.is_idle(self._services.settings.idle):
                del self._sessions[table_id]
                session.close()
            else:
                session.wake()
        self._garbage.look(len(self._sessions), time.monotonic())
