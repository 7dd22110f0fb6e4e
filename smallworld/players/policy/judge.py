"""The learned judge: a small net in whole numbers that says how a game will end.

Every seat, region and combo goes through one layer; regions are added up by holder, and a second
layer says of each seat how far the hand-made evaluation is off. Compiled with the engine, and the
same to the last digit wherever it runs. `players/judge_file.py` reads its numbers.
"""

from __future__ import annotations

from typing import Final

from smallworld.engine.game import NOBODY, Empire, State, is_over
from smallworld.engine.query import LOG, ROW, at, table, table_of
from smallworld.engine.shim import Table, i64
from smallworld.players.policy.evaluation import expected
from smallworld.players.policy.policy import Policy
from smallworld.players.policy.position_signs import MOST_TURNS, PositionSigns, turns_of

# Numbers of the first layer are packed four to a word, those of the second two to a word: a word
# times a count is four, or two, products at once. An offset keeps each above 0 in its place.
LANES: Final = 4
LANE_BITS: Final = 15
LANE_OFFSET: Final = 1 << 14
_LANE: Final = (1 << 15) - 1
PAIR_BITS: Final = 31
_PAIR_OFFSET: Final = 1 << 30
_PAIR: Final = (1 << 31) - 1
_EMPTY_WORD: Final = LANE_OFFSET * (1 + (1 << 15) + (1 << 30) + (1 << 45))
_EMPTY_PAIR: Final = _PAIR_OFFSET * (1 + (1 << 31))

ONE: Final = 128  # what stands for 1 in the first layer
FINE: Final = 4096  # ... in the weights of the second and the third
_DOWN: Final = 9  # bits that are dropped between them
RESULT: Final = ONE * FINE // (1 << _DOWN) * FINE  # what stands for a coin in the end
LINES: Final = 2 * (MOST_TURNS + 1)  # of the third layer: by turns to come, and for who moves


class Rows:
    """The first layer for one kind of thing: packed rows by sign, and by number of a trait."""

    def __init__(self, width: int, signs: list[int], traits: list[int]) -> None:
        self.width: Final[i64] = width
        self.words: Final[i64] = width // LANES
        self.signs: Final[Table] = table_of(signs)
        self.traits: Final[Table] = table_of(traits)


class JudgeNumbers:
    """All numbers of the net, for one library of traits."""

    def __init__(
        self,
        seat: Rows,
        declined: Rows,
        combo: Rows,
        region: Rows,
        hidden: int,
        second: list[int],
        lines: list[int],
    ) -> None:
        self.seat: Final = seat
        self.declined: Final = declined  # the same, for traits of races in decline
        self.combo: Final = combo
        self.region: Final = region
        self.hidden: Final[i64] = hidden
        # Rows of pairs: own regions, own seat, all regions, all seats, open regions, combos.
        self.second: Final[Table] = table_of(second)
        self.lines: Final[Table] = table_of(lines)  # one number to begin with, then one for each


