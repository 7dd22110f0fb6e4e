"""One table: one change at a time; keep, then acknowledge, then publish."""

from __future__ import annotations

import traceback
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from smallworld.engine.game import GameError, HookFailed, legal
from smallworld.engine.notation import to_text
from smallworld.table import messages
from smallworld.table.asking import hosting
from smallworld.table.asking.computer_turn import ComputerTurn
from smallworld.table.asking.hints import HintService, ReviewService
from smallworld.table.asking.questions import answer_of, kept_review, past_position
from smallworld.table.history import Deal, History
from smallworld.table.homes.neighbours import Neighbours
from smallworld.table.homes.notes import (
    HintTaken,
    SeatAnswered,
    SeatWarned,
)
from smallworld.table.interface import (
    Ask,
    Caller,
    Close,
    CloseReason,
    Command,
    ComputerChose,
    Fact,
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
    NotKept,
    Output,
    OwnSeats,
    PlayAgain,
    RematchReady,
    Remind,
    ReviewFailed,
    ReviewFound,
    ReviewGoesOn,
    ReviewMade,
    SeatsOwned,
    SeatTaken,
    Send,
    Stop,
    TakeSeat,
    Tick,
)
from smallworld.table.limits import TokenBucket
from smallworld.table.problems import Refused
from smallworld.table.publishing.broadcaster import Broadcaster
from smallworld.table.publishing.views import Views
from smallworld.table.rows import LoadedTable
from smallworld.table.starting.rematch import propose_rematch
from smallworld.table.state import Proposal, TableLimits, TableState, secrets_of
from smallworld.table.talking.talk import talk
from smallworld.wire.review import GameReview

# What closes a connection that may not join; everything else is the table's own trouble.
_CLOSED_FOR: Final[dict[str, CloseReason]] = {
    "not_your_table": "forbidden",
    "crowded": "crowded",
    "crowded_address": "crowded",
}


@dataclass(frozen=True)
class _Pending:
    """A proposal that is being kept, and the command that led to it."""

    command: Command
    proposal: Proposal
    views: Views | None  # of the position to come


