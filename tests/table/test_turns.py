"""Several decisions in one request, what happens by itself, and how both are taken back."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from smallworld.engine.actions import DEPLOY, verb_of
from smallworld.engine.game import State, apply, is_chance, is_over, legal, state_after, to_act
from smallworld.engine.notation import from_text, to_text
from smallworld.engine.pack import fingerprint
from smallworld.engine.query import PHASES
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.match import set_table
from smallworld.game.setup import GameSetup
from smallworld.game.views.finality import ends_undo, moment_of
from smallworld.table.history import Deal, History, only_action
from smallworld.table.messages import AckMessage, ErrorMessage, MoveRequest, TryRequest, UndoRequest
from tests.table.home import MemoryHome, dealers, request_for


def always(dealer: Dealer) -> Deal:
    return lambda: dealer


def at_choice(seed: int = 3) -> MemoryHome:
    """A table where P1 may expand, with something to conquer."""
    home = MemoryHome(request_for("device", "device", map="base-2", coins="open"), dealers(seed))
    home.join("anna", "P1", "P2")
    luck = Random(seed)
    for _ in range(300):
        row = home.machine.state.row
        s = home.machine.state.history.state
        texts = home.legal()
        if texts[0] == "expand" and row.acting == "P1":
            ready = state_after(s, from_text(s, "expand"))
            if PHASES[ready.step()] == "ready":
                return home
        bold = [text for text in texts if text.startswith(("conquer", "deploy"))]
        move(home, luck.choice(bold or [text for text in texts if text != "decline"]))
    raise AssertionError("nobody may expand")


def move(home: MemoryHome, text: str, *first: str) -> Any:
    row = home.machine.state.row
    return home.ask("anna", MoveRequest(f"m{row.n}", str(row.acting), row.n, text, first))


def conquest(home: MemoryHome) -> str:
    view = home.told["anna"][-1].view
    found: str = next(a.do for a in view.ahead if a.verb == "conquer" and not a.final)
    return found


def test_what_comes_first_is_done_with_it_and_taken_back_with_it() -> None:
    home = at_choice()
    history = home.machine.state.history
    before, line = fingerprint(history.state), history.line
    text = conquest(home)
    assert isinstance(move(home, text, "expand", "done"), AckMessage)
    done = [move.text for move in history.moves[line : line + 3]]
    assert done == ["expand", "done", text]
    told = home.told["anna"][-1]
    assert told.undo.step == told.undo.turn == line
    # A second conquest is taken back alone.
    second = next(a.do for a in told.view.legal if a.verb == "conquer" and not a.final)
    after_first = history.line
    move(home, second)
    told = home.told["anna"][-1]
    assert (told.undo.step, told.undo.turn) == (after_first, line)
    n = home.machine.state.row.n
    home.ask("anna", UndoRequest("u", "P1", n, after_first))
    assert home.told["anna"][-1].undo.step == line
    # ... also by a server that was started anew, which knows what belongs together.
    home.forget()
    welcome = home.join("anna", "P1", "P2")
    assert (welcome.undo.step, welcome.undo.turn) == (line, line)
    home.ask("anna", UndoRequest("u2", "P1", n + 1, line))
    assert fingerprint(home.machine.state.history.state) == before
    home.check()


@pytest.mark.parametrize(
    ("first", "do", "why"),
    [
        (("expand", "dance"), "stop", "refused"),
        (("expand",), "conquer 1 with Magic", "refused"),
        (("expand", "expand"), "done", "wrong_phase"),
        (("decline",), "done", "cut_short"),
    ],
)
def test_of_several_decisions_all_are_done_or_none(
    first: tuple[str, ...], do: str, why: str
) -> None:
    home = at_choice()
    before = fingerprint(home.machine.state.history.state)
    answer = move(home, do, *first)
    assert isinstance(answer, ErrorMessage)
    assert answer.why == why or (why == "refused" and answer.code == "illegal")
    assert fingerprint(home.machine.state.history.state) == before
    row = home.machine.state.row
    assert isinstance(home.ask("anna", TryRequest("t", "P1", do, first)), ErrorMessage)
    assert home.machine.state.row == row


def test_a_trial_of_several_decisions_says_what_the_turn_would_score() -> None:
    home = at_choice()
    view = home.told["anna"][-1].view
    assert view.score is not None
    by = view.score.by
    answer = home.ask("anna", TryRequest("t", "P1", by[0], ()))
    assert answer.body.score.total == view.score.total
    answer = home.ask("anna", TryRequest("t", "P1", by[-1], by[:-1]))
    assert answer.body.score.total == view.score.total
    coins = int(home.machine.state.history.state.coins[0])
    move(home, by[-1], *by[:-1])
    assert int(home.machine.state.history.state.coins[0]) - coins == view.score.total


@pytest.mark.parametrize("name", ["base-2", "base-5", "underground-3", "underground-4"])
def test_what_has_one_possibility_happens_by_itself(name: str) -> None:
    forced = regrouped = 0
    for seed in range(3):
        dealer = Dealer(seed)
        history = History(set_table(GameSetup(map=name, turns=4), dealer))
        history.commit(history.propose_luck(always(dealer)))
        while not history.over:
            s = history.state
            only = only_action(s)
            if only is not None:  # it waits only where somebody might want to take something back
                assert ends_undo(moment_of(s), state_after(s, only))
                assert history.undo_to(history.acting) is not None
            texts = [to_text(s, action) for action in legal(s)]
            chosen = texts[dealer.pick(len(texts))]
            before = history.line
            history.commit(history.propose_moves(history.acting, (chosen,), always(dealer)))
            forced += history.line - before > 1
            regrouped += any(
                entry.kind == "move" and entry.action is not None and entry.action.verb == "deploy"
                for line in history.log[before + 1 :]
                for entry in line
            )
    assert forced > 5
    assert regrouped > 0


def test_defenders_without_a_choice_are_not_asked() -> None:
    """So that nobody is handed the device for it."""
    seen = 0
    for seed in range(12):
        dealer = Dealer(seed)
        history = History(set_table(GameSetup(map="base-2", turns=5), dealer))
        history.commit(history.propose_luck(always(dealer)))
        while not history.over:
            s = history.state
            if PHASES[s.step()] == "defenders":
                deploys = [a for a in legal(s) if verb_of(a) == DEPLOY]
                others = [a for a in legal(s) if verb_of(a) != DEPLOY]
                assert len({to_text(s, a).split()[1] for a in deploys}) > 1 or others
                seen += 1
            bold = [a for a in legal(s) if to_text(s, a).startswith("conquer")]
            offered = bold if bold and dealer.pick(4) else legal(s)
            text = to_text(s, offered[dealer.pick(len(offered))])
            history.commit(history.propose_moves(history.acting, (text,), always(dealer)))
    assert seen > 0


def test_the_only_action_is_the_one_that_leads_on() -> None:
    dealer = Dealer(5)
    s: State = History(set_table(GameSetup(map="base-3"), dealer)).state.copy()
    while not is_over(s):
        if is_chance(s):
            apply(s, dealer.draw(s))
            continue
        only = only_action(s)
        if only is not None:
            assert only in legal(s)
            after = state_after(s, only)
            assert (to_act(after), legal(after)) != (to_act(s), legal(s))
        offered = legal(s)
        apply(s, offered[dealer.pick(len(offered))])
