"""A campaign planned: prices, tokens left, the last die, coins and tokens at the end."""

from __future__ import annotations

import json

import pytest

from smallworld.engine.game import State, apply, is_chance, legal
from smallworld.engine.notation import from_text, to_text
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.planning.turn_plan import plan_turn
from smallworld.game.setup import GameSetup, new_game, start_game

# A row of five regions by the edge; P1's Orcs hold the first, P2's Trolls the fourth.
GIVEN = {
    "turn": 3,
    "seats": {
        "P1": {"coins": 5, "active": {"race": "Orcs", "power": "Hill", "at": {"1": 1}, "hand": 6}},
        "P2": {"coins": 5, "active": {"race": "Trolls", "power": "Flying", "at": {"14": 4}}},
    },
    "row": [["Elves", "Commando", 0]],
    "stack": {"races": ["Ratmen"], "powers": ["Swamp"]},
    "phase": "conquest",
}
TABLE = GameSetup("base-2", players=2, given=json.dumps(GIVEN))


def conquered(s: State, texts: list[str]) -> State:
    after = s.copy()
    for text in texts:
        apply(after, from_text(after, text))
    return after


def test_each_step_has_its_price_and_what_is_left_and_opens_others() -> None:
    s = start_game(TABLE)
    nothing = plan_turn(s, TABLE, 0, [])
    assert nothing.steps == ()
    prices = {action.region: action.price for action in nothing.open if action.verb == "conquer"}
    first = min(prices, key=lambda region: (prices[region] or 0, region or ""))
    assert first is not None
    plan = plan_turn(s, TABLE, 0, [first])
    [step] = plan.steps
    assert (step.region, step.price, step.odds, step.obstacle) == (first, prices[first], 100, "")
    assert step.left == 6 - (prices[first] or 0)
    done = conquered(s, [*step.first, step.do])
    assert step.left == int(done.active(0).hand)
    there = {to_text(done, action) for action in legal(done)}
    assert {action.do for action in plan.open} <= there
    assert {action.region for action in plan.open} != {action.region for action in nothing.open}
    assert plan.coins is not None
    assert nothing.coins is not None
    assert plan.coins > nothing.coins
    assert sum(one.tokens for one in plan.standing) == 7
    assert first in {one.region for one in plan.standing}


def test_a_region_twice_or_not_adjacent_is_told_why_not() -> None:
    s = start_game(TABLE)
    plan = plan_turn(s, TABLE, 0, ["1"])
    [own] = plan.steps
    assert (own.do, own.obstacle, own.why) == ("", "rules", "held")
    far = next(
        name
        for name in s.board.names
        if plan_turn(s, TABLE, 0, [name]).steps[0].why == "not_adjacent"
    )
    [step] = plan_turn(s, TABLE, 0, [far]).steps
    assert not step.do
    assert step.left == 0


def test_the_last_die_has_its_odds_and_both_ends() -> None:
    given = {**GIVEN, "seats": {**GIVEN["seats"]}}  # type: ignore[dict-item]
    given["seats"]["P1"] = {  # type: ignore[index]
        "coins": 5,
        "active": {"race": "Orcs", "power": "Hill", "at": {"1": 1}, "hand": 1},
    }
    table = GameSetup("base-2", players=2, given=json.dumps(given))
    s = start_game(table)
    rolls = [action for action in plan_turn(s, table, 0, []).open if action.verb == "roll"]
    assert rolls
    roll = rolls[0]
    assert roll.region is not None
    plan = plan_turn(s, table, 0, [roll.region, "2"])
    step, after = plan.steps
    assert step.odds == roll.odds in (17, 33, 50)
    assert plan.coins is not None
    assert plan.coins_failed is not None
    assert plan.coins > plan.coins_failed
    assert plan.open == ()
    assert after.do == ""


@pytest.mark.parametrize("board", ["base-3", "underground-2", "underground-4"])
def test_a_plan_comes_true_wherever_luck_does_not_speak(board: str) -> None:
    table = GameSetup(board)
    s = new_game(board)
    dealer = Dealer(11)
    plans = 0
    while plans < 25 and int(s.turn) < 4:
        if is_chance(s):
            apply(s, dealer.draw(s))
            continue
        offered = legal(s)
        texts = {to_text(s, action) for action in offered}
        own = any(text.split()[0] in ("conquer", "expand") for text in texts)
        if own and s.seat == s.seat and not any(text.startswith("deploy") for text in texts):
            plan = plan_turn(s, table, int(s.seat), [])
            sure = [action for action in plan.open if action.verb == "conquer"]
            if sure:
                region = sure[dealer.pick(len(sure))].region
                assert region is not None
                step = plan_turn(s, table, int(s.seat), [region]).steps[0]
                done = conquered(s, [*step.first, step.do])
                if not is_chance(done) and done.seat == s.seat:
                    assert step.left == int(done.active(int(s.seat)).hand)
                plans += 1
        apply(s, offered[dealer.pick(len(offered))])
    assert plans >= 5
