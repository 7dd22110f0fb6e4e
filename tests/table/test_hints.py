"""Hints are thought of once and not without end; a review is made once, for everybody."""

from __future__ import annotations

import pytest

from smallworld.game.records.record import Record
from smallworld.table.interface import (
    AskHint,
    FindReview,
    HintFailed,
    HintFound,
    Leave,
    MakeReview,
    ReviewFailed,
    ReviewFound,
    ReviewGoesOn,
    ReviewMade,
)
from smallworld.table.messages import (
    AckMessage,
    AnswerMessage,
    ErrorMessage,
    HintAnswer,
    HintRequest,
    ReviewAnswer,
    ReviewMessage,
    ReviewProgress,
    ReviewRequest,
    TakeoverRequest,
    ThreatsAnswer,
    ThreatsRequest,
    UndoRequest,
)
from smallworld.table.publishing import views
from smallworld.wire.review import GameReview
from tests.table.home import MemoryHome, request_for
from tests.table.test_commands import act, finished, seated

FOUND = HintAnswer(0, "stop", "Enough.", [], [], None, [], [], None)


def ask(home: MemoryHome, id_: str = "hint", caller: str = "anna") -> object:
    return home.ask(caller, HintRequest(id_, "P1"))


def ticket_of(home: MemoryHome) -> int:
    (ticket,) = [ticket for ticket, asked in home.asked.items() if isinstance(asked, AskHint)]
    return ticket


@pytest.mark.parametrize(
    ("kinds", "hints", "allowed"),
    [
        (("device", "greedy"), None, True),
        (("device", "greedy", "random"), None, True),
        (("link", "link"), None, False),
        (("device", "device", "greedy"), None, False),
        (("device", "greedy"), False, False),
        (("link", "link"), True, True),
    ],
)
def test_who_may_ask_for_hints(kinds: tuple[str, ...], hints: bool | None, allowed: bool) -> None:
    home = MemoryHome(request_for(*kinds, hints=hints, map=f"base-{len(kinds)}"))
    welcome = home.join("anna", "P1")
    assert welcome.table.options.hints is allowed
    answer = ask(home)
    if allowed:
        assert answer is None
        assert ticket_of(home)
    else:
        assert isinstance(answer, ErrorMessage)
        assert answer.why == "hints_off"
        assert not home.asked


def test_threats_are_told_at_once_where_hints_are_allowed() -> None:
    home = MemoryHome(request_for("device", "greedy"))
    home.join("anna", "P1")
    s = home.machine.state.history.state
    answer = home.ask("anna", ThreatsRequest("who", "P1"))
    n = home.machine.state.row.n
    assert answer == AnswerMessage("who", ThreatsAnswer(n, views.show_threats(s, 0)))
    assert not home.asked  # nobody has to think for it
    forbidden = MemoryHome(request_for("link", "link"))
    forbidden.join("anna", "P1")
    refused = forbidden.ask("anna", ThreatsRequest("who", "P1"))
    assert isinstance(refused, ErrorMessage)
    assert refused.why == "hints_off"


def test_a_hint_is_thought_of_once_and_told_to_all_who_asked() -> None:
    home = seated()
    home.join("anna elsewhere", "P1")
    n = home.machine.state.row.n
    assert ask(home, "one") is None
    ticket = ticket_of(home)
    assert ask(home, "two", "anna elsewhere") is None
    assert ticket_of(home) == ticket
    home.receive(HintFound(ticket + 1, FOUND))  # of another question
    assert home.told["anna"][-1] != AnswerMessage("one", FOUND)
    home.receive(HintFound(ticket, FOUND))
    expected = HintAnswer(n, "stop", "Enough.", [], [], None, [], [], None)
    assert home.told["anna"][-1] == AnswerMessage("one", expected)
    assert home.told["anna elsewhere"][-1] == AnswerMessage("two", expected)
    assert ask(home, "three") == AnswerMessage("three", expected)  # known by now
    assert not home.asked
    assert all(not isinstance(message, AnswerMessage) for message in home.told["bob"])


