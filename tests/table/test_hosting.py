"""What a host may do: close the table for all, hand hosting on; and what nobody else may."""

from __future__ import annotations

from typing import Any

from smallworld.table.asking.host_messages import (
    ClosedMessage,
    CloseTableRequest,
    HandOverRequest,
    HostMessage,
)
from smallworld.table.interface import Join, TakeSeat, Tick
from smallworld.table.messages import (
    AckMessage,
    JoinRequest,
    MoveRequest,
    RemoveGuestRequest,
    TakeoverRequest,
)
from smallworld.table.seats.credentials import digest
from tests.table.home import MemoryHome, request_for, secret_of

SECRET = "s" * 40


def hosted(*kinds: str) -> MemoryHome:
    """A table with Anna, its host, and Bob."""
    home = MemoryHome(request_for("device", "link", *kinds, open=True))
    home.join("anna", "P1")
    home.join("bob", "P2")
    return home


def move(home: MemoryHome, caller: str, seat: str) -> Any:
    n = home.machine.state.row.n
    return home.ask(caller, MoveRequest(f"m {n}", seat, n, home.legal()[0]))


def test_a_closed_table_is_over_for_all_and_nothing_is_lost() -> None:
    home = hosted("link")
    assert isinstance(move(home, "anna", "P1"), AckMessage)
    moved, record = home.machine.state.history.line, home.machine.state.record()
    home.join("guest")
    assert home.ask("bob", CloseTableRequest("c", "P2")).why == "not_host"
    assert home.ask("bob", CloseTableRequest("c", "P1")).why == "not_your_seat"
    assert home.ask("guest", CloseTableRequest("c", "P1")).why == "not_your_seat"
    assert isinstance(home.ask("anna", CloseTableRequest("c", "P1")), AckMessage)
    for caller in ("anna", "bob", "guest"):
        assert [one for one in home.told[caller] if isinstance(one, ClosedMessage)], caller
    assert isinstance(home.ask("anna", CloseTableRequest("again", "P1")), AckMessage)  # it is so
    assert move(home, "anna", "P1").why == "table_closed"
    assert home.ask("bob", TakeoverRequest("t", "P2", "random")).why == "table_closed"
    assert home.ask("anna", RemoveGuestRequest("r", "P2", SECRET)).why == "no_guest"
    taken = home.call(lambda caller: TakeSeat(caller, "Zoe", digest(SECRET), "192.0.2.1"))
    assert taken.why == "no_free_seat"
    home.forget()  # as it is loaded again
    home.join("bob", "P2")
    welcome = home.told["bob"][-1]
    assert (welcome.table.closed, welcome.line, welcome.over) == (True, moved, False)
    state = home.machine.state
    assert (state.row.over, state.row.acting, state.row.result) == (True, None, None)
    assert state.record_for(state.row.watch) == record


def test_no_computer_goes_on_at_a_closed_table() -> None:
    home = MemoryHome(request_for("random", "device", map="base-2"))
    home.join("anna", "P2")
    assert home.asked
    assert isinstance(home.ask("anna", CloseTableRequest("c", "P2")), AckMessage)
    assert not home.asked
    home.receive(Tick())
    assert not home.asked


def test_hosting_is_handed_on_and_stays_so() -> None:
    home = hosted("link")
    for caller, seat, why in (
        ("bob", "P2", "not_host"),
        ("anna", "P3", "cannot_host"),
        ("anna", "P4", "no_seat"),
    ):
        assert home.ask(caller, HandOverRequest("h", seat)).why == why
    assert isinstance(home.ask("anna", HandOverRequest("h", "P2")), AckMessage)
    for caller in ("anna", "bob"):
        assert HostMessage("P2") in home.told[caller]
    assert home.ask("anna", CloseTableRequest("c", "P1")).why == "not_host"
    assert home.ask("anna", HandOverRequest("h2", "P1")).why == "not_host"
    home.forget()
    home.receive(Join("anna", JoinRequest((secret_of("P1"),))))
    home.receive(Join("bob", JoinRequest((secret_of("P2"),))))
    assert home.told["bob"][-1].table.host == "P2"
    assert home.machine.state.seating.host == 1
    assert isinstance(home.ask("bob", CloseTableRequest("c", "P2")), AckMessage)


def test_a_computer_does_not_host() -> None:
    home = MemoryHome(request_for("device", "link", "random"))
    home.join("anna", "P1")
    assert home.ask("anna", HandOverRequest("h", "P3")).why == "cannot_host"
