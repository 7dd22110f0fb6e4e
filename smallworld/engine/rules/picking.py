"""Picking a combo (rules A2)."""

from __future__ import annotations

from smallworld.engine import actions
from smallworld.engine.actions import Actions, combo_of, swap_of
from smallworld.engine.events import Event
from smallworld.engine.explain.parts import Part
from smallworld.engine.regions import at
from smallworld.engine.rules.setup import remove_combo
from smallworld.engine.shim import i64
from smallworld.engine.state import Empire, State
from smallworld.engine.terms import ENTER_START, FILL_ROW
from smallworld.engine.trait import ON_PICK, Power, Race
from smallworld.engine.verbs import draw_tokens, refresh


def offer_picks(s: State, out: Actions) -> None:
    """Every visible combo the seat can pay, and its exchanges of badges."""
    slot: i64 = 1
    while slot <= s.row_size and slot - 1 <= s.coins[s.seat]:
        out.add(actions.pick(slot, 0))
        if s.library.races[at(s.row_races, slot - 1)].swaps_badge:
            other: i64 = 1
            while other <= s.row_size:
                if other != slot:
                    out.add(actions.pick(slot, other))
                other += 1
        slot += 1


def tokens_wanted(race: Race, power: Power) -> i64:
    """What stands on banner and badge, and what the race takes beside them."""
    return race.tokens + race.bonus + power.tokens


def combo_tokens(race: Race, power: Power) -> int:
    """How many tokens such a combo brings whoever takes it: no more than there are."""
    return min(race.supply, int(tokens_wanted(race, power)))


def pick(s: State, a: i64) -> None:
    """Pay, swap, take the tokens, slide the row up, form a new combo (in this order)."""
    slot = combo_of(a) - 1
    swap = swap_of(a) - 1
    s.own_row()
    i: i64 = 0
    while i < slot:
        coins: int = at(s.row_coins, i) + 1
        s.row_coins[i] = coins
        i += 1
    found = at(s.row_coins, slot)
    s.coins[s.seat] += found - slot
    if swap >= 0:
        badge: int = at(s.row_powers, slot)
        other: int = at(s.row_powers, swap)
        s.row_powers[slot] = other
        s.row_powers[swap] = badge
    race = s.library.races[at(s.row_races, slot)]
    power = s.library.powers[at(s.row_powers, slot)]
    e = Empire(s.seat, race, power)
    s.empires[s.seat] = e
    s.set_note(race, 0)
    s.set_note(power, 0)
    tokens = draw_tokens(s, e, tokens_wanted(race, power))
    refresh(s, e)
    remove_combo(s, slot)
    if s.listener is not None:
        parts = [Part("paid", -int(slot)), Part("found", int(found))]
        taken = int(tokens)
        s.tell(Event("picked", int(s.seat), -1, taken, race.name, -1, parts, power.name))
    s.pop()
    s.push(ENTER_START, s.seat, 0)
    if e.hooks & ON_PICK:
        for trait in e.traits:
            trait.on_pick(s, e)
    s.push(FILL_ROW, s.seat, 0)
