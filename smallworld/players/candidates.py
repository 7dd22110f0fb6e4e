"""Which actions of a position are worth thinking about, the quick policy's own choice first."""

from __future__ import annotations

from typing import Final

from smallworld.engine import actions
from smallworld.engine.actions import amount_of, region_of, verb_of
from smallworld.engine.battle import conqueror
from smallworld.engine.conquest import Front
from smallworld.engine.game import legal
from smallworld.engine.regions import BIT
from smallworld.engine.state import State
from smallworld.engine.terms import CONQUEST, DEFENDERS, READY, REDEPLOY, RISEN
from smallworld.players.fight import Prize
from smallworld.players.policy import DONE, Policy

MOST_CONQUESTS: Final = 8
MOST_DEPLOYMENTS: Final = 6
MOST: Final = 16


def candidates(s: State, policy: Policy) -> list[int]:
    """Actions to compare; the first is what the quick policy would do."""
    offered = legal(s)
    if len(offered) == 1:
        return offered
    first = int(policy.choose(s))
    step = s.step()
    if step in (CONQUEST, RISEN):
        others = _conquests(s, policy, offered)
    elif step in (REDEPLOY, DEFENDERS):
        others = _deployments(s, offered)
    elif step == READY:
        others = [a for a in offered if verb_of(a) == actions.USE or a == DONE]
    else:
        others = [a for a in offered if verb_of(a) != actions.USE or amount_of(a) <= 1 or a < 0]
        if len(others) > MOST:
            others = others[:: len(others) // MOST + 1]
    return [first, *(a for a in others if a != first)]


def _conquests(s: State, policy: Policy, offered: list[int]) -> list[int]:
    """Stop, trait actions, and the conquests that promise most for their tokens."""
    e = conqueror(s)
    front = Front(s, e)
    prize = Prize(s, e, policy.w)
    ranked: list[tuple[float, int]] = []
    rest: list[int] = []
    for a in offered:
        verb = verb_of(a)
        r = int(region_of(a))
        if verb == actions.CONQUER or (verb == actions.ROLL and r != actions.NO_REGION):
            rate = int(prize.at(BIT[r])) / (0.5 + int(front.price(r)))
            if verb == actions.ROLL:
                rate *= 0.5
            ranked.append((-rate, a))
        elif verb != actions.ABANDON:
            rest.append(a)
    ranked.sort()
    return [a for _, a in ranked[:MOST_CONQUESTS]] + rest[:MOST_DEPLOYMENTS]


def _deployments(s: State, offered: list[int]) -> list[int]:
    """All that waits into one region, one token into one, and trait actions; a few of each."""
    deploys = [a for a in offered if verb_of(a) == actions.DEPLOY]
    if not deploys:
        return [a for a in offered if amount_of(a) <= 1][:MOST]
    most = max(int(amount_of(a)) for a in deploys)
    whole = [a for a in deploys if amount_of(a) == most]
    half = [a for a in deploys if amount_of(a) == (most + 1) // 2 != most]
    return whole[:MOST_DEPLOYMENTS] + half[:MOST_DEPLOYMENTS]
