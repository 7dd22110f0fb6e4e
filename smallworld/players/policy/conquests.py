"""Conquests of the quick policy: the region that begins the best campaign, then the die."""

from __future__ import annotations

from smallworld.engine import actions
from smallworld.engine.game import Empire, State
from smallworld.engine.query import (
    BEST_DIE,
    LOG,
    ROLLS_AHEAD,
    ROLLS_FOR,
    STANDS_FOR,
    WAYS,
    Front,
    at,
    conqueror,
    conquest_plans,
    has_final_attempt,
)
from smallworld.engine.shim import i64
from smallworld.players.policy.campaign import CHANCES, Campaign
from smallworld.players.policy.conquest_value import ConquestValue
from smallworld.players.policy.features import Noise
from smallworld.players.policy.weights import COIN, Weights


def next_conquest(s: State, w: Weights, noise: Noise) -> i64:
    """The conquest or roll to make now, or stop."""
    e = conqueror(s)
    hand = e.hand
    if not hand and not e.hooks & (WAYS | STANDS_FOR):
        return actions.STOPPING
    pending = s.now.die >= 0
    if hand and not pending and e.hooks & ROLLS_AHEAD:
        return actions.ROLL_AHEAD
    front = Front(s, e)
    campaign = Campaign(s, front, ConquestValue(s, e, w), w, noise)
    best: i64 = actions.STOPPING
    most: i64 = 0
    quickest: i64 = 0
    best_roll: i64 = actions.STOPPING
    most_by_die: i64 = 0
    rolls: i64 = 0
    if not pending and e.hooks & ROLLS_FOR:
        rolls = front.rolls()
    if hand:
        final_attempt = not pending and has_final_attempt(e)
        rest: i64 = front.targets
        if pending:
            rest &= ~front.guarded
        simple: i64 = front.plain & ~front.guarded
        force: i64 = hand
        if not e.declined:
            force += e.hammers - s.now.hammers_used
        while rest:
            bit: i64 = rest & -rest
            r: i64 = LOG[bit % 67]
            rest ^= bit
            if simple & bit:
                price: i64 = s.strength(r)
                if s.now.die > 0:
                    price -= s.now.die
                    if price < 1:
                        price = 1
                short: i64 = price - force
            else:
                price = front.price(r)
                short = price - front.force(r)
            if short > BEST_DIE:
                continue
            value = campaign.value(r)
            if short <= 0:
                rate = campaign.rate(value, price)
                value += campaign.after(r, -short)
                if value > most or (value == most and rate > quickest):
                    most = value
                    quickest = rate
                    best = r << actions.REGION_BIT | actions.CONQUER
                    if rolls & bit:
                        best = r << actions.REGION_BIT | actions.ROLL
            elif final_attempt or rolls & bit:
                value = value * CHANCES[short] // COIN
                if value > most_by_die:
                    most_by_die = value
                    best_roll = r << actions.REGION_BIT | actions.ROLL
    if e.hooks & (WAYS | STANDS_FOR):
        for plan in conquest_plans(s, e):
            if pending and (plan.swaps or plan.one_token):
                continue
            rest = plan.targets(front)
            while rest:
                bit = rest & -rest
                r = LOG[bit % 67]
                rest ^= bit
                price = 0
                if plan.swaps:
                    if not e.tray and not (plan.swaps_from_hand and hand):
                        continue
                else:
                    if not hand:
                        continue
                    price = plan.price(front, r)
                    if price > front.force(r):
                        continue
                value = campaign.value(r)
                rate = campaign.rate(value, price)
                value += campaign.after(r, hand - price)
                if value > most or (value == most and rate > quickest):
                    most = value
                    quickest = rate
                    best = actions.conquer(r, plan.ways, plan.via)
    if best == actions.STOPPING and s.now.die < 0:
        return best_roll
    return best


def free_tokens(s: State, e: Empire) -> i64:
    """Tokens beyond one a region, and those in hand."""
    free = e.hand
    rest: i64 = e.regions
    while rest:
        free += at(s.tokens, LOG[(rest & -rest) % 67]) - 1
        rest &= rest - 1
    return free
