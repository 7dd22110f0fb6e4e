"""Seats given to computers, with a warning; guests who come, and go before they have played."""

from __future__ import annotations

from typing import Any

import pytest

from smallworld.table.interface import AskComputer, ComputerChose, Join, Leave, TakeSeat, Tick
from smallworld.table.messages import (
    AckMessage,
    HereRequest,
    JoinRequest,
    MoveRequest,
    RemoveGuestRequest,
    SeatStatus,
    TakeoverNotice,
    TakeoverRequest,
)
from smallworld.table.seats.credentials import digest
from smallworld.table.seats.takeover import takeover_levels
from tests.table.home import LEVELS, MemoryHome, request_for
from tests.table.test_commands import act, seated


def status(home: MemoryHome, seat: int) -> SeatStatus:
    return home.machine.state.seats_status(home.now)[seat]


# ---- take-over ----


def test_a_computer_plays_for_somebody_away_until_the_owner_is_back() -> None:
    home = seated()
    home.receive(Leave("anna"))
    home.now += 59.9
    take = TakeoverRequest("take", "P1", "greedy")
    assert home.ask("bob", take).why == "not_away"
    assert home.ask("guest", take).why == "not_your_seat"
    home.now += 0.1
    assert isinstance(home.ask("bob", take), AckMessage)
    assert home.asked == {}  # its person is warned first
    assert home.told["guest"][-1].seats[0].warning == TakeoverNotice("greedy", 30)
    assert home.reminders == [30.0]
    home.now += 29.9
    home.receive(Tick())
    assert home.asked == {}
    home.now += 0.1
    home.receive(Tick())
    ((ticket, asked),) = home.asked.items()
    assert isinstance(asked, AskComputer)
    assert (asked.level, asked.position.seat) == ("greedy", 0)
    assert (status(home, 0).computer, status(home, 0).warning) == ("greedy", None)
    assert home.told["guest"][-1].seats[0].computer == "greedy"
    home.join("anna", "P1")
    assert home.ask("bob", TakeoverRequest("back", "P1", None)).why == "not_your_seat"
    assert home.ask("anna", MoveRequest("m", "P1", home.machine.state.row.n, "stop")).why == (
        "computer_plays"
    )
    assert home.told["anna"][-1].id == "m"
    assert isinstance(home.ask("anna", TakeoverRequest("back", "P1", None)), AckMessage)
    assert home.asked == {}  # it need not think any more
    n = home.machine.state.row.n
    assert home.receive(ComputerChose(ticket, home.legal()[0])) == []  # and comes too late
    assert home.machine.state.row.n == n
    act(home)
    home.check()


def test_another_level_is_asked_anew() -> None:
    home = seated()
    for number, level in enumerate(LEVELS):
        assert isinstance(home.ask("anna", TakeoverRequest(f"{number}", "P1", level)), AckMessage)
        ((ticket, asked),) = home.asked.items()
        assert isinstance(asked, AskComputer)
        assert asked.level == level
    assert ticket == len(LEVELS)


def test_a_seat_of_a_computer_is_nobodys() -> None:
    home = MemoryHome(request_for("greedy", "link"))
    home.join("bob", "P2")
    home.now += 1000
    for level in ("random", None):
        refused = home.ask("bob", TakeoverRequest("take", "P1", level))
        assert refused.why == ("not_away" if level else "not_your_seat")


def warned() -> MemoryHome:
    """P1 is away, and will be played by a computer in 30 seconds."""
    home = seated()
    home.receive(Leave("anna"))
    home.now += 60.0
    assert isinstance(home.ask("bob", TakeoverRequest("take", "P1", "greedy")), AckMessage)
    return home


def test_who_says_they_are_here_keeps_the_seat() -> None:
    home = warned()
    home.now += 20.0
    welcome = home.join("anna", "P1")
    assert welcome.table.seats[0].warning == TakeoverNotice("greedy", 30)  # time to read it
    assert home.reminders[-1] == 30.0
    home.now += 10.0
    home.receive(Tick())
    assert home.asked == {}
    home.join("anna's phone", "P1")  # a second page does not make it longer again
    assert home.told["anna's phone"][-1].table.seats[0].warning == TakeoverNotice("greedy", 20)
    assert home.ask("bob", HereRequest("here", "P1")).why == "not_your_seat"
    assert isinstance(home.ask("anna", HereRequest("here", "P1")), AckMessage)
    assert status(home, 0).warning is None
    assert home.told["bob"][-1].seats[0].warning is None
    home.now += 100.0
    home.receive(Tick())
    assert home.asked == {}
    assert status(home, 0).computer is None
    assert home.ask("bob", TakeoverRequest("again", "P1", "greedy")).why == "not_away"
    home.check()


def test_whoever_acts_in_a_warned_seat_is_here() -> None:
    home = warned()
    home.join("anna", "P1")
    act(home)
    assert status(home, 0).warning is None


def test_a_page_that_nobody_looks_at_does_not_keep_a_seat() -> None:
    home = warned()
    home.join("a forgotten tab", "P1")
    home.now += 30.0
    home.receive(Tick())
    assert status(home, 0).computer == "greedy"
    assert len(home.asked) == 1


