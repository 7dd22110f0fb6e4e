"""One table: one change at a time; keep, then acknowledge, then publish."""

from __future__ import annotations

import traceback
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from smallworld.engine.errors import GameError
from smallworld.engine.terms import NOBODY_ACTS
from smallworld.table import messages, views
from smallworld.table.broadcaster import Broadcaster
from smallworld.table.credentials import clean_name, same
from smallworld.table.hints import HintService, ReviewService
from smallworld.table.history import Deal, History, PendingChange
from smallworld.table.interface import (
    Ask,
    AskComputer,
    Caller,
    Close,
    CloseReason,
    Command,
    ComputerChose,
    Fact,
    HintFailed,
    HintFound,
    Input,
    Join,
    Keep,
    Kept,
    Leave,
    LogError,
    NotKept,
    Output,
    PlayAgain,
    RematchReady,
    ReviewFailed,
    ReviewFound,
    ReviewMade,
    SeatPosition,
    SeatTaken,
    Send,
    Stop,
    StopComputer,
    TakeSeat,
    Tick,
)
from smallworld.table.loading import (
    change_row,
    lines_of,
    new_table,
    record_of,
    row_after,
    seat_position,
)
from smallworld.table.problems import Refused
from smallworld.table.rate_limit import TokenBucket
from smallworld.table.rows import (
    Change,
    ChangeRow,
    LoadedTable,
    SaveChange,
    SaveNewTable,
    SaveSeat,
    SaveTable,
    SeatRow,
    TableRow,
)
from smallworld.table.seating import Seating
from smallworld.table.table_request import allows_hints, check_level, validate
from smallworld.table.views import Views


@dataclass(frozen=True)
class TableLimits:
    """What a table allows."""

    levels: Sequence[str]  # of computers
    takeover_after: float = 60.0  # seconds until others may let a computer play for someone away
    hints_burst: float = 8.0  # hints that may be asked for at once …
    hints_rate: float = 0.3  # … and a second in the long run
    most_connections: int = 60


@dataclass(frozen=True)
class _Pending:
    """What is being kept, for whom, and what the table is like once it is."""

    command: Command
    row: TableRow
    seats: Sequence[SeatRow] = ()
    change: PendingChange | None = None
    change_row: ChangeRow | None = None
    views: Views | None = None


_CLOSED_FOR: Final[dict[str, CloseReason]] = {"not_your_table": "forbidden", "crowded": "crowded"}