class Judge:
    """Says the final coins of every seat, at the beginning of a turn."""

    def __init__(self, numbers: JudgeNumbers, policy: Policy) -> None:
        self.numbers: Final = numbers
        self.policy: Final = policy
        self.told: Final = PositionSigns(policy)
        words = int(max(numbers.region.words, numbers.seat.words, numbers.combo.words))
        self._word: Table = table(words)
        self._base: Table = table(words)
        self._pairs: Table = table(int(numbers.hidden) // 2)
        self._shared: Table = table(int(numbers.hidden) // 2)
        self._board: object = None  # whose regions are added up
        self._printed: Table = table(0)

    def coins(self, s: State) -> list[float]:
        """Final coins of every seat; where the game is over, those that are there."""
        found = expected(s, self.policy)
        if is_over(s):
            return found
        numbers = self.numbers
        seats: i64 = s.seats
        regions: i64 = numbers.region.width
        told = self.told
        told.begin(s)
        if self._board is not s.board:
            self._look_at_map(s)
        held = table(int(regions * seats))
        open_ = table(int(regions))
        own = table(int(numbers.seat.width * seats))
        combos = table(int(numbers.combo.width))
        for e in s.empires:
            if e.regions:
                self._add_regions(s, e, e.regions, held, e.seat * regions)
        self._add_regions(s, NOBODY, told.open_regions(), open_, 0)
        seat: i64 = 0
        while seat < seats:
            self._add_seat(s, seat, own)
            seat += 1
        slot: i64 = 0
        while slot < s.row_size and slot < ROW:
            self._add_combo(s, slot, combos)
            slot += 1
        self._share(seats, held, own, open_, combos)
        seat = 0
        while seat < seats:
            if turns_of(s, seat) > 0:
                n: int = self._correction(s, seat, held, own)
                found[seat] += n / 1000
            seat += 1
        return found

    # ---- the first layer ----

    def _look_at_map(self, s: State) -> None:
        """Add up what the map says of each region, once for all positions on it."""
        rows = self.numbers.region
        words = rows.words
        found: list[int] = []
        r: i64 = 0
        while r < s.board.size:
            self.told.printed(s, r)
            self._empty(words, 0)
            self._add_signs(rows)
            k: i64 = 0
            while k < words:
                found.append(int(self._word[k]))
                k += 1
            r += 1
        self._printed = table_of(found)
        self._board = s.board

    def _add_regions(self, s: State, e: Empire, regions: i64, into: Table, first: i64) -> None:
        rows = self.numbers.region
        words = rows.words
        told = self.told
        told.holder(s, e)
        self._empty(words, _EMPTY_WORD)
        self._add_signs(rows)
        for trait in e.traits:
            self._add_trait(rows, trait.number)
        base = self._base
        word = self._word
        printed = self._printed
        k: i64 = 0
        while k < words:
            base[k] = word[k]
            k += 1
        rest: i64 = regions
        while rest:
            r: i64 = LOG[(rest & -rest) % 67]
            rest &= rest - 1
            at_map = r * words
            k = 0
            while k < words:
                word[k] = base[k] + printed[at_map + k]
                k += 1
            told.region(s, e, r)
            self._add_signs(rows)
            self._pour(words, into, first)

    def _add_seat(self, s: State, seat: i64, into: Table) -> None:
        numbers = self.numbers
        rows = numbers.seat
        self.told.seat(s, seat)
        self._empty(rows.words, _EMPTY_WORD)
        self._add_signs(rows)
        e = s.active(seat)
        if e is not NOBODY:
            if e.race.number >= 0:
                self._add_trait(rows, e.race.number)
            if e.power.number >= 0:
                self._add_trait(rows, e.power.number)
            for trait in e.traits:
                if trait is not e.race and trait is not e.power:
                    self._add_trait(rows, trait.number)
        for e in s.empires:
            if e.seat == seat and e.declined:
                for trait in e.traits:
                    self._add_trait(numbers.declined, trait.number)
        self._pour(rows.words, into, seat * rows.width)

    def _add_combo(self, s: State, slot: i64, into: Table) -> None:
        rows = self.numbers.combo
        self.told.combo(s, slot)
        self._empty(rows.words, _EMPTY_WORD)
        self._add_signs(rows)
        self._add_trait(rows, s.library.races[at(s.row_races, slot)].number)
        self._add_trait(rows, s.library.powers[at(s.row_powers, slot)].number)
        self._pour(rows.words, into, 0)

    def _empty(self, words: i64, with_: i64) -> None:
        word = self._word
        k: i64 = 0
        while k < words:
            word[k] = with_
            k += 1

    def _add_signs(self, rows: Rows) -> None:
        told = self.told
        signs = told.signs
        times = told.times
        numbers = rows.signs
        words = rows.words
        word = self._word
        n: i64 = 0
        while n < told.size:
            first = signs[n] * words
            many = times[n]
            k: i64 = 0
            if many == 1:
                while k < words:
                    word[k] += numbers[first + k]
                    k += 1
            else:
                while k < words:
                    word[k] += numbers[first + k] * many
                    k += 1
            n += 1

    def _add_trait(self, rows: Rows, number: i64) -> None:
        numbers = rows.traits
        words = rows.words
        word = self._word
        first = number * words
        k: i64 = 0
        while k < words:
            word[k] += numbers[first + k]
            k += 1

    def _pour(self, words: i64, into: Table, first: i64) -> None:
        """Add what is above 0 of each number to where it belongs."""
        word = self._word
        to = first
        k: i64 = 0
        while k < words:
            rest: i64 = word[k]
            lane: i64 = 0
            while lane < LANES:
                value = (rest & _LANE) - LANE_OFFSET
                if value > 0:
                    into[to] += value
                rest >>= LANE_BITS
                to += 1
                lane += 1
            k += 1

    # ---- the second and the third ----

    def _share(self, seats: i64, held: Table, own: Table, open_: Table, combos: Table) -> None:
        """What all seats have in common in the second layer."""
        numbers = self.numbers
        regions = numbers.region.width
        width = numbers.seat.width
        pairs = self._shared
        half = numbers.hidden // 2
        k: i64 = 0
        while k < half:
            pairs[k] = _EMPTY_PAIR
            k += 1
        row: i64 = regions + width
        n: i64 = 0
        while n < regions:
            self._add_input(pairs, row, column_sum(held, n, regions, seats))
            row += 1
            n += 1
        n = 0
        while n < width:
            self._add_input(pairs, row, column_sum(own, n, width, seats))
            row += 1
            n += 1
        n = 0
        while n < regions:
            self._add_input(pairs, row, open_[n])
            row += 1
            n += 1
        n = 0
        while n < numbers.combo.width:
            self._add_input(pairs, row, combos[n])
            row += 1
            n += 1

    def _correction(self, s: State, seat: i64, held: Table, own: Table) -> i64:
        """Coins to add to the hand-made evaluation of the seat, in thousandths."""
        numbers = self.numbers
        regions = numbers.region.width
        width = numbers.seat.width
        pairs = self._pairs
        shared = self._shared
        half = numbers.hidden // 2
        k: i64 = 0
        while k < half:
            pairs[k] = shared[k]
            k += 1
        n: i64 = 0
        while n < regions:
            self._add_input(pairs, n, held[seat * regions + n])
            n += 1
        n = 0
        while n < width:
            self._add_input(pairs, regions + n, own[seat * width + n])
            n += 1
        line = turns_of(s, seat)
        if line > MOST_TURNS:
            line = MOST_TURNS
        if seat == s.seat:
            line += MOST_TURNS + 1
        lines = numbers.lines
        first = line * (numbers.hidden + 1)
        total: i64 = lines[first]
        first += 1
        k = 0
        while k < half:
            pair = pairs[k]
            low = (pair & _PAIR) - _PAIR_OFFSET
            high = ((pair >> PAIR_BITS) & _PAIR) - _PAIR_OFFSET
            if low > 0:
                total += (low >> _DOWN) * lines[first]
            if high > 0:
                total += (high >> _DOWN) * lines[first + 1]
            first += 2
            k += 1
        return total * 1000 // RESULT

    def _add_input(self, pairs: Table, row: i64, times: i64) -> None:
        if not times:
            return
        second = self.numbers.second
        half = self.numbers.hidden // 2
        first = row * half
        k: i64 = 0
        while k < half:
            pairs[k] += second[first + k] * times
            k += 1


def column_sum(rows: Table, column: i64, width: i64, many: i64) -> i64:
    """The sum of a column over so many rows of that width."""
    total: i64 = 0
    n: i64 = 0
    while n < many:
        total += rows[n * width + column]
        n += 1
    return total
