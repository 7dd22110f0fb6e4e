"""Where a race may conquer, and what it costs (rules A8.1 to A8.3, A8.7)."""

from __future__ import annotations

from smallworld.engine import actions
from smallworld.engine.actions import Actions
from smallworld.engine.pieces import ENCAMPMENT
from smallworld.engine.regions import BIT, Regions, at, first, spread
from smallworld.engine.shim import i64
from smallworld.engine.state import NOBODY, Empire, State
from smallworld.engine.terms import BEST_DIE
from smallworld.engine.trait import (
    AS_IF_EMPTY,
    CHEAPER,
    DEARER,
    ENTERS,
    ENTERS_ONLY,
    EXEMPT,
    LINKS,
    LIVES_ON,
    PLAIN_ONLY,
    REACHES,
    REFUSES,
    ROLLS_AHEAD,
    ROLLS_FOR,
    STANDS_FOR,
    WAYS,
    Trait,
    Way,
)


def adjacent(s: State, e: Empire, start: Regions) -> Regions:
    """What is effectively adjacent to `start` for this race (0.5)."""
    near = spread(s.board.neighbours, start)
    if e.hooks & LINKS:
        for trait in e.traits:
            near |= trait.links(s, e, start)
    return near


def entry(s: State, e: Empire) -> Regions:
    """Where a First Conquest may begin (A8.2)."""
    if e.hooks & ENTERS_ONLY:
        only: i64 = 0
        for trait in e.traits:
            only |= trait.enters_only(s, e)
        if only:
            return only
    open_ = s.board.entry
    if e.hooks & ENTERS:
        for trait in e.traits:
            open_ |= trait.enters(s, e)
    return open_


def reach(s: State, e: Empire) -> Regions:
    """Regions the race can get at: its entry set, or what is adjacent or otherwise in reach."""
    if not e.regions:
        return entry(s, e)
    near = adjacent(s, e, e.regions)
    if e.hooks & REACHES:
        for trait in e.traits:
            near |= trait.reaches(s, e)
    return near


def lives_on(s: State, e: Empire) -> Regions:
    """Waters the race may conquer and keep."""
    waters: i64 = 0
    if e.hooks & LIVES_ON:
        for trait in e.traits:
            waters |= trait.lives_on(s, e)
    return waters


def immune_to(s: State, seat: i64) -> Regions:
    """Regions closed to this seat by a piece (A8.6)."""
    closed: i64 = s.barred
    if closed and s.voices & EXEMPT:
        for e in s.empires:
            if e.seat == seat and e.hooks & EXEMPT:
                for trait in e.traits:
                    closed &= ~trait.exempt(s, e)
    if s.shielded:
        closed |= s.shielded & ~s.regions_of(seat)
    return closed


def refused_to(s: State, e: Empire) -> Regions:
    """Regions whose holders refuse this attacker: peace, a price he cannot pay."""
    refused: i64 = 0
    if s.voices & REFUSES:
        for other in s.empires:
            if other.seat != e.seat and other.hooks & REFUSES:
                for trait in other.traits:
                    refused |= trait.refuses(s, other, e)
    return refused


def plain_only_for(s: State, seat: i64) -> Regions:
    """Regions this seat may attack only with tokens, from next door."""
    guarded: i64 = 0
    if s.voices & PLAIN_ONLY:
        for other in s.empires:
            if other.seat != seat and other.hooks & PLAIN_ONLY:
                for trait in other.traits:
                    guarded |= trait.plain_only(s, other)
    return guarded


def lone_enemies(s: State, e: Empire) -> Regions:
    """Regions with exactly one active token of an opponent and no encampment."""
    lone: i64 = 0
    for seat in range(s.seats):
        other = s.active(seat)
        if other is NOBODY or other.seat == e.seat:
            continue
        rest: i64 = other.regions & ~s.where[ENCAMPMENT]
        while rest:
            r = first(rest)
            rest &= rest - 1
            if s.tokens_in(r) == 1:
                lone |= BIT[r]
    return lone


def occupants(s: State, r: i64) -> i64:
    """What "as if empty" leaves out: tokens and the pieces that defend (A8.3)."""
    found = s.tokens_in(r)
    for kind, piece in enumerate(s.library.pieces):
        if piece.defence and s.where[kind] & BIT[r]:
            pieces = s.stacked(piece.stack, r) if piece.stack >= 0 else 1
            found += piece.defence * pieces
    return found


def at_least_one(cost: i64) -> i64:
    """The minimum of one token, applied last."""
    if cost < 1:  # not a conditional expression: the compiler would box its numbers
        return 1
    return cost


