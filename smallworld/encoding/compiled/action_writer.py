"""The legal actions of a position as rows of bytes, in the order in which they are listed."""

from __future__ import annotations

from typing import Final

from smallworld.encoding.compiled import columns as c
from smallworld.encoding.compiled.cells import blank, put
from smallworld.engine import actions
from smallworld.engine.actions import (
    NO_REGION,
    NO_SEAT,
    combo_of,
    keeper_of,
    pieces_of,
    region_of,
    seat_of,
    swap_of,
    trait_of,
    verb_of,
    via_of,
    ways_of,
)
from smallworld.engine.game import State
from smallworld.engine.query import (
    BIT,
    CONQUEST,
    RISEN,
    ConquestPlan,
    Front,
    conqueror,
    conquest_plans,
    table_of,
)
from smallworld.engine.shim import Cells, Table, i64

_ROOM: Final = 256  # rows at first; more are made when needed


class ActionWriter:
    """Writes the actions of games with one box and number of seats."""

    def __init__(self, seats: int, trait_rows: list[int]) -> None:
        self.seats: Final[i64] = seats
        self.trait_rows: Final[Table] = table_of(trait_rows)
        self._empty: Cells = blank(_ROOM * c.ACTION_WIDTH)
        self._out: Cells = self._empty
        self._front: Front | None = None
        self._plans: list[ConquestPlan] | None = None

    def encode(self, s: State, seat: int, legal: list[int]) -> bytes:
        """One row for each of these actions of that seat."""
        size = len(legal) * c.ACTION_WIDTH
        if size > len(self._empty):
            self._empty = blank(2 * size)
        self._out = self._empty[:size]
        step = s.step()
        attacks = step in (CONQUEST, RISEN)
        row: i64 = 0
        own: i64 = seat
        for action in legal:
            a: i64 = action
            self._write_action(s, a, row, own)
            if attacks:
                verb = verb_of(a)
                if verb in (actions.CONQUER, actions.ROLL) and region_of(a) != NO_REGION:
                    self._write_price(s, a, row)
            row += c.ACTION_WIDTH
        self._front = None
        self._plans = None
        return bytes(self._out)

    def _write_action(self, s: State, a: i64, row: i64, own: i64) -> None:
        out = self._out
        verb = verb_of(a)
        put(out, row + c.VERB, verb)
        if verb == actions.PICK:
            put(out, row + c.COMBO, combo_of(a))
            put(out, row + c.SWAP, swap_of(a))
            return
        r = region_of(a)
        if r != NO_REGION:
            put(out, row + c.ACTION_REGION, r + 1)
            put(out, row + c.AMOUNT, pieces_of(a))
        if verb == actions.DEPLOY:
            return
        rows = self.trait_rows
        if verb == actions.USE:
            put(out, row + c.ACTION_TRAIT, rows[trait_of(a)])
            if seat_of(a) != NO_SEAT:
                put(out, row + c.ACTION_SEAT, (seat_of(a) - own + self.seats) % self.seats + 1)
        elif verb == actions.DECLINE:
            if keeper_of(a):
                put(out, row + c.ACTION_TRAIT, rows[keeper_of(a) - 1])
        elif verb == actions.CONQUER or verb == actions.ROLL:
            ways = ways_of(a)
            if ways:
                self._write_ways(s, ways, row)
        if via_of(a):
            put(out, row + c.VIA, rows[s.library.markers[via_of(a) - 1].number])

    def _write_ways(self, s: State, ways: i64, row: i64) -> None:
        named: i64 = 0
        for trait in s.library.ways:
            if ways & BIT[trait.way_number] and named < c.NAMED:
                put(self._out, row + c.ACTION_TRAIT + named, self.trait_rows[trait.number])
                named += 1

    def _write_price(self, s: State, a: i64, row: i64) -> None:
        """Tokens needed, and pips if the hand does not suffice."""
        front = self._front
        if front is None:
            front = Front(s, conqueror(s))
            self._front = front
        r = region_of(a)
        if ways_of(a) or via_of(a):
            price = self._price_by_ways(s, front, a)
        else:
            price = front.price(r)
        put(self._out, row + c.ACTION_PRICE, price)
        if verb_of(a) == actions.ROLL:
            put(self._out, row + c.MISSING, price - front.force(r))

    def _price_by_ways(self, s: State, front: Front, a: i64) -> i64:
        plans = self._plans
        if plans is None:
            plans = conquest_plans(s, front.e)
            self._plans = plans
        for plan in plans:
            if plan.ways == ways_of(a) and plan.via == via_of(a):
                if plan.swaps:
                    return 0
                return plan.price(front, region_of(a))
        return 0
