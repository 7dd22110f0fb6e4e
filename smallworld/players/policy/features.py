"""Small questions of the quick policy: what a seat earns, what is in danger, how long it lasts.

Compiled with the engine; nothing here makes lists or copies.
"""

from __future__ import annotations

from typing import Final

from smallworld.engine.game import NOBODY, Empire, State
from smallworld.engine.query import (
    BIT,
    LOG,
    PAYS,
    TAKES_FROM,
    Regions,
    awards,
    coins_of,
    count,
    spread,
    table_of,
)
from smallworld.engine.shim import Table, i64
from smallworld.players.policy.weights import COIN, Weights

ROUND: Final = 8  # moments of a round; more than seats, so that every round has as many
_STRONGEST: Final = 24  # above that nobody attacks


def turns_after(s: State) -> i64:
    """Turns of a seat that come after the running one."""
    return s.options.turns - s.turn


def moment(s: State) -> i64:
    """Whose turn of which round it is, in one number that grows from turn to turn."""
    return ROUND * s.turn + s.seat


def weighed(lines: Table, length: i64, line: i64, signs: Table) -> i64:
    """What the signs of a position, in thousandths, come to by that line of so many numbers."""
    at = length * line
    total: i64 = COIN * lines[at]
    n: i64 = 1
    while n < length:
        total += lines[at + n] * signs[n - 1]
        n += 1
    return total // COIN


def earned(s: State, seat: i64) -> i64:
    """What the seat would score as things stand; everybody is taken to be able to pay."""
    total: i64 = 0
    if seat == s.seat and len(s.now.awards):
        total = awards(s, None)
    for e in s.empires:
        if e.seat == seat:
            total += coins_of(s, e, None)
            if e.hooks & TAKES_FROM:
                for trait in e.traits:
                    total += count(trait.takes_from(s, e) & ~BIT[seat])
    return total


class Noise:
    """Small numbers by chance that make the policy waver in simulations; else none."""

    def __init__(self) -> None:
        self._x: i64 = 0

    def begin(self, seed: int) -> None:
        """Waver from now on, the same for the same seed."""
        self._x = 1 + seed % 2147483629

    def end(self) -> None:
        """Stop wavering."""
        self._x = 0

    def below(self, most: i64) -> i64:
        """A number between -most and most; 0 when not wavering."""
        if not self._x or not most:
            return 0
        self._x = self._x * 48271 % 2147483647
        return self._x % (2 * most + 1) - most


class Extra:
    """Where a race's regions pay more than one coin: sums of its traits' answers, in binary."""

    def __init__(self) -> None:
        self.one: i64 = 0
        self.two: i64 = 0

    def add(self, regions: Regions) -> None:
        """One coin more in each of these."""
        self.two |= self.one & regions
        self.one ^= regions

    def at(self, bit: Regions) -> i64:
        """Coins beyond the first in that region."""
        coins: i64 = 0
        if self.one & bit:
            coins += 1
        if self.two & bit:
            coins += 2
        return coins


def extra_coins(s: State, e: Empire) -> Extra:
    """What regions would pay the race beside their own coin."""
    found = Extra()
    if e.hooks & PAYS:
        for trait in e.traits:
            found.add(trait.pays(s, e))
    return found


class Heat:
    """How much a region of some strength invites an attack, in thousandths; by a table."""

    def __init__(self, w: Weights) -> None:
        heats: list[int] = []
        for strength in range(_STRONGEST):
            heats.append(int(1000 * (w.cooling / COIN) ** (3 - strength)))
        self.table: Final[Table] = table_of(heats)
        self.far: Final[i64] = w.far
        self.noise: Final[i64] = w.noise
        self.treasure: Final[i64] = w.treasure

    def of(self, strength: i64) -> i64:
        """The heat of a region that costs so much."""
        if strength >= _STRONGEST:
            return 0
        return self.table[strength]


class Threat:
    """From where the opponents of a seat could come."""

    def __init__(self, s: State, seat: i64) -> None:
        self.once: i64 = 0  # within reach of an opponent
        self.twice: i64 = 0  # ... of two or more
        self.closed: i64 = s.shielded | s.barred
        other: i64 = 0
        while other < s.seats:
            if other != seat:
                e = s.active(other)
                near: i64 = s.board.entry
                if e is not NOBODY and e.regions:
                    near = spread(s.board.neighbours, e.regions)
                self.twice |= self.once & near
                self.once |= near
            other += 1

    def at(self, bit: Regions, heat: Heat) -> i64:
        """How near the danger is, in thousandths of an opponent."""
        if self.closed & bit:
            return 0
        found: i64 = heat.far
        if self.once & bit:
            found += 1000
        if self.twice & bit:
            found += 1000
        return found


def promise(s: State, seat: i64, heat: Heat) -> i64:
    """Coins the seat's regions may bring in its next turn, by how safe they are."""
    threat = Threat(s, seat)
    total: i64 = 0
    for e in s.empires:
        if e.seat != seat:
            continue
        extra = extra_coins(s, e)
        rest: i64 = e.regions
        while rest:
            bit: i64 = rest & -rest
            rest ^= bit
            heated = heat.of(s.strength(LOG[bit % 67])) * threat.at(bit, heat)
            danger = heated // (1800 * (s.seats - 1))
            if danger > 900:
                danger = 900
            total += (1 + extra.at(bit)) * (COIN - danger)
    return total


def outlook(s: State, seat: i64, w: Weights, heat: Heat) -> i64:
    """What a position is worth to the seat at a glance: this scoring and the next, and harm."""
    others: i64 = 0
    other: i64 = 0
    while other < s.seats:
        if other != seat:
            others += earned(s, other)
        other += 1
    value = COIN * earned(s, seat) - w.harm_among(w.harm, s.seats) * others
    later = w.later_turns(turns_after(s))
    if later:
        value += later * promise(s, seat, heat) // COIN
    return value
