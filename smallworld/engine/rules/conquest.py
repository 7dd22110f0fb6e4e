"""Where a race may conquer, and what it costs (rules A8.1 to A8.3, A8.7)."""

from __future__ import annotations

from smallworld.engine.pieces import ENCAMPMENT
from smallworld.engine.regions import BIT, Regions, first, spread
from smallworld.engine.shim import i64, mypyc_attr
from smallworld.engine.state import NOBODY, Empire, State
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
    ROLLS_FOR,
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


@mypyc_attr(acyclic=True, free_list_len=1)
class Prices:
    """What conquests cost one race now, wherever they are."""

    def __init__(self, s: State, e: Empire) -> None:
        self.s = s
        self.e = e
        guarded: i64 = 0
        if s.voices & PLAIN_ONLY:
            guarded = plain_only_for(s, e.seat)
        self.guarded: i64 = guarded
        # How many traits make a region cheaper, and dearer, as sums written in binary.
        less1: i64 = 0
        less2: i64 = 0
        less4: i64 = 0
        if e.hooks & CHEAPER:
            for trait in e.traits:
                cheap: i64 = trait.cheaper(s, e) & ~guarded
                carry = less1 & cheap
                less1 ^= cheap
                less4 |= less2 & carry
                less2 ^= carry
        self.less1: i64 = less1
        self.less2: i64 = less2
        self.less4: i64 = less4
        more1: i64 = 0
        more2: i64 = 0
        if e.hooks & DEARER:
            for trait in e.traits:
                dear: i64 = trait.dearer(s, e)
                more2 |= more1 & dear
                more1 ^= dear
        self.more1: i64 = more1
        self.more2: i64 = more2
        empty: i64 = 0
        if e.hooks & AS_IF_EMPTY:
            for trait in e.traits:
                empty |= trait.as_if_empty(s, e)
            empty &= ~guarded
        self.empty: i64 = empty
        spared: i64 = 0  # own regions in decline, where they do not defend (0.11)
        if not s.options.own_decline_defends:
            for other in s.empires:
                if other.seat == e.seat and other.declined and other is not e:
                    spared |= other.regions
        self.spared: i64 = spared
        # Regions that cost what they are less a discount, and those without any.
        self.simple: i64 = ~(more1 | more2 | empty | spared)
        self.plain: i64 = self.simple & ~(less1 | less2 | less4)

    def raw(self, r: i64, as_if_empty: bool) -> i64:
        """The price before the minimum of one: base, static, occupant, penalty, discount."""
        bit: i64 = BIT[r]
        cost = self.s.strength(r)
        if self.plain & bit and not as_if_empty:
            return cost
        if as_if_empty or self.empty & bit:
            cost -= occupants(self.s, r)
        elif self.spared & bit:
            cost -= self.s.tokens_in(r)
        return cost - self.discount(bit) + self.penalty(r)

    def discount(self, bit: Regions) -> i64:
        """What makes that one region cheaper for this race."""
        less: i64 = 0
        if self.less1 & bit:
            less = 1
        if self.less2 & bit:
            less += 2
        if self.less4 & bit:
            less += 4
        return less

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


@mypyc_attr(acyclic=True, free_list_len=1)
class Front(Prices):
    """What one race sees as it looks for conquests: targets, and the price of each."""

    def __init__(self, s: State, e: Empire) -> None:
        Prices.__init__(self, s, e)
        board = s.board
        # A8.1 a to d and f: what may be attacked at all, wherever it lies.
        fair: i64 = board.firm
        if e.hooks & LIVES_ON:
            fair |= lives_on(s, e)
        fair &= ~e.regions
        if s.barred or s.shielded:
            fair &= ~immune_to(s, e.seat)
        if s.voices & REFUSES:
            fair &= ~refused_to(s, e)
        guarded = self.guarded
        self.fair: i64 = fair & ~guarded
        self.targets: i64 = self.fair & reach(s, e)
        if guarded and not e.declined:
            near = spread(board.neighbours, e.regions) if e.regions else board.entry
            self.targets |= fair & guarded & near
