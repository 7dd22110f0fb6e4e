"""Conquests of the quick policy: the region that brings most for its tokens, then the die."""

from __future__ import annotations

from typing import Final

from smallworld.engine import actions
from smallworld.engine.attack import has_final_attempt, plans
from smallworld.engine.battle import conqueror
from smallworld.engine.conquest import Front, lives_on
from smallworld.engine.regions import LOG, at, spread, table_of
from smallworld.engine.scoring import coins_of
from smallworld.engine.shim import i64
from smallworld.engine.state import Empire, State
from smallworld.engine.terms import BEST_DIE
from smallworld.engine.trait import (
    COINS_OVERALL,
    DOUBLES,
    PAYS,
    ROLLS_AHEAD,
    ROLLS_FOR,
    STANDS_FOR,
    WAYS,
)
from smallworld.players.quick import Whim, turns_after
from smallworld.players.weights import COIN, Weights

STOP: Final = 7 | 63 << 5
ROLL_AHEAD: Final = 6 | 63 << 5
assert actions.plain(actions.STOP) == STOP
assert actions.plain(actions.ROLL) == ROLL_AHEAD
_PAYING: Final = PAYS | COINS_OVERALL | DOUBLES
# How likely the die shows 0, 1, 2, 3 pips or more, in thousandths.
CHANCES: Final = table_of([1000, 500, 333, 167])


class Prize:
    """What each region would bring one race in this turn and the next ones, in thousandths."""

    def __init__(self, s: State, e: Empire, w: Weights) -> None:
        self.s = s
        self.e = e
        self.w = w
        self.later: i64 = w.later_turns(turns_after(s))
        self.own: i64 = 0
        self.enemy: i64 = 0
        for other in s.empires:
            if other.seat == e.seat:
                self.own |= other.regions
            else:
                self.enemy |= other.regions
        self.passing: i64 = 0
        if s.board.rivers:
            self.passing = s.board.rivers & ~lives_on(s, e)
        # Whose traits pay must be asked region by region what one more, or one less, would bring.
        self.asked: bool = e.hooks & _PAYING != 0
        self.lasting: i64 = 0  # what the race earns in a turn without conquests
        self.earned: i64 = 0
        if self.asked:
            self.earned = coins_of(s, e, None)
            self.lasting = self.lasting_coins()
        self.leader: i64 = leader_beside(s, e.seat)
        self.near: i64 = 0
        if w.exposed and self.later:
            for other in s.empires:
                if other.seat != e.seat and not other.declined:
                    self.near |= spread(s.board.neighbours, other.regions)

    def lasting_coins(self) -> i64:
        """What the race would earn had it won nothing in this turn."""
        s = self.s
        won = s.now.won
        taken = s.now.taken
        s.now.won = 0
        s.now.taken = 0
        coins = coins_of(s, self.e, None)
        s.now.won = won
        s.now.taken = taken
        return coins

    def at(self, bit: i64) -> i64:
        """What that region would bring."""
        s = self.s
        w = self.w
        value: i64 = w.stone
        if not self.passing & bit:
            later = self.later
            if self.near & bit:
                later -= later * w.exposed // COIN
            if self.asked:
                value = self.gain(bit, later)
            else:
                value = COIN + later
        if self.enemy & bit:
            for other in s.empires:
                if other.regions & bit:
                    value += self.harm_to(other, bit) * (COIN + self.later) // COIN
                    break
        elif self.own & bit:
            value -= COIN + self.later
        if s.monsters & bit and s.finds:
            value += w.find
        return value

    def gain(self, bit: i64, later: i64) -> i64:
        """What holding the region too would pay the race now and later."""
        s = self.s
        e = self.e
        now = s.now
        regions = e.regions
        won = now.won
        taken = now.taken
        e.regions |= bit
        now.taken |= bit
        if (s.tribes | s.monsters | self.enemy | self.own) & bit:
            now.won |= bit
        value = COIN * (coins_of(s, e, None) - self.earned)
        if later:
            value += later * (self.lasting_coins() - self.lasting)
        e.regions = regions
        now.won = won
        now.taken = taken
        return value

    def harm_to(self, other: Empire, bit: i64) -> i64:
        """What his loss is worth."""
        w = self.w
        harm: i64 = w.harm
        if other.declined:
            harm = w.harm_declined
        if other.seat == self.leader:
            harm = harm * w.leader // COIN
        lost: i64 = 1
        if other.hooks & _PAYING:
            lost = coins_of(self.s, other, None)
            other.regions &= ~bit
            lost -= coins_of(self.s, other, None)
            other.regions |= bit
        return w.harm_among(harm, self.s.seats) * lost


def leader_beside(s: State, seat: i64) -> i64:
    """The opponent with most coins; nobody if there is only one."""
    leader: i64 = -1
    if s.seats == 2:
        return leader
    most: i64 = -1
    other: i64 = 0
    while other < s.seats:
        if other != seat and s.coins[other] > most:
            most = s.coins[other]
            leader = other
        other += 1
    return leader


def next_conquest(s: State, w: Weights, whim: Whim) -> i64:
    """The conquest or roll to make now, or stop."""
    e = conqueror(s)
    hand = e.hand
    if not hand and not e.hooks & (WAYS | STANDS_FOR):
        return STOP
    pending = s.now.die >= 0
    if hand and not pending and e.hooks & ROLLS_AHEAD:
        return ROLL_AHEAD
    front = Front(s, e)
    prize = Prize(s, e, w)
    best: i64 = STOP
    most: i64 = 0
    best_roll: i64 = STOP
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
            value = prize.at(bit)
            if short <= 0:
                rate = COIN * value // (COIN * price + w.grip + 1)
                rate += rate * whim.below(w.noise) // COIN
                if rate > most:
                    most = rate
                    best = r << 5 | actions.CONQUER
                    if rolls & bit:
                        best = r << 5 | actions.ROLL
            elif final_attempt or rolls & bit:
                value = value * CHANCES[short] // COIN
                if value > most_by_die:
                    most_by_die = value
                    best_roll = r << 5 | actions.ROLL
    if e.hooks & (WAYS | STANDS_FOR):
        for plan in plans(s, e):
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
                rate = COIN * prize.at(bit) // (COIN * price + w.grip + 1)
                rate += rate * whim.below(w.noise) // COIN
                if rate > most:
                    most = rate
                    best = actions.conquer(r, plan.ways, plan.via)
    if best == STOP and s.now.die < 0:
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
