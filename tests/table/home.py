"""A second home for tables, as small as can be: dicts keep, lists are told, time stands still.

It holds every table to what a home may rely on, whatever a test is about.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from smallworld.content.library import Custom
from smallworld.engine.game import is_over, legal
from smallworld.engine.notation import to_text
from smallworld.engine.pack import fingerprint, from_bytes
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.setup import prepare
from smallworld.table.history import Deal, PendingChange
from smallworld.table.homes.notes import HomeNote
from smallworld.table.interface import (
    Ask,
    AskComputer,
    AskHint,
    Close,
    FindReview,
    Input,
    Join,
    Keep,
    Kept,
    Leave,
    LogError,
    MakeReview,
    NotKept,
    Output,
    OwnSeats,
    PlayAgain,
    Remind,
    Send,
    SetAlarm,
    Stop,
    StopComputer,
    StopHint,
    TakeSeat,
    TellHomes,
)
from smallworld.table.loading import begin_branch, load_history, new_table
from smallworld.table.machine import TableMachine
from smallworld.table.messages import (
    AckMessage,
    ErrorMessage,
    JoinRequest,
    PageRequest,
    ViewMessage,
    WelcomeMessage,
)
from smallworld.table.publishing.views import Views
from smallworld.table.rows import (
    Change,
    LoadedTable,
    SaveChange,
    SaveGuest,
    SaveHost,
    SaveNewTable,
    SaveSeat,
    SaveTable,
)
from smallworld.table.seats.credentials import digest
from smallworld.table.starting.start import read_branch
from smallworld.table.starting.table_request import SeatRequest, TableRequest, validate
from smallworld.table.state import TableLimits

LEVELS = ("random", "greedy")
WATCH = "the link to watch"
# Coins as nobody ever has them: wherever such a number stands, it is that seat's total.
PLANTED = 7_000_000
APART = 10_000


def secret_of(seat: str) -> str:
    """The secret that opens a seat of every table here."""
    return f"secret of {seat}"


def request_for(*kinds: str, **options: Any) -> TableRequest:
    """A request for such seats: "device", "link", or the level of a computer."""
    seats = tuple(
        SeatRequest(kind) if kind in ("device", "link") else SeatRequest("computer", level=kind)  # type: ignore[arg-type]
        for kind in kinds
    )
    return TableRequest(seats, first="P1", **options)


class Conflict(Exception):
    """What is kept is not what the table took it to be."""


class MemoryStore:
    """Tables kept in a dict; `broken` says what the next changes end with instead."""

    def __init__(self) -> None:
        self.tables: dict[str, LoadedTable] = {}
        self.broken: Exception | None = None

    def write(self, changes: Sequence[Change]) -> None:
        """Keep all changes or none."""
        if self.broken is not None:
            raise self.broken
        tables = dict(self.tables)
        for change in changes:
            _apply(tables, change)
        self.tables = tables


def _apply(tables: dict[str, LoadedTable], change: Change) -> None:
    if isinstance(change, SaveNewTable):
        if change.loaded.table.id in tables:
            raise Conflict("there is such a table")
        tables[change.loaded.table.id] = change.loaded
    elif isinstance(change, SaveTable):
        kept = tables[change.row.id]
        tables[change.row.id] = replace(kept, table=change.row)
    elif isinstance(change, SaveSeat):
        kept = tables[change.row.table_id]
        seats = [change.row if row.seat == change.row.seat else row for row in kept.seats]
        tables[change.row.table_id] = replace(kept, seats=seats)
    elif isinstance(change, SaveHost):
        tables[change.table_id] = replace(tables[change.table_id], host=change.seat)
    elif isinstance(change, SaveGuest):
        kept = tables[change.table_id]
        tables[change.table_id] = replace(kept, guests={**kept.guests, change.seat: change.mark})
    else:
        tables[change.table_id] = _changed(tables[change.table_id], change)


def _changed(kept: LoadedTable, change: SaveChange) -> LoadedTable:
    row = change.row
    if any(old.n == row.n for old in kept.changes):
        raise Conflict(f"there is a change {row.n}")
    if row.id is not None and (row.seat, row.id) in [(old.seat, old.id) for old in kept.changes]:
        raise Conflict(f"there is a request {row.id}")
    lines = [*kept.lines[: row.base], *change.lines]
    assert len(lines) == row.line
    return replace(kept, lines=lines, changes=[*kept.changes, row])


class MemoryHome:
    """One table at home in this process."""

    def __init__(
        self,
        request: TableRequest,
        deal: Deal | None = None,
        store: MemoryStore | None = None,
        custom: Custom | None = None,
        **limits: Any,
    ) -> None:
        self.custom = custom
        self.now = 1000.0
        self.away = 0.0  # how long this home was away in all
        self.deal: Deal = deal or dealers(1)
        self.store = store or MemoryStore()
        self.limits = TableLimits(LEVELS, **limits)
        branch = read_branch(request.start, custom)
        setup = validate(request, custom, None, LEVELS, self.deal(), branch)
        begun = None if branch is None else list(begin_branch(request, branch))[-1]
        digests = {
            seat.seat: digest(secret_of(seat.seat))
            for seat in setup.seats
            if seat.kind != "computer"
        }
        made = new_table(request, setup, digests, "table", WATCH, self.now, self.deal, begun)
        self.store.write([SaveNewTable(made)])
        self.table_id = "table"
        self.keeps_at_once = True
        self.forget()

    def forget(self) -> None:
        """As after a crash: all there is now is what was kept."""
        loaded = self.store.tables[self.table_id]
        self.machine = TableMachine(
            loaded, load_history(loaded, self.custom), self.limits, self.now
        )
        self.told: dict[str, list[Any]] = {}  # what each caller was sent
        self.known: dict[str, int] = {}  # the version each caller knows
        self.joined: set[str] = set()
        self.closed: dict[str, str] = {}
        self.asked: dict[int, AskComputer | AskHint] = {}  # of computers, by ticket
        self.wanted: list[FindReview | MakeReview] = []
        self.reminders: list[float] = []
        self.alarm: float | None = None  # the moment it goes off
        self.log: list[str] = []
        self.notes: list[HomeNote] = []  # for other homes
        self.unkept: Sequence[Change] | None = None
        self.stopped = False
        self.planted = False

    # ---- in ----

    def receive(self, given: Input) -> list[Output]:
        """Hand something to the machine and do what it says."""
        before = self.store.tables[self.table_id]
        self.asked.pop(getattr(given, "ticket", 0), None)
        outputs = self.machine.receive(given, self.now, self.deal, self.away)
        asker = getattr(given, "caller", None)
        for place, output in enumerate(outputs, 1):
            assert not isinstance(output, Keep) or place == len(outputs), "Keep comes last"
            self._perform(output, asker)
        if isinstance(given, Leave):
            self.joined.discard(given.caller)
        if not isinstance(given, Kept):
            assert self.store.tables[self.table_id] == before or self.keeps_at_once
        if self.unkept is not None and self.keeps_at_once:
            outputs = [*outputs, *self.keep()]
        return outputs

    def keep(self) -> list[Output]:
        """Keep what is to be kept, and say how that went."""
        assert self.unkept is not None
        changes, self.unkept = self.unkept, None
        try:
            self.store.write(changes)
        except Conflict as error:
            return self.receive(NotKept(str(error), conflict=True))
        except OSError as error:
            return self.receive(NotKept(str(error), conflict=False))
        return self.receive(Kept())

    # ---- shorter ----

    def join(self, caller: str, *seats: str, **options: Any) -> Any:
        """A connection with the secrets of these seats, or to watch; what it was told first."""
        if not seats:
            options.setdefault("watch", WATCH)
        request = JoinRequest(tuple(secret_of(seat) for seat in seats), **options)
        self.receive(Join(caller, request))
        return self.told[caller][-1] if caller in self.told else None

    def ask(self, caller: str, request: PageRequest) -> Any:
        """The last of what a connection is told about a request by its id, if anything."""
        start = len(self.told.get(caller, []))
        self.receive(Ask(caller, request))
        answers = [
            message
            for message in self.told.get(caller, [])[start:]
            if getattr(message, "id", None) == request.id
        ]
        assert len(answers) <= 1, answers
        return answers[0] if answers else None

    def call(self, make: Callable[[str], TakeSeat | PlayAgain | OwnSeats]) -> Any:
        """The one answer to a command of somebody without a connection."""
        caller = f"call {len(self.told)}"
        self.receive(make(caller))
        answers = self.told.get(caller, [])
        assert len(answers) <= 1
        return answers[0] if answers else None

    def legal(self) -> list[str]:
        """The legal actions of the seat to act, as a connection of it would see them."""
        state = self.machine.state.history.state
        return [to_text(state, action) for action in legal(state)]

    def plant_coins(self) -> None:
        """Give every seat a number of coins that can be told apart wherever it stands."""
        state = self.machine.state.history.state
        for seat in range(state.seats):
            state.coins[seat] = PLANTED + APART * (seat + 1) + APART // 2
        self.planted = True

    # ---- out ----

    def _perform(self, output: Output, asker: str | None) -> None:
        assert not self.stopped, "nothing comes after Stop"
        if isinstance(output, Send):
            for caller in output.to:
                self._tell(caller, output.message, asker)
        elif isinstance(output, Keep):
            assert self.unkept is None, "one change at a time"
            assert output.changes
            self.unkept = output.changes
        elif isinstance(output, Close):
            self.closed[output.caller] = output.reason
            self.joined.discard(output.caller)
        elif isinstance(output, AskComputer | AskHint):
            self._check_position(output)
            assert type(output) not in [type(asked) for asked in self.asked.values()]
            self.asked[output.ticket] = output
        elif isinstance(output, StopComputer | StopHint):
            self.asked.pop(output.ticket, None)  # it may have been answered by now
        elif isinstance(output, Remind):
            self.reminders.append(output.seconds)
        elif isinstance(output, SetAlarm):
            self.alarm = None if output.seconds is None else self.now + output.seconds
        elif isinstance(output, LogError):
            self.log.append(output.text)
        elif isinstance(output, Stop):
            self.stopped = True
        elif isinstance(output, TellHomes):
            self.notes.append(output.note)
        else:
            self.wanted.append(output)

    def _tell(self, caller: str, message: Any, asker: str | None) -> None:
        kept = self.store.tables[self.table_id]
        if isinstance(message, WelcomeMessage):
            assert caller not in self.joined
            self.joined.add(caller)
        elif caller not in self.joined:
            # An answer to somebody who waits for one; after a `Keep` they are asker no more.
            assert isinstance(message, ErrorMessage) or asker in (caller, None), message
        if isinstance(message, AckMessage):
            assert message.n <= kept.table.n, "acknowledged, but not kept"
        if isinstance(message, WelcomeMessage | ViewMessage):
            assert (message.n, message.line) == (kept.table.n, kept.table.line), "not kept"
            assert message.n >= self.known.get(caller, 0)
            self.known[caller] = message.n
        self._check_secrets(caller, message)
        self.told.setdefault(caller, []).append(message)

    def _check_secrets(self, caller: str, message: Any) -> None:
        """Nobody is told the coins of another seat before the end, nor any secret."""
        if not self.planted and not isinstance(message, WelcomeMessage):
            return
        history = self.machine.state.history
        own = self.machine.state.seating.connections.get(caller, ())
        for path, value in walk(message):
            assert not isinstance(value, bytes)
            if isinstance(value, str):
                assert "secret of" not in value
            if isinstance(value, int) and not history.shows_coins and value > PLANTED // 2:
                seat = (value - PLANTED) // APART - 1
                assert seat in own, f"{caller} is told {path}: the coins of seat {seat}"

    def _check_position(self, asked: AskComputer | AskHint) -> None:
        """A computer sees what a person in its seat would see."""
        history = self.machine.state.history
        options, library = prepare(history.table)
        seen = from_bytes(asked.position.seen, options, library)
        assert asked.position.seat == history.acting
        for seat in range(seen.seats):
            known = seat == history.acting or history.shows_coins
            assert int(seen.coins[seat]) == (int(history.state.coins[seat]) if known else 0)

    # ---- what must be true between all inputs ----

    def check(self) -> None:
        """What is kept, played again, is what is here."""
        if self.stopped or self.unkept is not None:
            return
        kept, state = self.store.tables[self.table_id], self.machine.state
        assert kept.table == state.row
        assert sorted(kept.seats, key=lambda row: row.seat) == state.seating.rows
        assert [change.n for change in kept.changes] == list(range(1, kept.table.n + 1))
        again = load_history(kept, self.custom)
        assert fingerprint(again.state) == fingerprint(state.history.state)
        assert (again.moves, again.barrier) == (state.history.moves, state.history.barrier)
        assert again.log == state.history.log
        assert kept.table.over == is_over(again.state)
        assert set(state.seating.connections) == self.joined


def walk(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every plain value inside a message, with the way to it."""
    if is_dataclass(value) and not isinstance(value, type):
        for one in fields(value):
            yield from walk(getattr(value, one.name), f"{path}.{one.name}")
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from walk(inner, f"{path}.{key}")
    elif isinstance(value, Sequence) and not isinstance(value, str | bytes):
        for number, inner in enumerate(value):
            yield from walk(inner, f"{path}[{number}]")
    else:
        yield path, value


