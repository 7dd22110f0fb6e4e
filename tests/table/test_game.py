"""Whole games through the machine, at home in memory: no server, no clock, no disk."""

from __future__ import annotations

from random import Random

import pytest

from smallworld.content.loader import MAPS
from smallworld.engine.game import apply, legal, result
from smallworld.engine.notation import from_text, to_text
from smallworld.engine.pack import fingerprint, from_bytes
from smallworld.game.records.record import Record
from smallworld.game.setup import prepare, start_game
from smallworld.game.views.view import View
from smallworld.table.interface import AskComputer, ComputerChose, ComputerFailed, Leave, Tick
from smallworld.table.messages import (
    AckMessage,
    MoveRequest,
    TakeoverRequest,
    UndoRequest,
    ViewMessage,
    WelcomeMessage,
)
from smallworld.wire.log import LogEntry
from tests.table.home import MemoryHome, dealers, request_for


def think(home: MemoryHome, luck: Random) -> None:
    """Answer as a computer would: with what it was told, and nothing else."""
    ((ticket, asked),) = home.asked.items()
    assert isinstance(asked, AskComputer)
    table = Record.from_text(asked.position.header).table
    options, library = prepare(table)
    seen = from_bytes(asked.position.seen, options, library)
    if luck.random() < 0.1:
        home.receive(ComputerFailed(ticket))
        assert not home.asked
        home.receive(Tick())  # it is asked again
        ((ticket, asked),) = home.asked.items()
    home.receive(ComputerChose(ticket, to_text(seen, luck.choice(legal(seen)))))


class Follower:
    """What somebody knows who only hears what one connection is told."""

    def __init__(self, home: MemoryHome, caller: str) -> None:
        self.home, self.caller = home, caller
        self.read = 0
        self.entries: list[LogEntry] = []
        self.n = 0

    def follow(self) -> None:
        for message in self.home.told[self.caller][self.read :]:
            if isinstance(message, WelcomeMessage | ViewMessage):
                assert message.n == self.n + 1 or not self.n
                self.n = message.n
                kept = [entry for entry in self.entries if entry.line <= message.from_]
                self.entries = [*kept, *message.events]
                self.view = message.view
        self.read = len(self.home.told[self.caller])

    def lines(self) -> list[tuple[str, str]]:
        told = [entry for entry in self.entries if entry.kind in ("move", "luck")]
        return [(entry.seat or "*", entry.action.do) for entry in told if entry.action is not None]


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        *((name, ("link",) * int(name[-1])) for name in MAPS),
        ("base-3", ("device", "greedy", "random")),
        ("underground-2", ("random", "greedy")),
    ],
)
def test_a_game_from_the_first_card_to_the_result(name: str, kinds: tuple[str, ...]) -> None:
    luck = Random(f"{name} {kinds}")
    home = MemoryHome(request_for(*kinds, map=name, turns=2), dealers(len(name)))
    people = [f"P{n}" for n, kind in enumerate(kinds, 1) if kind in ("device", "link")]
    for seat in people:
        home.join(seat, seat)
    home.join("guest")
    home.receive(Tick())
    followers = [Follower(home, caller) for caller in (*people, "guest")]
    undone = 0
    while not home.machine.state.history.over:
        if home.asked:
            think(home, luck)
        else:
            undone += move(home, luck)
        for follower in followers:
            follower.follow()
            assert follower.lines() == list(home.store.tables["table"].lines)
            compare_view(home, follower)
        if luck.random() < 0.02:  # the home loses its memory; what was kept is enough
            home.forget()
            for follower in followers:
                follower.read, follower.n = 0, 0
                home.join(follower.caller, *[one for one in people if one == follower.caller])
            home.receive(Tick())
    assert undone or len(people) < 2
    home.check()
    record = Record.from_text(home.machine.state.record())
    end = result(record.replay())
    kept = home.store.tables["table"].table
    assert kept.result is not None
    assert (kept.over, kept.acting, kept.result.coins) == (True, None, tuple(end.coins))
    assert not home.asked
    for follower in followers:
        shown = follower.view.result
        assert shown is not None
        assert list(shown.coins) == end.coins


def move(home: MemoryHome, luck: Random) -> bool:
    """The person to act decides, or takes something back."""
    row, history = home.machine.state.row, home.machine.state.history
    seat = str(row.acting)
    first = history.undo_to(history.acting)
    if first is not None and luck.random() < 0.2:
        back = UndoRequest(f"{row.n}", seat, row.n, luck.randrange(first, row.line))
        assert isinstance(home.ask(seat, back), AckMessage)
        return True
    ack = home.ask(seat, MoveRequest(f"{row.n}", seat, row.n, luck.choice(home.legal())))
    assert isinstance(ack, AckMessage)
    return False


def compare_view(home: MemoryHome, follower: Follower) -> None:
    """The view is what that seat may see of the position, and no other."""
    history = home.machine.state.history
    seat = None if follower.caller == "guest" else int(follower.caller[1:]) - 1
    expected = View(history.state, history.table, seat)
    assert [seat.coins for seat in follower.view.seats] == expected.coins
    assert len(follower.view.legal) == len(expected.legal)
    assert follower.view.turn == expected.state.turn


