"""One table in memory: one queue, one change at a time; keep, then acknowledge, then publish."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final, TypeVar

import msgspec

from smallworld.engine.errors import GameError
from smallworld.engine.terms import NOBODY_ACTS
from smallworld.play.game_view import ending_of
from smallworld.server import messages, sight
from smallworld.server.computers import Computers
from smallworld.server.counsel import Counsel
from smallworld.server.course import Course, Deal, Draft
from smallworld.server.gallery import Gallery
from smallworld.server.messages import Ack, Request
from smallworld.server.problems import Refused
from smallworld.server.records import record_of
from smallworld.server.reviews import Reviews
from smallworld.server.rows import (
    ChangeRow,
    SeatRow,
    Statement,
    TableRow,
    insert_change,
    insert_seat,
    update_table,
)
from smallworld.server.seating import Connection, Seating
from smallworld.server.security import Bucket, clean_name, same
from smallworld.server.settings import Settings
from smallworld.server.store import Store, Trouble
from smallworld.server.wishes import check_level

log: Final = logging.getLogger("smallworld.server")

T = TypeVar("T")
Job = Callable[[], Awaitable[None]]


@dataclass(frozen=True)
class Services:
    """What all tables of a server share."""

    settings: Settings
    store: Store
    computers: Computers
    reviews: Reviews
    deal: Deal


class Room:
    """A table, the pages that look at it, and the computers that play at it."""

    def __init__(
        self,
        services: Services,
        row: TableRow,
        seats: list[SeatRow],
        course: Course,
        changes: list[ChangeRow],
        files: tuple[str, ...],
        hints: bool,
    ) -> None:
        self.course: Final = course
        self.seating: Final = Seating(seats)
        self.touched = time.monotonic()
        self.checkpoints: Final[dict[int, str]] = {}
        self._services: Final = services
        self._files: Final = files
        self._acks: Final[dict[tuple[str, str], Ack]] = {}
        self._bases: Final[dict[int, int]] = {}  # of each version
        for change in changes:
            self._note(change)
        self._gallery: Final = Gallery(
            course, self.seating, row, files, services.settings.takeover_after, hints
        )
        limit = Bucket(services.settings.hints_burst, services.settings.hints_rate)
        self._counsel: Final = Counsel(
            course, self._gallery, files, services.computers, services.reviews, limit
        )
        self._jobs: Final[asyncio.Queue[Job]] = asyncio.Queue()
        self.closed = False
        self._busy = False
        self._thinking: asyncio.Task[None] | None = None  # until its answer is dealt with
        self._worker: Final = asyncio.create_task(self._work())

    @property
    def row(self) -> TableRow:
        """The table as it is kept."""
        return self._gallery.row

    def record(self) -> str:
        """The record of the game so far, as text."""
        return record_of(self.row.header, self.course, self.seating.names(), self.checkpoints)

    # ---- the queue ----

    async def call(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do this when it is its turn, and hand back what it gives."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def job() -> None:
            try:
                result = await work()
            except Exception as error:
                if not done.cancelled():
                    done.set_exception(error)
            else:
                if not done.cancelled():
                    done.set_result(result)

        self._jobs.put_nowait(job)
        return await done

    def ask(self, connection: Connection, request: Request) -> None:
        """Deal with what a page says when it is its turn."""
        self._jobs.put_nowait(lambda: self._deal_with(connection, request))

    async def _work(self) -> None:
        while True:
            job = await self._jobs.get()
            self._busy = True
            try:
                await job()
            except Exception:
                log.exception("table %s: a request failed", self.row.id)
            self._busy = False
            self.touched = time.monotonic()

    def is_idle(self, seconds: float) -> bool:
        """Whether nobody has needed this room for so long."""
        if self.seating.connections or self._busy or not self._jobs.empty() or self._thinking:
            return False
        return time.monotonic() - self.touched > seconds

    def close(self, code: int = 1012) -> None:
        """Stop; all that was acknowledged is kept already."""
        for connection in self.seating.connections:
            connection.close(code)
        self._stop_thinking()
        self._counsel.close()
        self._worker.cancel()
        self.closed = True

    # ---- coming and going ----

    async def join(self, connection: Connection, join: messages.Join) -> bool:
        """Let a page in, if one of its secrets opens a seat or its token lets it watch."""
        opened = self.seating.opened_by(join.secrets)
        if not opened and not (join.watch is not None and same(join.watch, self.row.watch)):
            connection.post(messages.refusal(None, Refused("not_your_table")))
            connection.close(4403)
            return False
        if len(self.seating.connections) >= self._services.settings.most_at_a_table:
            connection.post(messages.refusal(None, Refused("crowded")))
            connection.close(1013)
            return False
        claimed = self.seating.newly_claimed(opened)
        if claimed:
            await self._keep_seats(claimed)
        connection.seats = opened
        self.seating.come(connection)
        self._gallery.welcome(connection, self._base_since(join.after))
        self._gallery.tell_seats(but=connection)
        return True

    def leave(self, connection: Connection) -> None:
        """A page is gone."""
        if self.seating.leave(connection):
            self.touched = time.monotonic()
            self._gallery.tell_seats()

    def _base_since(self, after: int | None) -> int:
        """The lines a page that knows version `after` need not be told again."""
        if after is None or not 0 < after <= self.row.n:
            return 0
        bases = [self._bases.get(n, 0) for n in range(after + 1, self.row.n + 1)]
        return min(bases, default=self.course.line)

    # ---- requests ----

    async def _deal_with(self, connection: Connection, request: Request) -> None:
        try:
            if isinstance(request, messages.Position):
                self._gallery.show_position(connection, request)
                return
            if isinstance(request, messages.Review):
                await self._counsel.review(connection, request.id, self.record())
                return
            seat = self._own_seat(connection, request)
            if isinstance(request, messages.Do | messages.Undo):
                await self._change(connection, seat, request)
            elif isinstance(request, messages.Takeover):
                await self._take_over(connection, seat, request)
            elif isinstance(request, messages.Rename):
                name = clean_name(request.name)
                await self._keep_seats([replace(self.seating.rows[seat], name=name)])
                self._gallery.acknowledge(connection, request.id)
                self._gallery.tell_seats()
            elif isinstance(request, messages.Why):
                reason = sight.explain_region(
                    self.course.state, self.course.table, seat, request.region
                )
                connection.post(messages.write_answer(request.id, reason))
            elif isinstance(request, messages.Hint):
                self._refuse_turn(seat)
                self._counsel.hint(connection, request.id)
            else:
                self._refuse_turn(seat)
                trial = sight.try_out(
                    self.course.state, self.course.table, seat, self.course.line, request.do
                )
                connection.post(messages.write_answer(request.id, trial))
        except Trouble as error:
            connection.post(messages.refusal(request.id, error))
            if error.conflict:  # what is kept is not what is here: whoever comes back sees it anew
                log.error("table %s: %s", self.row.id, error)
                self.close()
        except GameError as error:
            connection.post(messages.refusal(request.id, error))
            if isinstance(error, Refused) and error.code == "stale":
                self._gallery.show_again(connection)

    def _own_seat(self, connection: Connection, request: Request) -> int:
        """The seat the request is for, if this page may speak for it."""
        assert not isinstance(request, messages.Position | messages.Review)
        seat = self.seating.number(request.seat)
        if seat is None:
            raise Refused("no_seat", seat=request.seat)
        if seat in connection.seats:
            return seat
        if isinstance(request, messages.Takeover) and request.level and connection.seats:
            away = self.seating.away(seat)
            if away is not None and away >= self._services.settings.takeover_after:
                return seat
            raise Refused("not_away", seat=request.seat)
        raise Refused("not_your_seat", seat=request.seat)

    def _refuse_turn(self, seat: int) -> None:
        """Unless that seat decides now, and a person does it."""
        names = self.course.state.options.seats
        if self.course.over:
            raise Refused("ended")
        if seat != self.course.acting:
            raise Refused("not_your_turn", seat=names[seat], now=names[self.course.acting])
        if self.seating.rows[seat].computer is not None:
            raise Refused("computer_plays", seat=names[seat])

    async def _change(
        self, connection: Connection, seat: int, request: messages.Do | messages.Undo
    ) -> None:
        ack = self._acks.get((request.seat, request.id))
        if ack is not None:  # asked before, done before
            connection.post(messages.write(ack))
            return
        if request.at != self.row.n and not self.course.over:
            raise Refused("stale", at=request.at, now=self.row.n)
        self._refuse_turn(seat)
        if isinstance(request, messages.Do):
            draft = self.course.draft_move(seat, request.do, self._services.deal)
        else:
            draft = self.course.draft_undo(seat, request.to)
        await self._keep(draft, request.seat, request.id)
        connection.post(messages.write(self._acks[(request.seat, request.id)]))
        self._publish(draft)

    async def _take_over(
        self, connection: Connection, seat: int, request: messages.Takeover
    ) -> None:
        row = self.seating.rows[seat]
        if row.kind == "computer":
            raise Refused("computer_seat", seat=row.seat)
        level = None if request.level is None else check_level(request.level)
        await self._keep_seats([replace(row, computer=level)])
        self._gallery.acknowledge(connection, request.id)
        self._gallery.tell_seats()
        self._stop_thinking()
        self.wake()

    # ---- changes ----

    async def begin(self, draft: Draft, more: list[Statement]) -> None:
        """Keep a new table with its first luck."""
        await self._keep(draft, "*", None, more)

    async def _keep(
        self, draft: Draft, who: str, id_: str | None, before: list[Statement] | None = None
    ) -> None:
        """Write the draft down; only then is it what is."""
        state = draft.state
        ending = ending_of(state)
        change = ChangeRow(self.row.n + 1, who, id_, draft.base, draft.line, draft.checkpoint)
        acting = sight.acting(state)
        row = replace(
            self.row,
            moved=time.time(),
            n=change.n,
            line=draft.line,
            turn=int(state.turn),
            acting=acting,
            over=int(ending is not None),
            result=None if ending is None else msgspec.json.encode(ending).decode(),
        )
        moves = [(move.who, move.text) for move in draft.moves]
        statements = [*(before or []), *insert_change(row.id, change, moves), update_table(row)]
        await self._services.store.write(statements)
        self.course.take(draft)
        self._counsel.forget()
        self._gallery.turn_to(row)
        self._note(change)

    def _note(self, change: ChangeRow) -> None:
        self._bases[change.n] = change.base
        if change.id is not None:
            self._acks[(change.seat, change.id)] = Ack(change.id, change.n, change.line)
        if change.fingerprint is not None:
            self.checkpoints[change.line] = change.fingerprint

    async def _keep_seats(self, rows: list[SeatRow]) -> None:
        await self._services.store.write([insert_seat(row) for row in rows])
        for row in rows:
            self.seating.change(row)

    async def change_seat(self, row: SeatRow) -> None:
        """A seat is from now on like this; everybody is told."""
        await self._keep_seats([row])
        self._gallery.tell_seats()

    def note_rematch(self, row: TableRow, watch: str) -> None:
        """The same people play again, and that is kept; everybody is told where."""
        assert row.rematch is not None
        self._gallery.turn_to(row)
        self._gallery.tell_rematch(row.rematch, watch)

    def _publish(self, draft: Draft) -> None:
        self._gallery.publish(draft)
        self.wake()

    # ---- computers ----

    def wake(self) -> None:
        """If a computer is to act, let it think; it is asked once at a time."""
        level = self._level_to_act()
        if self._thinking is None and level is not None:
            self._thinking = asyncio.create_task(self._think(level))

    def _stop_thinking(self) -> None:
        """Nobody wants to know any more what a computer would do here."""
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None

    def _level_to_act(self) -> str | None:
        acting = self.course.acting
        return None if acting == NOBODY_ACTS else self.seating.rows[acting].computer

    async def _think(self, level: str) -> None:
        thought = self._thinking
        seat = self.course.acting
        course, computers = self.course, self._services.computers
        try:
            text = await computers.choose(
                computers.question(course.state, course.table, self.row.header, self._files, level)
            )
        except Exception:  # it is asked again at the next look around
            log.exception("table %s: the level %s gave no answer", self.row.id, level)
            if self._thinking is thought:
                self._thinking = None
            return
        self._jobs.put_nowait(lambda: self._answered(thought, seat, text))

    async def _answered(self, thought: asyncio.Task[None] | None, seat: int, text: str) -> None:
        """A computer has chosen; its move takes the same road as a person's."""
        if self._thinking is not thought:  # the seat was taken back, or given to another level
            return
        self._thinking = None
        draft = self.course.draft_move(seat, text, self._services.deal)
        await self._keep(draft, self.seating.rows[seat].seat, None)
        self._publish(draft)
