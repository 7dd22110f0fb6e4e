"""What a race may do in its conquests: plain attacks, rolls, and the ways its traits open.

A way is a conquest by a trait's own means (`conquer B with NAME`); relics may be joined in one.
"""

from __future__ import annotations

from smallworld.engine import actions
from smallworld.engine.actions import CONQUER, REGION_BIT, ROLL, ROLL_AHEAD, Actions
from smallworld.engine.regions import BIT, LIMIT, LOG, Regions, first
from smallworld.engine.rules.conquest import Front, Prices, at_least_one, lone_enemies
from smallworld.engine.shim import i64, mypyc_attr
from smallworld.engine.state import Empire, State
from smallworld.engine.terms import BEST_DIE
from smallworld.engine.trait import (
    ROLLS_AHEAD,
    ROLLS_FOR,
    STANDS_FOR,
    WAYS,
    Trait,
    Way,
)


def has_final_attempt(e: Empire) -> bool:
    """Whether the ordinary die is open; who rolls ahead by a lent power only need not use it."""
    return not (e.race.rolls_ahead or e.power.rolls_ahead)


def offer_conquests(s: State, e: Empire, out: Actions) -> None:
    """Every conquest and roll that is open to the race now."""
    tokens = e.hand
    if not tokens and not e.hooks & (WAYS | STANDS_FOR):
        return
    front = Front(s, e)
    pending = s.now.die >= 0
    if tokens:
        rolls: i64 = 0
        if not pending and e.hooks & ROLLS_FOR:
            rolls = front.rolls()
        final_attempt = has_final_attempt(e)
        rest: i64 = front.targets
        if pending:
            rest &= ~front.guarded  # a die thrown before the attempt is no plain attack
        # Written without calls, as this is where most of the time goes (a quarter less for all).
        simple: i64 = front.simple & ~front.guarded  # they cost what stands there, or less
        cheaper: i64 = simple & ~front.plain
        force: i64 = tokens
        if not e.declined:
            force += e.hammers - s.now.hammers_used
        if s.now.die > 0:
            force += s.now.die  # against simple targets a die counts like so many tokens
        defence = s.defence
        standing = s.tokens
        out.reserve(2 * LIMIT)
        items = out.items
        size = out.size
        while rest:
            bit: i64 = rest & -rest
            r: i64 = LOG[bit % 67]
            rest ^= bit
            if simple & bit:
                ground: int = defence[r]
                stands: int = standing[r]
                # No look at the minimum of one: there is a token, so below it there is enough.
                short: i64 = ground - force + stands
                if cheaper & bit:
                    short -= front.discount(bit)
            else:
                short = front.price(r) - front.force(r)
            if short <= 0:
                items[size] = r << REGION_BIT | CONQUER
                size += 1
                if rolls & bit:
                    items[size] = r << REGION_BIT | ROLL
                    size += 1
            elif short <= BEST_DIE and (final_attempt or rolls & bit):
                items[size] = r << REGION_BIT | ROLL
                size += 1
        out.size = size
        if not pending and e.hooks & ROLLS_AHEAD:
            out.add(ROLL_AHEAD)
    if e.hooks & (WAYS | STANDS_FOR):
        offer_ways(s, front, out)


