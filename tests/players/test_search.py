"""The search: when it trusts its simulations more than the policy, and when it stops."""

from smallworld.engine.game import to_act
from smallworld.engine.state import State
from smallworld.engine.terms import CONQUEST
from smallworld.game.match import Match
from smallworld.game.setup import GameSetup
from smallworld.players.budget import Budget
from smallworld.players.greedy import GreedyPlayer
from smallworld.players.search.search import Branch, Scope, think

PLENTY = 400


def last_conquests() -> State:
    """The last seat is about to conquer, in the last turn: the best choice is soon certain."""
    match = Match(GameSetup(map="base-2", turns=1), [GreedyPlayer(), GreedyPlayer()], seed=1)
    while not (to_act(match.state) == 1 and match.state.step() == CONQUEST):
        match.step()
    return match.state


def branch(*ahead: float) -> Branch:
    """One whose simulations ended so far ahead of the policy's choice."""
    found = Branch(0, last_conquests())
    for n in ahead:
        found.simulations += 1
        found.compare(n)
    return found


def test_a_lead_that_may_be_luck_counts_for_nothing() -> None:
    swings = (0.3, -0.2)  # ahead by 0.05 on the whole
    assert branch(*swings * 5).merit() < 0
    assert branch(*swings * 500).merit() > 0


def test_the_steadier_of_two_leads_counts_for_more() -> None:
    assert branch(*(0.06, 0.04) * 20).merit() > branch(*(0.3, -0.2) * 20).merit()


def test_nothing_is_certain_after_a_few_simulations() -> None:
    assert not branch(*[-0.5] * 15).is_hopeless()
    assert branch(*[-0.5] * 16).is_hopeless()
    assert not branch(*[0.5] * 15).is_better()
    assert branch(*[0.5] * 16).is_better()
    assert not branch(*(0.3, -0.2) * 10).is_hopeless()
    assert not branch(*(0.3, -0.2) * 10).is_better()


def test_who_only_ever_does_as_well_as_the_policy_is_hopeless() -> None:
    assert not branch(*[0.0] * 100).is_hopeless()
    assert branch(*[0.0] * 1000).is_hopeless()


def test_a_hasty_search_stops_when_the_best_choice_is_certain() -> None:
    s = last_conquests()
    patient, hasty = (
        think(s, 1, Budget(simulations=PLENTY), seed=1, scope=Scope(hasty=early))
        for early in (False, True)
    )
    assert sum(thought.simulations for thought in patient) >= PLENTY
    assert sum(thought.simulations for thought in hasty) < 0.8 * PLENTY
    assert hasty[0].action == patient[0].action