class TableMachine:
    """A table, the connections that look at it, and the computers that play at it.

    `receive` takes every input; between its calls nothing happens.
    """

    def __init__(
        self, loaded: LoadedTable, history: History, limits: TableLimits, now: float
    ) -> None:
        row = loaded.table
        self.history: Final = history
        self.seating: Final = Seating(loaded.seats, now)
        self.stopped = False
        hints = allows_hints(row.request)
        self._limits: Final = limits
        self._broadcaster: Final = Broadcaster(
            history, self.seating, row, limits.takeover_after, hints
        )
        self._hints: Final = HintService(
            hints, TokenBucket(limits.hints_burst, limits.hints_rate, now)
        )
        self._reviews: Final = ReviewService()
        self._acks: Final[dict[tuple[str, str], messages.AckMessage]] = {}  # by seat and request
        self._bases: Final[dict[int, int]] = {}  # of each version
        self._checkpoints: Final[dict[int, str]] = {}  # fingerprints by line
        for change in loaded.changes:
            self._note(change)
        self._queue: Final[deque[Command]] = deque()
        self._pending: _Pending | None = None
        self._tickets = 0
        self._thinking: int | None = None  # the ticket of the computer that is to act
        self._out: list[Output] = []

    # ---- what it is like ----

    @property
    def row(self) -> TableRow:
        """The table as it is kept."""
        return self._broadcaster.row

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks on and nothing is under way."""
        return not (
            self.seating.connections
            or self._queue
            or self._pending is not None
            or self._thinking is not None
        )

    def record(self) -> str:
        """The record of the game so far, as text."""
        names = self.seating.names()
        return record_of(self.row.header, self.history, names, self._checkpoints)

    # ---- what comes in ----

    def receive(self, given: Input, now: float, deal: Deal) -> list[Output]:
        """What is to be done about an input, in this order.

        `now` is the time in seconds since 1970, `deal` gives a dealer with new luck.
        """
        self._out = []
        if self.stopped:
            if not isinstance(given, Leave | Tick | Kept | NotKept | ComputerChose | Fact):
                self._refuse(given, Refused("cannot_go_on", text="it is being loaded anew"), now)
        elif isinstance(given, Kept):
            self._commit(now)
        elif isinstance(given, NotKept):
            self._give_up(given, now)
        elif isinstance(given, Fact):
            self._learn(given)
        else:
            self._queue.append(given)
        while self._queue and self._pending is None:
            self._carry_out(self._queue.popleft(), now, deal)
        out, self._out = self._out, []
        return out

    def _learn(self, fact: Fact) -> None:
        """What was found out elsewhere; nothing that is kept changes by it."""
        if isinstance(fact, HintFound):
            self._out += self._hints.found(fact.ticket, fact.hint)
        elif isinstance(fact, HintFailed):
            self._out += self._hints.failed(fact.ticket)
        elif isinstance(fact, ReviewFound):
            self._out += self._reviews.found(fact.review, self.record())
        elif isinstance(fact, ReviewMade):
            self._reviews.ended()
            self._out += self._broadcaster.send_all(messages.ReviewMessage(fact.review))
        elif isinstance(fact, ReviewFailed):
            self._reviews.ended()
            message = messages.error_message(None, Refused("no_review"))
            self._out += self._broadcaster.send_all(message)
        elif fact.ticket == self._thinking:
            self._thinking = None

    def _carry_out(self, command: Command, now: float, deal: Deal) -> None:
        """Do at once what changes nothing that is kept; propose what does."""
        before = len(self._out)
        try:
            if isinstance(command, Ask):
                self._ask(command, now, deal)
            elif isinstance(command, Join):
                self._join(command, now)
            elif isinstance(command, Leave):
                self._leave(command, now)
            elif isinstance(command, ComputerChose):
                self._move_computer(command, now, deal)
            elif isinstance(command, TakeSeat):
                self._take_seat(command)
            elif isinstance(command, PlayAgain):
                self._play_again(command, now, deal)
            else:
                self._wake()
        except GameError as error:
            self._refuse(command, error, now)
        except Exception as error:
            del self._out[before:]
            self._log(error)
            self._refuse(command, Refused("broken"), now)

    def _refuse(self, command: Command, error: GameError, now: float) -> None:
        """Tell whoever asked that it is not done, and why."""
        if isinstance(command, Ask):
            self._out.append(
                Send([command.caller], messages.error_message(command.request.id, error))
            )
            if isinstance(error, Refused) and error.code == "stale":
                self._out.append(self._broadcaster.show_again(command.caller, now))
        elif isinstance(command, Join | TakeSeat | PlayAgain):
            self._out.append(Send([command.caller], messages.error_message(None, error)))
            if isinstance(command, Join) and command.caller not in self.seating.connections:
                why = error.why if isinstance(error, Refused) else ""
                reason = "reload" if self.stopped else _CLOSED_FOR.get(why, "trouble")
                self._out.append(Close(command.caller, reason))
        else:
            self._out.append(LogError(f"table {self.row.id}: {error}"))

    def _log(self, error: Exception) -> None:
        lines = "".join(traceback.format_exception(error))
        self._out.append(LogError(f"table {self.row.id}: a request failed\n{lines}"))

    # ---- keeping ----

    def _propose(self, changes: Sequence[Change], pending: _Pending) -> None:
        """Have the changes kept; only then is the table as the pending says."""
        self._pending = pending
        self._out.append(Keep(changes))

    def _propose_seats(self, command: Command, rows: Sequence[SeatRow]) -> None:
        self._propose([SaveSeat(row) for row in rows], _Pending(command, self.row, rows))

    def _propose_change(
        self, command: Command, change: PendingChange, who: str, id_: str | None, now: float
    ) -> None:
        prepared = self._broadcaster.prepare(change)
        row = row_after(self.row, change, now)
        kept = change_row(row, change, who, id_)
        changes: list[Change] = [SaveChange(row.id, kept, lines_of(change)), SaveTable(row)]
        self._propose(changes, _Pending(command, row, (), change, kept, prepared))

    def _commit(self, now: float) -> None:
        """The changes are kept: now they are what is, and whoever should hears of them."""
        pending = self._end_pending()
        if pending.change is not None and pending.change_row is not None:
            self.history.commit(pending.change)
            self._note(pending.change_row)
        for seat in pending.seats:
            self.seating.change(seat)
        self._broadcaster.turn_to(pending.row, pending.views)
        try:
            self._announce(pending, now)
        except Exception as error:  # it is done and kept, whatever went wrong in telling it
            self._log(error)

    def _give_up(self, failure: NotKept, now: float) -> None:
        """Nothing was kept, so nothing has changed."""
        error = Refused("not_saved", text=failure.text)
        command = self._end_pending().command
        if not failure.conflict:
            self._refuse(command, error, now)
            return
        # What is kept is not what is here: whoever comes back finds it loaded anew.
        self.stopped = True
        for one in [command, *self._queue]:
            if not isinstance(one, Leave | Tick):
                self._refuse(one, error, now)
        self._queue.clear()
        self._stop_thinking()
        self._out += self._hints.forget(self.row.n)
        self._out += [Close(caller, "reload") for caller in self.seating.connections]
        self._out.append(Stop())

    def _end_pending(self) -> _Pending:
        if self._pending is None:
            raise ValueError("nothing was to be kept")
        pending, self._pending = self._pending, None
        return pending

    def _note(self, change: ChangeRow) -> None:
        self._bases[change.n] = change.base
        if change.id is not None:
            self._acks[(change.seat, change.id)] = messages.AckMessage(
                change.id, change.n, change.line
            )
        if change.fingerprint is not None:
            self._checkpoints[change.line] = change.fingerprint

    def _announce(self, pending: _Pending, now: float) -> None:
        """Acknowledge what was kept to whoever asked for it, then publish it."""
        command, broadcaster = pending.command, self._broadcaster
        if isinstance(command, Join):
            self._let_in(command, now)
        elif isinstance(command, TakeSeat):
            self._out.append(Send([command.caller], SeatTaken(pending.seats[0].seat)))
            self._out += broadcaster.send_seats(now)
        elif isinstance(command, PlayAgain):
            self._out.append(Send([command.caller], RematchReady(command.table_id)))
            message = messages.RematchMessage(command.table_id, command.watch)
            self._out += broadcaster.send_all(message)
        elif isinstance(command, Ask):
            self._out.append(broadcaster.acknowledge(command.caller, command.request.id))
        if pending.change is not None:
            self._out += broadcaster.publish(pending.change, now)
            self._out += self._hints.forget(self.row.n)
            self._wake()
        elif isinstance(command, Ask):
            self._out += broadcaster.send_seats(now)
            if isinstance(command.request, messages.TakeoverRequest):
                self._stop_thinking()
                self._wake()

    # ---- coming and going ----

    def _join(self, command: Join, now: float) -> None:
        """Let a connection in, if one of its secrets opens a seat or its token lets it watch."""
        request = command.request
        if command.caller in self.seating.connections:
            raise Refused("joined_already")
        opened = self.seating.opened_by(request.secrets)
        may_watch = request.watch is not None and same(request.watch, self.row.watch)
        if not opened and not may_watch:
            raise Refused("not_your_table")
        if len(self.seating.connections) >= self._limits.most_connections:
            raise Refused("crowded")
        claimed = self.seating.newly_claimed(opened)
        if claimed:
            self._propose_seats(command, claimed)
        else:
            self._let_in(command, now)

    def _let_in(self, command: Join, now: float) -> None:
        caller, request = command.caller, command.request
        self.seating.come(caller, self.seating.opened_by(request.secrets))
        try:
            welcome = self._broadcaster.welcome(caller, self._base_since(request.after), now)
        except Exception as error:
            self.seating.leave(caller, now)
            self._log(error)
            self._refuse(command, Refused("broken"), now)
            return
        self._out.append(welcome)
        self._out += self._broadcaster.send_seats(now, but=caller)

    def _leave(self, command: Leave, now: float) -> None:
        if self.seating.leave(command.caller, now):
            self._hints.leave(command.caller)
            self._reviews.leave(command.caller)
            self._out += self._broadcaster.send_seats(now)

    def _base_since(self, after: int | None) -> int:
        """The lines a page that knows version `after` need not be told again."""
        if after is None or not 0 < after <= self.row.n:
            return 0
        bases = [self._bases.get(n, 0) for n in range(after + 1, self.row.n + 1)]
        return min(bases, default=self.history.line)

    def _take_seat(self, command: TakeSeat) -> None:
        """A free seat for somebody who found the table in a list; an older link is worthless."""
        seat = self.seating.free()
        if not self.row.open or self.history.over or seat is None:
            raise Refused("no_free_seat")
        name = clean_name(command.name) or seat.name
        taken = replace(seat, digest=command.digest, claimed=True, name=name)
        self._propose_seats(command, [taken])

    def _play_again(self, command: PlayAgain, now: float, deal: Deal) -> None:
        rows = self.seating.rows
        if not self.seating.opened_by(command.secrets):
            raise Refused("not_your_table")
        if not self.history.over:
            raise Refused("not_over")
        if self.row.rematch is not None and self.row.rematch != command.gone:
            self._out.append(Send([command.caller], RematchReady(self.row.rematch)))
            return
        asked = self.row.request
        request = replace(
            asked,
            seats=tuple(
                replace(seat, name=row.name) for seat, row in zip(asked.seats, rows, strict=True)
            ),
        )
        setup = validate(request, self.history.table.custom, self._limits.levels, deal())
        digests = {row.seat: row.digest for row in rows if row.digest is not None}
        made = new_table(request, setup, digests, command.table_id, command.watch, now, deal)
        row = replace(self.row, rematch=command.table_id)
        self._propose([SaveNewTable(made), SaveTable(row)], _Pending(command, row))

    # ---- requests of connections ----

    def _ask(self, command: Ask, now: float, deal: Deal) -> None:
        caller, request = command.caller, command.request
        if caller not in self.seating.connections:
            raise Refused("not_joined")
        if isinstance(request, messages.PositionRequest):
            state = self.history.position(request.line)
            shown = views.show_past(state, self.history.table, self.history.over)
            self._answer(caller, request.id, messages.PastPosition(request.line, shown))
        elif isinstance(request, messages.ReviewRequest):
            if not self.history.over:
                raise Refused("not_over")
            self._out += self._reviews.ask(caller, request.id)
        else:
            self._ask_for_seat(command, request, self._own_seat(caller, request, now), now, deal)

    def _ask_for_seat(
        self, command: Ask, request: messages.SeatedRequest, seat: int, now: float, deal: Deal
    ) -> None:
        caller, history = command.caller, self.history
        if isinstance(request, messages.MoveRequest | messages.UndoRequest):
            self._change(command, request, seat, now, deal)
        elif isinstance(request, messages.TakeoverRequest):
            self._take_over(command, request, seat)
        elif isinstance(request, messages.RenameRequest):
            row = replace(self.seating.rows[seat], name=clean_name(request.name))
            self._propose_seats(command, [row])
        elif isinstance(request, messages.RegionRequest):
            found = views.explain_region(history.state, history.table, seat, request.region)
            self._answer(caller, request.id, found)
        elif isinstance(request, messages.HintRequest):
            self._refuse_turn(seat)
            if self._hints.check(now):
                self._out.append(self._hints.begin(self._ticket(), self.row.n, self._position()))
            self._out += self._hints.tell(caller, request.id)
        else:
            self._refuse_turn(seat)
            trial = views.try_out(history.state, history.table, seat, history.line, request.do)
            self._answer(caller, request.id, trial)

    def _answer(self, caller: Caller, id_: str, body: messages.AnswerBody) -> None:
        self._out.append(Send([caller], messages.AnswerMessage(id_, body)))

    def _own_seat(self, caller: Caller, request: messages.SeatedRequest, now: float) -> int:
        """The seat the request is for, if this connection may speak for it."""
        seat = self.seating.number(request.seat)
        own = self.seating.connections[caller]
        if seat is None:
            raise Refused("no_seat", seat=request.seat)
        if seat in own:
            return seat
        if isinstance(request, messages.TakeoverRequest) and request.level and own:
            away = self.seating.away(seat, now)
            if away is not None and away >= self._limits.takeover_after:
                return seat
            raise Refused("not_away", seat=request.seat)
        raise Refused("not_your_seat", seat=request.seat)

    def _refuse_turn(self, seat: int) -> None:
        """Unless that seat decides now, and a person does it."""
        names = self.history.state.options.seats
        if self.history.over:
            raise Refused("ended")
        if seat != self.history.acting:
            raise Refused("not_your_turn", seat=names[seat], now=names[self.history.acting])
        if self.seating.rows[seat].computer is not None:
            raise Refused("computer_plays", seat=names[seat])

    def _change(
        self,
        command: Ask,
        request: messages.MoveRequest | messages.UndoRequest,
        seat: int,
        now: float,
        deal: Deal,
    ) -> None:
        ack = self._acks.get((request.seat, request.id))
        if ack is not None:  # asked before, done before
            self._out.append(Send([command.caller], ack))
            return
        if request.at != self.row.n and not self.history.over:
            raise Refused("stale", at=request.at, now=self.row.n)
        self._refuse_turn(seat)
        if isinstance(request, messages.MoveRequest):
            change = self.history.propose_move(seat, request.do, deal)
        else:
            change = self.history.propose_undo(seat, request.to)
        self._propose_change(command, change, request.seat, request.id, now)

    def _take_over(self, command: Ask, request: messages.TakeoverRequest, seat: int) -> None:
        row = self.seating.rows[seat]
        if row.kind == "computer":
            raise Refused("computer_seat", seat=row.seat)
        level = request.level
        if level is not None:
            check_level(level, self._limits.levels)
        self._propose_seats(command, [replace(row, computer=level)])

    # ---- computers ----

    def _wake(self) -> None:
        """If a computer is to act, let it think; it is asked once at a time."""
        acting = self.history.acting
        level = None if acting == NOBODY_ACTS else self.seating.rows[acting].computer
        if self._thinking is None and level is not None:
            position = self._position()
            self._thinking = self._ticket()
            self._out.append(AskComputer(self._thinking, position, level))

    def _stop_thinking(self) -> None:
        """Nobody wants to know any more what a computer would do here."""
        if self._thinking is not None:
            self._out.append(StopComputer(self._thinking))
            self._thinking = None

    def _move_computer(self, command: ComputerChose, now: float, deal: Deal) -> None:
        """A computer has chosen; its move takes the same road as a person's."""
        if self._thinking != command.ticket:  # the seat was taken back, or given to another level
            return
        self._thinking = None
        seat = self.history.acting
        change = self.history.propose_move(seat, command.text, deal)
        self._propose_change(command, change, self.seating.rows[seat].seat, None, now)

    def _position(self) -> SeatPosition:
        return seat_position(self.row.header, self.row.request.custom, self.history)

    def _ticket(self) -> int:
        self._tickets += 1
        return self._tickets
