"""What the judge sees of a position at the beginning of a turn: small numbers, row by row.

There is a row for every seat, every region and every combo on offer. Each is told as a short list
of signs and how many of each there are; a sign is an index into the judge's weights. What traits do
is told beside it, trait by trait. Compiled with the engine.
"""

from __future__ import annotations

from typing import Final

from smallworld.engine.game import NOBODY, Empire, State
from smallworld.engine.query import BIT, LOG, ROW, at, coins_of, combo_tokens, count, spread, table
from smallworld.engine.shim import Table, i64
from smallworld.players.policy.conquests import free_tokens
from smallworld.players.policy.features import Extra, earned, extra_coins, promise, turns_after
from smallworld.players.policy.policy import Policy
from smallworld.players.policy.weights import COIN

MOST_SEATS: Final = 5
MOST_TURNS: Final = 9  # more turns are like so many

# Signs that every row has: whether it is there, the turns and the number of seats.
HERE: Final = 0
TURNS: Final = 1  # ... still to come, from 0 on
SEATS: Final = TURNS + MOST_TURNS + 1  # how many play, from two on
COMMON: Final = SEATS + MOST_SEATS - 1

# What holds a region; added to each of its regions.
HELD_BY: Final = COMMON  # when its seat moves: now, next ...
HELD_ACTIVE: Final = HELD_BY + MOST_SEATS
HELD_DECLINED: Final = HELD_ACTIVE + 1
HELD_HAND: Final = HELD_DECLINED + 1  # tokens
HOLDER_SIGNS: Final = HELD_HAND + 1

# A region as it is printed.
TERRAIN: Final = HOLDER_SIGNS
MINE: Final = TERRAIN + 14
MAGIC: Final = MINE + 1
CAVERN: Final = MAGIC + 1
ENTRY: Final = CAVERN + 1
COAST: Final = ENTRY + 1
PRINTED_SIGNS: Final = COAST + 1

# A region as it is now.
TRIBE: Final = PRINTED_SIGNS
MONSTERS: Final = TRIBE + 1
MARKED: Final = MONSTERS + 1
PIECED: Final = MARKED + 1
SHIELDED: Final = PIECED + 1
BARRED: Final = SHIELDED + 1
STRENGTH: Final = BARRED + 1  # 1, 2 ...
MOST_STRENGTH: Final = 8
EXTRA: Final = STRENGTH + MOST_STRENGTH  # coins beyond the first
TOKENS: Final = EXTRA + 1
REACHED_BY: Final = TOKENS + 1  # opponents of the holder, by when they move
REACHED: Final = REACHED_BY + MOST_SEATS  # by its holder's active race
NEAR_OWN: Final = REACHED + 1  # neighbours held by the same seat
NEAR_ACTIVE: Final = NEAR_OWN + 1  # ... by active races of others
NEAR_DECLINED: Final = NEAR_ACTIVE + 1  # ... by others' races in decline
NEAR_FREE: Final = NEAR_DECLINED + 1
REGION_SIGNS: Final = NEAR_FREE + 1

# A seat.
MOVES: Final = COMMON  # when: now, next ...
RACELESS: Final = MOVES + MOST_SEATS
FRESH: Final = RACELESS + 1  # its race was picked in its last turn
HAND: Final = FRESH + 1
FREE: Final = HAND + 1  # tokens beyond one a region
ACTIVE_REGIONS: Final = FREE + 1
DECLINED_REGIONS: Final = ACTIVE_REGIONS + 1
DECLINED_RACES: Final = DECLINED_REGIONS + 1
BY_TRAITS: Final = DECLINED_RACES + 1  # coins of the active race beyond one a region
EARNS: Final = BY_TRAITS + 1  # coins as things stand
PROMISE: Final = EARNS + 1  # half coins of regions, by how safe they are
TARGETS: Final = PROMISE + 1  # regions in reach by what they cost: 1, 2 ...
MOST_TARGETS: Final = 5
BEST_COMBO: Final = TARGETS + MOST_TARGETS  # coins
RIVALS_RACELESS: Final = BEST_COMBO + 1
SEAT_SIGNS: Final = RIVALS_RACELESS + 1

# A combo on offer.
SLOT: Final = COMMON
COMBO_COINS: Final = SLOT + ROW
COMBO_TOKENS: Final = COMBO_COINS + 1
COMBO_VALUE: Final = COMBO_TOKENS + 1  # coins it may bring
COMBO_SIGNS: Final = COMBO_VALUE + 1

