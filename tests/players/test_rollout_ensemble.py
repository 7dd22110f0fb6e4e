"""Positions played on by several policies."""

import pytest

from smallworld.engine.game import result
from smallworld.engine.pack import fingerprint
from smallworld.game.match import Match
from smallworld.game.setup import GameSetup
from smallworld.players.greedy import GreedyPlayer
from smallworld.players.policy.policy import Policy, simulate
from smallworld.players.policy.weights import Weights
from smallworld.players.search.rollout_ensemble import VARIED, RolloutEnsemble, _weights
from smallworld.players.search.search import forecast


def test_each_policy_has_its_turn_and_the_first_is_the_usual_one() -> None:
    match = Match(GameSetup(map="base-2", turns=4), [GreedyPlayer(), GreedyPlayer()], seed=2)
    for _ in range(30):
        match.step()
    before = fingerprint(match.state)
    futures = RolloutEnsemble(2)
    assert futures.forecast(match.state, 1, 5) == forecast(match.state, 1, 5)
    sums = [0, 0]
    for n, parts in enumerate(VARIED):
        end = simulate(match.state, [], Policy(_weights(2, *parts)), 5 + n, 99)
        sums = [total + int(end.coins[seat]) for seat, total in enumerate(sums)]
    found = futures.forecast(match.state, len(VARIED), 5)
    assert found == pytest.approx([total / len(VARIED) for total in sums])
    assert fingerprint(match.state) == before


def test_they_differ() -> None:
    usual = Weights()
    assert VARIED[0] == (100, 100, 100)
    assert len(set(VARIED)) == len(VARIED)
    for parts in VARIED[1:]:
        assert _weights(3, *parts).fresh != usual.fresh


def test_a_game_that_is_over_has_one_future() -> None:
    match = Match(GameSetup(map="base-2", turns=1), [GreedyPlayer(), GreedyPlayer()], seed=2)
    match.run()
    assert RolloutEnsemble(2).forecast(match.state, 3, 1) == result(match.state).coins
