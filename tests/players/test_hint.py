"""Hints: legal, explained, and given by what the seat sees alone."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from smallworld.engine.errors import GameError
from smallworld.engine.game import apply, to_act
from smallworld.engine.notation import from_text, to_text
from smallworld.engine.pack import fingerprint
from smallworld.engine.regions import each
from smallworld.engine.state import State
from smallworld.engine.terms import CHOOSE
from smallworld.game.match import Match
from smallworld.game.setup import GameSetup, start_game
from smallworld.game.views.view import View
from smallworld.players.analysis import hint as advice
from smallworld.players.analysis.hint import Hint, hint, hint_ahead
from smallworld.players.analysis.hint_words import REASONS, say
from smallworld.players.budget import Budget
from smallworld.players.greedy import GreedyPlayer
from tests.decisions import match_decisions

QUICK = Budget(simulations=6, per="decision")
ROW = (
    *("race Ratmen", "power Flying", "race Wizards", "power Merchant", "race Dwarves"),
    *("power Fortified", "race Humans", "power Swamp", "race Elves", "power Alchemist"),
    *("race Trolls", "power Stout"),
)


def decisions(table: GameSetup, seed: int, every: int) -> Iterator[tuple[Match, View]]:
    match = Match(table, [GreedyPlayer() for _ in range(int(table.map[-1]))], seed)
    for view in match_decisions(match, every):
        yield match, view


def at(*texts: str, turns: int = 3) -> tuple[State, GameSetup]:
    table = GameSetup(map="base-2", turns=turns)
    s = start_game(table)
    for text in (*ROW, *texts):
        apply(s, from_text(s, text))
    return s, table


def hinted(s: State, table: GameSetup, simulations: int = 150) -> Hint:
    budget = Budget(simulations=simulations, per="decision")
    return hint(View(s, table, to_act(s)), budget, seed=1)


@pytest.mark.parametrize(
    "table",
    [GameSetup(map="base-3"), GameSetup(map="underground-2", world="mixed")],
    ids=lambda t: t.map,
)
def test_hints_are_legal_and_explained_and_leave_everything_alone(table: GameSetup) -> None:
    for match, view in decisions(table, seed=2, every=6):
        before = fingerprint(match.state)
        seen = fingerprint(view.state)
        found = hint(view, QUICK, seed=3)
        assert found.action in view.legal
        assert from_text(match.state, found.do) == found.action
        assert re.fullmatch(r"[A-Z0-9].*\.", found.reason)
        assert fingerprint(match.state) == before
        assert fingerprint(view.state) == seen
        assert hint(match.view(found.seat), QUICK, seed=3) == found


def test_coins_that_are_hidden_play_no_part() -> None:
    for match, view in decisions(GameSetup(map="base-3"), seed=5, every=17):
        other = match.state.copy()
        for seat in range(3):
            if seat != view.seat:
                other.coins[seat] += 40 + seat
        again = hint(View(other, match.table, view.seat), QUICK, seed=1)
        assert again.to_dict() == hint(view, QUICK, seed=1).to_dict()


def test_a_seat_that_does_not_decide_gets_no_hint() -> None:
    s, table = at()
    for seat in (1, None):
        with pytest.raises(GameError, match="for the seat that decides now"):
            hint(View(s, table, seat), QUICK)


def test_where_there_is_no_choice_that_is_said() -> None:
    match = Match(GameSetup(), [GreedyPlayer(), GreedyPlayer()], seed=1)
    while len(match.view(0).legal) != 1:
        match.step()
    found = hint(match.view(0), QUICK)
    assert found.reason == "There is nothing else to do."
    assert found.expected is None


def test_a_combo_is_picked_for_the_coins_on_it() -> None:
    s, table = at()
    s.row_coins[3] = 40
    found = hinted(s, table)
    assert found.do == "pick 4"
    codes = [reason.code for reason in found.gains]
    assert codes[:2] == ["tokens", "coins_on_it"]
    assert [reason.code for reason in found.risks] == ["pays"]
    assert "takes 40 coins lying on it" in found.reason
    assert found.reason.endswith("; costs 3 coins.")


def test_a_pick_comes_with_what_every_combo_is_worth() -> None:
    s, table = at()
    s.row_coins[3] = 40
    found = hinted(s, table)
    assert [worth.combo for worth in found.market] == [1, 2, 3, 4, 5, 6]
    best = max(found.market, key=lambda worth: worth.lead)
    assert best.combo == 4
    assert found.expected is not None
    assert (best.coins, best.lead) == (found.expected.coins, found.expected.lead)
    others = [worth.lead for worth in found.market if worth is not best]
    assert best.lead > max(others) + 30  # forty coins, less what it costs and its tokens
    assert all(0 < worth.error < 5 for worth in found.market)
    assert found.clock is None
    told = found.to_dict()["market"]
    assert isinstance(told, list)
    assert told[3] == {
        "combo": 4,
        "coins": round(best.coins, 1),
        "lead": round(best.lead, 1),
        "error": round(best.error, 1),
    }


def test_where_a_race_could_decline_both_ways_are_told() -> None:
    clocks = []
    for match, view in decisions(GameSetup(map="base-2"), seed=6, every=1):
        found = hint(view, QUICK, seed=1)
        both = {from_text(match.state, "expand")} <= {*view.legal} and any(
            to_text(match.state, action).startswith("decline") for action in view.legal
        )
        assert (found.clock is not None) == both
        if found.clock is not None:
            assert found.clock.expand.do == "expand"
            assert found.clock.decline.do.startswith("decline")
            assert found.market == []
            clocks.append(found.clock)
    assert len(clocks) > 8
    # With one turn left nobody gains by a new race that will never come.
    assert clocks[-1].expand.lead > clocks[-1].decline.lead


def test_a_hint_that_goes_on_keeps_what_declining_would_be_worth() -> None:
    seen = 0
    for _, view in decisions(GameSetup(map="base-2", turns=5), seed=6, every=1):
        first = hint(view, QUICK, seed=1)
        if first.clock is not None and first.do == "expand":
            ahead = hint_ahead(view, QUICK, seed=1)
            assert ahead.clock == first.clock
            seen += ahead.do != "expand"
    assert seen > 2


def test_a_conquest_is_explained_by_what_it_brings() -> None:
    s, table = at("pick 2", "race Giants", "power Hill")
    found = hinted(s, table)
    assert found.do.startswith("conquer ")
    assert found.gains[0].code == "income"
    assert found.gains[0].facts["coins"] in (2, 3)  # Merchant and Wizards pay more
    assert found.expected is not None
    assert found.expected.do == found.do


def test_a_roll_says_how_often_it_fails() -> None:
    seen = []
    for _, view in decisions(GameSetup(map="base-2", turns=3), seed=4, every=1):
        found = hint(view, QUICK, seed=1)
        if found.do.startswith("roll ") and found.risks:
            seen += [reason.facts["percent"] for reason in found.risks]
    assert seen
    assert set(seen) <= {50, 67, 83}


def test_expanding_says_how_long_the_race_can_go_on() -> None:
    match = Match(GameSetup(map="base-2", turns=4), [GreedyPlayer(), GreedyPlayer()], seed=3)
    said = set()
    while not match.is_over():
        s = match.state
        if s.step() == CHOOSE:
            (gain,) = advice._gains(s, to_act(s), from_text(s, "expand"))
            said.add((int(s.turn), gain.code, gain.facts.get("turns")))
        match.step()
    assert said == {(2, "goes_on", 2), (3, "goes_on", 1), (4, "last_turn", None)}


def test_declining_says_what_is_left_and_what_ends() -> None:
    match = Match(GameSetup(map="base-2"), [GreedyPlayer(), GreedyPlayer()], seed=3)
    kinds = set()
    while not match.is_over():
        s = match.state
        if s.step() == CHOOSE:
            seat = to_act(s)
            gains = advice._gains(s, seat, from_text(s, "decline"))
            held = len(each(s.active(seat).regions))
            assert gains[0].facts["race"] == s.active(seat).race.name
            assert held <= gains[0].facts["regions"]  # type: ignore[operator]
            risks = {reason.code for reason in advice._risks(s, seat, from_text(s, "decline"))}
            assert "turn_spent" in risks
            assert ("leaves" in risks) == any(e.regions and not e.lingers for e in s.declined(seat))
            kinds |= risks
        match.step()
    assert kinds == {"turn_spent", "leaves", "bonus_lost"}


def test_every_code_has_words_and_no_words_are_left_over() -> None:
    source = Path(advice.__file__).with_suffix(".py").read_text(encoding="utf-8")
    assert set(re.findall(r'Consideration\("(\w+)"', source)) == set(REASONS)


def test_numbers_stand_with_their_nouns() -> None:
    assert say("pays", {"coins": 1}) == "costs 1 coin"
    assert say("pays", {"coins": 2}) == "costs 2 coins"
    assert say("ahead", {"coins": 1.5, "other": "stop"}) == (
        "about 1.5 coins better in the end than stop"
    )


def test_at_the_start_of_a_turn_the_first_conquest_is_told_not_to_expand() -> None:
    match = Match(GameSetup(map="base-2", turns=4), [GreedyPlayer(), GreedyPlayer()], seed=3)
    told = []
    while not match.is_over():
        s = match.state
        if s.step() == CHOOSE:
            view = View(s, match.table, to_act(s))
            if hint(view, QUICK, seed=1).do == "expand":
                found = hint_ahead(view, QUICK, seed=1).do
                told.append(found)
                shown = view.show()
                assert found in {action.do for action in (*shown.legal, *shown.ahead)}
        match.step()
    assert told
    assert "expand" not in told
    assert any(text.startswith("conquer") for text in told)
