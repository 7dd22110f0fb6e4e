"""What the quick policy holds dear: a few numbers, found by play against itself."""

from __future__ import annotations

from typing import Final

from smallworld.engine.query import table_of
from smallworld.engine.shim import Table, i64

COIN: Final = 1000  # the policy counts in thousandths of a coin: whole numbers are quick
# What answering a hook is worth in a combo, hook by hook in the order of their bits: among more
# than two, and between two.
_HOOKS: Final = [
    -714, -1593, -462, 986, -462, 1824, -649, -1215, -404, 1430, 350, 0, 184, -114, 312,
    0, -1053, 1609, -2616, 2658, -749, 3414, 312, 116, -462, -2454, -512, 4857, -658,
    -3532, -1772, -658, -1254, 0, 360, 0, 0, 0, 0, 0,
]  # fmt: skip
_HOOKS_OF_TWO: Final = [
    -714, -1593, -462, 986, -462, 1824, -649, -3789, -404, -164, -1862, 1350, 184, -114,
    312, 174, -448, 1609, -2616, 2658, -749, 2558, 312, 116, -112, -2454, -512, 4857,
    -658, -3532, -1772, -404, -1254, 0, 1238, 0, 0, 0, 0, 0,
]  # fmt: skip

# How much better a decline is than another turn, in thousandths of a coin, a line for each number
# of turns after the running one: to begin with, for a coin a turn that is lost by it, for a region
# that the turn would win, for a coin that it would bring, for a region held, for a token to spare,
# and for a coin of the best combo to be had.
DECLINE_LINE: Final = 7
DECLINE_TURNS: Final = 7  # more turns are like so many
_DECLINES: Final = [
    1326, -480, 298, -1341, 1287, -739, 937,
    6806, -471, 136, -1750, 1676, -1365, 920,
    6172, -410, -1062, -1327, 1225, -1228, 776,
    2727, -912, -1794, -788, 777, -1148, 701,
    3130, -271, -3023, -833, 498, -586, 603,
    1861, -565, -3640, 120, -277, -557, 571,
    -979, 228, -2787, -84, -195, -349, 672,
]  # fmt: skip
_DECLINES_OF_TWO: Final = [
    -664, -771, -567, -1142, 1050, -865, 1142,
    6592, -967, -1560, -1087, 642, -1908, 1128,
    6285, -340, -1918, -1169, 1071, -1650, 747,
    7454, -441, -3782, -578, 293, -1458, 485,
    5128, -1166, -4528, -297, -524, -2059, 899,
    2798, 205, -4036, -992, -162, -1751, 890,
    590, 605, -3641, -148, -1174, -1829, 959,
]  # fmt: skip


class Weights:
    """The numbers of the quick policy, in thousandths of a coin unless said otherwise."""

    def __init__(self) -> None:
        # Which combo.
        self.token: i64 = 1190  # one more token
        self.coin: i64 = 900  # a coin paid for a combo, or lying on it
        self.full_life: i64 = 5  # turns in which a race brings all it can
        self.paying: i64 = -345  # a region of the map that pays it more, up to a few
        self.cheap: i64 = 4892  # the whole map a token cheaper
        self.overall: i64 = 137  # a coin that belongs to no region
        self.all_or_none: i64 = -8975  # a trait that leaves no token in decline
        self.hooks: Table = table_of(_HOOKS)  # for whatever else its traits answer
        # Decline.
        self.declines: Table = table_of(_DECLINES)
        self.urge: i64 = 0  # how much better it seems than it is
        self.fresh: i64 = 4500  # after a turn: what one more turn of a new race brings
        self.fresh_last: i64 = 1295  # ... if it is the last turn of the game
        self.growth: i64 = 264  # regions one free token will take, in thousandths
        # Conquests.
        self.later: i64 = 873  # a coin of the next turn
        self.exposed: i64 = 76  # of it lost where an opponent is next door, in thousandths
        self.harm: i64 = 1200  # a coin less for the only opponent, each turn
        self.harm_declined: i64 = 1200  # ... of a race in decline, which never comes back
        self.leader: i64 = 1332  # times that if he has most coins of the opponents, in thousandths
        self.find: i64 = 789  # a place or relic to be turned up
        self.mark: i64 = 2500  # a place or relic that lies there
        self.stone: i64 = 300  # a region that cannot be kept, but may lead somewhere
        self.grip: i64 = 184  # added to the price before it divides, in thousandths of a token
        self.noise: i64 = 300  # how far promises waver in simulations, in thousandths
        self.pick_noise: i64 = 3000  # ... the value of a combo
        self.urge_noise: i64 = 1500  # ... the urge to decline
        # Redeployment.
        self.treasure: i64 = 2000  # a place or relic, beside the coins of its region
        self.far: i64 = 281  # danger where no opponent is next door, in thousandths of where one is
        self.cooling: i64 = 2071  # each token more makes an attack that much less likely

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


def weights_for(seats: int) -> Weights:
    """The weights for a table of so many: between two, more depends on tokens and on harm."""
    w = Weights()
    if seats == 2:
        w.token = 2128
        w.coin = 836
        w.full_life = 7
        w.harm = 1455
        w.cooling = 2795
        w.hooks = table_of(_HOOKS_OF_TWO)
        w.declines = table_of(_DECLINES_OF_TWO)
    return w