def test_a_warned_seat_is_not_warned_again_and_a_failing_disk_only_puts_it_off() -> None:
    home = warned()
    home.now += 20.0
    assert isinstance(home.ask("bob", TakeoverRequest("again", "P1", "greedy")), AckMessage)
    assert status(home, 0).warning == TakeoverNotice("greedy", 10)
    home.now += 10.0
    home.store.broken = OSError("the disk is full")
    home.receive(Tick())
    assert status(home, 0).computer is None
    assert "the disk is full" in home.log.pop()
    home.store.broken = None
    home.receive(Tick())
    assert status(home, 0).computer == "greedy"


def test_nobody_weaker_than_the_tables_level_plays_on_for_somebody_else() -> None:
    home = seated()  # where greedy plays
    home.receive(Leave("anna"))
    home.now += 60.0
    refused = home.ask("bob", TakeoverRequest("take", "P1", "random"))
    assert (refused.why, refused.facts) == ("too_weak", {"level": "random", "known": ["greedy"]})
    assert isinstance(home.ask("bob", TakeoverRequest("own", "P2", "random")), AckMessage)
    assert home.join("anna", "P1").table.takeover_levels == ["greedy"]


@pytest.mark.parametrize(
    ("kinds", "asked", "least"),
    [
        (("link", "link"), None, "greedy"),
        (("link", "random"), None, "random"),
        (("link", "master", "random"), None, "master"),
        (("link", "master"), "careless", "careless"),
        (("link", "random"), "planner", "planner"),
    ],
)
def test_the_level_of_a_table_is_the_strongest_there_or_the_one_asked_for(
    kinds: tuple[str, ...], asked: str | None, least: str
) -> None:
    levels = ["random", "careless", "greedy", "planner", "search", "master"]
    assert takeover_levels(request_for(*kinds, takeover=asked), levels)[0] == least


# ---- guests ----

SECRET = "s" * 32


def hosted() -> MemoryHome:
    """An open table: Anna has made it, and Gus has found it in the list."""
    home = MemoryHome(request_for("device", "link", "link", map="base-3", open=True))
    home.join("anna", "P1")
    take = TakeSeat("call", "Gus", digest("secret of Gus"), "192.0.2.1")
    home.receive(take)
    home.receive(Join("gus", JoinRequest(("secret of Gus",))))
    return home


def test_the_host_can_ask_a_guest_to_go_before_they_play() -> None:
    home = hosted()
    assert home.told["anna"][-1].seats[1].guest
    assert not home.told["anna"][-1].seats[0].guest
    assert isinstance(home.ask("anna", RemoveGuestRequest("go", "P2", SECRET)), AckMessage)
    assert home.closed == {"gus": "forbidden"}
    assert (status(home, 1).name, status(home, 1).free) == ("", True)
    home.receive(Join("gus again", JoinRequest(("secret of Gus",))))
    assert home.told["gus again"][-1].why == "not_your_table"
    home.receive(Join("friend", JoinRequest((SECRET,))))
    assert home.told["friend"][-1].you == ["P2"]
    home.forget()
    home.receive(Join("friend", JoinRequest((SECRET,))))
    assert home.told["friend"][-1].you == ["P2"]


def test_nobody_else_can_and_nobody_who_has_played_goes() -> None:
    home = hosted()
    home.join("bob", "P3")
    for caller, seat, why in (
        ("gus", "P3", "not_host"),
        ("anna", "P1", "no_guest"),
        ("anna", "P4", "no_seat"),
    ):
        assert home.ask(caller, RemoveGuestRequest("go", seat, SECRET)).why == why
    home.join("guest")
    assert home.ask("guest", RemoveGuestRequest("go", "P2", SECRET)).why == "not_your_seat"
    while home.machine.state.row.acting != "P2":
        acting = str(home.machine.state.row.acting)
        caller = {"P1": "anna", "P3": "bob"}[acting]
        n = home.machine.state.row.n
        home.ask(caller, MoveRequest(f"m {n}", acting, n, home.legal()[0]))
    assert status(home, 1).guest
    n = home.machine.state.row.n
    assert isinstance(home.ask("gus", MoveRequest("pick", "P2", n, home.legal()[0])), AckMessage)
    assert home.ask("anna", RemoveGuestRequest("go", "P2", SECRET)).why == "has_played"
    assert not status(home, 1).guest
    assert home.closed == {}


def test_an_address_gets_one_seat_of_an_open_table() -> None:
    home = hosted()

    def take(address: str) -> Any:
        return home.call(lambda caller: TakeSeat(caller, "", digest(address), address))

    assert take("192.0.2.1").why == "guest_already"
    assert take("192.0.2.2").seat == "P3"
    home.ask("anna", RemoveGuestRequest("go", "P2", SECRET))
    assert take("192.0.2.1").seat == "P2"  # it was asked to go, and may come again


def test_an_open_table_does_not_wait_for_ever() -> None:
    home = MemoryHome(request_for("device", "link", open=True), open_for=3600.0)
    home.now += 3600.1
    assert home.call(lambda caller: TakeSeat(caller, "", b"new")).why == "no_longer_open"
    home.now -= 0.1
    assert home.call(lambda caller: TakeSeat(caller, "", b"new")).seat == "P2"
