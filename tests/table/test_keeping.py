"""Keep, then acknowledge, then publish; what could not be kept has never been."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from smallworld.table.interface import (
    Ask,
    ComputerChose,
    Input,
    Join,
    Kept,
    Leave,
    NotKept,
    PlayAgain,
    RematchReady,
    SeatTaken,
    TakeSeat,
    Tick,
)
from smallworld.table.messages import (
    AckMessage,
    ErrorMessage,
    JoinRequest,
    MoveRequest,
    PageMessage,
    PositionRequest,
    RematchMessage,
    RenameRequest,
    SeatsMessage,
    TakeoverRequest,
    UndoRequest,
    ViewMessage,
    WelcomeMessage,
)
from tests.table.home import MemoryHome, fork, request_for, secret_of
from tests.table.test_commands import act, finished, seated, snapshot

DISK_FULL = OSError("the disk is full")


@dataclass
class Case:
    """Something that must be kept: the command, what answers it, and what all others hear."""

    home: MemoryHome
    command: Input
    answer: type | None
    news: type[PageMessage] | None


def move() -> Case:
    home = seated()
    request = MoveRequest("move", "P1", home.machine.state.row.n, home.legal()[0])
    return Case(home, Ask("anna", request), AckMessage, ViewMessage)


def undo() -> Case:
    home = seated()
    row = home.machine.state.row
    return Case(
        home, Ask("anna", UndoRequest("undo", "P1", row.n, row.line - 1)), AckMessage, ViewMessage
    )


def takeover() -> Case:
    request = TakeoverRequest("take", "P1", "greedy")
    return Case(seated(), Ask("anna", request), AckMessage, SeatsMessage)


def rename() -> Case:
    return Case(seated(), Ask("anna", RenameRequest("name", "P1", "A")), AckMessage, SeatsMessage)


def first_join() -> Case:
    home = MemoryHome(request_for("link", "link"))
    home.join("anna", "P1")
    request = JoinRequest((secret_of("P2"),))
    return Case(home, Join("new", request), WelcomeMessage, SeatsMessage)


def guest() -> Case:
    home = MemoryHome(request_for("device", "link", open=True))
    home.join("anna", "P1")
    return Case(home, TakeSeat("new", "Gus", b"digest"), SeatTaken, SeatsMessage)


def rematch() -> Case:
    command = PlayAgain("new", [secret_of("P1")], "again", "watch again")
    return Case(finished(), command, RematchReady, RematchMessage)


def computer() -> Case:
    home = seated()
    home.ask("anna", TakeoverRequest("take", "P1", "greedy"))
    (ticket,) = home.asked
    return Case(home, ComputerChose(ticket, home.legal()[0]), None, ViewMessage)


CASES = [move, undo, takeover, rename, first_join, guest, rematch, computer]


def told(home: MemoryHome) -> dict[str, int]:
    return {caller: len(messages) for caller, messages in home.told.items()}


def since(home: MemoryHome, before: dict[str, int]) -> dict[str, list[type]]:
    """The kinds of messages everybody got since then."""
    news = {
        caller: [type(message) for message in messages[before.get(caller, 0) :]]
        for caller, messages in home.told.items()
    }
    return {caller: kinds for caller, kinds in news.items() if kinds}


def asker(case: Case) -> str:
    return str(getattr(case.command, "caller", ""))


@pytest.mark.parametrize("make", CASES)
def test_nobody_hears_of_anything_before_it_is_kept(make: Callable[[], Case]) -> None:
    case = make()
    home = case.home
    home.keeps_at_once = False
    before, heard = snapshot(home), told(home)
    home.receive(case.command)
    assert home.unkept
    assert since(home, heard) == {}
    assert snapshot(home) == before
    home.keep()
    news = since(home, heard)
    if case.answer is not None:
        assert news[asker(case)][0] is case.answer
    for caller in home.joined - {asker(case)}:
        assert news[caller] == [case.news]
    assert snapshot(home) != before
    home.check()


@pytest.mark.parametrize("make", CASES)
def test_what_could_not_be_kept_has_never_been(make: Callable[[], Case]) -> None:
    case = make()
    home = case.home
    before, heard = snapshot(home), told(home)
    home.store.broken = DISK_FULL
    home.receive(case.command)
    assert snapshot(home) == before
    if case.answer is None:
        assert since(home, heard) == {}
        assert "the disk is full" in home.log[-1]
        assert not home.machine._computer.is_open
        home.receive(Tick())  # it is asked again
        case.command = ComputerChose(max(home.asked), home.legal()[0])
    else:
        assert since(home, heard) == {asker(case): [ErrorMessage]}
        error = home.told[asker(case)][-1]
        assert (error.code, error.why) == ("trouble", "not_saved")
    if make is first_join:
        assert home.closed.pop("new") == "trouble"
    home.check()
    home.store.broken = None
    home.receive(case.command)  # the same again, under the same name
    assert snapshot(home) != before
    home.check()


@pytest.mark.parametrize("make", CASES)
def test_a_table_that_is_not_what_is_kept_stops(make: Callable[[], Case]) -> None:
    case = make()
    home = case.home
    home.keeps_at_once = False
    joined = set(home.joined)
    home.receive(case.command)
    late: list[Input] = [
        Ask("anna", RenameRequest("late", "P1", "B")),
        Join("late", JoinRequest((secret_of("P1"),))),
        TakeSeat("late guest", "Eve", b"d"),
        Leave("bob"),
        Tick(),
    ]
    for command in late:
        home.receive(command)
    home.receive(NotKept("another server writes here", conflict=True))
    assert home.stopped
    assert not home.asked
    for caller in ("late", "late guest"):
        assert [message.why for message in home.told[caller]] == ["not_saved"]
    assert home.told["anna"][-1].id == "late"
    assert set(home.closed) == joined | {"late"} | ({"new"} if make is first_join else set())
    home.stopped = False  # what is said to it now is refused, and comes to nothing
    for command in [*late, Kept(), ComputerChose(1, "done")]:
        before = told(home)
        home.receive(command)
        caller = getattr(command, "caller", "")
        refused = not isinstance(command, Leave | Tick | Kept | ComputerChose)
        assert since(home, before) == ({caller: [ErrorMessage]} if refused else {})
    assert home.unkept is not None  # nothing was kept in between


def test_everything_waits_its_turn_while_something_is_kept() -> None:
    home = seated()
    home.keeps_at_once = False
    n = home.machine.state.row.n
    heard = told(home)
    first = home.legal()[0]
    home.receive(Ask("anna", MoveRequest("one", "P1", n, first)))
    home.receive(Ask("anna", PositionRequest("look", 1)))
    home.receive(Ask("anna", MoveRequest("two", "P1", n, first)))  # looking at the old view
    home.receive(Ask("bob", RenameRequest("name", "P2", "Bob")))
    home.receive(Leave("bob"))
    home.receive(Ask("guest", PositionRequest("look", 1)))
    assert since(home, heard) == {}
    assert not home.machine.is_idle
    home.keep()  # up to bob's name, which must be kept
    kinds = since(home, heard)
    assert [kind.__name__ for kind in kinds["anna"]] == [
        *("AckMessage", "ViewMessage", "AnswerMessage", "ErrorMessage", "ViewMessage")
    ]
    assert [kind.__name__ for kind in kinds["bob"]] == ["ViewMessage"]
    assert home.told["anna"][-2].why == "stale"
    home.keep()
    kinds = since(home, heard)
    assert [kind.__name__ for kind in kinds["bob"]] == ["ViewMessage", "AckMessage", "SeatsMessage"]
    assert [kind.__name__ for kind in kinds["guest"]] == [
        *("ViewMessage", "SeatsMessage", "SeatsMessage", "AnswerMessage")
    ]
    assert home.store.tables[home.table_id].seats[1].name == "Bob"
    home.check()


def test_a_move_that_was_on_its_way_is_made_although_its_page_has_left() -> None:
    home = seated()
    home.keeps_at_once = False
    n = home.machine.state.row.n
    home.receive(Ask("bob", RenameRequest("name", "P2", "Bob")))
    home.receive(Ask("anna", MoveRequest("one", "P1", n, home.legal()[0])))
    home.receive(Leave("anna"))
    home.keep()
    home.keep()
    assert home.machine.state.row.n == n + 1
    home.check()


def test_nothing_is_confirmed_that_was_not_proposed() -> None:
    home = seated()
    for fact in (Kept(), NotKept("why not", conflict=False)):
        with pytest.raises(ValueError, match="nothing was to be kept"):
            fork(home).receive(fact)


def test_versions_go_up_by_one_and_are_never_used_again() -> None:
    home = seated()
    numbers = [home.machine.state.row.n]
    for _ in range(4):
        act(home)
        numbers.append(home.machine.state.row.n)
        row = home.machine.state.row
        if home.machine.state.history.undo_to(0) is not None and row.acting == "P1":
            home.ask("anna", UndoRequest(f"undo {row.n}", "P1", row.n, row.line - 1))
            numbers.append(home.machine.state.row.n)
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert len(numbers) > 5
    home.check()
