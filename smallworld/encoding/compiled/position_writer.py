"""A position as one row of bytes: written array by array, in the order of `layout.POSITION`.

It is given what one seat may know (`masked_state`) and turns the seats so that this one comes
first. What traits do is asked of them, so home-made ones are told as well as others.
"""

from __future__ import annotations

from typing import Final

from smallworld.encoding.compiled import columns as c
from smallworld.encoding.compiled.cells import add_in_each, blank, mark_each, put
from smallworld.engine.game import NOBODY, Empire, Options, State
from smallworld.engine.query import (
    ACTIVE,
    AS_IF_EMPTY,
    BIT,
    CHEAPER,
    CONQUEST,
    DEARER,
    ENTERS,
    ENTERS_ONLY,
    LIVES_ON,
    LOG,
    OVER,
    PAYS,
    RISEN,
    ROW,
    TAKES_FROM,
    Front,
    Regions,
    Relic,
    at,
    awards,
    coins_of,
    combo_tokens,
    conqueror,
    count,
    entry,
    lives_on,
    table_of,
)
from smallworld.engine.shim import Cells, Table, i64

_ASKED_OF_COMBOS: Final = PAYS | CHEAPER | DEARER | ENTERS | ENTERS_ONLY | LIVES_ON | AS_IF_EMPTY


