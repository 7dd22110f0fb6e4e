"""One table at two homes: whoever keeps first wins, and the other catches up and tries again."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from smallworld.engine.game import legal
from smallworld.engine.notation import to_text
from smallworld.engine.pack import fingerprint
from smallworld.table.homes.notes import HomeFarewell, HomeNote, HomePages, TalkSoFar
from smallworld.table.interface import (
    Ask,
    AskComputer,
    Close,
    ComputerChose,
    HeardFrom,
    HomeLost,
    Input,
    Join,
    Keep,
    Kept,
    KeptElsewhere,
    Leave,
    LogError,
    SeatTaken,
    Send,
    Stop,
    StopComputer,
    TakeSeat,
    TellHomes,
)
from smallworld.table.loading import load_history, new_table
from smallworld.table.machine import TableMachine
from smallworld.table.messages import (
    AckMessage,
    HereRequest,
    JoinRequest,
    MoveRequest,
    RenameRequest,
    SayRequest,
    TakeoverRequest,
    UndoRequest,
    WelcomeMessage,
)
from smallworld.table.rows import (
    LoadedTable,
    SaveChange,
    SaveNewTable,
    TableUpdate,
    standing_of,
)
from smallworld.table.seats.credentials import digest
from smallworld.table.starting.table_request import validate
from smallworld.table.state import TableLimits
from tests.table.home import WATCH, MemoryStore, dealers, request_for, secret_of


class SharedStore(MemoryStore):
    """Tables that several homes write, each write for a revision."""

    def __init__(self) -> None:
        super().__init__()
        self.rev = 1
        self.log: list[SaveChange] = []

    def since(self, n: int) -> TableUpdate:
        kept = self.tables["table"]
        changes = [change for change in self.log if change.row.n > n]
        return TableUpdate(self.rev, standing_of(kept.table), kept.seats, changes)


class OneOfHomes:
    """A home of the table `table`; what it tells others waits until a test hands it on."""

    def __init__(self, name: str, store: SharedStore, limits: TableLimits, seed: int) -> None:
        self.name, self.store = name, store
        self.now = 1000.0
        self.deal = dealers(seed)
        loaded: LoadedTable = store.tables["table"]
        self.machine = TableMachine(loaded, load_history(loaded), limits, self.now, name)
        self.rev = store.rev
        self.told: dict[str, list[Any]] = {}
        self.notes: list[HomeNote] = []
        self.asked: dict[int, AskComputer] = {}
        self.closed: list[str] = []
        self.unkept: Keep | None = None
        self.slow = False  # keeps only when it is told to
        for output in self.machine.homes.greet():
            assert isinstance(output, TellHomes)
            self.notes.append(output.note)

    def receive(self, given: Input) -> None:
        for output in self.machine.receive(given, self.now, self.deal):
            assert not isinstance(output, Stop | LogError), output
            if isinstance(output, Keep):
                self.unkept = output
            elif isinstance(output, Send):
                for caller in output.to:
                    self.told.setdefault(caller, []).append(output.message)
            elif isinstance(output, TellHomes):
                self.notes.append(output.note)
            elif isinstance(output, AskComputer):
                self.asked[output.ticket] = output
            elif isinstance(output, StopComputer):
                self.asked.pop(output.ticket, None)
            elif isinstance(output, Close):
                self.closed.append(output.caller)
        if self.unkept is not None and not self.slow:
            self.keep()

    def keep(self) -> None:
        """Write what is to be written, if nobody else has meanwhile."""
        assert self.unkept is not None
        changes, self.unkept = self.unkept.changes, None
        if self.rev != self.store.rev:
            self.catch_up()
            return
        self.store.write(changes)
        self.store.log += [change for change in changes if isinstance(change, SaveChange)]
        self.store.rev += 1
        self.rev = self.store.rev
        self.receive(Kept())

    def catch_up(self) -> None:
        update = self.store.since(self.machine.state.row.n)
        self.rev = update.rev
        self.receive(KeptElsewhere(update))

    def join(self, caller: str, *seats: str) -> Any:
        secrets = tuple(secret_of(seat) for seat in seats)
        self.receive(Join(caller, JoinRequest(secrets, None if seats else WATCH)))
        return self.told.get(caller, [None])[-1]

    def ask(self, caller: str, request: Any) -> Any:
        self.receive(Ask(caller, request))
        found = [one for one in self.told[caller] if getattr(one, "id", None) == request.id]
        return found[-1] if found else None

    def first(self) -> str:
        state = self.machine.state.history.state
        return to_text(state, legal(state)[0])

    def move(self, id_: str, text: str | None = None, at: int | None = None) -> MoveRequest:
        state = self.machine.state
        seat = state.history.state.options.seats[state.history.acting]
        return MoveRequest(id_, seat, state.row.n if at is None else at, text or self.first())


def two_homes(*kinds: str, **options: Any) -> tuple[OneOfHomes, OneOfHomes, SharedStore]:
    store = SharedStore()
    request = request_for(*kinds, **options)
    limits = TableLimits(("random", "greedy"), most_by_seat=2)
    setup = validate(request, None, None, limits.levels, dealers(1)())
    digests = {seat.seat: digest(secret_of(seat.seat)) for seat in setup.seats}
    made = new_table(request, setup, digests, "table", WATCH, 1000.0, dealers(1))
    seats = [replace(seat, digest=None) if seat.kind == "computer" else seat for seat in made.seats]
    store.write([SaveNewTable(replace(made, seats=seats))])
    one, two = OneOfHomes("a", store, limits, 2), OneOfHomes("b", store, limits, 3)
    exchange(one, two)
    return one, two, store


def exchange(one: OneOfHomes, two: OneOfHomes) -> None:
    """Hand on all that they have to tell each other."""
    while one.notes or two.notes:
        for home, other in ((one, two), (two, one)):
            notes, home.notes = home.notes, []
            for note in notes:
                other.receive(HeardFrom(home.name, note))


def test_a_move_kept_at_one_home_is_shown_at_the_other() -> None:
    one, two, store = two_homes("link", "link")
    one.join("p", "P1")
    two.catch_up()  # somebody has come
    assert isinstance(two.join("q", "P2"), WelcomeMessage)
    one.catch_up()
    assert isinstance(one.ask("p", one.move("1")), AckMessage)
    two.catch_up()
    assert two.told["q"][-1].n == store.tables["table"].table.n == one.machine.state.row.n
    assert two.told["q"][-1].events == one.told["p"][-1].events


def test_whoever_is_overtaken_acknowledges_nothing() -> None:
    one, two, store = two_homes("device", "device")
    one.join("p", "P1", "P2")
    two.join("q", "P1", "P2")
    request = two.move("late")
    assert isinstance(one.ask("p", one.move("early")), AckMessage)
    answer = two.ask("q", request)  # it has not heard of it
    assert (answer.why, answer.facts["now"]) == ("stale", store.tables["table"].table.n)
    assert two.told["q"][-1].n == one.machine.state.row.n


def test_a_request_sent_again_to_another_home_is_done_once() -> None:
    one, two, store = two_homes("device", "device")
    one.join("p", "P1", "P2")
    two.join("q", "P1", "P2")
    request = one.move("same")
    ack = one.ask("p", request)
    assert two.ask("q", request) == ack
    assert store.tables["table"].table.n == ack.n


def test_an_answer_that_got_lost_is_found_when_it_is_tried_again() -> None:
    one, _, store = two_homes("device", "device")
    one.join("p", "P1", "P2")
    one.slow = True
    request = one.move("lost")
    one.receive(Ask("p", request))
    assert one.unkept is not None
    store.write(one.unkept.changes)  # kept, but nobody hears that
    store.log += [change for change in one.unkept.changes if isinstance(change, SaveChange)]
    store.rev += 1
    one.keep()
    acks = [one for one in one.told["p"] if isinstance(one, AckMessage)]
    assert [ack.n for ack in acks] == [2]
    assert one.unkept is None
    assert one.machine.state.row.n == 2


def test_one_free_seat_is_given_once() -> None:
    one, two, _ = two_homes("device", "link", open=True)
    one.receive(TakeSeat("x", "Ann", digest("ann"), "10.0.0.1"))
    two.receive(TakeSeat("y", "Bob", digest("bob"), "10.0.0.2"))
    assert one.told["x"] == [SeatTaken("P2")]
    assert [answer.why for answer in two.told["y"]] == ["no_free_seat"]
    two.receive(TakeSeat("z", "Ann", digest("ann"), "10.0.0.1"))  # asked again: done before
    assert two.told["z"] == [SeatTaken("P2")]


def test_presence_and_talk_are_those_of_all_homes() -> None:
    one, two, _ = two_homes("device", "link", "link")
    one.join("p", "P1")
    two.join("q", "P2")
    exchange(one, two)
    assert [seat.connected for seat in one.told["p"][-1].seats] == [True, True, False]
    one.ask("p", SayRequest("s", "P1", "hello"))
    exchange(one, two)
    assert two.told["q"][-1].line.text == "hello"
    two.receive(Leave("q"))
    exchange(one, two)
    assert [seat.connected for seat in one.told["p"][-1].seats] == [True, False, False]
    two.join("q", "P2")
    exchange(one, two)
    one.receive(HomeLost("b"))
    assert [seat.connected for seat in one.told["p"][-1].seats] == [True, False, False]
    one.receive(HeardFrom("b", HomePages()))
    one.receive(HeardFrom("c", TalkSoFar(False, [])))  # nothing is heard twice
    assert not one.machine.state.chat.on


def test_lines_of_a_seat_are_counted_at_all_homes() -> None:
    one, two, _ = two_homes("device", "device")
    one.join("p1", "P1")
    two.join("p2", "P1")
    exchange(one, two)
    one.join("p3", "P1")
    assert one.closed == ["p1"]  # the oldest of its own
    exchange(one, two)
    assert "b/p2" in one.machine.state.seating.elsewhere["b"]
    one.receive(Leave("p3"))
    exchange(one, two)
    two.join("p4", "P1")
    exchange(one, two)
    one.join("p5", "P1")
    assert one.closed == ["p1", "b/p2"]  # the business of the other home


def test_one_home_asks_the_computer() -> None:
    one, two, _ = two_homes("greedy", "device")
    two.join("q", "P2")
    exchange(one, two)
    assert (len(one.asked), len(two.asked)) == (0, 1)
    one.join("p", "P2")
    exchange(one, two)
    assert (len(one.asked), len(two.asked)) == (1, 0)
    one.receive(Leave("p"))
    exchange(one, two)
    assert (len(one.asked), len(two.asked)) == (0, 1)
    ticket = next(iter(two.asked))
    two.receive(ComputerChose(two.asked.pop(ticket).ticket, two.first()))
    one.catch_up()
    assert one.machine.state.row.n == two.machine.state.row.n == 2
    two.receive(Leave("q"))
    exchange(one, two)
    two.receive(HeardFrom("a", HomeFarewell()))
    assert len(two.asked) == 1  # the only one left


def test_a_warning_is_seen_and_answered_at_another_home() -> None:
    one, two, _ = two_homes("device", "link")
    two.join("q", "P2")
    exchange(one, two)
    two.receive(Leave("q"))
    exchange(one, two)
    one.catch_up()
    one.join("p", "P1")
    one.now = two.now = 1100.0
    assert isinstance(one.ask("p", TakeoverRequest("t", "P2", "greedy")), AckMessage)
    exchange(one, two)
    two.join("q", "P2")
    assert two.told["q"][-1].table.seats[1].warning is not None
    assert isinstance(two.ask("q", HereRequest("h", "P2")), AckMessage)
    exchange(one, two)
    assert one.told["p"][-1].seats[1].warning is None


def test_homes_that_hear_of_each_other_by_chance_end_as_what_is_kept() -> None:
    for seed in range(6):
        luck = random.Random(seed)
        one, two, store = two_homes("device", "device", map="base-2", turns=2)
        acks: dict[str, int] = {}
        for home in (one, two):
            home.join("p", "P1", "P2")
        for step in range(120):
            home = luck.choice((one, two))
            if store.tables["table"].table.over:
                break
            home.slow = luck.random() < 0.4
            _walk(home, luck, str(step), acks)
            if luck.random() < 0.5:
                other = two if home is one else one
                if other.unkept is None:
                    other.catch_up()
            if home.unkept is not None and luck.random() < 0.7:
                home.keep()
            _note_acks(home, acks, store)
        for home in (one, two):
            home.slow = False
            while home.unkept is not None:
                home.keep()
            home.catch_up()
            _note_acks(home, acks, store)
            _check(home, store)
        assert len(acks) > 10


def _walk(home: OneOfHomes, luck: random.Random, id_: str, acks: dict[str, int]) -> None:
    """Something a page of the home might ask for."""
    state = home.machine.state
    if home.unkept is not None or state.history.over:
        return
    acting = state.history.acting
    undo = state.undo_range(acting)
    kind = luck.random()
    if kind < 0.15:
        home.receive(Ask("p", RenameRequest(id_, "P1", f"name {id_}")))
    elif kind < 0.35 and undo.step is not None:
        seat = state.history.state.options.seats[acting]
        home.receive(Ask("p", UndoRequest(id_, seat, state.row.n, undo.step)))
    else:
        actions = legal(state.history.state)
        text = to_text(state.history.state, luck.choice(actions))
        home.receive(Ask("p", home.move(id_, text)))


def _note_acks(home: OneOfHomes, acks: dict[str, int], store: SharedStore) -> None:
    """Whatever was acknowledged is kept under that very name."""
    kept = {change.row.id: change.row.n for change in store.log}
    for message in home.told["p"]:
        if isinstance(message, AckMessage) and message.id in kept:
            assert kept[message.id] == message.n
            acks[message.id] = message.n


def _check(home: OneOfHomes, store: SharedStore) -> None:
    kept, state = store.tables["table"], home.machine.state
    again = load_history(kept)
    assert fingerprint(again.state) == fingerprint(state.history.state)
    assert (again.moves, again.barrier) == (state.history.moves, state.history.barrier)
    assert again.log == state.history.log
    assert kept.table == state.row
    assert sorted(kept.seats, key=lambda row: row.seat) == state.seating.rows