def test_a_hint_that_comes_too_late_is_stale() -> None:
    home = seated()
    n = home.machine.state.row.n
    ask(home)
    ticket = ticket_of(home)
    act(home)
    (stale,) = [message for message in home.told["anna"] if isinstance(message, ErrorMessage)]
    assert (stale.id, stale.why, stale.facts) == ("hint", "stale", {"at": n, "now": n + 1})
    assert not home.asked
    heard = len(home.told["anna"])
    home.receive(HintFound(ticket, FOUND))
    home.receive(HintFailed(ticket))
    assert len(home.told["anna"]) == heard
    assert ask(home, "again") is None
    assert ticket_of(home) != ticket


def test_where_no_hint_is_found_that_is_said_until_the_game_goes_on() -> None:
    home = seated()
    ask(home)
    home.receive(HintFailed(ticket_of(home)))
    error = home.told["anna"][-1]
    assert (error.id, error.why) == ("hint", "no_hint")
    assert ask(home, "again") == ErrorMessage("again", "trouble", "no_hint", {}, error.text)
    assert not home.asked
    act(home)
    assert ask(home, "anew") is None


def test_a_hint_nobody_waits_for_any_more_is_stopped() -> None:
    home = seated()
    home.join("anna elsewhere", "P1")
    ask(home)
    ask(home, "two", "anna elsewhere")
    ticket = ticket_of(home)
    home.receive(Leave("anna"))
    assert ticket_of(home) == ticket
    home.receive(Leave("anna elsewhere"))
    assert not home.asked
    assert home.receive(HintFound(ticket, FOUND)) == []
    home.join("anna", "P1")
    assert ask(home, "back") is None
    assert ticket_of(home) != ticket
    home.receive(HintFound(ticket_of(home), FOUND))
    home.receive(Leave("anna"))
    home.join("anna", "P1")
    assert isinstance(ask(home, "again"), AnswerMessage)  # it was found, and stays known


def test_where_there_is_no_room_for_a_hint_a_time_is_told_and_it_may_be_asked_for_again() -> None:
    home = seated()
    ask(home)
    home.receive(HintFailed(ticket_of(home), busy=4))
    error = home.told["anna"][-1]
    assert (error.id, error.why, error.facts) == ("hint", "busy", {"seconds": 4})
    assert ask(home, "again") is None
    assert ticket_of(home)


def test_hints_are_not_without_end() -> None:
    home = seated()
    told = []
    for number in range(6):  # on and back again: each time it is a new question
        told.append(ask(home, f"before {number}"))
        act(home)
        told.append(ask(home, f"after {number}"))
        row = home.machine.state.row
        undo = UndoRequest(f"undo {number}", "P1", row.n, row.line - 1)
        assert isinstance(home.ask("anna", undo), AckMessage)
    assert told[:8] == [None] * 8
    assert [error.why for error in told[8:] if isinstance(error, ErrorMessage)] == ["too_fast"] * 4
    home.now += 10  # three more by now
    for wait, passes in ((0.0, True), (0.0, True), (0.0, True), (0.0, False), (3.4, True)):
        home.now += wait
        assert (ask(home, f"later {home.machine.state.row.n}") is None) == passes
        act(home)
        row = home.machine.state.row
        home.ask("anna", UndoRequest(f"undo {row.n}", "P1", row.n, row.line - 1))


def test_a_hint_is_for_the_person_who_decides() -> None:
    home = seated()
    home.ask("anna", TakeoverRequest("take", "P1", "greedy"))
    error = ask(home)
    assert isinstance(error, ErrorMessage)
    assert error.why == "computer_plays"


# ---- reviews ----

KEPT = {
    "seats": ("P1", "P2"), "turns": 1, "simulations": 1, "start": (1.0, 1.0), "end": (1.0, 1.0),
    "luck": (0.0, 0.0), "own": (0.0, 0.0), "others": (0.0, 0.0), "steps": (), "mistakes": (),
}  # fmt: skip
REVIEW = GameReview(**KEPT)  # type: ignore[arg-type]


