"""How far simulations go, and what is expected where they stop."""

from smallworld.engine.game import result
from smallworld.engine.terms import CONQUEST, PICK
from smallworld.game.match import Match
from smallworld.game.setup import GameSetup
from smallworld.players.greedy import GreedyPlayer
from smallworld.players.policy.evaluation import WHOLE_GAME, expected, horizon, share
from smallworld.players.policy.features import ROUND, moment
from smallworld.players.search.search import policy_for


def match_until(step: int, turn: int) -> Match:
    match = Match(GameSetup(map="base-2", turns=4), [GreedyPlayer(), GreedyPlayer()], seed=3)
    while match.state.step() != step or match.state.turn < turn:
        match.step()
    return match


def test_combos_are_seen_to_the_end_and_conquests_until_the_own_next_turn() -> None:
    assert horizon(match_until(PICK, 1).state, 1) == WHOLE_GAME
    s = match_until(CONQUEST, 2).state
    assert horizon(s, 1) == moment(s) + ROUND - 1


def test_at_the_end_nothing_is_expected_but_the_coins() -> None:
    match = match_until(CONQUEST, 3)
    match.run()
    assert expected(match.state, policy_for(match.state)) == result(match.state).coins


def test_regions_promise_coins_of_the_rounds_to_come() -> None:
    s = match_until(CONQUEST, 3).state
    policy = policy_for(s)
    before = expected(s, policy)
    # Two rounds are to be scored, this one among them.
    assert all(now > int(s.coins[seat]) for seat, now in enumerate(before))
    bare = s.copy()
    other = 1 - int(s.seat)
    for e in bare.empires_of(other):
        e.regions = 0
    after = expected(bare, policy)
    assert after[other] < before[other]
    assert share(after, int(s.seat)) > share(before, int(s.seat))
