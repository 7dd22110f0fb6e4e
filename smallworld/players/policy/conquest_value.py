"""What a conquest is worth to the quick policy: coins now and later, and harm to its holder."""

from __future__ import annotations

from typing import Final

from smallworld.engine.game import Empire, State
from smallworld.engine.query import COINS_OVERALL, DOUBLES, PAYS, coins_of, lives_on, spread
from smallworld.engine.shim import i64
from smallworld.players.policy.features import turns_after
from smallworld.players.policy.weights import COIN, Weights

_PAYING: Final = PAYS | COINS_OVERALL | DOUBLES


class ConquestValue:
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
        value: i64 = 0
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
        if s.marked & bit and not self.own & bit:
            value += w.mark
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
