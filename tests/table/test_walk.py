"""Two people, a computer and a slow disk: every order of what they do, up to some steps.

The home holds the table to its promises at every step: nothing is acknowledged or shown that is
not kept, versions go up, messages go only where they may, and no secret leaks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from smallworld.engine.pack import fingerprint
from smallworld.engine.state import State
from smallworld.game.compiled.dealer import Dealer
from smallworld.table.interface import (
    Ask,
    AskComputer,
    ComputerChose,
    ComputerFailed,
    HintFailed,
    HintFound,
    Join,
    Leave,
    Tick,
)
from smallworld.table.messages import (
    AckMessage,
    HintAnswer,
    HintRequest,
    JoinRequest,
    MoveRequest,
    TakeoverRequest,
    UndoRequest,
)
from tests.table.home import PLANTED, MemoryHome, fork, request_for, secret_of
from tests.table.test_commands import act

Step = Callable[[MemoryHome], object]
Level = dict[str, tuple[MemoryHome, tuple[str, ...]]]  # with the way there
PEOPLE = {"anna": "P1", "bob": "P2"}


def begin() -> MemoryHome:
    """Anna has begun her conquests and could take the last one back; nobody is away yet."""
    home = MemoryHome(
        request_for("link", "link", map="base-2", turns=1, hints=True),
        lambda: Dealer(7),
        takeover_warning=0.0,
    )
    for caller, seat in PEOPLE.items():
        home.join(caller, seat)
    act(home, "pick 1")
    while "stop" not in home.legal():
        act(home)
    act(home)
    return home


def near_the_end() -> MemoryHome:
    """Bob is about to make the last decision of the game."""
    home = MemoryHome(
        request_for("link", "link", map="base-2", turns=1, hints=True),
        lambda: Dealer(7),
        takeover_warning=0.0,
    )
    for caller, seat in PEOPLE.items():
        home.join(caller, seat)
    while True:
        before = fork(home)
        act(home, home.legal()[-1])
        if home.machine.state.history.over:
            return before


def steps(home: MemoryHome, me: str) -> Iterator[tuple[str, Step]]:
    """All that may happen next, by name."""
    row = home.machine.state.row
    legal = home.legal()
    if home.unkept is not None:
        yield "kept", lambda home: home.keep()
        yield "not kept", fail
    for caller, seat in PEOPLE.items():
        who = "me" if caller == me else "other"
        if caller in home.joined:
            # Named for the version, so that the same request comes again while it is being kept.
            move = MoveRequest(f"move {row.n}", seat, row.n, legal[0] if legal else "done")
            undo = UndoRequest(f"undo {row.n}", seat, row.n, row.line - 1)
            yield f"{who} moves", asking(caller, move)
            yield f"{who} takes back", asking(caller, undo)
            yield f"{who} leaves", lambda home, one=caller: home.receive(Leave(one))  # type: ignore[misc]
            other = next(name for name in PEOPLE.values() if name != seat)
            for which, level in ((seat, "greedy"), (seat, None), (other, "greedy")):
                take = TakeoverRequest(f"take {row.n} {which} {level}", which, level)
                whose = "own seat" if which == seat else "seat of the other"
                yield f"{who}: {whose} to {level}", asking(caller, take)
            yield f"{who} wants a hint", asking(caller, HintRequest("hint", seat))
        else:
            join = Join(caller, JoinRequest((secret_of(seat),)))
            yield f"{who} joins", lambda home, join=join: home.receive(join)  # type: ignore[misc]
    for ticket, asked in home.asked.items():
        if isinstance(asked, AskComputer):
            chose = ComputerChose(ticket, legal[0] if legal else "done")
            yield "the computer chooses", lambda home, chose=chose: home.receive(chose)  # type: ignore[misc]
            failed = ComputerFailed(ticket)
            yield "the computer fails", lambda home, failed=failed: home.receive(failed)  # type: ignore[misc]
        else:
            found = HintFound(ticket, HintAnswer(0, "done", "", [], [], None, [], [], None))
            yield "a hint is found", lambda home, found=found: home.receive(found)  # type: ignore[misc]
            missed = HintFailed(ticket)
            yield "no hint is found", lambda home, missed=missed: home.receive(missed)  # type: ignore[misc]
    yield "a minute passes", pass_time


def asking(caller: str, request: MoveRequest | UndoRequest | TakeoverRequest | HintRequest) -> Step:
    return lambda home: home.receive(Ask(caller, request))


def fail(home: MemoryHome) -> None:
    home.store.broken = OSError("the disk is full")
    home.keep()
    home.store.broken = None


def pass_time(home: MemoryHome) -> None:
    home.now += 60.0
    home.receive(Tick())


def signature(home: MemoryHome) -> str:
    """What decides about all that can come."""
    machine = home.machine
    state = machine.state
    seating = state.seating
    parts = (
        *(state.row, seating.rows, sorted(seating.connections.items()), home.unkept),
        *(print_of(state.history.state), state.history.barrier, machine._queue),
        *(machine._computer._asked, sorted(home.asked), machine._hints._asked, sorted(state._acks)),
        [seating.away(seat, home.now) for seat in range(2)],
    )
    return repr(parts)


PRINTS: dict[int, tuple[State, str]] = {}


def print_of(s: State) -> str:
    """Its fingerprint; positions do not change, so each is looked at once."""
    if id(s) not in PRINTS:
        PRINTS[id(s)] = (s, fingerprint(s))
    return PRINTS[id(s)][1]


# Who and what takes part; `me` is the person to act.
ALL = ("",)
MOVES = ("kept", "not kept", "me moves", "me takes back", "other moves")
COMPUTERS = ("kept", "not kept", "me moves", "me: own seat", "the computer")
AWAY = (
    *("kept", "me leaves", "me joins", "a minute", "other: seat of the other"),
    *("me: own seat to None", "the computer"),
)
HINTS = (
    *("kept", "me moves", "me leaves", "me joins", "me wants", "other wants"),
    *("a hint", "no hint"),
)


@pytest.mark.parametrize("start", [begin, near_the_end])
@pytest.mark.parametrize(
    ("cast", "depth"), [(ALL, 3), (MOVES, 6), (COMPUTERS, 5), (AWAY, 6), (HINTS, 5)]
)
def test_every_order_of_what_may_happen_keeps_the_promises(
    cast: tuple[str, ...], depth: int, start: Callable[[], MemoryHome]
) -> None:
    first = start()
    first.keeps_at_once = False
    me = next(caller for caller in PEOPLE if PEOPLE[caller] == first.machine.state.row.acting)
    level: Level = {signature(first): (first, ("the beginning",))}
    seen = set(level)
    taken: set[str] = set()
    for _ in range(depth):
        following: Level = {}
        for home, path in level.values():
            for name, step in steps(home, me):
                if not name.startswith(cast):
                    continue
                after = fork(home)
                heard = {caller: len(told) for caller, told in after.told.items()}
                try:
                    step(after)
                    check_acks(after, heard)
                    assert all("the disk is full" in line for line in after.log)
                    mark = signature(after)
                    if mark not in seen:
                        after.check()
                except AssertionError as error:
                    raise AssertionError(" > ".join((*path, name))) from error
                taken.add(name)
                if mark not in seen:
                    seen.add(mark)
                    following[mark] = (after, (*path, name))
        level = following
    assert len(seen) > 100, len(seen)
    missing = [one for one in cast if not any(name.startswith(one) for name in taken)]
    assert not missing


def check_acks(home: MemoryHome, heard: dict[str, int]) -> None:
    """Every acknowledged move is in what is kept, under its name."""
    kept = {(row.id, row.n, row.line) for row in home.store.tables[home.table_id].changes}
    for caller, told in home.told.items():
        for message in told[heard.get(caller, 0) :]:
            if isinstance(message, AckMessage) and message.id.startswith(("move", "undo")):
                assert (message.id, message.n, message.line) in kept


def test_no_order_leaks_coins() -> None:
    """The same with totals that can be told apart: the home reads every message for them."""
    first = begin()
    first.keeps_at_once = False
    first.plant_coins()
    told = 0
    level = [first]
    for _ in range(2):
        level = [walk_on(home, step) for home in level for _, step in steps(home, "anna")]
    for home in level:
        for messages in home.told.values():
            told += sum(str(PLANTED)[:2] in str(message) for message in messages)
    assert told


def walk_on(home: MemoryHome, step: Step) -> MemoryHome:
    after = fork(home)
    step(after)
    if after.unkept is not None:
        after.keep()
    return after
