"""The home of one table on this server: SQLite keeps it, WebSockets tell it, processes think."""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from smallworld.home.messages import CLOSE_CODES
from smallworld.server.clocks import ServedTime
from smallworld.server.cluster.other_homes import OtherHomes
from smallworld.server.http.connection import Connection
from smallworld.server.http.wire import write
from smallworld.server.settings import ServerSettings
from smallworld.server.storage.game_store import GameStore, StorageError, WrittenByOthers
from smallworld.server.storage.watch_key import TokenOf, no_token
from smallworld.server.workers.computers import Computers
from smallworld.server.workers.job_queue import Busy, JobPlace, Urgency
from smallworld.server.workers.reviews import Reviews
from smallworld.table.history import Deal
from smallworld.table.homes.notes import HomeNote
from smallworld.table.interface import (
    Ask,
    AskComputer,
    AskHint,
    Caller,
    Close,
    CloseReason,
    ComputerChose,
    ComputerFailed,
    FindReview,
    HeardFrom,
    HintFailed,
    HintFound,
    HomeLost,
    Input,
    Join,
    Keep,
    Kept,
    KeptElsewhere,
    Leave,
    LogError,
    MakeReview,
    NotKept,
    Output,
    RematchReady,
    Remind,
    ReviewFailed,
    ReviewFound,
    ReviewGoesOn,
    ReviewMade,
    SeatsOwned,
    SeatTaken,
    Send,
    SetAlarm,
    StopComputer,
    StopHint,
    TellHomes,
    Tick,
)
from smallworld.table.machine import TableMachine
from smallworld.table.messages import (
    ErrorMessage,
    JoinRequest,
    PageRequest,
    WelcomeMessage,
    error_message,
)
from smallworld.table.problems import Refused
from smallworld.table.rows import Change, TableUpdate, update_of

log: Final = logging.getLogger("smallworld.server")

Reply = SeatTaken | SeatsOwned | RematchReady | ErrorMessage | WelcomeMessage
_AGAIN: Final = 0.5  # seconds until a database that did not answer is asked again
_PATIENCE: Final = 10.0  # seconds who joins waits for a database that does not answer
_LOOK: Final = 0.01
_calls: Final = itertools.count(1)
_CLOSED: Final = error_message(None, Refused("not_saved", text="the table was closed meanwhile"))


@dataclass(frozen=True)
class Services:
    """What all tables of a server share."""

    settings: ServerSettings
    store: GameStore
    computers: Computers
    reviews: Reviews
    deal: Deal
    token_of: TokenOf = no_token
    homes: OtherHomes = field(default_factory=OtherHomes)
    time: ServedTime = field(default_factory=ServedTime)


