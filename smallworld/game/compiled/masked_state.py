"""A state as one seat sees it: what may be known is copied field by field, the rest is left out.

Compiled with the engine: rows of numbers that plain Python sets in a compiled state would never be
given back, and a server makes views as long as it runs.
"""

from __future__ import annotations

from smallworld.engine.game import NOBODY, State, is_over
from smallworld.engine.query import table_of


def known_coins(s: State, seat: int | None, coins_open: bool) -> list[int | None]:
    """The coins of every seat, as far as that one knows them; None: not known."""
    shown = coins_open or is_over(s)
    known: list[int | None] = []
    for other in range(s.seats):
        known.append(int(s.coins[other]) if shown or other == seat else None)
    return known


def masked_state(s: State, coins: list[int | None]) -> State:
    """A state of its own, field by field, in which coins that are not known are 0."""
    mine = State(s.options, s.library)
    mine.turn = s.turn
    mine.seat = s.seat
    mine.coins = table_of([0 if known is None else known for known in coins])
    mine.empires = [e if e is NOBODY else e.copy() for e in s.empires]
    mine.voices = s.voices
    mine.tokens = s.tokens[:]
    mine.defence = s.defence[:]
    mine.stacks = s.stacks[:]
    mine.where = s.where[:]
    mine.pieced = s.pieced
    mine.shielded = s.shielded
    mine.barred = s.barred
    mine.tribes = s.tribes
    mine.monsters = s.monsters
    mine.markers = s.markers[:]
    mine.marked = s.marked
    mine.finds = s.finds
    mine.notes = s.notes[:]
    mine.turn_notes = s.turn_notes[:]
    mine.race_stack = s.race_stack
    mine.race_bottom = s.race_bottom[:]
    mine.power_stack = s.power_stack
    mine.power_discard = s.power_discard
    mine.row_races = s.row_races[:]
    mine.row_powers = s.row_powers[:]
    mine.row_coins = s.row_coins[:]
    mine.row_size = s.row_size
    mine.row_slots = s.row_slots
    mine.now = s.now.copy()
    mine.set_agenda(s.agenda())
    return mine
