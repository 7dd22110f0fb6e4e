"""The home of one table in a browser: does what its machine says, and tells it how that went."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from smallworld.home.messages import CLOSE_CODES, message_fields
from smallworld.table.history import Deal
from smallworld.table.interface import (
    Ask,
    AskComputer,
    AskHint,
    Caller,
    Close,
    ComputerChose,
    ComputerFailed,
    FindReview,
    HintFailed,
    HintFound,
    Input,
    Join,
    Keep,
    Kept,
    Leave,
    LogError,
    MakeReview,
    NotKept,
    Output,
    PlayAgain,
    RematchReady,
    Remind,
    ReviewFailed,
    ReviewFound,
    ReviewGoesOn,
    ReviewMade,
    SeatPosition,
    SeatsOwned,
    SeatTaken,
    Send,
    SetAlarm,
    StopComputer,
    StopHint,
    Tick,
)
from smallworld.table.machine import TableMachine
from smallworld.table.messages import (
    ErrorMessage,
    HintAnswer,
    JoinRequest,
    PageMessage,
    PageRequest,
)
from smallworld.table.rows import Change
from smallworld.wire.plain import plain

log: Final = logging.getLogger("smallworld.browser")

Answered = Callable[[RematchReady | SeatTaken | ErrorMessage], None]
_LONGEST: Final = 86_400.0  # seconds a browser can be asked to wait
_AGAIN: Final = 1.0  # seconds until a computer that failed is asked again


def write(message: PageMessage) -> str:
    """A message as text."""
    return json.dumps(plain(message_fields(message)), ensure_ascii=False, separators=(",", ":"))


class TableServices(Protocol):
    """What a table needs of the home of all tables."""

    @property
    def deal(self) -> Deal:
        """Gives a dealer with new luck."""

    def now(self) -> float:
        """Seconds since 1970."""

    def soon(self, do: Callable[[], None]) -> None:
        """Do it when what is being done now is done."""

    def tell(self, line: int, text: str) -> None:
        """Send a text to a page."""

    def hang_up(self, line: int, code: int) -> None:
        """Close the line of a page."""

    def keep(self, changes: Sequence[Change], done: Callable[[str, bool], None]) -> None:
        """Keep changes as one; `done` hears the error (empty: none), and if it is a conflict."""

    def choose(self, position: SeatPosition, level: str, done: Callable[[str], None]) -> int:
        """Let a level choose; `done` hears the action's text, or nothing if it failed."""

    def advise(self, position: SeatPosition, done: Callable[[HintAnswer | None], None]) -> int:
        """Find a hint; `done` hears it, or None if there is none."""

    def stop(self, number: int) -> None:
        """Nobody waits for that thought any more."""

    def find_review(self, table_id: str, done: Callable[[str | None], None]) -> None:
        """Look for a review that is kept."""

    def make_review(
        self,
        table_id: str,
        record: str,
        files: Sequence[str],
        told: Callable[[int], None],
        done: Callable[[str | None], None],
    ) -> None:
        """Make a review and keep it; `told` hears how far it is, `done` the review or None."""

    def remind(self, table_id: str, seconds: float) -> None:
        """See that the table is woken after so long."""

    def forget(self, table_id: str) -> None:
        """The table must be loaded anew."""


