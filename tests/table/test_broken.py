"""A home-made power with a fault spoils its own move, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from smallworld.content.custom.classes import custom_of_classes
from smallworld.engine.regions import Regions
from smallworld.engine.state import Empire, State
from smallworld.engine.trait import Power
from smallworld.game.compiled.dealer import Dealer, ScriptedDealer
from smallworld.table.interface import Tick
from smallworld.table.messages import (
    AckMessage,
    AnswerMessage,
    ErrorMessage,
    MoveRequest,
    TakeoverRequest,
    TryRequest,
    ViewMessage,
    WelcomeMessage,
)
from tests.table.home import MemoryHome, request_for
from tests.table.test_commands import snapshot

WORKING = ""
broken_hook = [WORKING]


class Cursed(Power):
    """Fails where the test wants it to."""

    def __init__(self) -> None:
        super().__init__("Cursed", tokens=5, text="Something goes wrong.")

    def on_conquered(self, s: State, e: Empire, r: int) -> None:
        if broken_hook[0] == "while a move is made":
            raise ZeroDivisionError("cursed")

    def cheaper(self, s: State, e: Empire) -> Regions:
        if broken_hook[0] == "when the next actions are listed" and e.regions:
            raise ZeroDivisionError("cursed")
        return Regions(0)

    def coins_overall(self, s: State, e: Empire) -> int:
        if broken_hook[0] == "when coins are previewed" and e.regions:
            raise ZeroDivisionError("cursed")
        return 0


@pytest.fixture
def home() -> MemoryHome:
    """A table at which anna has the cursed power and may begin to conquer."""
    broken_hook[0] = WORKING
    custom = custom_of_classes([Cursed], "cursed.py", "")
    luck = ScriptedDealer(["race Elves", "power Cursed"])
    request = request_for("link", "link", map="base-2", custom=("cursed.py",))
    home = MemoryHome(request, lambda: luck, custom=custom, takeover_warning=0.0)
    home.join("anna", "P1")
    home.join("bob", "P2")
    assert isinstance(home.ask("anna", MoveRequest("pick", "P1", 1, "pick 1")), AckMessage)
    return home


def conquest(home: MemoryHome, id_: str) -> MoveRequest:
    text = next(text for text in home.legal() if text.startswith("conquer"))
    return MoveRequest(id_, "P1", home.machine.state.row.n, text)


def check_told(refused: ErrorMessage) -> None:
    """It is said what is wrong, but not where the file lies on the host's disk."""
    assert (refused.code, refused.why) == ("trouble", "hook_failed")
    here = Path(__file__).name
    assert (refused.facts["file"], refused.facts["owner"]) == (here, "Cursed")
    assert refused.text.startswith(f"{here}, class Cursed, `")


WHERE = [
    "while a move is made",
    "when the next actions are listed",
    "when coins are previewed",
]


@pytest.mark.parametrize("where", WHERE)
def test_the_move_is_refused_and_the_table_goes_on(home: MemoryHome, where: str) -> None:
    before = snapshot(home)
    heard = len(home.told["bob"])
    broken_hook[0] = where
    refused = home.ask("anna", conquest(home, "cursed"))
    check_told(refused)
    assert "ZeroDivisionError: cursed" in home.log.pop()
    assert snapshot(home) == before
    assert len(home.told["bob"]) == heard
    broken_hook[0] = WORKING
    assert isinstance(home.ask("anna", conquest(home, "cursed")), AckMessage)
    assert isinstance(home.told["bob"][-1], ViewMessage)
    home.check()


def test_a_question_is_refused_and_the_table_goes_on(home: MemoryHome) -> None:
    request = TryRequest("try", "P1", conquest(home, "").do)
    broken_hook[0] = "while a move is made"
    check_told(home.ask("anna", request))
    assert home.log.pop()
    broken_hook[0] = WORKING
    assert isinstance(home.ask("anna", request), AnswerMessage)


def test_who_cannot_be_shown_the_game_is_told_so_and_may_come_again(home: MemoryHome) -> None:
    assert isinstance(home.ask("anna", conquest(home, "go")), AckMessage)
    home.forget()
    broken_hook[0] = "when the next actions are listed"
    refused = home.join("anna", "P1")
    check_told(refused)
    assert home.closed == {"anna": "trouble"}
    assert home.machine.state.seating.connections == {}
    assert home.log.pop()
    broken_hook[0] = WORKING
    assert isinstance(home.join("anna again", "P1"), WelcomeMessage)


def test_a_computer_that_cannot_be_asked_is_asked_later(home: MemoryHome) -> None:
    assert isinstance(home.ask("anna", conquest(home, "go")), AckMessage)
    home.forget()
    home.join("bob", "P2")
    home.now += 1000
    broken_hook[0] = "when the next actions are listed"
    assert isinstance(home.ask("bob", TakeoverRequest("take", "P1", "greedy")), AckMessage)
    assert "ZeroDivisionError" in home.log.pop()
    assert not home.asked
    assert home.machine.is_idle is False  # bob is here
    broken_hook[0] = WORKING
    home.receive(Tick())
    assert len(home.asked) == 1


def test_a_fault_of_our_own_is_refused_too() -> None:
    def no_luck() -> Dealer:
        raise ZeroDivisionError("no dice")

    home = MemoryHome(request_for("link", "link", map="base-2"))
    home.join("anna", "P1")
    before, deal = snapshot(home), home.deal
    move = MoveRequest("move", "P1", 1, "pick 1")  # a new combo is turned up: luck
    home.deal = no_luck
    refused = home.ask("anna", move)
    assert (refused.code, refused.why) == ("trouble", "broken")
    assert "ZeroDivisionError: no dice" in home.log.pop()
    assert snapshot(home) == before
    home.deal = deal
    assert isinstance(home.ask("anna", move), AckMessage)
    home.check()