class TableMachine:
    """A table, the connections that look at it, and the computers that play at it.

    `receive` takes every input; between its calls nothing happens.
    """

    def __init__(
        self,
        loaded: LoadedTable,
        history: History,
        limits: TableLimits,
        now: float,
        home: str = "",  # the name of this home, where there may be others
    ) -> None:
        self.state: Final = TableState(loaded, history, limits, now)
        self.stopped = False
        self._broadcaster: Final = Broadcaster(self.state)
        self.homes: Final = Neighbours(home, self.state, self._broadcaster)
        bucket = TokenBucket(limits.hints_burst, limits.hints_rate, now)
        self._hints: Final = HintService(self.state.hints, bucket)
        self._reviews: Final = ReviewService(self._broadcaster)
        self._queue: Final[deque[Command]] = deque()  # what waits until the last change is kept
        self._pending: _Pending | None = None
        self._computer: Final = ComputerTurn(self.state, self.homes)
        self._out: list[Output] = []

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks on and nothing is under way."""
        return not (
            self.state.seating.connections
            or self._queue
            or self._pending is not None
            or self._computer.is_open
        )

    # ---- what comes in ----

    def receive(self, given: Input, now: float, deal: Deal, away: float = 0.0) -> list[Output]:
        """What is to be done about an input, in this order.

        `now` is the time in seconds since 1970, `deal` gives a dealer with new luck, and `away` is
        how long the home has been away in all: on clocks that counts for nobody.
        """
        self._out = []
        self.state.timing.moment = now - away
        if isinstance(given, Tick):
            self.state.timing.went_off()
        if self.stopped:
            if isinstance(given, Ask | Join | TakeSeat | PlayAgain | OwnSeats):
                self._refuse(given, Refused("cannot_go_on", text="it is being loaded anew"), now)
        elif isinstance(given, Kept):
            self._commit(now)
        elif isinstance(given, NotKept):
            self._give_up(given, now)
        elif isinstance(given, KeptElsewhere):
            self._catch_up(given, now)
        elif isinstance(given, HeardFrom | HomeLost):
            self._hear(given, now)
        elif isinstance(given, Fact):
            self._learn(given)
        else:
            self._queue.append(given)
        while self._queue and self._pending is None:
            self._carry_out(self._queue.popleft(), now, deal)
        if self._pending is None and not self.stopped:  # else it is set when that is kept
            self._out[:0] = self.state.timing.alarm(self.state.row.clock)
        out, self._out = self._out, []
        return out

    def _learn(self, fact: Fact) -> None:
        """What was found out elsewhere; nothing that is kept changes by it."""
        if isinstance(fact, HintFound):
            self._out += self._hints.found(fact.ticket, fact.hint)
        elif isinstance(fact, HintFailed):
            self._out += self._hints.failed(fact.ticket, fact.busy)
        elif isinstance(fact, ReviewFound):
            shown = self._show_review(fact.review)  # one that cannot be read is made anew
            self._out += self._reviews.found(shown, self.state.record)
        elif isinstance(fact, ReviewGoesOn):
            self._out += self._reviews.goes_on(fact.percent)
        elif isinstance(fact, ReviewMade):
            shown = self._show_review(fact.review)
            self._out += self._reviews.failed() if shown is None else self._reviews.made(shown)
        elif isinstance(fact, ReviewFailed):
            self._out += self._reviews.failed(fact.busy)
        elif self._computer.take(fact.ticket) and fact.busy:
            message = messages.error_message(None, Refused("busy", seconds=fact.busy))
            self._out += [*self._broadcaster.send_all(message), Remind(fact.busy)]

    def _show_review(self, review: Mapping[str, Any] | None) -> GameReview | None:
        """A review as it is kept, for pages; None if there is none that can be read."""
        try:
            return kept_review(self.state, review)
        except Exception as error:
            self._log(error)
            return None

    def _carry_out(self, command: Command, now: float, deal: Deal) -> None:
        """Do at once what changes nothing that is kept; propose what does."""
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
                self._seat_guest(command, now)
            elif isinstance(command, PlayAgain):
                self._play_again(command, now, deal)
            elif isinstance(command, OwnSeats):
                self._own_seats(command)
            else:
                self._tick(command, now)
        except Exception as error:
            self._fail(command, error, now)

    def _fail(self, command: Command, error: Exception, now: float) -> None:
        """Refuse what led to an error; those that are nobody's fault here go into the log too."""
        if not isinstance(error, GameError) or isinstance(error, HookFailed):
            self._log(error)
        self._refuse(command, error if isinstance(error, GameError) else Refused("broken"), now)

    def _refuse(self, command: Command, error: GameError, now: float) -> None:
        """Tell whoever asked that it is not done, and why."""
        if isinstance(command, Ask):
            self._out.append(
                Send([command.caller], messages.error_message(command.request.id, error))
            )
            if isinstance(error, Refused) and error.code == "stale":
                self._out.append(self._broadcaster.show_again(command.caller, now))
        elif isinstance(command, Join | TakeSeat | PlayAgain | OwnSeats):
            self._out.append(Send([command.caller], messages.error_message(None, error)))
            if isinstance(command, Join) and command.caller not in self.state.seating.connections:
                why = error.why if isinstance(error, Refused) else ""
                reason = "reload" if self.stopped else _CLOSED_FOR.get(why, "trouble")
                self._out.append(Close(command.caller, reason))
        else:
            self._out.append(LogError(f"table {self.state.row.id}: {error}"))

    def _log(self, error: Exception) -> None:
        lines = "".join(traceback.format_exception(error))
        self._out.append(LogError(f"table {self.state.row.id}: a request failed\n{lines}"))

    # ---- keeping ----

    def _propose(self, command: Command, proposal: Proposal) -> None:
        """Have the changes kept; until they are, everything else waits."""
        change = proposal.change
        prepared = None if change is None else self._broadcaster.prepare(change)
        self._pending = _Pending(command, proposal, prepared)
        self._out.append(Keep(proposal.changes))

    def _propose_unless_so(self, command: Ask, proposal: Proposal | None) -> None:
        """The same of what may be so already: then it is acknowledged."""
        if proposal is None:
            self._out.append(self._broadcaster.acknowledge(command.caller, command.request.id))
        else:
            self._propose(command, proposal)

    def _commit(self, now: float) -> None:
        """The changes are kept: now they are made, and whoever should hears of them."""
        pending = self._end_pending()
        self.state.commit(pending.proposal)
        if pending.views is not None:
            self._broadcaster.show(pending.views)
        try:
            self._announce(pending.command, pending.proposal, now)
        except Exception as error:  # it is done and kept, whatever went wrong in telling it
            self._log(error)

    def _give_up(self, failure: NotKept, now: float) -> None:
        """Nothing was kept, so nothing has changed."""
        error = Refused("not_saved", text=failure.text)
        command = self._end_pending().command
        if not failure.conflict:
            self._refuse(command, error, now)
            return
        self._end([command, *self._queue], error, now)

    def _end(self, refused: Sequence[Command], error: GameError, now: float) -> None:
        """What is kept is not what is here: whoever comes back finds it loaded anew."""
        self.stopped = True
        for one in refused:
            if not isinstance(one, Leave | Tick):
                self._refuse(one, error, now)
        self._queue.clear()
        self._out += self._computer.stop()
        self._out += self._hints.stop()
        self._out += [Close(caller, "reload") for caller in self.state.seating.connections]
        self._out.append(Stop())

    # ---- other homes ----

    def _catch_up(self, kept: KeptElsewhere, now: float) -> None:
        """Another home has kept something; what was to be kept here is tried again after it."""
        pending, self._pending = self._pending, None
        try:
            caught = self.state.catch_up(kept.update)
            shown = None if caught.change is None else self._broadcaster.prepare(caught.change)
        except Exception as error:  # what others play by is not what is played by here
            self._log(error)
            waiting = [*self._queue] if pending is None else [pending.command, *self._queue]
            self._end(waiting, Refused("not_saved", text=str(error)), now)
            return
        if pending is not None:
            self._queue.appendleft(pending.command)
        for seat in caught.new_secrets:
            self._see_off(seat, now)
        if caught.change is not None and shown is not None:
            self._broadcaster.show(shown)
            self._out += self._hints.forget(self.state.row.n)
        self._out += self.homes.show(caught, kept.watch, now)
        if caught.change is not None or caught.computers or caught.closed or pending is not None:
            self._ask_computer_anew()

    def _hear(self, told: HeardFrom | HomeLost, now: float) -> None:
        """Another home says something, or is gone."""
        before = self.homes.duty
        if isinstance(told, HomeLost):
            self._out += self.homes.lose(told.home, now)
        elif isinstance(told.note, HintTaken):
            self._hints.count(now)
        else:
            self._out += self.homes.hear(told.home, told.note, now)
        if before != self.homes.duty:
            self._ask_computer_anew()

    def _end_pending(self) -> _Pending:
        if self._pending is None:
            raise ValueError("nothing was to be kept")
        pending, self._pending = self._pending, None
        return pending

    def _announce(self, command: Command, proposal: Proposal, now: float) -> None:
        """Acknowledge what was kept to whoever asked for it, then publish it."""
        broadcaster = self._broadcaster
        if isinstance(command, Join):
            self._let_in(command, now)
        elif isinstance(command, TakeSeat):
            self._out.append(Send([command.caller], SeatTaken(proposal.seats[0].seat)))
            self._out += broadcaster.send_seats(now)
        elif isinstance(command, PlayAgain):
            self._out.append(Send([command.caller], RematchReady(command.table_id)))
            message = messages.RematchMessage(command.table_id, command.watch)
            self._out += broadcaster.send_all(message)
        elif isinstance(command, OwnSeats):
            self._out.append(Send([command.caller], SeatsOwned()))
        elif isinstance(command, Ask):
            self._out.append(broadcaster.acknowledge(command.caller, command.request.id))
        if proposal.change is not None:
            self._out += broadcaster.publish(proposal.change, now)
            self._out += self._hints.forget(self.state.row.n)
            self._out += self._computer.wake()
        elif isinstance(command, Ask | Tick):
            request = command.request if isinstance(command, Ask) else None
            if isinstance(request, messages.RemoveGuestRequest):
                self._see_off(request.seat, now)
            for news in hosting.told(self.state, request):
                self._out += broadcaster.send_all(news)
            self._out += broadcaster.send_seats(now)
            if request is None or hosting.stops_computers(request):
                self._ask_computer_anew()

    # ---- coming and going ----

    def _join(self, command: Join, now: float) -> None:
        """Let a connection in, if one of its secrets opens a seat or its token lets it watch."""
        seats = self.state.check_join(command)
        proposal = self.state.propose_claims(seats, command.request.person)
        if proposal is None:
            self._let_in(command, now)
        else:
            self._propose(command, proposal)

    def _let_in(self, command: Join, now: float) -> None:
        caller, request, seating = command.caller, command.request, self.state.seating
        before = self.homes.duty
        seats = seating.opened_by(secrets_of(request))
        for one in self.state.make_room(seats) if seats else ():
            self._dismiss(one, "replaced" if seating.everybody()[one] else "crowded", now)
        seating.come(caller, seats, command.address)
        later = seating.warnings.come(seats, now)
        if later is not None:
            self._out.append(Remind(later))
        try:
            base = self.state.base_since(request.after)
            welcome = self._broadcaster.welcome(caller, base, now)
        except Exception as error:
            seating.leave(caller, now)
            self._fail(command, error, now)
            return
        self._out.append(welcome)
        self._out += self._broadcaster.send_seats(now, but=caller)
        self._out += self.homes.tell_pages()
        if before != self.homes.duty:
            self._ask_computer_anew()

    def _leave(self, command: Leave, now: float) -> None:
        before = self.homes.duty
        if self._forget(command.caller, now):
            self._out += self._broadcaster.send_seats(now)
            if before != self.homes.duty:
                self._ask_computer_anew()

    def _forget(self, caller: Caller, now: float) -> bool:
        if not self.state.seating.leave(caller, now):
            return False
        self._out += self._hints.leave(caller)
        self._reviews.leave(caller)
        self._out += self.homes.tell_pages()
        return True

    def _dismiss(self, caller: Caller, reason: Literal["replaced", "crowded"], now: float) -> None:
        """Let a connection go, so that another gets in."""
        self._forget(caller, now)
        self._out.append(Send([caller], messages.error_message(None, Refused(reason))))
        self._out.append(Close(caller, reason))

    def _see_off(self, seat: str, now: float) -> None:
        """The guest of that seat was removed: their pages may not look on as its owners."""
        number = self.state.seating.number(seat)
        for caller, seats in [*self.state.seating.connections.items()]:
            if number in seats:
                self._forget(caller, now)
                self._out.append(Close(caller, "forbidden"))

    def _seat_guest(self, command: TakeSeat, now: float) -> None:
        seat = self.state.seat_opened_by(command.digest)
        if seat is None:
            self._propose(command, self.state.propose_guest(command, now))
        else:  # done before, and tried again since others wrote meanwhile
            self._out.append(Send([command.caller], SeatTaken(seat)))

    def _own_seats(self, command: OwnSeats) -> None:
        proposal = self.state.propose_owner(command)
        if proposal is None:
            self._out.append(Send([command.caller], SeatsOwned()))
        else:
            self._propose(command, proposal)

    def _play_again(self, command: PlayAgain, now: float, deal: Deal) -> None:
        proposal = propose_rematch(self.state, command, now, deal)
        if proposal is not None:
            self._propose(command, proposal)
            return
        there = self.state.row.rematch
        assert there is not None
        self._out.append(Send([command.caller], RematchReady(there)))

    # ---- requests of connections ----

    def _ask(self, command: Ask, now: float, deal: Deal) -> None:
        caller, request = command.caller, command.request
        history = self.state.history
        if caller not in self.state.seating.connections:
            raise Refused("not_joined")
        if isinstance(request, messages.PositionRequest):
            self._answer(command, past_position(self.state, request.line))
        elif isinstance(request, messages.ReviewRequest):
            if not history.over:
                raise Refused("not_over")
            self._out += self._reviews.ask(caller, request.id)
        else:
            seat = self.state.own_seat(caller, request, now)
            if seat in self.state.seating.connections[caller]:
                self._note_presence(seat, now)
            self._ask_for_seat(command, request, seat, now, deal)

    def _ask_for_seat(
        self, command: Ask, request: messages.SeatedRequest, seat: int, now: float, deal: Deal
    ) -> None:
        state = self.state
        if isinstance(request, messages.MoveRequest | messages.UndoRequest):
            ack = state.ack_of(request)
            if ack is not None:  # asked before, done before
                self._out.append(Send([command.caller], ack))
            else:
                self._propose(command, state.propose_change(seat, request, now, deal))
        elif isinstance(request, messages.TakeoverRequest):
            self._take_over(command, seat, request.level, now)
        elif isinstance(request, messages.HereRequest):
            self._out.append(self._broadcaster.acknowledge(command.caller, request.id))
        elif isinstance(request, messages.RemoveGuestRequest):
            wish = state.propose_removal(command.caller, seat, request.secret)
            self._propose_unless_so(command, wish)
        elif isinstance(request, hosting.HostRequest):
            wish = hosting.propose(state, command.caller, request, seat, now)
            self._propose_unless_so(command, wish)
        elif isinstance(request, messages.SayRequest | messages.ChatSwitchRequest):
            self._out += talk(state, self._broadcaster, self.homes, command.caller, request, now)
        elif isinstance(request, messages.RenameRequest):
            self._propose(command, state.propose_name(seat, request.name))
        elif isinstance(request, messages.OrdersRequest):
            self._propose(command, state.propose_orders(seat, request.orders))
        elif isinstance(request, messages.HintRequest):
            state.check_turn(seat)
            if self._hints.check(now):
                begun = self._hints.begin(
                    self._computer.ticket(), state.row.n, state.position(), command.caller
                )
                self._out.append(begun)
                self._out += self.homes.tell(HintTaken())
            self._out += self._hints.tell(command.caller, request.id)
        else:
            self._answer(command, answer_of(state, request, seat))

    def _answer(self, command: Ask, body: messages.AnswerBody) -> None:
        message = messages.AnswerMessage(command.request.id, body)
        self._out.append(Send([command.caller], message))

    # ---- seats given to computers ----

    def _take_over(self, command: Ask, seat: int, level: str | None, now: float) -> None:
        """Give the seat to a computer, or back; if it is not one's own, warn its person first."""
        if self.state.check_takeover(command.caller, seat, level):
            self._propose(command, self.state.propose_takeovers({seat: level}))
            return
        assert level is not None
        seconds = self.state.seating.warnings.begin(seat, level, now)
        self._out.append(self._broadcaster.acknowledge(command.caller, command.request.id))
        self._out += self._broadcaster.send_seats(now)
        self._out += self.homes.tell(SeatWarned(seat, level, now + seconds))
        self._out.append(Remind(seconds))

    def _note_presence(self, seat: int, now: float) -> None:
        """The person of that seat has asked for something, so nobody need play on for them."""
        if self.state.seating.warnings.end(seat):
            self._out += self._broadcaster.send_seats(now)
            self._out += self.homes.tell(SeatAnswered(seat))

    def _tick(self, command: Command, now: float) -> None:
        """Time has passed: seats of those who are away or late are given to computers."""
        proposal = self.state.propose_what_is_due(now)
        if proposal is not None:
            self._propose(command, proposal)
        else:
            self._out += self._computer.wake()

    # ---- computers ----

    def _ask_computer_anew(self) -> None:
        """Somebody looks at the table now, or nobody does any more: that makes it urgent or not."""
        self._out += self._computer.stop()
        self._out += self._computer.wake()

    def _move_computer(self, command: ComputerChose, now: float, deal: Deal) -> None:
        """A computer has chosen; its move takes the same road as a person's."""
        if not self._computer.take(command.ticket):
            return
        try:
            self._propose(command, self.state.propose_computer_move(command.text, now, deal))
        except HookFailed as error:
            self._log(error)
            self._move_somehow(command, now, deal)

    def _move_somehow(self, command: ComputerChose, now: float, deal: Deal) -> None:
        """Where something home-made stops a computer's move: the first one that can be made."""
        s = self.state.history.state
        failed: HookFailed | None = None
        for action in legal(s):
            try:
                text = to_text(s, action)
                self._propose(command, self.state.propose_computer_move(text, now, deal))
            except HookFailed as error:
                failed = error
            else:
                return
        if failed is not None:
            self._out += self._broadcaster.send_all(messages.error_message(None, failed))
            raise failed