class TableSession:
    """A table in memory: does what its machine says, and tells it how that went."""

    def __init__(
        self,
        services: Services,
        machine: TableMachine,
        owner: str | None = None,
        rev: int = 0,  # how often the table was written, where several homes write
    ) -> None:
        self.machine: Final = machine
        self.owner = owner  # whose share computers think here on; None: nobody has come yet
        self.table_id: Final = machine.state.row.id
        self.closed = False
        self._services: Final = services
        self._connections: Final[dict[Caller, Connection]] = {}
        self._waiting: Final[dict[Caller, asyncio.Future[Reply]]] = {}  # for one answer
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._asked: Final[dict[int, asyncio.Task[None]]] = {}  # of computers, by ticket
        self._used = time.monotonic()  # when somebody last needed it
        self._rev = rev
        self._newest = rev  # the revision somebody has spoken of
        self._keeping = False  # something is being written, or what others wrote is being read
        self._alarm: asyncio.TimerHandle | None = None  # goes off when a clock runs out
        services.homes.open(self)
        for output in machine.homes.greet():
            self._perform(output)

    # ---- what comes in ----

    def wake(self) -> None:
        """Time has passed; a computer that is to act is asked."""
        self._receive(Tick())

    async def join(self, connection: Connection, request: JoinRequest) -> bool:
        """Whether the connection was let in; if not it has been told why."""
        if self._services.homes.name:
            await self._look_what_is_kept()
        self._connections[connection.id] = connection
        if self.owner is None:
            self.owner = connection.owner
        try:
            answer = await self._answer_to(
                connection.id, Join(connection.id, request, connection.owner)
            )
        except asyncio.CancelledError:
            self.leave(connection)
            raise
        if isinstance(answer, WelcomeMessage):
            return True
        self._connections.pop(connection.id, None)
        connection.close(CLOSE_CODES["reload"])  # unless it was closed for another reason
        return False

    def ask(self, connection: Connection, request: PageRequest) -> None:
        """A page that has joined asks for something."""
        self._receive(Ask(connection.id, request))

    def leave(self, connection: Connection) -> None:
        """A page is gone."""
        if self._connections.pop(connection.id, None) is not None:
            self._receive(Leave(connection.id))

    async def call(self, make: Callable[[Caller], Input]) -> SeatTaken | SeatsOwned | RematchReady:
        """The answer to a command of somebody who has no connection; `Refused` if it is an error.

        `make` makes the command for that caller.
        """
        caller = f"call {next(_calls)}"
        answer = await self._answer_to(caller, make(caller))
        if isinstance(answer, ErrorMessage):
            raise Refused(answer.why, **answer.facts)
        assert not isinstance(answer, WelcomeMessage)
        return answer

    async def _answer_to(self, caller: Caller, command: Input) -> Reply:
        if self.closed:
            return _CLOSED
        done: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._waiting[caller] = done
        try:
            self._receive(command)
            return await done
        finally:
            del self._waiting[caller]

    def _receive(self, given: Input) -> None:
        if self.closed:
            return
        if not isinstance(given, Tick):
            self.touch()
        now, deal = time.time(), self._services.deal
        for output in self.machine.receive(given, now, deal, self._services.time.away(now)):
            try:
                self._perform(output)
            except Exception:  # what comes after it must be done all the same
                log.exception("table %s: %s failed", self.table_id, type(output).__name__)

    # ---- what comes out ----

    def _perform(self, output: Output) -> None:
        if isinstance(output, Send):
            self._send(output)
        elif isinstance(output, Keep):
            changes, self._keeping = output.changes, True
            self._services.store.put(
                changes, lambda error: self._was_kept(changes, error), self._rev
            )
        elif isinstance(output, Close):
            connection = self._connections.get(output.caller)
            if connection is not None:
                connection.close(CLOSE_CODES[output.reason])
            elif "/" in output.caller:
                self._services.homes.close_page(self.table_id, output.caller, output.reason)
        elif isinstance(output, TellHomes):
            self._services.homes.tell(self.table_id, output.note)
        elif isinstance(output, AskComputer):
            self._ask_for(output.ticket, self._choose(output))
        elif isinstance(output, AskHint):
            self._ask_for(output.ticket, self._advise(output))
        elif isinstance(output, StopComputer | StopHint):
            task = self._asked.get(output.ticket)
            if task is not None:
                task.cancel()
        elif isinstance(output, FindReview):
            self._start(self._find_review())
        elif isinstance(output, MakeReview):
            self._start(self._make_review(output))
        elif isinstance(output, Remind):
            self._start(self._remind(output.seconds))
        elif isinstance(output, SetAlarm):
            self._set_alarm(output.seconds)
        elif isinstance(output, LogError):
            log.error("%s", output.text)
        else:
            self.close()

    def _send(self, output: Send) -> None:
        message = output.message
        if isinstance(message, Reply):
            for caller in output.to:
                done = self._waiting.get(caller)
                if done is not None and not done.done():
                    done.set_result(message)
        if isinstance(message, SeatTaken | SeatsOwned | RematchReady):
            return
        to = [self._connections[one] for one in output.to if one in self._connections]
        if to:
            text = write(message)
            for connection in to:
                connection.post(text)

    def _was_kept(self, changes: Sequence[Change], error: Exception | None) -> None:
        if isinstance(error, WrittenByOthers):
            self._start(self._catch_up())
            return
        self._keeping = False
        if error is None:
            self._rev += 1
            if self._services.homes.name:  # else there are none
                self._services.homes.tell_kept(
                    self.table_id, update_of(self._rev, self.machine.state.row, changes)
                )
            self._receive(Kept())
            self._catch_up_if_behind()
        elif isinstance(error, StorageError):
            log.error("table %s: %s", self.table_id, error)
            self._receive(NotKept(error.text, error.conflict))
        else:
            log.error("table %s: a change could not be written", self.table_id, exc_info=error)
            self._receive(NotKept(str(error), conflict=False))

    # ---- other homes of the table ----

    def hear_kept(self, update: TableUpdate) -> None:
        """Another home has kept this."""
        self._newest = max(self._newest, update.rev)
        if not self._keeping and update.rev == self._rev + 1:
            self._take(update)
        else:
            self._catch_up_if_behind()

    def hear(self, home: str, note: HomeNote) -> None:
        """Another home says something."""
        self._receive(HeardFrom(home, note))

    def lose_home(self, home: str) -> None:
        """Another home is gone."""
        self._receive(HomeLost(home))

    def hear_revision(self, rev: int) -> None:
        """The table was written so often."""
        self._newest = max(self._newest, rev)
        self._catch_up_if_behind()

    def close_page(self, caller: Caller, reason: CloseReason) -> None:
        """Another home needs the room of one of the pages here."""
        connection = self._connections.get(caller)
        if connection is not None:
            connection.close(CLOSE_CODES[reason])

    def tell_pages(self) -> None:
        """Tell other homes who looks on here; it may have got lost."""
        for output in self.machine.homes.tell_pages():
            self._perform(output)

    async def _look_what_is_kept(self) -> None:
        """Before somebody joins who may come from another home, and know more than is known here.

        Where the database does not answer for long, what is known here must do.
        """
        try:
            async with asyncio.timeout(_PATIENCE):
                kept = await self._revision_kept()
                self.hear_revision(kept)
                while self._rev < kept and not self.closed:
                    await asyncio.sleep(_LOOK)
        except TimeoutError:
            log.warning("table %s: somebody joins what may be old", self.table_id)

    async def _revision_kept(self) -> int:
        while True:
            try:
                found = await self._services.store.revisions([self.table_id])
                return found.get(self.table_id, 0)
            except Refused:
                await asyncio.sleep(_AGAIN)

    def _catch_up_if_behind(self) -> None:
        if self._newest > self._rev and not self._keeping and not self.closed:
            self._keeping = True
            self._start(self._catch_up())

    async def _catch_up(self) -> None:
        """Read what others have kept, however long it takes until the database answers."""
        while True:
            n = self.machine.state.row.n
            try:
                update = await self._services.store.load_since(self.table_id, n)
                break
            except Refused:
                await asyncio.sleep(_AGAIN)
        self._keeping = False
        if update is None:
            log.error("table %s is not kept any more", self.table_id)
            self.close()
        else:
            self._take(update)

    def _take(self, update: TableUpdate) -> None:
        self._rev = update.rev
        rematch = update.standing.rematch
        watch = "" if rematch is None else self._services.token_of(rematch)
        self._receive(KeptElsewhere(update, watch))
        self._catch_up_if_behind()

    # ---- thinking ----

    async def _choose(self, asked: AskComputer) -> None:
        urgency = Urgency.PERSON_WAITS if asked.watched else Urgency.NOBODY_WATCHES
        place = JobPlace(urgency, self._owner_of_game())
        try:
            text = await self._services.computers.choose(asked.position, asked.level, place)
        except Busy as busy:
            self._receive(ComputerFailed(asked.ticket, busy.seconds))
        except Exception:
            log.exception("table %s: the level %s gave no answer", self.table_id, asked.level)
            self._receive(ComputerFailed(asked.ticket))
        else:
            self._receive(ComputerChose(asked.ticket, text))

    async def _advise(self, asked: AskHint) -> None:
        ticket, owner = asked.ticket, self._owner_of(asked.caller)
        try:
            hint = await self._services.computers.advise(asked.position, owner)
        except Busy as busy:
            self._receive(HintFailed(ticket, busy.seconds))
        except Exception:
            log.exception("table %s: no hint was found", self.table_id)
            self._receive(HintFailed(ticket))
        else:
            self._receive(HintFound(ticket, hint))

    async def _find_review(self) -> None:
        try:
            found = await self._services.reviews.find(self.table_id)
        except Exception:
            log.exception("table %s: its review could not be read", self.table_id)
            self._receive(ReviewFailed())
        else:
            self._receive(ReviewFound(None if found is None else msgspec.json.decode(found)))

    async def _make_review(self, wanted: MakeReview) -> None:
        row = self.machine.state.row
        files = tuple(row.request.custom)
        owner = self._owner_of(wanted.caller)
        try:
            made = await self._services.reviews.make(
                row.id, wanted.record, files, owner, self._tell_percent
            )
        except Busy as busy:
            self._receive(ReviewFailed(busy.seconds))
        except Exception:
            log.exception("table %s could not be reviewed", row.id)
            self._receive(ReviewFailed())
        else:
            self._receive(ReviewMade(msgspec.json.decode(made)))

    def _tell_percent(self, percent: int) -> None:
        self._receive(ReviewGoesOn(percent))

    async def _remind(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self.wake()

    def _set_alarm(self, seconds: float | None) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if seconds is not None:
            self._alarm = asyncio.get_running_loop().call_later(seconds, self.wake)

    # ---- whose share of the thinking it takes ----

    def _owner_of(self, caller: Caller) -> str:
        connection = self._connections.get(caller)
        return self._owner_of_game() if connection is None else connection.owner

    def _owner_of_game(self) -> str:
        """Whoever plays and is here, else whoever watches, else whoever made the table."""
        here = self.machine.state.seating.connections
        for caller in sorted(here, key=lambda caller: not here[caller]):
            if caller in self._connections:
                return self._connections[caller].owner
        return self.owner or f"table {self.table_id}"

    # ---- tasks ----

    def _start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _ask_for(self, ticket: int, work: Coroutine[None, None, None]) -> None:
        task = self._start(work)
        self._asked[ticket] = task
        task.add_done_callback(lambda _: self._asked.pop(ticket, None))

    # ---- the end ----

    def is_idle(self, seconds: float) -> bool:
        """Whether nobody has needed this table for so long."""
        return self.machine.is_idle and time.monotonic() - self._used > seconds

    def touch(self) -> None:
        """Somebody is about to need this table."""
        self._used = time.monotonic()

    def close(self) -> None:
        """Stop; all that was acknowledged is kept already."""
        if self.closed:
            return
        self.closed = True
        self._services.homes.close(self)
        for connection in self._connections.values():
            connection.close(CLOSE_CODES["reload"])
        for done in self._waiting.values():
            if not done.done():
                done.set_result(_CLOSED)
        self._set_alarm(None)
        for task in self._tasks:
            task.cancel()