@mypyc_attr(acyclic=True)
class ConquestPlan:
    """One or more ways joined in one conquest."""

    def __init__(self) -> None:
        self.ways: i64 = 0  # bits of way numbers
        self.via: i64 = 0  # the marker another trait stands for, plus one
        self.open: i64 = -1  # regions all of them allow
        self.anywhere = False
        self.as_if_empty = False
        self.less: i64 = 0
        self.one_token = False
        self.swaps = False
        self.swaps_from_hand = False
        self.spares = False

    def add(self, way: Way, targets: Regions) -> None:
        """Join one more way."""
        self.open &= targets
        self.anywhere = self.anywhere or way.anywhere
        self.as_if_empty = self.as_if_empty or way.as_if_empty
        self.less += way.less
        self.one_token = self.one_token or way.one_token
        self.swaps = self.swaps or way.swaps
        self.swaps_from_hand = self.swaps_from_hand or way.swaps_from_hand
        self.spares = self.spares or way.spares

    def sensible(self) -> bool:
        """A swap has no price that another way could lower (X51)."""
        return not (self.swaps and (self.as_if_empty or self.less))

    def targets(self, front: Front) -> Regions:
        """Where it may be used. No way works against regions held plain."""
        if self.anywhere:
            return self.open & front.fair
        return self.open & front.targets & ~front.guarded

    def price(self, front: Prices, r: i64) -> i64:
        """Tokens needed."""
        if self.one_token:
            return 1 + front.penalty(r)
        cost = front.raw(r, self.as_if_empty) - self.less
        if front.s.now.die > 0:
            cost -= front.s.now.die
        return at_least_one(cost)


def conquest_plans(s: State, e: Empire) -> list[ConquestPlan]:
    """Every way, and every joining of ways, that is open now."""
    found: list[ConquestPlan] = []
    joinable: list[Trait] = []
    allowed: list[int] = []
    for trait in e.traits:
        way = trait.way
        if way is None:
            continue
        targets = trait.ways(s, e)
        if not targets:
            continue
        if way.joins:
            joinable.append(trait)
            allowed.append(int(targets))
        else:
            plan = ConquestPlan()
            plan.ways = BIT[trait.way_number]
            plan.add(way, targets)
            found.append(plan)
    if not joinable and not e.hooks & STANDS_FOR:
        return found
    stand_ins = [0]
    if e.hooks & STANDS_FOR:
        for trait in e.traits:
            for marker in s.library.markers:
                if trait.stands_for(s, e) & BIT[marker.index] and marker.way is not None:
                    stand_ins.append(marker.index + 1)
    for via in stand_ins:
        for chosen in range(1 << len(joinable)):
            if not chosen and not via:
                continue
            plan = ConquestPlan()
            plan.via = via
            if via:
                stood_for = s.library.markers[via - 1]
                assert stood_for.way is not None
                plan.add(stood_for.way, stand_in_targets(s, e, stood_for))
            fits = True
            for i, trait in enumerate(joinable):
                if chosen >> i & 1:
                    if via and trait is s.library.markers[via - 1]:
                        fits = False  # never the real one and its stand-in in one conquest
                    assert trait.way is not None
                    plan.ways |= BIT[trait.way_number]
                    plan.add(trait.way, allowed[i])
            if fits and plan.sensible():
                found.append(plan)
    return found


def stand_in_targets(s: State, e: Empire, stood_for: Trait) -> Regions:
    """Where a stand-in may do what the marker does: a swap still needs a lone enemy."""
    way = stood_for.way
    if way is not None and way.swaps:
        return lone_enemies(s, e)
    return s.board.all


def offer_ways(s: State, front: Front, out: Actions) -> None:
    """Write the conquests and rolls by every open plan."""
    e = front.e
    pending = s.now.die >= 0
    rolls = front.rolls()
    for plan in conquest_plans(s, e):
        if pending and (plan.swaps or plan.one_token):
            continue
        rest: i64 = plan.targets(front)
        while rest:
            r = first(rest)
            rest &= rest - 1
            if plan.swaps:
                if e.tray or (plan.swaps_from_hand and e.hand):
                    out.add(actions.conquer(r, plan.ways, plan.via))
                continue
            if not e.hand:
                continue
            short = plan.price(front, r) - front.force(r)
            if short <= 0:
                out.add(actions.conquer(r, plan.ways, plan.via))
            if plan.one_token or pending or short > BEST_DIE:
                continue
            if rolls & BIT[r] or (short > 0 and has_final_attempt(e)):
                out.add(actions.roll(r, plan.ways, plan.via))


def conquest_plan(s: State, e: Empire, ways: i64, via: i64) -> ConquestPlan:
    """The plan an action names."""
    for plan in conquest_plans(s, e):
        if plan.ways == ways and plan.via == via:
            return plan
    raise AssertionError("no such way is open")