def test_a_review_is_made_once_for_everybody_who_looks_on() -> None:
    home = finished()
    assert home.ask("anna", ReviewRequest("one")) is None
    assert home.ask("guest", ReviewRequest("two")) is None
    assert home.wanted == [FindReview()]
    home.receive(ReviewFound(None))
    assert home.told["anna"][-1] == AnswerMessage("one", ReviewAnswer(None, 0))
    assert home.told["guest"][-1] == AnswerMessage("two", ReviewAnswer(None, 0))
    (_, make) = home.wanted
    assert isinstance(make, MakeReview)
    assert Record.from_text(make.record).replay().turn == 1
    home.ask("bob", ReviewRequest("three"))
    home.receive(ReviewFound(None))
    assert home.wanted == [FindReview(), make, FindReview()]  # it is being made already
    home.receive(ReviewMade(KEPT))
    for caller in ("anna", "bob", "guest"):
        assert home.told[caller][-1] == ReviewMessage(REVIEW)
    home.ask("bob", ReviewRequest("four"))
    home.receive(ReviewFound(KEPT))
    assert home.told["bob"][-1] == AnswerMessage("four", ReviewAnswer(REVIEW, 0))
    assert home.told["anna"][-1] == ReviewMessage(REVIEW)
    assert len(home.wanted) == 4


def test_everybody_is_told_how_far_a_review_is() -> None:
    home = finished()
    home.ask("anna", ReviewRequest("one"))
    home.receive(ReviewFound(None))
    make = home.wanted[-1]
    assert isinstance(make, MakeReview)
    assert make.caller == "anna"
    home.receive(ReviewGoesOn(40))
    for caller in ("anna", "bob", "guest"):
        assert home.told[caller][-1] == ReviewProgress(40)
    home.ask("bob", ReviewRequest("two"))
    home.receive(ReviewFound(None))
    assert home.told["bob"][-1] == AnswerMessage("two", ReviewAnswer(None, 40))
    home.receive(ReviewFailed(busy=30))
    for caller in ("anna", "bob", "guest"):
        assert (home.told[caller][-1].why, home.told[caller][-1].facts) == ("busy", {"seconds": 30})
    home.ask("bob", ReviewRequest("three"))
    home.receive(ReviewFound(None))
    assert home.told["bob"][-1] == AnswerMessage("three", ReviewAnswer(None, 0))


def test_a_review_that_fails_can_be_asked_for_again() -> None:
    home = finished()
    home.ask("anna", ReviewRequest("one"))
    home.receive(ReviewFound(None))
    home.receive(ReviewFailed())
    for caller in ("anna", "bob", "guest"):
        error = home.told[caller][-1]
        assert (error.id, error.why) == (None, "no_review")
    home.ask("anna", ReviewRequest("two"))
    home.receive(ReviewFound(None))
    assert [type(one) for one in home.wanted] == [FindReview, MakeReview] * 2


def test_a_review_that_cannot_be_looked_for_is_refused_to_who_asked() -> None:
    home = finished()
    heard = len(home.told["bob"])
    home.ask("anna", ReviewRequest("one"))
    home.receive(ReviewFailed())
    assert (home.told["anna"][-1].id, home.told["anna"][-1].why) == ("one", "no_review")
    assert len(home.told["bob"]) == heard
    home.ask("anna", ReviewRequest("two"))
    assert home.wanted == [FindReview(), FindReview()]


def test_whoever_has_left_is_not_told_of_a_review() -> None:
    home = finished()
    home.ask("anna", ReviewRequest("one"))
    home.receive(Leave("anna"))
    assert home.receive(ReviewFound(None)) == []


def test_a_review_that_cannot_be_read_is_made_anew_and_else_refused() -> None:
    home = finished()
    home.ask("anna", ReviewRequest("one"))
    home.receive(ReviewFound({"moves": 7}))  # as some other version kept it
    assert home.told["anna"][-1] == AnswerMessage("one", ReviewAnswer(None, 0))
    assert "KeyError" in home.log.pop()
    assert isinstance(home.wanted[-1], MakeReview)
    home.receive(ReviewMade({"moves": 7}))
    assert "KeyError" in home.log.pop()
    for caller in ("anna", "bob", "guest"):
        assert home.told[caller][-1].why == "no_review"
    home.ask("anna", ReviewRequest("two"))
    home.receive(ReviewFound(KEPT))
    assert home.told["anna"][-1] == AnswerMessage("two", ReviewAnswer(REVIEW, 0))