def test_undo_and_the_same_again_lead_to_the_same_game() -> None:
    home = MemoryHome(request_for("link", "link", map="base-2", turns=2), dealers(5))
    home.join("P1", "P1")
    luck = Random(2)
    while home.machine.state.history.undo_to(0) is None or len(prints(home)) < 4:
        move_on(home, luck)
    history = home.machine.state.history
    first = history.undo_to(0)
    assert first is not None
    texts = [line.text for line in history.moves[first:]]
    expected = prints(home)
    for to in reversed(range(first, history.line)):
        row = home.machine.state.row
        home.ask("P1", UndoRequest(f"back {row.n}", "P1", row.n, to))
        home.check()
    for text in texts:
        row = home.machine.state.row
        home.ask("P1", MoveRequest(f"on {row.n}", "P1", row.n, text))
        home.check()
    assert prints(home) == expected


def move_on(home: MemoryHome, luck: Random) -> None:
    """Something that can be taken back, as soon as there is such a thing."""
    row = home.machine.state.row
    shown = home.told["P1"][-1].view.legal
    texts = [action.do for action in shown if not action.final] or home.legal()
    ack = home.ask("P1", MoveRequest(f"{row.n}", "P1", row.n, luck.choice(texts)))
    assert isinstance(ack, AckMessage), ack


def prints(home: MemoryHome) -> list[str]:
    """The positions since the barrier."""
    history = home.machine.state.history
    return [
        fingerprint(history.position(line)) for line in range(history.barrier, history.line + 1)
    ]


def test_where_only_computers_play_nothing_happens_while_nobody_looks() -> None:
    home = MemoryHome(request_for("link", "link", map="base-2", turns=1))
    home.join("anna", "P1", "P2")
    for seat in ("P1", "P2"):
        assert isinstance(home.ask("anna", TakeoverRequest(seat, seat, "random")), AckMessage)
    ((ticket, _),) = home.asked.items()
    luck = Random(1)
    n = home.machine.state.row.n
    home.receive(Leave("anna"))
    assert not home.asked
    assert home.machine.is_idle
    home.receive(Tick())
    home.receive(ComputerChose(ticket, home.legal()[0]))  # it came too late
    assert (home.asked, home.machine.state.row.n) == ({}, n)
    home.join("guest")  # whoever looks in sees it go on
    while home.asked:
        (asked,) = home.asked.values()
        assert isinstance(asked, AskComputer)
        assert asked.watched
        think(home, luck)
    assert home.machine.state.history.over
    home.receive(Leave("guest"))
    assert home.machine.is_idle
    assert not home.log
    home.check()


def test_computers_play_on_for_people_who_are_away_until_it_is_their_turn() -> None:
    home = MemoryHome(request_for("random", "link", "random", map="base-3", turns=2))
    home.receive(Tick())
    luck = Random(1)
    watched = []
    while home.asked:
        watched += [getattr(asked, "watched", None) for asked in home.asked.values()]
        think(home, luck)
    assert set(watched) == {False}
    assert home.machine.state.history.acting == 1
    assert home.machine.is_idle


def test_a_computer_that_thinks_is_asked_anew_when_somebody_comes_or_the_last_one_leaves() -> None:
    home = MemoryHome(request_for("random", "link"))
    home.receive(Tick())
    seen = [*home.asked.items()]
    home.join("anna", "P2")
    seen += home.asked.items()
    home.join("guest")
    assert [*home.asked.items()] == seen[-1:]  # she waits for it already
    home.receive(Leave("anna"))
    assert [*home.asked.items()] == seen[-1:]  # the guest still does
    home.receive(Leave("guest"))
    seen += home.asked.items()
    asked = [one for _, one in seen if isinstance(one, AskComputer)]
    assert [one.watched for one in asked] == [False, True, False]
    assert len({ticket for ticket, _ in seen}) == 3


def test_where_there_is_too_much_to_think_about_that_is_said_and_asked_again_later() -> None:
    home = MemoryHome(request_for("random", "link"))
    home.join("anna", "P2")
    ((ticket, _),) = home.asked.items()
    home.receive(ComputerFailed(ticket, busy=7))
    told = home.told["anna"][-1]
    assert (told.id, told.code, told.why, told.facts) == (None, "busy", "busy", {"seconds": 7})
    assert (home.reminders, home.asked) == ([7], {})
    home.receive(Tick())
    assert len(home.asked) == 1


def test_an_answer_that_is_not_legal_is_logged_and_asked_for_again() -> None:
    home = MemoryHome(request_for("greedy", "link"))
    home.receive(Tick())
    for text in ("dance", "conquer 1", "die 3"):
        ((ticket, _),) = home.asked.items()
        n = home.machine.state.row.n
        home.receive(ComputerChose(ticket, text))
        assert (home.machine.state.row.n, home.asked) == (n, {})
        assert home.log.pop()
        home.receive(Tick())
    home.receive(ComputerChose(max(home.asked), "pick 1"))
    assert home.machine.state.row.n == 2
    assert not home.log


def test_time_alone_changes_nothing() -> None:
    home = MemoryHome(request_for("link", "link"))
    home.join("anna", "P1")
    for _ in range(3):
        home.now += 1000
        assert home.receive(Tick()) == []


def test_the_record_of_a_running_game_is_the_game() -> None:
    home = MemoryHome(request_for("link", "link", map="base-2", turns=1), dealers(3))
    home.join("P1", "P1")
    home.join("P2", "P2")
    luck = Random(3)
    for _ in range(12):
        move(home, luck)
    record = Record.from_text(home.machine.state.record())
    state = start_game(record.table)
    for line in record.moves:
        apply(state, from_text(state, line.text))
    assert fingerprint(state) == fingerprint(home.machine.state.history.state)
    assert "# turn 1, P1" in home.machine.state.record()
