"""All tables of a server: made, found, loaded when somebody comes, let go when nobody does."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import replace
from typing import Final

import msgspec

from smallworld.engine.errors import GameError
from smallworld.engine.pack import fingerprint
from smallworld.play.record import Move, Record
from smallworld.play.record_header import verify_files
from smallworld.server.boards import Boards
from smallworld.server.course import Course
from smallworld.server.customs import Customs
from smallworld.server.forms import Joined, SeatGiven, TableGiven, TableWish
from smallworld.server.problems import Refused
from smallworld.server.room import Room, Services
from smallworld.server.rows import Kept, SeatRow, Statement, TableRow, insert_table, update_table
from smallworld.server.security import clean_name, digest, fits, new_secret, new_table_id
from smallworld.server.wishes import Plan, allows_hints, grant

log: Final = logging.getLogger("smallworld.server")

_SWEEP: Final = 20.0  # seconds between looks at what is idle
_AT_ONCE: Final = 20  # lines replayed before others get their turn


class Tables:
    """The tables in memory, and the way to all others."""

    def __init__(self, services: Services, customs: Customs, boards: Boards) -> None:
        self.customs: Final = customs
        self._boards: Final = boards
        self._services: Final = services
        self._rooms: Final[dict[str, Room]] = {}
        self._loading: Final[dict[str, asyncio.Task[Room | None]]] = {}
        self._sweeper: Final = asyncio.create_task(self._sweep())

    def close(self) -> None:
        """Let go of everything; it is all kept."""
        self._sweeper.cancel()
        for room in self._rooms.values():
            room.close()

    # ---- making ----

    async def create(self, wish: TableWish) -> TableGiven:
        """A new table, with all its secrets: whoever made it hands them on."""
        plan = grant(wish, self.customs, self._boards, self._services.deal())
        secrets = {seat.seat: new_secret() for seat in plan.seats if seat.kind != "computer"}
        digests = {seat: digest(secret) for seat, secret in secrets.items()}
        row = await self._make(wish, plan, digests, [], new_table_id())
        return _given(row, plan, secrets)

    async def rematch(self, room: Room, secrets: list[str]) -> TableGiven:
        """The table where the same people play again; the same secrets open their seats there."""

        async def work() -> TableGiven:
            rows = room.seating.rows
            known = {
                row.seat: secret for secret in secrets for row in rows if fits(secret, row.digest)
            }
            if not known:
                raise Refused("not_your_table")
            if not room.course.over:
                raise Refused("not_over")
            wish = msgspec.json.decode(room.row.wish, type=TableWish)
            for seat, row in zip(wish.seats, rows, strict=True):
                seat.name = row.name
            plan = grant(wish, self.customs, self._boards, self._services.deal())
            if room.row.rematch is not None:
                again = await self.find(room.row.rematch)
                if again is not None:
                    return _given(again.row, plan, known)
            digests = {row.seat: row.digest for row in rows if row.digest is not None}
            new_id = new_table_id()
            old = replace(room.row, rematch=new_id)
            made = await self._make(wish, plan, digests, [update_table(old)], new_id)
            room.note_rematch(old, made.watch)
            return _given(made, plan, known)

        return await room.call(work)

    async def _make(
        self,
        wish: TableWish,
        plan: Plan,
        digests: dict[str, bytes],
        also: list[Statement],
        table_id: str,
    ) -> TableRow:
        now = time.time()
        row = TableRow(
            id=table_id,
            created=now,
            moved=now,
            header=plan.header,
            wish=msgspec.json.encode(wish).decode(),
            watch=new_secret(),
            open=int(wish.open),
            n=0,
            line=0,
            turn=1,
            acting=None,
            over=0,
            result=None,
            rematch=None,
        )
        seats = [
            SeatRow(
                table_id=table_id,
                seat=seat.seat,
                kind=seat.kind,
                name=seat.name,
                level=seat.level,
                digest=digests.get(seat.seat),
                claimed=int(seat.kind != "link"),
                computer=seat.level,
            )
            for seat in plan.seats
        ]
        course = Course(plan.table)
        room = Room(self._services, row, seats, course, [], tuple(wish.custom), allows_hints(wish))
        draft = course.draft_luck(self._services.deal)
        try:
            await room.begin(draft, [*insert_table(row, seats), *also])
        except GameError:
            room.close()
            raise
        self._rooms[table_id] = room
        if any(seat.level for seat in plan.seats):
            self._services.computers.warm_up()
        room.wake()
        return room.row

    async def seat_guest(self, room: Room, name: str) -> Joined:
        """A free seat of an open table for somebody who found it in the list."""

        async def work() -> Joined:
            seat = room.seating.free()
            if not room.row.open or room.course.over or seat is None:
                raise Refused("no_free_seat")
            secret = new_secret()  # whoever else had the link cannot use it any more
            await room.change_seat(
                replace(seat, digest=digest(secret), claimed=1, name=clean_name(name) or seat.name)
            )
            return Joined(room.row.id, seat.seat, secret, room.row.watch)

        return await room.call(work)

    # ---- finding ----

    async def find(self, table_id: str) -> Room | None:
        """The table of that name, from memory or from the store."""
        room = self._rooms.get(table_id)
        if room is not None and not room.closed:
            room.touched = time.monotonic()
            return room
        task = self._loading.get(table_id)
        if task is None:
            task = asyncio.create_task(self._load(table_id))
            self._loading[table_id] = task
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(task)

    async def _load(self, table_id: str) -> Room | None:
        kept = await asyncio.to_thread(self._services.store.load, table_id)
        if kept is None:
            return None
        wish = msgspec.json.decode(kept.table.wish, type=TableWish)
        try:
            course = await self._replay(kept, wish)
        except GameError as error:
            log.error("table %s cannot be loaded: %s", table_id, error)
            raise Refused("cannot_go_on", text=str(error)) from None
        files, hints = tuple(wish.custom), allows_hints(wish)
        room = Room(self._services, kept.table, kept.seats, course, kept.changes, files, hints)
        self._rooms[table_id] = room
        room.wake()
        return room

    async def _replay(self, kept: Kept, wish: TableWish) -> Course:
        """A table is its record, played again."""
        custom = self.customs.chosen(wish.custom)
        header = Record.from_text(kept.table.header, custom).header
        verify_files(header)
        if header.table.own_map is not None:
            self._boards.note(header.table.own_map)
        checks = {change.line: change.fingerprint for change in kept.changes if change.fingerprint}
        course = Course(header.table)
        for who, text in kept.lines:
            course.replay(Move(who, text))
            if course.line in checks and checks[course.line] != fingerprint(course.state):
                raise GameError(f"it was played by other rules up to line {course.line}")
            if course.line % _AT_ONCE == 0:
                await asyncio.sleep(0)
        return course

    async def wake_all(self) -> None:
        """After a start: where a computer is to act it is asked again."""
        for table_id in await asyncio.to_thread(self._services.store.find_waiting_for_computers):
            try:
                await self.find(table_id)
            except GameError:
                continue  # it is in the log
            await asyncio.sleep(0)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP)
            for table_id, room in list(self._rooms.items()):
                if room.closed or room.is_idle(self._services.settings.idle):
                    del self._rooms[table_id]
                    room.close()
                else:
                    room.wake()


def _given(row: TableRow, plan: Plan, secrets: dict[str, str]) -> TableGiven:
    seats = [
        SeatGiven(seat.seat, seat.kind, seat.name, secrets.get(seat.seat)) for seat in plan.seats
    ]
    return TableGiven(row.id, row.watch, seats)
