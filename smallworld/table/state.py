"""What a table is, who may do what there, and the changes that are proposed and then kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from smallworld.engine.game import NOBODY_ACTS
from smallworld.engine.pack import fingerprint
from smallworld.game.records.record import Move
from smallworld.table.asking.host_messages import HandOverRequest
from smallworld.table.clocks.timing import TableTiming
from smallworld.table.history import Deal, History, PendingChange
from smallworld.table.interface import Caller, Join, OwnSeats, SeatPosition, TakeSeat
from smallworld.table.loading import (
    DamagedTable,
    change_row,
    lines_of,
    record_of,
    row_after,
    seat_position,
    was_ended,
)
from smallworld.table.messages import (
    AckMessage,
    JoinRequest,
    MoveRequest,
    RemoveGuestRequest,
    SeatedRequest,
    SeatStatus,
    TakeoverRequest,
    UndoRange,
    UndoRequest,
)
from smallworld.table.problems import Refused
from smallworld.table.rows import (
    Change,
    ChangeRow,
    LoadedTable,
    SaveChange,
    SaveGuest,
    SaveHost,
    SaveSeat,
    SaveTable,
    SeatRow,
    TableRow,
    TableUpdate,
    stand,
)
from smallworld.table.seats.credentials import clean_name, digest, fits, same
from smallworld.table.seats.orders import ASK, Orders
from smallworld.table.seats.seating import Seating
from smallworld.table.seats.takeover import check_takeover, takeover_levels
from smallworld.table.starting.table_request import allows_hints, check_level
from smallworld.table.talking.chat import Chat


def secrets_of(request: JoinRequest) -> tuple[str, ...]:
    """All that may open a seat in a request to join."""
    return request.secrets if request.person is None else (*request.secrets, request.person)


@dataclass(frozen=True)
class TableLimits:
    """What a table allows."""

    levels: Sequence[str]  # of computers, from the weakest to the strongest
    takeover_after: float = 60.0  # seconds until others may let a computer play for someone away
    takeover_warning: float = 30.0  # seconds the person of that seat has to answer
    open_for: float = 86_400.0  # seconds without a move after which guests are not let in any more
    hints_burst: float = 8.0  # hints that may be asked for at once …
    hints_rate: float = 0.3  # … and a second in the long run
    most_connections: int = 60
    most_by_seat: int = 8  # connections that open the same seat
    most_watching_by_address: int = 12


@dataclass(frozen=True)
class Proposal:
    """Changes to be kept as one, and what the table is like once they are."""

    changes: Sequence[Change]
    row: TableRow
    seats: Sequence[SeatRow] = ()
    change: PendingChange | None = None
    change_row: ChangeRow | None = None


@dataclass(frozen=True)
class CaughtUp:
    """What is new at a table that others have written."""

    change: PendingChange | None  # of the game
    new_secrets: Sequence[str]  # seats that other secrets open now
    seats: bool  # whether any seat has changed
    computers: bool  # whether a computer plays where none did, or the other way round
    rematch: str | None  # the table where the same people play again
    host: str = ""  # the seat that hosts now, if another did
    closed: bool = False  # by the host, just now


class TableState:
    """A table as it is kept, and the connections that look at it.

    Methods that begin with `propose` change nothing; `Refused` says why something cannot be.
    """

    def __init__(
        self, loaded: LoadedTable, history: History, limits: TableLimits, now: float
    ) -> None:
        self.row = loaded.table
        self.history: Final = history
        self.seating: Final = Seating(loaded.seats, now, limits.takeover_warning)
        self.seating.chosen_host = loaded.host
        self._note_guests(loaded.guests)
        self.takeover_levels: Final = takeover_levels(loaded.table.request, limits.levels)
        self.timing: Final = TableTiming(loaded.table.request, self.takeover_levels)
        self.limits: Final = limits
        self.hints: Final = allows_hints(loaded.table.request)
        self.chat: Final = Chat(loaded.table.request.chat)
        for number, seat in enumerate(self.seating.rows):
            history.orders[number] = seat.orders
        self._played: Final = {
            move.who for move in history.moves[history.begun :]
        }  # seats that have decided
        self._acks: Final[dict[tuple[str, str], AckMessage]] = {}  # by seat and request
        self._bases: Final[dict[int, int]] = {}  # of each version
        self._begun: Final[list[int]] = []  # lines after which requests that still stand began
        self._checkpoints: Final[dict[int, str]] = {}  # fingerprints by line
        for change in loaded.changes:
            self._note(change)

    # ---- what is known ----

    def record(self) -> str:
        """The record of the game so far, as text."""
        names = self.seating.names()
        return record_of(self.row.header, self.history, names, self._checkpoints)

    def position(self) -> SeatPosition:
        """What a computer in the place of the seat to act is told."""
        return seat_position(self.row.header, self.row.request.custom, self.history)

    @property
    def closed(self) -> bool:
        """Whether the host has ended the game, without a result."""
        return was_ended(self.row)

    @property
    def over(self) -> bool:
        """Whether nothing more can be played."""
        return self.history.over or self.closed

    def check_open(self) -> None:
        """Refused if the host has closed the table."""
        if self.closed:
            raise Refused("table_closed")

    def level_to_act(self) -> str | None:
        """The level that is to act; None if a person is, or nobody."""
        acting, clock = self.history.acting, self.row.clock
        if acting == NOBODY_ACTS or self.closed:
            return None
        late = clock is not None and acting in clock.late
        return self.seating.rows[acting].computer or (self.timing.level if late else None)

    def seats_status(self, now: float) -> list[SeatStatus]:
        """The seats as everybody at the table may see them."""
        guests = [seat for seat in range(len(self.seating.rows)) if self._may_be_removed(seat)]
        clocks = self.timing.show(self.row.clock, self.seating.rows)
        return self.seating.status(now, guests, clocks)

    def _may_be_removed(self, seat: int) -> bool:
        row = self.seating.rows[seat]
        is_guest = row.kind == "link" and row.claimed and seat != self.seating.host
        in_play = row.seat in self._played or self._is_lost(seat)
        return is_guest and not in_play and not self.over

    def _is_lost(self, seat: int) -> bool:
        return self.row.clock is not None and seat in self.row.clock.lost

    @property
    def has_people(self) -> bool:
        """Whether a person plays any of the seats."""
        return any(row.computer is None for row in self.seating.rows)

    def ack_of(self, request: MoveRequest | UndoRequest) -> AckMessage | None:
        """How that very request was acknowledged before."""
        return self._acks.get((request.seat, request.id))

    def base_since(self, after: int | None) -> int:
        """The lines a page that knows version `after` need not be told again."""
        if after is None or not 0 < after <= self.row.n:
            return 0
        bases = [self._bases.get(n, 0) for n in range(after + 1, self.row.n + 1)]
        return min(bases, default=self.history.line)

    def undo_range(self, seat: int) -> UndoRange:
        """How far the seat may go back: by its last request, and by the whole turn."""
        first = self.history.undo_to(seat)
        if first is None:
            return UndoRange(None, None)
        return UndoRange(max(first, self._begun[-1]), first)

    # ---- rights ----

    def check_join(self, command: Join) -> tuple[int, ...]:
        """The seats a connection opens; refused if it opens none and may not watch either.

        Who only watches needs room; for those who sit here room is made.
        """
        request, limits = command.request, self.limits
        if command.caller in self.seating.connections:
            raise Refused("joined_already")
        opened = self.seating.opened_by(secrets_of(request))
        if opened:
            return opened
        if request.watch is None or not self.may_watch(request.watch):
            raise Refused("not_your_table")
        self.seating.check_watching(
            command.address, limits.most_connections, limits.most_watching_by_address
        )
        return ()

    def may_watch(self, token: str) -> bool:
        """Whether that token lets somebody look on."""
        told = bool(self.row.watch) and same(token, self.row.watch)
        return fits(token, self.row.watch_digest) or told

    def plays_alone(self, secret: str) -> bool:
        """Whether that is the secret of the only person: there is nobody to keep coins from."""
        people = [row for row in self.seating.rows if row.kind != "computer"]
        return len(people) == 1 and fits(secret, people[0].digest)

    def record_for(self, token: str) -> str:
        """The record, for whoever may have it now; played again it shows everybody's coins."""
        alone = self.plays_alone(token)
        if not (alone or self.may_watch(token)):
            raise Refused("not_your_table")
        if not (alone or self.history.shows_coins or self.closed):
            raise Refused("record_later")
        return self.record()

    def make_room(self, seats: Sequence[int]) -> list[Caller]:
        """Those who go so that a page of these seats gets in."""
        limits = self.limits
        return self.seating.make_room(seats, limits.most_connections, limits.most_by_seat)

    def own_seat(self, caller: Caller, request: SeatedRequest, now: float) -> int:
        """The seat the request is for, if this connection may speak for it."""
        seat = self.seating.number(request.seat)
        own = self.seating.connections[caller]
        if seat is None:
            raise Refused("no_seat", seat=request.seat)
        if seat in own:
            return seat
        if isinstance(request, RemoveGuestRequest | HandOverRequest) and own:
            return seat
        if isinstance(request, TakeoverRequest) and request.level and own:
            away = self.seating.away(seat, now)
            if away is not None and away >= self.limits.takeover_after:
                return seat
            raise Refused("not_away", seat=request.seat)
        raise Refused("not_your_seat", seat=request.seat)

    def check_turn(self, seat: int) -> None:
        """Refused unless that seat decides now, and a person does it."""
        names = self.history.state.options.seats
        self.check_open()
        if self.history.over:
            raise Refused("ended")
        if seat != self.history.acting:
            raise Refused("not_your_turn", seat=names[seat], now=names[self.history.acting])
        if self.seating.rows[seat].computer is not None:
            raise Refused("computer_plays", seat=names[seat])
        if self.level_to_act() is not None:
            raise Refused("time_over", seat=names[seat])

    # ---- proposals ----

    def propose_claims(self, seats: Sequence[int], person: str | None) -> Proposal | None:
        """Somebody has come to these seats, perhaps with a personal key; None: that is no news."""
        rows = self.seating.newly_claimed(seats, person)
        return self._propose_seats(rows) if rows else None

    def seat_opened_by(self, mark: bytes) -> str | None:
        """The seat that the secret of that digest opens, if there is one."""
        return next((row.seat for row in self.seating.rows if row.digest == mark), None)

    def propose_guest(self, command: TakeSeat, now: float) -> Proposal:
        """A free seat for somebody who found the table in a list; an older link is worthless."""
        seat = self.seating.free()
        if not self.row.open or self.over or seat is None:
            raise Refused("no_free_seat")
        if now - self.row.moved > self.limits.open_for:
            raise Refused("no_longer_open")
        if command.address and command.address in self.seating.guests.values():
            raise Refused("guest_already")
        name = clean_name(command.name) or seat.name
        return self._propose_seats(
            [replace(seat, digest=command.digest, owner=None, claimed=True, name=name)],
            [SaveGuest(self.row.id, seat.seat, command.address)],
        )

    def propose_name(self, seat: int, name: str) -> Proposal:
        """Another name for whoever sits there."""
        return self._propose_seats([replace(self.seating.rows[seat], name=clean_name(name))])

    def propose_orders(self, seat: int, orders: Orders) -> Proposal:
        """What the seat answers by itself from now on."""
        return self._propose_seats([replace(self.seating.rows[seat], orders=orders)])

    def propose_owner(self, command: OwnSeats) -> Proposal | None:
        """A personal key opens these seats from now on; None: it does already."""
        rows = self.seating.newly_claimed(self.seating.opened_by(command.secrets), command.person)
        return self._propose_seats(rows) if rows else None

    def check_host(self, caller: Caller) -> None:
        """Refused unless the host asks."""
        host = self.seating.host
        if host not in self.seating.connections[caller]:
            raise Refused("not_host", seat=self.seating.rows[host].seat)

    def propose_removal(self, caller: Caller, seat: int, secret: str) -> Proposal | None:
        """The guest of that seat goes; whoever has the new secret may come in their place.

        None if that was done before.
        """
        rows, host = self.seating.rows, self.seating.host
        row = rows[seat]
        if self.seat_opened_by(digest(secret)) == row.seat:
            return None
        self.check_host(caller)
        if row.seat in self._played and seat != host:
            raise Refused("has_played", seat=row.seat)
        if not self._may_be_removed(seat):
            raise Refused("no_guest", seat=row.seat)
        name = clean_name(self.row.request.seats[seat].name)
        free = replace(row, digest=digest(secret), owner=None, claimed=False, computer=None)
        free = replace(free, name=name, orders=ASK)
        return self._propose_seats([free], [SaveGuest(self.row.id, row.seat, "")])

    def check_takeover(self, caller: Caller, seat: int, level: str | None) -> bool:
        """Whether that can be done at once: it is one's own seat. Others are warned first."""
        row = self.seating.rows[seat]
        self.check_open()
        if row.kind == "computer":
            raise Refused("computer_seat", seat=row.seat)
        if self._is_lost(seat):
            raise Refused("seat_lost", seat=row.seat)
        if level is not None:
            check_level(level, self.limits.levels)
        if seat in self.seating.connections[caller] or level is None:
            return True
        check_takeover(level, self.takeover_levels)
        return self.limits.takeover_warning <= 0

    def propose_takeovers(self, levels: Mapping[int, str | None]) -> Proposal:
        """From now on computers of these levels play these seats; None: their people."""
        rows = self.seating.rows
        changed = [replace(rows[seat], computer=level) for seat, level in levels.items()]
        return self._propose_seats(changed)

    def due_takeovers(self, now: float) -> dict[int, str]:
        """The seats that were warned for long enough, and the levels that are to play there."""
        if self.over:
            return {}
        return {warning.seat: warning.level for warning in self.seating.warnings.due(now)}

    def propose_what_is_due(self, now: float) -> Proposal | None:
        """What time alone brings: seats warned for long enough, clocks that begin or run out."""
        due, rows, clock = self.due_takeovers(now), self.seating.rows, self.row.clock
        if due:
            return self.propose_takeovers(due)
        if self.over:
            return None
        if self.timing.run_out(clock) is not None:
            row, seats = self.timing.end(self.row, rows)
            return Proposal([*(SaveSeat(seat) for seat in seats), SaveTable(row)], row, seats)
        if self.timing.begins(clock, self.history.state, rows):
            return self._propose_seats([])
        return None

    def propose_change(
        self, seat: int, request: MoveRequest | UndoRequest, now: float, deal: Deal
    ) -> Proposal:
        """A person's decision, or one taken back."""
        self.check_open()
        if request.at != self.row.n and not self.history.over:
            raise Refused("stale", at=request.at, now=self.row.n)
        self.check_turn(seat)
        if isinstance(request, MoveRequest):
            change = self.history.propose_moves(seat, (*request.first, request.do), deal)
        else:
            change = self.history.propose_undo(seat, request.to)
        return self._propose(change, request.seat, request.id, now)

    def propose_computer_move(self, text: str, now: float, deal: Deal) -> Proposal:
        """A computer's decision for the seat to act."""
        seat = self.history.acting
        change = self.history.propose_moves(seat, (text,), deal)
        return self._propose(change, self.seating.rows[seat].seat, None, now)

    def propose_row(self, changes: Sequence[Change], row: TableRow) -> Proposal:
        """Changes of the table itself."""
        return Proposal(changes, row)

    def _propose_seats(self, rows: Sequence[SeatRow], more: Sequence[Change] = ()) -> Proposal:
        changes: list[Change] = [*(SaveSeat(row) for row in rows), *more]
        new = {row.seat: row for row in rows}
        then = [new.get(row.seat, row) for row in self.seating.rows]
        s, clock = self.history.state, self.row.clock
        if self.closed or not self.timing.begins(clock, s, then):
            return Proposal(changes, self.row, rows)
        row = replace(self.row, clock=self.timing.after(clock, s, s, then))
        return Proposal([*changes, SaveTable(row)], row, rows)

    def _propose(self, change: PendingChange, who: str, id_: str | None, now: float) -> Proposal:
        clock = self.timing.after(
            self.row.clock, self.history.state, change.state, self.seating.rows
        )
        row = replace(row_after(self.row, change, now), clock=clock)
        kept = change_row(row, change, who, id_)
        changes: list[Change] = [SaveChange(row.id, kept, lines_of(change)), SaveTable(row)]
        return Proposal(changes, row, (), change, kept)

    # ---- what another home has kept ----

    def catch_up(self, update: TableUpdate) -> CaughtUp:
        """Be as others have left the table; `GameError` if that cannot be from here."""
        base: int | None = None
        for change in update.changes:
            kept = change.row
            if kept.n <= self.row.n:
                continue
            if kept.n > self.row.n + 1:
                raise DamagedTable(f"version {self.row.n + 1} is missing")
            self.history.catch_up(kept.base, [Move(who, text) for who, text in change.lines])
            mark = kept.fingerprint
            if mark is not None and mark != fingerprint(self.history.state):
                raise DamagedTable(f"the position after line {kept.line} is not the one it was")
            self._note(kept)
            self._played.update(who for who, _ in change.lines)
            self.row = replace(self.row, n=kept.n, line=kept.line)
            base = kept.base if base is None else min(base, kept.base)
        if (update.standing.n, update.standing.line) != (self.row.n, self.history.line):
            raise DamagedTable(f"version {update.standing.n} is missing")
        before = {row.seat: row for row in self.seating.rows}
        changed = [row for row in update.seats if before[row.seat] != row]
        for row in changed:
            self._change_seat(row)
        self._note_guests(update.guests)
        rematch, level = update.standing.rematch, self.level_to_act()
        new_clock = update.standing.clock != self.row.clock
        self.row = replace(self.row, clock=update.standing.clock)
        caught = CaughtUp(
            None if base is None else self._since(base),
            [row.seat for row in changed if before[row.seat].digest != row.digest],
            bool(changed) or new_clock,
            level != self.level_to_act()
            or any(before[row.seat].computer != row.computer for row in changed),
            rematch if rematch != self.row.rematch else None,
            self._note_host(update.host),
            not self.closed and was_ended(stand(self.row, update.standing)),
        )
        self.row = stand(self.row, update.standing)
        return caught

    def _note_host(self, seat: str) -> str:
        """Who hosts now, if that is somebody else than before; empty: nothing is new."""
        if not seat or seat == self.seating.chosen_host:
            return ""
        self.seating.chosen_host = seat
        return seat

    def _note_guests(self, guests: Mapping[str, str]) -> None:
        """From where the guests of these seats have come; empty: there is none any more."""
        for seat, mark in guests.items():
            number = self.seating.number(seat)
            if number is not None and mark and not self.seating.rows[number].free:
                self.seating.guests[number] = mark
            elif number is not None:
                self.seating.guests.pop(number, None)

    def _since(self, base: int) -> PendingChange:
        """All that stands after that line, as one change."""
        history = self.history
        return PendingChange(base, history.state, history.moves[base:], history.log[base:])

    # ---- what was kept ----

    def commit(self, proposal: Proposal) -> None:
        """The changes of the proposal are kept: the table is like that now."""
        if proposal.change is not None and proposal.change_row is not None:
            self.history.commit(proposal.change)
            self._note(proposal.change_row)
            self._played.update(move.who for move in proposal.change.moves)
        for seat in proposal.seats:
            self._change_seat(seat)
        for kept in proposal.changes:
            if isinstance(kept, SaveHost):
                self.seating.chosen_host = kept.seat
            elif isinstance(kept, SaveGuest):
                self._note_guests({kept.seat: kept.mark})
        self.row = proposal.row

    def _change_seat(self, seat: SeatRow) -> None:
        self.seating.change(seat)
        number = self.seating.number(seat.seat)
        if number is not None:
            self.history.orders[number] = seat.orders
        if number is not None and (seat.computer is not None or seat.free):
            self.seating.warnings.end(number)

    def _note(self, change: ChangeRow) -> None:
        self._bases[change.n] = change.base
        while self._begun and self._begun[-1] >= change.base:  # taken back
            self._begun.pop()
        if change.line > change.base:
            self._begun.append(change.base)
        if change.id is not None:
            ack = AckMessage(change.id, change.n, change.line)
            self._acks[(change.seat, change.id)] = ack
        if change.fingerprint is not None:
            self._checkpoints[change.line] = change.fingerprint
