"""The named parts of prices and scores add up to what is really paid."""

from __future__ import annotations

import pytest

from smallworld.engine import actions
from smallworld.engine.actions import region_of, verb_of, via_of, ways_of
from smallworld.engine.events import Event, Listener
from smallworld.engine.explain.parts import sum_of
from smallworld.engine.explain.prices import explain_price
from smallworld.engine.game import apply, is_chance, is_over, legal
from smallworld.engine.rules.attack import conquest_plan
from smallworld.engine.rules.battle import conqueror
from smallworld.engine.rules.conquest import Front
from smallworld.engine.rules.scoring import explain_score
from smallworld.engine.terms import CONQUEST, RISEN
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.setup import new_game


class Scores(Listener):
    def __init__(self) -> None:
        self.heard: list[Event] = []

    def hear(self, event: Event) -> None:
        if event.kind == "scored":
            self.heard.append(event)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("world", ["base", "underground", "mixed"])
def test_parts_add_up_in_random_games(world: str, seed: int) -> None:
    s = new_game("base-3" if world == "base" else "underground-3", world=world)
    dealer = Dealer(seed)
    scores = Scores()
    s.listener = scores
    priced = 0
    while not is_over(s):
        if is_chance(s):
            apply(s, dealer.draw(s))
            continue
        options = legal(s)
        if s.step() in (CONQUEST, RISEN):
            e = conqueror(s)
            front = Front(s, e)
            for a in options:
                if verb_of(a) not in (actions.CONQUER, actions.ROLL) or region_of(a) == 63:
                    continue
                plan = (
                    conquest_plan(s, e, ways_of(a), via_of(a)) if ways_of(a) or via_of(a) else None
                )
                parts = explain_price(front, region_of(a), plan)
                if plan is None:
                    wanted = front.price(region_of(a))
                else:
                    wanted = 0 if plan.swaps else plan.price(front, region_of(a))
                assert sum_of(parts) == wanted
                priced += 1
        apply(s, options[dealer.pick(len(options))])
    assert priced > 50
    assert len(scores.heard) == s.seats * s.options.turns
    for event in scores.heard:
        assert event.parts is not None
        assert sum_of(event.parts) == event.amount


def test_explain_score_leaves_the_state_alone_and_foretells_the_scoring() -> None:
    s = new_game("base-2")
    dealer = Dealer(3)
    scores = Scores()
    s.listener = scores
    while not scores.heard:
        a = dealer.draw(s) if is_chance(s) else legal(s)[0]
        before = explain_score(s, int(s.seat))
        assert before == explain_score(s, int(s.seat))
        apply(s, a)
    assert scores.heard[0].parts is not None