class Front:
    """What one race sees as it looks for conquests: targets, and the price of each."""

    def __init__(self, s: State, e: Empire) -> None:
        board = s.board
        self.s = s
        self.e = e
        self.guarded: i64 = plain_only_for(s, e.seat)
        # A8.1 a to d and f: what may be attacked at all, wherever it lies.
        fair: i64 = (board.land | board.rivers | lives_on(s, e)) & ~e.regions
        fair &= ~immune_to(s, e.seat) & ~refused_to(s, e)
        self.fair: i64 = fair & ~self.guarded
        self.targets: i64 = self.fair & reach(s, e)
        if self.guarded and not e.declined:
            near = spread(board.neighbours, e.regions) if e.regions else board.entry
            self.targets |= fair & self.guarded & near
        # How many traits make a region cheaper, and dearer, as sums written in binary.
        self.less1: i64 = 0
        self.less2: i64 = 0
        self.less4: i64 = 0
        if e.hooks & CHEAPER:
            for trait in e.traits:
                cheap: i64 = trait.cheaper(s, e) & ~self.guarded
                carry = self.less1 & cheap
                self.less1 ^= cheap
                self.less4 |= self.less2 & carry
                self.less2 ^= carry
        self.more1: i64 = 0
        self.more2: i64 = 0
        if e.hooks & DEARER:
            for trait in e.traits:
                dear: i64 = trait.dearer(s, e)
                self.more2 |= self.more1 & dear
                self.more1 ^= dear
        self.empty: i64 = 0
        if e.hooks & AS_IF_EMPTY:
            for trait in e.traits:
                self.empty |= trait.as_if_empty(s, e)
            self.empty &= ~self.guarded
        self.plain: i64 = ~(  # regions that cost just what they are
            self.less1 | self.less2 | self.less4 | self.more1 | self.more2 | self.empty
        )
        self.spared: i64 = 0  # own regions in decline, where they do not defend (0.11)
        if not s.options.own_decline_defends:
            for other in s.empires:
                if other.seat == e.seat and other.declined and other is not e:
                    self.spared |= other.regions
            self.plain &= ~self.spared

    def raw(self, r: i64, as_if_empty: bool) -> i64:
        """The price before the minimum of one: base, static, occupant, penalty, discount."""
        bit: i64 = BIT[r]
        cost = at(self.s.strength, r)
        if self.plain & bit and not as_if_empty:
            return cost
        if as_if_empty or self.empty & bit:
            cost -= occupants(self.s, r)
        elif self.spared & bit:
            cost -= self.s.tokens_in(r)
        if self.less1 & bit:
            cost -= 1
        if self.less2 & bit:
            cost -= 2
        if self.less4 & bit:
            cost -= 4
        return cost + self.penalty(r)

    def penalty(self, r: i64) -> i64:
        """What makes the region dearer for this race."""
        bit: i64 = BIT[r]
        cost: i64 = 0
        if self.more1 & bit:
            cost += 1
        if self.more2 & bit:
            cost += 2
        return cost

    def price(self, r: i64) -> i64:
        """Tokens an ordinary conquest needs, less a die rolled ahead."""
        cost = self.raw(r, False)
        if self.s.now.die > 0:
            cost -= self.s.now.die
        return at_least_one(cost)

    def force(self, r: i64) -> i64:
        """What can be sent there: tokens, and hammers beside at least one token."""
        e = self.e
        if not e.hand or self.guarded & BIT[r] or e.declined:
            return e.hand
        return e.hand + e.hammers - self.s.now.hammers_used

    def rolls(self) -> Regions:
        """Regions for which the die comes first."""
        found: i64 = 0
        if self.e.hooks & ROLLS_FOR:
            for trait in self.e.traits:
                found |= trait.rolls_for(self.s, self.e)
        return found & ~self.guarded


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
        while rest:
            r = first(rest)
            bit = rest & -rest
            rest ^= bit
            short = front.price(r) - front.force(r)
            if short <= 0:
                out.add(actions.conquer(r, 0, 0))
            if rolls & bit:
                if short <= BEST_DIE:
                    out.add(actions.roll(r, 0, 0))
            elif 0 < short <= BEST_DIE and final_attempt:
                out.add(actions.roll(r, 0, 0))
        if not pending and e.hooks & ROLLS_AHEAD:
            out.add(actions.plain(actions.ROLL))
    if e.hooks & (WAYS | STANDS_FOR):
        offer_ways(s, front, out)


# ---- ways: conquests by a trait's own means ----


class Plan:
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

    def price(self, front: Front, r: i64) -> i64:
        """Tokens needed."""
        if self.one_token:
            return 1 + front.penalty(r)
        cost = front.raw(r, self.as_if_empty) - self.less
        if front.s.now.die > 0:
            cost -= front.s.now.die
        return at_least_one(cost)


def plans(s: State, e: Empire) -> list[Plan]:
    """Every way, and every joining of ways, that is open now."""
    found: list[Plan] = []
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
            plan = Plan()
            plan.ways = BIT[trait.way_number]
            plan.add(way, targets)
            found.append(plan)
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
            plan = Plan()
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
    for plan in plans(s, e):
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


def plan_of(s: State, e: Empire, ways: i64, via: i64) -> Plan:
    """The plan an action names."""
    for plan in plans(s, e):
        if plan.ways == ways and plan.via == via:
            return plan
    raise AssertionError("no such way is open")
