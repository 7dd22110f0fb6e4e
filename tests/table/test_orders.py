"""Standing orders for regrouping in others' turns, and personal keys that open seats."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from smallworld.engine.actions import DEPLOY, region_of, tokens_of, verb_of
from smallworld.engine.game import legal
from smallworld.engine.notation import from_text
from smallworld.engine.query import each
from smallworld.game.views.deployment import propose_deployment, token_pools
from smallworld.table.interface import Join, OwnSeats, PlayAgain, SeatsOwned, TakeSeat
from smallworld.table.messages import (
    AckMessage,
    JoinRequest,
    MoveRequest,
    OrdersRequest,
    RemoveGuestRequest,
)
from smallworld.table.seats.credentials import digest
from smallworld.table.seats.orders import ORDERS, ordered_action
from tests.table.home import MemoryHome, fork, request_for, secret_of
from tests.table.test_clocks import move

KEY, OTHER = "a-personal-key-of-somebody-0123456789", "another-key-of-somebody-else-0123456789"


# ---- orders ----


def plays(home: MemoryHome, luck: Random, most: int = 150) -> str | None:
    """Bold moves until somebody else has to answer; the move that would lead there."""
    for _ in range(most):
        history = home.machine.state.history
        if history.over:
            return None
        bold = [text for text in home.legal() if text.startswith(("conquer", "deploy"))]
        others = [text for text in home.legal() if text not in ("decline", "stop")]
        text = luck.choice(bold or others or home.legal())
        trial = fork(home)
        assert isinstance(move(trial, text), AckMessage)
        if trial.machine.state.history.acting != trial.machine.state.history.state.seat:
            return text
        move(home, text)
    return None


def before_an_answer() -> tuple[MemoryHome, str]:
    """A table, and a move after which the other one has to regroup, with a choice."""
    for seed in range(1, 60):
        home = MemoryHome(request_for("link", "link"))
        home.join("anna", "P1")
        home.join("bob", "P2")
        text = plays(home, Random(seed))
        if text is not None:
            return home, text
    raise AssertionError("nobody has to answer")


def order(home: MemoryHome, orders: Any) -> None:
    for caller, seat in (("anna", "P1"), ("bob", "P2")):
        request = OrdersRequest(f"orders {seat} {orders}", seat, orders)
        assert isinstance(home.ask(caller, request), AckMessage)


def test_who_wants_to_be_asked_is_asked() -> None:
    home, text = before_an_answer()
    order(home, "spread")
    order(home, "ask")
    move(home, text)
    history = home.machine.state.history
    assert history.acting != history.state.seat


@pytest.mark.parametrize("orders", ["borders", "spread"])
def test_an_answer_that_was_ordered_comes_by_itself(orders: Any) -> None:
    home, text = before_an_answer()
    asked = fork(home)
    move(asked, text)
    waiting = asked.machine.state.history
    seat, s = waiting.acting, waiting.state
    offered = list(legal(s))
    pool = token_pools(s, offered)[0]
    order(home, orders)
    line = home.machine.state.history.line
    n = home.machine.state.row.n
    move(home, text)
    history = home.machine.state.history
    assert home.machine.state.row.n == n + 1  # in the same change
    assert (history.acting, int(history.state.seat)) != (seat, int(s.seat))
    name = f"P{seat + 1}"
    own = [each_ for each_ in history.moves[line:] if each_.who == name and "deploy" in each_.text]
    assert own, "it is in the record as if its person had done it"
    assert history.undo_to(history.acting) is None  # and nobody can take it back
    first = from_text(s, own[0].text)
    assert verb_of(first) == DEPLOY
    if orders == "borders":
        wanted = propose_deployment(s, seat, [pool])
        assert wanted[int(region_of(first))] == int(tokens_of(first))
    elif len(token_pools(s, offered)) == 1:
        heights = [int(history.state.tokens[r]) for r in pool.regions]
        lowest = min(int(s.tokens[r]) for r in pool.regions)
        assert min(heights) > lowest or max(heights) == max(int(s.tokens[r]) for r in pool.regions)
    home.check()
    home.forget()
    home.check()


def test_orders_are_for_the_turns_of_others_only() -> None:
    home = MemoryHome(request_for("link", "link"))
    home.join("anna", "P1")
    home.join("bob", "P2")
    order(home, "spread")
    history = home.machine.state.history
    assert ordered_action(history.state, history.orders) is None
    while "deploy" not in home.legal()[0]:
        assert history.acting == 0
        move(home, next((t for t in home.legal() if t.startswith(("conquer", "stop"))), ""))
        if history.acting != 0:
            return  # nothing to put down
    assert ordered_action(history.state, history.orders) is None


def test_orders_are_ones_own_and_told_to_nobody_else() -> None:
    home, _ = before_an_answer()
    assert home.ask("anna", OrdersRequest("x", "P2", "spread")).why == "not_your_seat"
    order(home, "borders")
    assert home.join("again", "P1").orders == ["borders"]
    assert home.join("guest").orders == []
    assert "borders" not in str(home.told["guest"][-1])
    home.forget()
    assert home.join("anna", "P1").orders == ["borders"]
    assert home.machine.state.history.orders == {0: "borders", 1: "borders"}
    assert ORDERS == ("ask", "borders", "spread")


def test_spreading_fills_the_lowest_first() -> None:
    home, text = before_an_answer()
    move(home, text)
    s = home.machine.state.history.state
    seat = home.machine.state.history.acting
    action = ordered_action(s, {seat: "spread"})
    assert action is not None
    region = int(region_of(action))
    assert region in [r for pool in token_pools(s, list(legal(s))) for r in pool.regions]
    assert any(region in each(e.regions) for e in s.empires if e.seat == seat)


# ---- personal keys ----


def come(home: MemoryHome, caller: str, secrets: tuple[str, ...], person: str | None) -> Any:
    home.receive(Join(caller, JoinRequest(secrets, None, None, person)))
    return home.told[caller][-1]


def test_a_personal_key_owns_what_it_came_with_and_opens_it_alone() -> None:
    home = MemoryHome(request_for("link", "link"))
    assert come(home, "stranger", (), KEY).why == "not_your_table"
    assert come(home, "laptop", (secret_of("P1"),), KEY).you == ["P1"]
    assert come(home, "phone", (), KEY).you == ["P1"]
    row = home.machine.state.row
    request = MoveRequest("m", "P1", row.n, home.legal()[0])
    assert isinstance(home.ask("phone", request), AckMessage)
    home.forget()
    assert come(home, "phone", (), KEY).you == ["P1"]
    assert come(home, "laptop", (secret_of("P1"),), None).you == ["P1"]  # the link is still good
    home.check()


def test_another_key_takes_the_place_of_the_old_one() -> None:
    home = MemoryHome(request_for("link", "link"))
    come(home, "laptop", (secret_of("P1"),), KEY)
    come(home, "laptop again", (KEY,), OTHER)
    home.forget()
    assert come(home, "old", (), KEY).why == "not_your_table"
    assert come(home, "new", (), OTHER).you == ["P1"]


def test_seats_can_be_owned_without_coming_to_the_table() -> None:
    home = MemoryHome(request_for("link", "link"))
    assert home.call(lambda one: OwnSeats(one, [secret_of("P2")], KEY)) == SeatsOwned()
    rev = home.store.tables["table"]
    assert home.call(lambda one: OwnSeats(one, [secret_of("P2")], KEY)) == SeatsOwned()
    assert home.store.tables["table"] == rev  # no news
    assert come(home, "phone", (), KEY).you == ["P2"]


def test_a_guest_who_goes_takes_the_key_along() -> None:
    home = MemoryHome(request_for("device", "link", open=True))
    come(home, "host", (secret_of("P1"),), None)
    come(home, "guest", (secret_of("P2"),), KEY)
    removal = RemoveGuestRequest("r", "P2", "n" * 40)
    assert isinstance(home.ask("host", removal), AckMessage)
    assert come(home, "back", (), KEY).why == "not_your_table"
    home.call(lambda one: TakeSeat(one, "Cleo", digest("cleo"), ""))
    assert home.machine.state.seating.rows[1].owner is None


def test_who_plays_again_keeps_keys_and_orders() -> None:
    home = MemoryHome(request_for("link", "link", turns=1))
    come(home, "anna", (secret_of("P1"),), KEY)
    home.join("bob", "P2")
    home.ask("anna", OrdersRequest("o", "P1", "spread"))
    while not home.machine.state.history.over:
        move(home, home.legal()[-1])
    home.call(lambda one: PlayAgain(one, [KEY], "again", "w"))
    seat = home.store.tables["again"].seats[0]
    assert (seat.owner, seat.orders) == (digest(KEY), "spread")
