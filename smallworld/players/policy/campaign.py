"""How a turn's conquests may go on: what the tokens in hand would take after a first region.

Compiled with the engine; the quick policy asks it for every first conquest it thinks of.
"""

from __future__ import annotations

from typing import Final

from smallworld.engine.game import State
from smallworld.engine.query import (
    BEST_DIE,
    BIT,
    LOG,
    Front,
    Regions,
    at_least_one,
    table,
    table_of,
)
from smallworld.engine.shim import Table, i64
from smallworld.players.policy.conquest_value import ConquestValue
from smallworld.players.policy.features import Noise
from smallworld.players.policy.weights import COIN, Weights

# How likely the die shows 0, 1, 2, 3 pips or more, in thousandths.
CHANCES: Final = table_of([1000, 500, 333, 167])


class Campaign:
    """The rest of a turn, taken greedily: always the region that brings most for its tokens."""

    def __init__(
        self, s: State, front: Front, conquest_value: ConquestValue, w: Weights, noise: Noise
    ) -> None:
        self.s = s
        self.front = front
        self.conquest_value = conquest_value
        self.w = w
        self.noise = noise
        self.neighbours: Table = s.board.neighbours
        self.near: i64 = 0  # in reach whatever is taken first
        if front.e.regions:
            self.near = front.targets
        self.known: i64 = 0
        self.prices: Table = table(s.board.size)
        self.values: Table = table(s.board.size)
        self.rates: Table = table(s.board.size)

    def value(self, r: i64) -> i64:
        """What the region brings by itself."""
        if not self.known & BIT[r]:
            self._learn(r)
        return self.values[r]

    def rate(self, value: i64, price: i64) -> i64:
        """What that brings for each token."""
        return COIN * value // (COIN * price + self.w.grip + 1)

    def after(self, r: i64, left: i64) -> i64:
        """What so many tokens would still bring once the region is taken."""
        neighbours = self.neighbours
        prices = self.prices
        rates = self.rates
        bit: i64 = BIT[r]
        open_: i64 = self.front.fair & ~bit
        near: i64 = (self.near | neighbours[r]) & open_
        total: i64 = 0
        while left > 0:
            strange: i64 = near & ~self.known
            while strange:
                self._learn(LOG[(strange & -strange) % 67])
                strange &= strange - 1
            best: i64 = -1
            most: i64 = 0
            rest = near
            while rest:
                n: i64 = LOG[(rest & -rest) % 67]
                rest &= rest - 1
                if rates[n] > most and prices[n] <= left:
                    most = rates[n]
                    best = n
            if best < 0:
                return total + self._by_die(near, left)
            left -= prices[best]
            total += self.values[best]
            open_ &= ~BIT[best]
            near = (near | neighbours[best]) & open_
        return total

    def _by_die(self, near: Regions, left: i64) -> i64:
        """What a last attempt with the die may bring."""
        most: i64 = 0
        rest = near
        while rest:
            n: i64 = LOG[(rest & -rest) % 67]
            rest &= rest - 1
            short = self.prices[n] - left
            if 0 < short <= BEST_DIE:
                value = self.values[n] * CHANCES[short] // COIN
                if value > most:
                    most = value
        return most

    def _learn(self, r: i64) -> None:
        bit: i64 = BIT[r]
        self.known |= bit
        price = at_least_one(self.front.raw(r, False))
        value = self.conquest_value.at(bit)
        value += value * self.noise.below(self.w.noise) // COIN
        self.prices[r] = price
        self.values[r] = value
        if self.conquest_value.passing & bit:
            value = self.w.stone
        self.rates[r] = self.rate(value, price)
