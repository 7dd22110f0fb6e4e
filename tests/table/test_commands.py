"""Every request in every situation: what is answered, what is kept, who hears of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from smallworld.engine.pack import fingerprint
from smallworld.table.interface import AskHint, Leave
from smallworld.table.messages import (
    AckMessage,
    AnswerMessage,
    ErrorMessage,
    HintRequest,
    MoveRequest,
    PageRequest,
    PositionRequest,
    RegionRequest,
    RenameRequest,
    ReviewRequest,
    SeatsMessage,
    TakeoverRequest,
    TryRequest,
    UndoRequest,
    ViewMessage,
)
from tests.table.home import MemoryHome, fork, request_for

ACK, ANSWER, LATER = "ack", "answer", "later"  # later: the answer comes when it is found out


# ---- situations ----


@dataclass
class Situation:
    """Somebody about to ask for something."""

    home: MemoryHome
    caller: str
    seat: str


def seated(**options: Any) -> MemoryHome:
    """Two people and a computer at a table, P1 to act in the middle of its conquests."""
    options = {"map": "base-3", "hints": True, **options}
    home = MemoryHome(request_for("link", "link", "greedy", **options), takeover_after=60.0)
    for caller, seats in {"anna": ["P1"], "bob": ["P2"], "guest": []}.items():
        home.join(caller, *seats)
    act(home, "pick 1")
    while "stop" not in home.legal():
        act(home)
    act(home, next(text for text in home.legal() if text.startswith("conquer")))
    assert home.machine.state.history.undo_to(0) is not None
    return home


def act(home: MemoryHome, text: str = "") -> None:
    """The seat to act does that, or what comes first."""
    row = home.machine.state.row
    caller = {"P1": "anna", "P2": "bob"}[str(row.acting)]
    move = MoveRequest(f"move {row.n}", str(row.acting), row.n, text or home.legal()[0])
    assert isinstance(home.ask(caller, move), AckMessage)


def finished(**options: Any) -> MemoryHome:
    """A game that is over."""
    options = {"map": "base-2", "turns": 1, "hints": True, **options}
    home = MemoryHome(request_for("link", "link", **options))
    home.join("anna", "P1")
    home.join("bob", "P2")
    home.join("guest")
    while not home.machine.state.history.over:
        act(home, home.legal()[-1])
    return home


def acting() -> Situation:
    return Situation(seated(), "anna", "P1")


def waiting() -> Situation:
    return Situation(seated(), "bob", "P2")


def of_another() -> Situation:
    return Situation(seated(), "bob", "P1")


def spectator() -> Situation:
    return Situation(seated(), "guest", "P1")


def stranger() -> Situation:
    return Situation(seated(), "nobody", "P1")


def no_seat() -> Situation:
    return Situation(seated(), "anna", "P4")


def computers_seat() -> Situation:
    return Situation(seated(), "anna", "P3")


def over() -> Situation:
    return Situation(finished(), "anna", "P1")


def away() -> Situation:
    """P1 waits for P2, who left a minute ago."""
    situation = Situation(seated(), "anna", "P2")
    situation.home.receive(Leave("bob"))
    situation.home.now += 60.0
    return situation


def hardly_away() -> Situation:
    situation = away()
    situation.home.now -= 0.1
    return situation


def taken_over() -> Situation:
    """A computer plays P1, whose person looks on."""
    home = seated()
    assert isinstance(home.ask("anna", TakeoverRequest("take", "P1", "random")), AckMessage)
    return Situation(home, "anna", "P1")


SITUATIONS: list[Callable[[], Situation]] = [
    *(acting, waiting, of_another, spectator, stranger, no_seat, computers_seat, over),
    *(away, hardly_away, taken_over),
]


# ---- requests ----

ID = "the request"


def n_of(s: Situation) -> int:
    return s.home.machine.state.row.n


def move(s: Situation) -> PageRequest:
    return MoveRequest(ID, s.seat, n_of(s), (s.home.legal() or ["done"])[0])


def nonsense(s: Situation) -> PageRequest:
    return MoveRequest(ID, s.seat, n_of(s), "dance")


def forbidden(s: Situation) -> PageRequest:
    return MoveRequest(ID, s.seat, n_of(s), "pick 6")


def stale_move(s: Situation) -> PageRequest:
    return MoveRequest(ID, s.seat, n_of(s) - 1, (s.home.legal() or ["done"])[0])


def early_move(s: Situation) -> PageRequest:
    return MoveRequest(ID, s.seat, n_of(s) + 1, (s.home.legal() or ["done"])[0])


def undo(s: Situation) -> PageRequest:
    return UndoRequest(ID, s.seat, n_of(s), s.home.machine.state.history.line - 1)


def long_undo(s: Situation) -> PageRequest:
    return UndoRequest(ID, s.seat, n_of(s), 0)


def stale_undo(s: Situation) -> PageRequest:
    return UndoRequest(ID, s.seat, 0, s.home.machine.state.history.line - 1)


def try_out(s: Situation) -> PageRequest:
    return TryRequest(ID, s.seat, (s.home.legal() or ["done"])[0])


def try_nonsense(s: Situation) -> PageRequest:
    return TryRequest(ID, s.seat, "pick 6")


def region(s: Situation) -> PageRequest:
    return RegionRequest(ID, s.seat, "1")


def no_region(s: Situation) -> PageRequest:
    return RegionRequest(ID, s.seat, "Atlantis")


def position(s: Situation) -> PageRequest:
    return PositionRequest(ID, 3)


def no_position(s: Situation) -> PageRequest:
    return PositionRequest(ID, 10_000)


def hint(s: Situation) -> PageRequest:
    return HintRequest(ID, s.seat)


def review(s: Situation) -> PageRequest:
    return ReviewRequest(ID)


def give_away(s: Situation) -> PageRequest:
    return TakeoverRequest(ID, s.seat, "greedy")


def take_back(s: Situation) -> PageRequest:
    return TakeoverRequest(ID, s.seat, None)


def no_level(s: Situation) -> PageRequest:
    return TakeoverRequest(ID, s.seat, "genius")


def rename(s: Situation) -> PageRequest:
    return RenameRequest(ID, s.seat, " Carla\u202e ")


# The columns are the situations in their order. A word that is no outcome is why it is refused.
SAME = {
    "of_another": "not_your_seat",
    "spectator": "not_your_seat",
    "stranger": "not_joined",
    "no_seat": "no_seat",
    "computers_seat": "not_your_seat",
    "over": "ended",
    "away": "not_your_seat",
    "hardly_away": "not_your_seat",
    "taken_over": "computer_plays",
}
FOR_ALL = dict.fromkeys([situation.__name__ for situation in SITUATIONS], ANSWER)
SEAT_ONLY = {**SAME, "over": ACK, "taken_over": ACK, "acting": ACK, "waiting": ACK}
EXPECTED: dict[Callable[[Situation], PageRequest], dict[str, str]] = {
    move: {**SAME, "acting": ACK, "waiting": "not_your_turn"},
    nonsense: {**SAME, "acting": "refused", "waiting": "not_your_turn"},
    forbidden: {**SAME, "acting": "wrong_phase", "waiting": "not_your_turn"},
    stale_move: {**SAME, "acting": "stale", "waiting": "stale", "taken_over": "stale"},
    early_move: {**SAME, "acting": "stale", "waiting": "stale", "taken_over": "stale"},
    undo: {**SAME, "acting": ACK, "waiting": "not_your_turn"},
    long_undo: {**SAME, "acting": "undo_range", "waiting": "not_your_turn"},
    stale_undo: {**SAME, "acting": "stale", "waiting": "stale", "taken_over": "stale"},
    try_out: {**SAME, "acting": ANSWER, "waiting": "not_your_turn"},
    try_nonsense: {**SAME, "acting": "wrong_phase", "waiting": "not_your_turn"},
    region: {**SAME, "acting": ANSWER, "waiting": ANSWER, "over": ANSWER, "taken_over": ANSWER},
    no_region: {
        **SAME,
        **dict.fromkeys(["acting", "waiting", "over", "taken_over"], "no_region"),
    },
    position: {**FOR_ALL, "stranger": "not_joined"},
    no_position: {**dict.fromkeys(FOR_ALL, "no_line"), "stranger": "not_joined"},
    hint: {**SAME, "acting": LATER, "waiting": "not_your_turn"},
    review: {**dict.fromkeys(FOR_ALL, "not_over"), "stranger": "not_joined", "over": LATER},
    give_away: {
        **SEAT_ONLY,
        "of_another": "not_away",
        "computers_seat": "not_away",
        "away": ACK,
        "hardly_away": "not_away",
    },
    take_back: SEAT_ONLY,
    no_level: {
        **SAME,
        **dict.fromkeys(["acting", "waiting", "over", "taken_over", "away"], "no_level"),
        "of_another": "not_away",
        "computers_seat": "not_away",
        "hardly_away": "not_away",
    },
    rename: SEAT_ONLY,
}


def snapshot(home: MemoryHome) -> object:
    """All that a request may change."""
    state = home.machine.state
    history = state.history
    return (
        *(state.row, list(state.seating.rows), dict(state.seating.connections)),
        *(fingerprint(history.state), list(history.moves), list(history.log), history.barrier),
        home.store.tables[home.table_id],
    )


def outcome_of(answer: Any) -> str:
    if answer is None:
        return LATER
    if isinstance(answer, AckMessage):
        return ACK
    if isinstance(answer, AnswerMessage):
        return ANSWER
    assert isinstance(answer, ErrorMessage)
    return answer.why


@pytest.mark.parametrize("make", SITUATIONS)
def test_every_request_is_answered_as_the_situation_demands(
    make: Callable[[], Situation],
) -> None:
    begun = make()
    for request, expected in EXPECTED.items():
        situation = replace(begun, home=fork(begun.home))
        home, caller = situation.home, situation.caller
        home.check()
        before = snapshot(home)
        others = {one: len(told) for one, told in home.told.items() if one != caller}
        own = len(home.told.get(caller, []))
        answer = home.ask(caller, request(situation))
        outcome = expected[make.__name__]
        assert outcome_of(answer) == outcome, request.__name__
        news = [message for one, count in others.items() for message in home.told[one][count:]]
        if outcome == ACK:
            check_change(situation, answer, before)
        else:
            assert snapshot(home) == before, request.__name__
            assert not news, request.__name__
            told = [type(message) for message in home.told.get(caller, [])[own:]]
            fresh = [ViewMessage] if outcome == "stale" else []
            assert told == ([] if outcome == LATER else [type(answer)]) + fresh
        home.check()
        assert not home.log


def check_change(situation: Situation, ack: AckMessage, before: object) -> None:
    """Something has changed and is kept; the asker heard of that first, then everybody did."""
    home, caller = situation.home, situation.caller
    row = home.store.tables[home.table_id].table
    assert (ack.id, ack.n, ack.line) == (ID, row.n, row.line)
    told = home.told[caller]
    news = told[told.index(ack) + 1 :]
    assert [type(message) for message in news] in ([ViewMessage], [SeatsMessage])
    for one in home.joined:
        last = home.told[one][-1]
        assert type(last) is type(news[0])
        if isinstance(last, ViewMessage):
            assert last.n == ack.n


def test_the_same_request_twice_is_done_once() -> None:
    for request in (move, undo):
        situation = acting()
        home, asked = situation.home, request(situation)
        first = home.ask("anna", asked)
        assert isinstance(first, AckMessage)
        after = snapshot(home)
        home.join("anna elsewhere", "P1")
        for caller in ("anna", "anna elsewhere"):
            assert home.ask(caller, asked) == first
        changed = MoveRequest(ID, "P1", 0, "dance")  # whatever else it says by then
        assert home.ask("anna", changed) == first
        home.receive(Leave("anna elsewhere"))
        assert snapshot(home) == after
        home.forget()  # and after a restart
        home.join("anna", "P1")
        assert home.ask("anna", asked) == first
        home.join("bob", "P2")  # the names of another seat's requests are its own
        assert home.ask("bob", MoveRequest(ID, "P2", n_of(situation), "pick 1")).why == (
            "not_your_turn"
        )


def test_after_the_end_an_old_request_is_still_acknowledged() -> None:
    situation = over()
    home = situation.home
    last = home.store.tables[home.table_id].changes[-1]
    caller = {"P1": "anna", "P2": "bob"}[last.seat]
    answer = home.ask(caller, MoveRequest(str(last.id), last.seat, 0, "done"))
    assert answer == AckMessage(str(last.id), last.n, last.line)


def test_requests_about_a_hint_ask_a_computer_once() -> None:
    situation = acting()
    assert situation.home.ask("anna", hint(situation)) is None
    (asked,) = situation.home.asked.values()
    assert isinstance(asked, AskHint)
