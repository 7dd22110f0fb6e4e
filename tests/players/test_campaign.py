"""Campaigns: what a first conquest leads to counts as much as what it brings."""

from collections.abc import Iterator

from smallworld.engine.actions import CONQUER, region_of, verb_of
from smallworld.engine.regions import BIT, each
from smallworld.engine.rules.battle import conqueror
from smallworld.engine.rules.conquest import Front
from smallworld.engine.state import State
from smallworld.engine.terms import CONQUEST
from smallworld.game.match import Match
from smallworld.game.setup import GameSetup
from smallworld.players.greedy import GreedyPlayer
from smallworld.players.policy.campaign import Campaign
from smallworld.players.policy.conquest_value import ConquestValue
from smallworld.players.policy.policy import Policy
from smallworld.players.search.search import policy_for


def conquests() -> Iterator[tuple[State, Policy, Front, Campaign]]:
    match = Match(GameSetup(map="underground-2", turns=6), [GreedyPlayer(), GreedyPlayer()], seed=3)
    while not match.is_over():
        s = match.state
        if s.step() == CONQUEST and conqueror(s).hand:
            policy = policy_for(s)
            front = Front(s, conqueror(s))
            prize = ConquestValue(s, front.e, policy.w)
            yield s, policy, front, Campaign(s, front, prize, policy.w, policy.noise)
        match.step()


def test_more_tokens_lead_to_more_and_none_to_nothing() -> None:
    gains = 0
    for _, _, front, campaign in conquests():
        for r in each(front.targets):
            assert campaign.after(r, 0) == 0
            gains += campaign.after(r, 6) > campaign.after(r, 1)
    assert gains > 100


def test_a_region_is_taken_for_what_lies_beyond() -> None:
    crossings, openings = 0, 0
    for s, policy, front, campaign in conquests():
        action = policy.choose(s)
        if verb_of(action) != CONQUER:
            continue
        chosen = int(region_of(action))
        crossings += bool(campaign.conquest_value.passing & BIT[chosen])
        cheap = [r for r in each(front.targets) if front.price(r) <= front.force(r)]
        best = max(cheap, key=lambda r: campaign.rate(campaign.value(r), front.price(r)))
        openings += campaign.value(chosen) < campaign.value(best)
    assert crossings > 0  # rivers bring nothing by themselves
    assert openings > 0
