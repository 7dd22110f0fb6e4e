"""The planner: the policy decides at once, and combos are played on."""

import pytest

from smallworld.engine.game import to_act
from smallworld.engine.terms import CHOOSE, CONQUEST, PICK, REDEPLOY
from smallworld.game.match import Match
from smallworld.game.setup import GameSetup
from smallworld.players.greedy import GreedyPlayer
from smallworld.players.search.planner import SIMULATIONS, PlannerPlayer
from smallworld.players.search.search import seen_by


@pytest.mark.parametrize("name", ["base-2", "underground-2"])
def test_only_combos_are_played_on(name: str) -> None:
    planner = PlannerPlayer()
    match = Match(GameSetup(name, turns=3), [GreedyPlayer(), GreedyPlayer()], seed=1)
    decisions, played_on = set(), set()
    while not match.is_over():
        seat = to_act(match.state)
        if seat >= 0 and len(match.view(seat).legal) > 1:
            step = int(match.state.step())
            decisions.add(step)
            budget = planner.allot(seen_by(match.view(seat)))
            if budget is not None:
                assert budget.simulations == SIMULATIONS
                played_on.add(step)
        match.step()
    assert decisions >= {PICK, CHOOSE, CONQUEST, REDEPLOY}
    assert played_on == {PICK}