_MOST_COUNT: Final = 60
_LIST: Final = 64


class PositionSigns:
    """Tells one position after the other: `begin`, then rows in any order.

    After each row `size` signs stand in `signs`, and in `times` how often each counts.
    """

    def __init__(self, policy: Policy) -> None:
        self.policy: Final = policy
        self.signs: Table = table(_LIST)
        self.times: Table = table(_LIST)
        self.size: i64 = 0
        self._reach: Table = table(MOST_SEATS)  # of each seat's active race, or where it may enter
        self._held: Table = table(MOST_SEATS)  # by each seat
        self._targets: Table = table(MOST_SEATS * MOST_TARGETS)
        self._values: Table = table(ROW)  # of the combos, in coins
        self._active: i64 = 0
        self._declined: i64 = 0
        self._free: i64 = 0
        self._raceless: i64 = 0
        self._best: i64 = 0
        self._extra: Extra = Extra()

    def begin(self, s: State) -> None:
        """Look at this position."""
        seats: i64 = s.seats
        board = s.board
        self._active = 0
        self._declined = 0
        self._raceless = 0
        seat: i64 = 0
        while seat < seats:
            self._held[seat] = 0
            e = s.active(seat)
            if e is NOBODY:
                self._raceless += 1
                self._reach[seat] = board.entry
            elif e.regions:
                self._reach[seat] = spread(board.neighbours, e.regions)
            else:
                self._reach[seat] = board.entry
            seat += 1
        for e in s.empires:
            if e is not NOBODY:
                self._held[e.seat] |= e.regions
                if e.declined:
                    self._declined |= e.regions
                else:
                    self._active |= e.regions
        self._free = board.land & ~self._active & ~self._declined
        self._count_targets(s)
        self._value_combos(s)

    def _count_targets(self, s: State) -> None:
        targets = self._targets
        n: i64 = 0
        while n < MOST_SEATS * MOST_TARGETS:
            targets[n] = 0
            n += 1
        closed: i64 = s.shielded | s.barred
        seat: i64 = 0
        while seat < s.seats:
            rest: i64 = self._reach[seat] & s.board.firm & ~self._held[seat] & ~closed
            while rest:
                cost: i64 = s.strength(LOG[(rest & -rest) % 67])
                rest &= rest - 1
                if cost > MOST_TARGETS:
                    cost = MOST_TARGETS
                if cost:
                    targets[seat * MOST_TARGETS + cost - 1] += 1
            seat += 1

    def _value_combos(self, s: State) -> None:
        self._best = 0
        slot: i64 = 0
        while slot < s.row_size and slot < ROW:
            value: i64 = self.policy.value_of_combo(s, slot, -1) // COIN
            if value < 0:
                value = 0
            if value > self._best:
                self._best = value
            self._values[slot] = value
            slot += 1

    # ---- rows ----

    def seat(self, s: State, seat: i64) -> None:
        """A seat: what it has, and what it could do."""
        self._common(s, turns_of(s, seat))
        self._add(MOVES + turned(s, seat), 1)
        e = s.active(seat)
        if e is NOBODY:
            self._add(RACELESS, 1)
        else:
            held = count(e.regions)
            if e.first_turn:
                self._add(FRESH, 1)
            self._add(HAND, e.hand)
            self._add(FREE, free_tokens(s, e) - e.hand)
            self._add(ACTIVE_REGIONS, held)
            self._add(BY_TRAITS, coins_of(s, e, None) - held)
        races: i64 = 0
        for other in s.empires:
            if other.seat == seat and other.declined:
                races += 1
        self._add(DECLINED_RACES, races)
        self._add(DECLINED_REGIONS, count(self._held[seat] & self._declined))
        self._add(EARNS, earned(s, seat))
        self._add(PROMISE, 2 * promise(s, seat, self.policy.heat) // COIN)
        cost: i64 = 0
        while cost < MOST_TARGETS:
            self._add(TARGETS + cost, self._targets[seat * MOST_TARGETS + cost])
            cost += 1
        self._add(BEST_COMBO, self._best)
        if e is NOBODY:
            self._add(RIVALS_RACELESS, self._raceless - 1)
        else:
            self._add(RIVALS_RACELESS, self._raceless)

    def combo(self, s: State, slot: i64) -> None:
        """A combo of the row, beside its traits."""
        self._common(s, turns_after(s) + 1)
        race = s.library.races[at(s.row_races, slot)]
        power = s.library.powers[at(s.row_powers, slot)]
        self._add(SLOT + slot, 1)
        self._add(COMBO_COINS, at(s.row_coins, slot))
        self._add(COMBO_TOKENS, combo_tokens(race, power))
        self._add(COMBO_VALUE, self._values[slot])

    def holder(self, s: State, e: Empire) -> None:
        """What all regions of a race have in common, beside its traits; of nobody's, too."""
        if e is NOBODY:
            self._common(s, turns_after(s) + 1)
            return
        self._common(s, turns_of(s, e.seat))
        self._add(HELD_BY + turned(s, e.seat), 1)
        if e.declined:
            self._add(HELD_DECLINED, 1)
        else:
            self._add(HELD_ACTIVE, 1)
        self._add(HELD_HAND, e.hand)
        self._extra = extra_coins(s, e)

    def printed(self, s: State, r: i64) -> None:
        """What the map says of a region; it is the same throughout a game."""
        self.size = 0
        board = s.board
        bit: i64 = BIT[r]
        self._add(TERRAIN + board.regions[r].terrain, 1)
        self._mark(MINE, board.mines & bit)
        self._mark(MAGIC, board.magic & bit)
        self._mark(CAVERN, board.caverns & bit)
        self._mark(ENTRY, board.entry & bit)
        self._mark(COAST, board.coast & bit)

    def region(self, s: State, e: Empire, r: i64) -> None:
        """A region as it is now, of the race that `holder` was told last, or of nobody."""
        self.size = 0
        bit: i64 = BIT[r]
        if (s.tribes | s.monsters | s.marked | s.pieced | s.shielded | s.barred) & bit:
            self._mark(TRIBE, s.tribes & bit)
            self._mark(MONSTERS, s.monsters & bit)
            self._mark(MARKED, s.marked & bit)
            self._mark(PIECED, s.pieced & bit)
            self._mark(SHIELDED, s.shielded & bit)
            self._mark(BARRED, s.barred & bit)
        strength = s.strength(r)
        if strength > MOST_STRENGTH:
            strength = MOST_STRENGTH
        if strength:
            self._add(STRENGTH + strength - 1, 1)
        own: i64 = 0
        near: i64 = s.board.neighbours[r]
        if e is not NOBODY:
            own = self._held[e.seat]
            self._add(EXTRA, self._extra.at(bit))
            self._add(TOKENS, s.tokens_in(r))
            self._add(NEAR_OWN, count(near & own))
        self._add(NEAR_ACTIVE, count(near & self._active & ~own))
        self._add(NEAR_DECLINED, count(near & self._declined & ~own))
        self._add(NEAR_FREE, count(near & self._free))
        seat: i64 = 0
        while seat < s.seats:
            if self._reach[seat] & bit:
                if seat == e.seat:
                    self._add(REACHED, 1)
                else:
                    self._add(REACHED_BY + turned(s, seat), 1)
            seat += 1

    def open_regions(self) -> i64:
        """The regions that nobody holds."""
        return self._free

    # ---- parts ----

    def _common(self, s: State, turns: i64) -> None:
        self.size = 0
        if turns > MOST_TURNS:
            turns = MOST_TURNS
        self._add(HERE, 1)
        self._add(TURNS + turns, 1)
        self._add(SEATS + s.seats - 2, 1)

    def _mark(self, sign: i64, regions: i64) -> None:
        if regions:
            self._add(sign, 1)

    def _add(self, sign: i64, times: i64) -> None:
        if times <= 0:
            return
        if times > _MOST_COUNT:
            times = _MOST_COUNT
        self.signs[self.size] = sign
        self.times[self.size] = times
        self.size += 1


def turned(s: State, seat: i64) -> i64:
    """How many turns of others come before the seat's."""
    return after(seat, s.seat, s.seats)


def turns_of(s: State, seat: i64) -> i64:
    """How many turns the seat still has, the running one among them."""
    first: i64 = s.options.first
    seats: i64 = s.seats
    if after(seat, first, seats) >= after(s.seat, first, seats):
        return s.options.turns - s.turn + 1
    return s.options.turns - s.turn


def after(seat: i64, first: i64, seats: i64) -> i64:
    """How many seats sit between, in the order of play."""
    if seat < first:
        return seat - first + seats
    return seat - first
