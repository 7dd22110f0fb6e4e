"""What the quick policy holds dear: a few numbers, found by play against itself."""

from __future__ import annotations

from typing import Final

from smallworld.engine.regions import table_of
from smallworld.engine.shim import Table, i64

COIN: Final = 1000  # the policy counts in thousandths of a coin: whole numbers are quick
HOOK_BITS: Final = 40  # room for every hook of a trait


class Weights:
    """The numbers of the quick policy, in thousandths of a coin unless said otherwise."""

    def __init__(self) -> None:
        # Which combo.
        self.token: i64 = 900  # one more token
        self.coin: i64 = 1000  # a coin paid for a combo, or lying on it
        self.full_life: i64 = 4  # turns in which a race brings all it can
        self.hooks: Table = table_of([0] * HOOK_BITS)  # for what a combo's traits answer
        # Decline.
        self.fresh: i64 = 4500  # what one more turn of a new race brings
        self.growth: i64 = 330  # regions one free token will take, in thousandths
        self.kept: i64 = 500  # of a region in decline, from turn to turn, in thousandths
        # Conquests.
        self.later: i64 = 900  # a coin of the next turn
        self.harm: i64 = 1200  # a coin less for the only opponent, each turn
        self.harm_declined: i64 = 1200  # ... of a race in decline, which never comes back
        self.find: i64 = 1000  # a place or relic to be turned up
        self.stone: i64 = 150  # a region that cannot be kept, but may lead somewhere
        self.grip: i64 = 300  # added to the price before it divides, in thousandths of a token
        # Redeployment.
        self.far: i64 = 250  # danger where no opponent is next door, in thousandths of where one is
        self.cooling: i64 = 1600  # each token more makes an attack that much less likely

    def later_turns(self, turns: i64) -> i64:
        """What a coin in each of the next turns is worth now; beyond two nobody looks."""
        if turns <= 0:
            return 0
        if turns == 1:
            return self.later
        return self.later + self.later * self.later // COIN

    def harm_among(self, harm: i64, seats: i64) -> i64:
        """Among more opponents harm to one helps the others as well."""
        return harm // ((seats - 1) * (seats - 1))
