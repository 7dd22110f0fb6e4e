"""Which actions of a position are worth thinking about, the quick policy's own choice first."""

from __future__ import annotations

from typing import Final

from smallworld.engine import actions
from smallworld.engine.actions import pieces_of, region_of, tokens_of, verb_of
from smallworld.engine.game import State, legal
from smallworld.engine.query import (
    BEST_DIE,
    CONQUEST,
    DEFENDERS,
    READY,
    REDEPLOY,
    RISEN,
    Front,
    conqueror,
)
from smallworld.players.policy.campaign import CHANCES, Campaign
from smallworld.players.policy.conquest_value import ConquestValue
from smallworld.players.policy.policy import Policy
from smallworld.players.policy.weights import COIN

MOST_CONQUESTS: Final = 8
MOST_DEPLOYMENTS: Final = 6
MOST: Final = 16


def candidates(s: State, policy: Policy, most: int = MOST_CONQUESTS) -> list[int]:
    """Actions to compare; the first is what the quick policy would do."""
    offered = legal(s)
    if len(offered) == 1:
        return offered
    first = int(policy.choose(s))
    step = s.step()
    if step in (CONQUEST, RISEN):
        others = _conquests(s, policy, offered, most)
    elif step in (REDEPLOY, DEFENDERS):
        others = _deployments(s, offered)
    elif step == READY:
        others = [a for a in offered if verb_of(a) == actions.USE or a == actions.BEING_DONE]
    else:
        others = [a for a in offered if verb_of(a) != actions.USE or pieces_of(a) <= 1]
        if len(others) > MOST:
            others = others[:: len(others) // MOST + 1]
    return [first, *(a for a in others if a != first)]


def _conquests(s: State, policy: Policy, offered: list[int], most: int) -> list[int]:
    """The conquests that begin the best campaigns, stop, and trait actions."""
    e = conqueror(s)
    front = Front(s, e)
    campaign = Campaign(s, front, ConquestValue(s, e, policy.w), policy.w, policy.noise)
    ranked: list[tuple[int, int]] = []
    rest: list[int] = []
    for a in offered:
        verb = verb_of(a)
        r = int(region_of(a))
        if verb not in (actions.CONQUER, actions.ROLL) or r == actions.NO_REGION:
            if verb != actions.ABANDON:
                rest.append(a)
            continue
        short = int(front.price(r)) - int(front.force(r))
        worth = int(campaign.value(r))
        if verb == actions.CONQUER:
            worth += int(campaign.after(r, max(-short, 0)))
        else:
            worth = worth * int(CHANCES[min(max(short, 0), BEST_DIE)]) // COIN
        ranked.append((-worth, a))
    ranked.sort()
    return [a for _, a in ranked[:most]] + rest[:MOST_DEPLOYMENTS]


def _deployments(s: State, offered: list[int]) -> list[int]:
    """All that waits into one region, one token into one, and trait actions; a few of each."""
    deploys = [a for a in offered if verb_of(a) == actions.DEPLOY]
    if not deploys:
        return [a for a in offered if pieces_of(a) <= 1][:MOST]
    most = max(int(tokens_of(a)) for a in deploys)
    whole = [a for a in deploys if tokens_of(a) == most]
    half = [a for a in deploys if tokens_of(a) == (most + 1) // 2 != most]
    return whole[:MOST_DEPLOYMENTS] + half[:MOST_DEPLOYMENTS]