class LocalTable:
    """A table in memory, and the lines of those who look at it."""

    def __init__(self, services: TableServices, machine: TableMachine) -> None:
        clock = machine.state.row.clock
        # Time counts while the table is open here: it goes on where it was when it was last kept.
        self._away: Final = 0.0 if clock is None else services.now() - clock.at
        self._alarm: float | None = None  # the next moment it is woken because of its clock
        self.machine: Final = machine
        self.table_id: Final = machine.state.row.id
        self.closed = False
        self._services: Final = services
        self._lines: Final[dict[Caller, int]] = {}
        self._waiting: Final[dict[Caller, Answered]] = {}  # for one answer
        self._thoughts: Final[dict[int, int]] = {}  # the home's numbers, by ticket
        self._calls = 0

    # ---- what comes in ----

    def wake(self) -> None:
        """Time has passed; a computer that is to act is asked."""
        if self._alarm is not None and self._services.now() >= self._alarm:
            self._alarm = None
        self._receive(Tick())

    def join(self, line: int, request: JoinRequest) -> None:
        """A page wants in; it hears whether it is."""
        caller = _caller(line)
        self._lines[caller] = line
        self._receive(Join(caller, request))

    def ask(self, line: int, request: PageRequest) -> None:
        """A page that has joined asks for something."""
        self._receive(Ask(_caller(line), request))

    def leave(self, line: int) -> None:
        """A page is gone."""
        if self._lines.pop(_caller(line), None) is not None:
            self._receive(Leave(_caller(line)))

    def play_again(
        self, secrets: Sequence[str], table_id: str, watch: str, gone: str | None, done: Answered
    ) -> None:
        """The table where the same people play again."""
        self._calls += 1
        caller = f"call {self._calls}"
        self._waiting[caller] = done
        self._receive(PlayAgain(caller, secrets, table_id, watch, gone))

    @property
    def is_idle(self) -> bool:
        """Whether nobody needs it."""
        return self.machine.is_idle and not self._waiting

    def _receive(self, given: Input) -> None:
        if self.closed:
            return
        now, deal = self._services.now(), self._services.deal
        for output in self.machine.receive(given, now, deal, self._away):
            try:
                self._perform(output)
            except Exception:  # what comes after it must be done all the same
                log.exception("table %s: %s failed", self.table_id, type(output).__name__)

    # ---- what comes out ----

    def _perform(self, output: Output) -> None:
        services = self._services
        if isinstance(output, Send):
            self._send(output)
        elif isinstance(output, Keep):
            services.keep(output.changes, self._was_kept)
        elif isinstance(output, Close):
            line = self._lines.pop(output.caller, None)
            if line is not None:
                services.hang_up(line, CLOSE_CODES[output.reason])
        elif isinstance(output, AskComputer):
            self._choose(output)
        elif isinstance(output, AskHint):
            self._advise(output)
        elif isinstance(output, StopComputer | StopHint):
            number = self._thoughts.pop(output.ticket, None)
            if number is not None:
                services.stop(number)
        elif isinstance(output, FindReview):
            services.find_review(self.table_id, self._found_review)
        elif isinstance(output, MakeReview):
            files = self.machine.state.row.request.custom
            services.make_review(
                self.table_id, output.record, files, self._goes_on, self._made_review
            )
        elif isinstance(output, Remind):
            services.remind(self.table_id, output.seconds)
        elif isinstance(output, SetAlarm):
            self._set_alarm(output.seconds)
        elif isinstance(output, LogError):
            log.error("%s", output.text)
        else:
            self.close()

    def _set_alarm(self, seconds: float | None) -> None:
        """Be woken then, unless that happens sooner anyway: reminders cannot be taken back."""
        if seconds is None:
            return
        seconds = min(seconds, _LONGEST)
        moment = self._services.now() + seconds
        if self._alarm is None or moment < self._alarm:
            self._alarm = moment
            self._services.remind(self.table_id, seconds)

    def _send(self, output: Send) -> None:
        message = output.message
        if isinstance(message, SeatTaken | RematchReady | ErrorMessage):
            for caller in output.to:
                done = self._waiting.pop(caller, None)
                if done is not None:
                    done(message)
        if isinstance(message, SeatTaken | SeatsOwned | RematchReady):
            return
        lines = [self._lines[caller] for caller in output.to if caller in self._lines]
        if lines:
            text = write(message)
            for line in lines:
                self._services.tell(line, text)

    def _was_kept(self, error: str, conflict: bool) -> None:
        self._receive(NotKept(error, conflict) if error else Kept())

    def _choose(self, asked: AskComputer) -> None:
        if not asked.watched:
            return  # whoever comes back is soon enough, and a phone's battery is small

        def done(text: str) -> None:
            self._thoughts.pop(asked.ticket, None)
            if text:
                self._receive(ComputerChose(asked.ticket, text))
            else:
                self._receive(ComputerFailed(asked.ticket))
                self._services.remind(self.table_id, _AGAIN)

        self._thoughts[asked.ticket] = self._services.choose(asked.position, asked.level, done)

    def _advise(self, asked: AskHint) -> None:
        def done(hint: HintAnswer | None) -> None:
            self._thoughts.pop(asked.ticket, None)
            found = HintFailed(asked.ticket) if hint is None else HintFound(asked.ticket, hint)
            self._receive(found)

        self._thoughts[asked.ticket] = self._services.advise(asked.position, done)

    def _found_review(self, text: str | None) -> None:
        self._receive(ReviewFound(None if text is None else _decoded(text)))

    def _goes_on(self, percent: int) -> None:
        self._receive(ReviewGoesOn(percent))

    def _made_review(self, text: str | None) -> None:
        self._receive(ReviewFailed() if text is None else ReviewMade(_decoded(text)))

    # ---- the end ----

    def close(self) -> None:
        """Stop; all that was acknowledged is kept already, and pages come back by themselves."""
        if self.closed:
            return
        self.closed = True
        for line in self._lines.values():
            self._services.hang_up(line, CLOSE_CODES["reload"])
        for number in self._thoughts.values():
            self._services.stop(number)
        self._services.forget(self.table_id)


def _caller(line: int) -> Caller:
    return f"line {line}"


def _decoded(text: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(text)
    return found