def dealers(seed: int) -> Deal:
    """Luck that is the same in every run, and new at every moment of one."""
    dealt = 0

    def deal() -> Dealer:
        nonlocal dealt
        dealt += 1
        return Dealer(seed * 1000 + dealt)

    return deal


def fork(home: MemoryHome) -> MemoryHome:
    """A home of its own with the same table in the same moment.

    Values that never change are shared: messages, rows, positions.
    """
    copied: MemoryHome = _forked(home, {})
    return copied


def _forked(value: Any, copies: dict[int, Any]) -> Any:
    kind = type(value)
    if kind not in _CHANGING and not _changes(kind):
        return value
    if id(value) in copies:
        return copies[id(value)]
    made: Any = object.__new__(kind) if kind in _OURS else kind()
    copies[id(value)] = made
    if kind is dict:
        made.update({key: _forked(inner, copies) for key, inner in value.items()})
    elif kind is set:
        made |= value
    elif kind in _OURS:
        for name, inner in vars(value).items():
            object.__setattr__(made, name, _forked(inner, copies))
    else:
        made.extend(_forked(one, copies) for one in value)
    return made


_CHANGING: set[type] = {list, deque, dict, set}
_OURS: set[type] = set()  # our own kinds that change
_FIXED: set[type] = {Views, PendingChange}  # those that do not, once they are made


def _changes(kind: type) -> bool:
    """Whether things of that kind may change."""
    if kind in _FIXED:
        return False
    ours = kind.__module__.startswith(("smallworld.table", "tests.table"))
    frozen = is_dataclass(kind) and kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
    if not ours or frozen:
        _FIXED.add(kind)
        return False
    _CHANGING.add(kind)
    _OURS.add(kind)
    return True
