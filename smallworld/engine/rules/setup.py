"""Setting up (rules A1): the board, the stacks, the row of combos."""

from __future__ import annotations

from smallworld.engine.events import Event
from smallworld.engine.options import Library, Options
from smallworld.engine.regions import BIT, each, with_cell
from smallworld.engine.shim import i64
from smallworld.engine.state import State
from smallworld.engine.terms import (
    FILL_ROW,
    POWER_REVEAL,
    RACE_REVEAL,
    TURN_START,
)
from smallworld.engine.verbs import badge_ready, put_natives


def set_up(options: Options, library: Library) -> State:
    """The position before the first combo is turned up."""
    s = bare(options, library)
    for r in each(options.monster_sites):
        put_natives(s, r, 2, True)
    for r in each(s.board.tribe_sites & ~options.monster_sites):
        put_natives(s, r, 1, False)
    s.race_stack = BIT[len(library.races)] - 1
    s.power_stack = BIT[len(library.powers)] - 1
    s.finds = BIT[len(library.markers)] - 1
    s.push(TURN_START, s.seat, 0)
    s.push(FILL_ROW, s.seat, 0)
    return s


def bare(options: Options, library: Library) -> State:
    """The board without anything that moves; the start of positions made up by hand."""
    s = State(options, library)
    s.defence = s.board.ground
    return s


def fill_row(s: State) -> None:
    """Form the next missing combo from the stacks, if there is a banner and a badge (A2.5-7)."""
    if s.row_size < s.row_slots and (s.race_stack or s.race_bottom) and badge_ready(s):
        s.push(FILL_ROW, s.seat, 0)
        s.push(POWER_REVEAL, s.seat, 0)
        s.push(RACE_REVEAL, s.seat, 0)


def races_to_reveal(s: State) -> i64:
    """The banners that may be turned up next: any of the stack, then its known bottom in order."""
    return s.race_stack or BIT[s.race_bottom[0]]


def reveal_race(s: State, index: i64) -> None:
    """A banner is turned up as the last of the row."""
    if s.race_stack:
        s.race_stack &= ~BIT[index]
    else:
        s.race_bottom = s.race_bottom[1:]
    s.row_races = with_cell(s.row_races, s.row_size, index)
    if s.listener is not None:
        s.tell(Event("revealed", name=s.library.races[index].name))


def reveal_power(s: State, index: i64) -> None:
    """A badge is turned up beside it: the combo is on offer."""
    s.power_stack &= ~BIT[index]
    s.row_powers = with_cell(s.row_powers, s.row_size, index)
    s.row_size += 1
    if s.row_slots < s.row_size:
        s.row_slots = s.row_size
    if s.listener is not None:
        s.tell(Event("revealed", name=s.library.powers[index].name))


def remove_combo(s: State, slot: i64) -> None:
    """Combos below slide up one slot with their coins (A2.5); the row is the state's own."""
    last = s.row_size - 1
    i: i64 = slot
    while i < last:
        s.row_races[i] = s.row_races[i + 1]
        s.row_powers[i] = s.row_powers[i + 1]
        s.row_coins[i] = s.row_coins[i + 1]
        i += 1
    s.row_races[last] = 0
    s.row_powers[last] = 0
    s.row_coins[last] = 0
    s.row_size = last