class PositionWriter:
    """Writes positions of games with one board, box and number of seats.

    There may be more rows for regions, seats and traits than it needs: those stay empty.
    """

    def __init__(
        self, options: Options, trait_rows: list[int], regions: int, seats: int, traits: int
    ) -> None:
        self.seats: Final[i64] = len(options.seats)
        self.regions: Final[i64] = options.board.size
        self.region_rows: Final[i64] = regions
        self.empires: Final[i64] = c.empire_rows(seats)
        self.trait_rows: Final[Table] = table_of(trait_rows)  # by the number of the trait
        self.seats_at: Final[i64] = c.GLOBAL_WIDTH
        self.empires_at: Final[i64] = self.seats_at + seats * c.SEAT_WIDTH
        self.combos_at: Final[i64] = self.empires_at + self.empires * c.EMPIRE_WIDTH
        self.combo_regions_at: Final[i64] = self.combos_at + ROW * c.COMBO_WIDTH
        self.regions_at: Final[i64] = self.combo_regions_at + ROW * regions * c.COMBO_REGION_WIDTH
        self.fronts_at: Final[i64] = self.regions_at + regions * c.REGION_WIDTH
        self.traits_at: Final[i64] = self.fronts_at + seats * regions * c.FRONT_WIDTH
        size = int(self.traits_at) + traits * c.TRAIT_WIDTH
        self.size: Final = size
        self._empty: Final[Cells] = blank(size)
        self._out: Cells = self._empty

    def encode(self, seen: State, seat: i64, hidden: i64) -> bytes:
        """The position as that seat sees it, who does not know the coins of the hidden seats.

        `VisibleState` makes the state that is given here.
        """
        self._out = self._empty[:]
        self._write_globals(seen, seat)
        self._write_seats(seen, seat, hidden)
        self._write_empires(seen, seat)
        self._write_combos(seen, seat)
        self._write_regions(seen)
        self._write_fronts(seen, seat)
        self._write_traits(seen)
        return bytes(self._out)

    def _turned(self, seat: i64, own: i64) -> i64:
        """The row of a seat: the own one first, then in the order of play."""
        if seat < own:
            return seat - own + self.seats
        return seat - own

    # ---- the table ----

    def _write_globals(self, s: State, own: i64) -> None:
        out = self._out
        step = s.step()
        put(out, c.TURN, s.turn)
        put(out, c.TURNS_LEFT, s.options.turns - s.turn)
        put(out, c.PHASE, step)
        put(out, c.CURRENT, self._turned(s.seat, own))
        if step < OVER:
            put(out, c.ACTING, self._turned(s.step_seat(), own) + 1)
        put(out, c.ROLLED, s.now.die + 1)
        put(out, c.RACES_LEFT, count(s.race_stack) + len(s.race_bottom))
        put(out, c.POWERS_LEFT, count(s.power_stack))
        put(out, c.FINDS_LEFT, count(s.finds))

    def _write_seats(self, s: State, own: i64, hidden: i64) -> None:
        """All but what is added up from the seat's races, which `_write_empires` does."""
        out = self._out
        first = s.options.first
        running = self._turned(s.seat, first)
        for seat in range(self.seats):
            row = self.seats_at + self._turned(seat, own) * c.SEAT_WIDTH
            if not hidden & BIT[seat]:
                put(out, row + c.COINS_KNOWN, 1)
                put(out, row + c.SEAT_COINS, s.coins[seat])
            if seat == first:
                put(out, row + c.PLAYS_FIRST, 1)
            to_come = s.options.turns - s.turn
            if self._turned(seat, first) >= running:  # not yet, or just now, in this turn
                to_come += 1
            put(out, row + c.TURNS_TO_COME, to_come)
            if s.active(seat) is not NOBODY:
                put(out, row + c.HAS_ACTIVE, 1)
        put(
            out,
            self.seats_at + self._turned(s.seat, own) * c.SEAT_WIDTH + c.SEAT_INCOME,
            awards(s, None),
        )

    # ---- races on the map ----

    def _write_empires(self, s: State, own: i64) -> None:
        """Active ones by seat, then those in decline, by seat and the youngest first."""
        step = s.step()
        conquering = NOBODY
        if step in (CONQUEST, RISEN):
            conquering = conqueror(s)
        row: i64 = 0
        for n in range(self.seats):
            seat = (own + n) % self.seats
            e = s.active(seat)
            if e is not NOBODY:
                self._write_empire(s, e, n, row, conquering)
                row += 1
        declined = len(s.empires) - 1
        if declined < self.seats:
            return
        for n in range(self.seats):
            seat = (own + n) % self.seats
            i: i64 = declined
            while i >= self.seats:
                e = s.empires[i]
                if e.seat == seat:
                    self._write_empire(s, e, n, row, conquering)
                    row += 1
                i -= 1

    def _write_empire(self, s: State, e: Empire, turned: i64, row: i64, conquering: Empire) -> None:
        out = self._out
        coins = coins_of(s, e, None)
        held = count(e.regions)
        self._write_held(s, e, turned, row)
        seat = self.seats_at + turned * c.SEAT_WIDTH
        put(out, seat + c.SEAT_REGIONS, at(out, seat + c.SEAT_REGIONS) + held)
        income = at(out, seat + c.SEAT_INCOME) + coins
        if e.hooks & TAKES_FROM:
            for trait in e.traits:
                income += count(trait.takes_from(s, e) & ~BIT[e.seat])
        put(out, seat + c.SEAT_INCOME, income)
        if row >= self.empires:
            return
        here = self.empires_at + row * c.EMPIRE_WIDTH
        put(out, here + c.EMPIRE_HERE, 1)
        put(out, here + c.EMPIRE_SEAT, turned)
        put(out, here + c.HAND, e.hand)
        put(out, here + c.WITHDRAWN, e.withdrawn)
        put(out, here + c.TRAY, e.tray)
        hammers = e.hammers
        if e.declined:
            put(out, here + c.EMPIRE_DECLINED, 1)
        elif e.seat == s.seat:
            hammers -= s.now.hammers_used
        put(out, here + c.HAMMERS, hammers)
        if e is conquering:
            put(out, here + c.CONQUERING, 1)
        if e.first_turn:
            put(out, here + c.FIRST_TURN, 1)
        if e.lingers:
            put(out, here + c.LINGERS, 1)
        put(out, here + c.PIECES_BACK, e.pieces_back)
        put(out, here + c.EMPIRE_REGIONS, held)
        put(out, here + c.EMPIRE_COINS, coins)
        self._write_voices(e, here)

    def _write_voices(self, e: Empire, here: i64) -> None:
        """Who the race is, and which traits speak for it."""
        out = self._out
        rows = self.trait_rows
        if e.race.number >= 0:  # not the stand-ins for no race and no power
            put(out, here + c.EMPIRE_RACE, rows[e.race.number])
        if e.power.number >= 0:
            put(out, here + c.EMPIRE_POWER, rows[e.power.number])
        also: i64 = 0
        for trait in e.traits:
            if trait is e.race:
                put(out, here + c.RACE_SPEAKS, 1)
            elif trait is e.power:
                put(out, here + c.POWER_SPEAKS, 1)
            elif also < c.ALSO:
                put(out, here + c.ALSO_SPEAKS + also, rows[trait.number])
                also += 1

    def _write_held(self, s: State, e: Empire, turned: i64, row: i64) -> None:
        """What its regions say of it, and its tokens there."""
        out = self._out
        tokens: i64 = 0
        rest: i64 = e.regions
        while rest:
            r = LOG[(rest & -rest) % 67]
            rest &= rest - 1
            here = self.regions_at + r * c.REGION_WIDTH
            if row < self.empires:
                put(out, here + c.REGION_EMPIRE, row + 1)
            put(out, here + c.REGION_SEAT, turned + 1)
            if e.declined:
                put(out, here + c.REGION_DECLINED, 1)
            put(out, here + c.REGION_COINS, 1)
            tokens += s.tokens_in(r)
        if e.hooks & PAYS:
            coins = self.regions_at + c.REGION_COINS
            for trait in e.traits:
                if trait.hooks & PAYS:
                    add_in_each(out, coins, c.REGION_WIDTH, trait.pays(s, e) & e.regions)
        seat = self.seats_at + turned * c.SEAT_WIDTH + c.SEAT_TOKENS
        put(out, seat, at(out, seat) + tokens)

    # ---- races on offer ----

    def _write_combos(self, s: State, own: i64) -> None:
        out = self._out
        library = s.library
        slots: i64 = s.row_size
        if slots > ROW:
            slots = ROW
        slot: i64 = 0
        while slot < slots:
            race = library.races[at(s.row_races, slot)]
            power = library.powers[at(s.row_powers, slot)]
            row = self.combos_at + slot * c.COMBO_WIDTH
            put(out, row + c.COMBO_HERE, 1)
            put(out, row + c.COMBO_COINS, at(s.row_coins, slot))
            put(out, row + c.COMBO_TOKENS, combo_tokens(race, power))
            put(out, row + c.COMBO_RACE, self.trait_rows[race.number])
            put(out, row + c.COMBO_POWER, self.trait_rows[power.number])
            hooks: i64 = 0
            if race.works & ACTIVE:
                hooks |= race.hooks
            if power.works & ACTIVE:
                hooks |= power.hooks
            if hooks & _ASKED_OF_COMBOS:
                e = Empire(own, race, power)  # as if picked: in no region yet
                e.hooks = hooks
                e.traits = [trait for trait in (race, power) if trait.works & ACTIVE]
                self._ask_combo(s, e, slot)
            slot += 1

    def _ask_combo(self, s: State, e: Empire, slot: i64) -> None:
        """What the traits of a combo answer, before it is on the map."""
        out = self._out
        width: i64 = c.COMBO_REGION_WIDTH
        first = self.combo_regions_at + slot * self.region_rows * width
        board = s.board
        for trait in e.traits:
            hooks: i64 = trait.hooks
            if hooks & CHEAPER:
                add_in_each(out, first + c.WOULD_BE_CHEAPER, width, trait.cheaper(s, e) & board.all)
            if hooks & DEARER:
                add_in_each(out, first + c.WOULD_BE_DEARER, width, trait.dearer(s, e) & board.all)
            if hooks & AS_IF_EMPTY:
                mark_each(
                    out, first + c.WOULD_BE_EMPTY, width, trait.as_if_empty(s, e) & board.all, 1
                )
        if e.hooks & (ENTERS | ENTERS_ONLY):
            opens = entry(s, e) & board.all
            mark_each(out, first + c.WOULD_ENTER, width, opens & ~board.entry, c.OPENED)
            mark_each(out, first + c.WOULD_ENTER, width, board.entry & ~opens, c.CLOSED)
        if e.hooks & LIVES_ON:
            mark_each(out, first + c.WOULD_LIVE_ON, width, lives_on(s, e) & board.all, 1)
        if e.hooks & PAYS:
            self._add_bonus(s, e, first + c.WOULD_PAY, width)

    def _add_bonus(self, s: State, e: Empire, first: i64, width: i64) -> None:
        """Coins beyond the first of each region, if the race held all that there are."""
        trial = e.copy()  # a trait may answer for held regions only
        trial.regions = s.board.all
        for trait in e.traits:
            if trait.hooks & PAYS:
                add_in_each(self._out, first, width, trait.pays(s, trial) & s.board.all)

    # ---- regions ----

    def _write_regions(self, s: State) -> None:
        """All but what `_write_held` says of those that are held."""
        out = self._out
        width: i64 = c.REGION_WIDTH
        first = self.regions_at
        tokens = s.tokens
        defence = s.defence
        r: i64 = 0
        while r < self.regions:
            here = first + r * width
            stand: int = tokens[r]
            ground: int = defence[r]
            put(out, here + c.REGION_TOKENS, stand)
            put(out, here + c.REGION_STRENGTH, stand + ground)
            r += 1
        mark_each(out, first + c.TRIBE, width, s.tribes, 1)
        mark_each(out, first + c.MONSTERS, width, s.monsters, 1)
        mark_each(out, first + c.SHIELDED, width, s.shielded, 1)
        mark_each(out, first + c.BARRED, width, s.barred, 1)
        mark_each(out, first + c.TAKEN, width, s.now.taken, 1)
        mark_each(out, first + c.WON, width, s.now.won, 1)
        if s.pieced:
            self._write_pieces(s)

    def _write_pieces(self, s: State) -> None:
        out = self._out
        last: i64 = c.PIECE_KINDS - 1
        for kind, piece in enumerate(s.library.pieces):
            rest: i64 = s.where[kind]
            column: i64 = kind
            if column > last:
                column = last
            while rest:
                r = LOG[(rest & -rest) % 67]
                rest &= rest - 1
                here = self.regions_at + r * c.REGION_WIDTH + c.REGION_PIECES + column
                pieces: i64 = 1
                if piece.stack >= 0:
                    pieces = s.stacked(piece.stack, r)
                put(out, here, at(out, here) + pieces)

    # ---- what races could attack ----

    def _write_fronts(self, s: State, own: i64) -> None:
        """Where the active race of each seat could attack, for how much, and what it would gain."""
        out = self._out
        width: i64 = c.FRONT_WIDTH
        for n in range(self.seats):
            e = s.active((own + n) % self.seats)
            if e is NOBODY:
                continue
            first = self.fronts_at + n * self.region_rows * width
            front = Front(s, e)
            rest: i64 = front.targets & s.board.all
            while rest:
                r = LOG[(rest & -rest) % 67]
                rest &= rest - 1
                put(out, first + r * width + c.PRICE, front.price(r))
            if e.hooks & PAYS:
                self._add_bonus(s, e, first + c.BONUS, width)

    # ---- where banners, badges and markers are ----

    def _write_traits(self, s: State) -> None:
        out = self._out
        library = s.library
        width: i64 = c.TRAIT_WIDTH
        first = self.traits_at
        rows = self.trait_rows
        rest: i64 = s.race_stack
        while rest:
            race = library.races[LOG[(rest & -rest) % 67]]
            rest &= rest - 1
            put(out, first + rows[race.number] * width + c.IN_STACK, 1)
        for place, index in enumerate(s.race_bottom):
            race = library.races[index]
            put(out, first + rows[race.number] * width + c.AT_BOTTOM, place + 1)
        self._mark_powers(s, s.power_stack, c.IN_STACK)
        self._mark_powers(s, s.power_discard, c.DISCARDED)
        for marker in library.markers:
            here = first + rows[marker.number] * width
            if s.finds & BIT[marker.index]:
                put(out, here + c.TO_BE_FOUND, 1)
            r = s.marker_region(marker.index)
            if r >= 0:
                put(out, here + c.LIES_IN, r + 1)
                region = self.regions_at + r * c.REGION_WIDTH
                if isinstance(marker, Relic):
                    relics = at(out, region + c.REGION_RELICS)
                    if not relics:
                        put(out, region + c.REGION_RELIC, rows[marker.number])
                    put(out, region + c.REGION_RELICS, relics + 1)
                else:
                    put(out, region + c.REGION_PLACE, rows[marker.number])
        number: i64 = 0
        while number < len(s.notes):
            if at(s.notes, number):
                put(out, first + rows[number] * width + c.REMEMBERS, 1)
            number += 1
        if s.now.noted:
            number = 0
            while number < len(s.turn_notes):
                if at(s.turn_notes, number):
                    put(out, first + rows[number] * width + c.REMEMBERS_NOW, 1)
                number += 1

    def _mark_powers(self, s: State, powers: Regions, column: i64) -> None:
        rest: i64 = powers
        while rest:
            power = s.library.powers[LOG[(rest & -rest) % 67]]
            rest &= rest - 1
            put(
                self._out,
                self.traits_at + self.trait_rows[power.number] * c.TRAIT_WIDTH + column,
                1,
            )
