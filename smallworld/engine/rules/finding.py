"""Places and relics turned up under Monsters, and the badge a place may be given (A8.4, B6)."""

from __future__ import annotations

from smallworld.engine.events import Event
from smallworld.engine.regions import BIT
from smallworld.engine.shim import i64
from smallworld.engine.state import NOBODY, State
from smallworld.engine.terms import GRANT
from smallworld.engine.verbs import badge_ready, lay_marker, refresh


def find(s: State, marker: i64, r: i64, seat: i64) -> None:
    """The marker is put face up in r; its power can be used at once."""
    trait = s.library.markers[marker]
    s.finds &= ~BIT[marker]
    if s.listener is not None:
        s.tell(Event("found", int(seat), int(r), name=trait.name))
    lay_marker(s, marker, r)
    trait.on_found(s, seat, r)


def ask_for_badge(s: State, marker: i64) -> None:
    """Draw a badge for that place, if there is one left."""
    if badge_ready(s):
        s.push(GRANT, s.seat, marker)


def grant(s: State, index: i64, marker: i64) -> None:
    """The place keeps this badge for the rest of the game."""
    power = s.library.powers[index]
    place = s.library.markers[marker]
    s.power_stack &= ~BIT[index]
    s.set_note(power, 0)
    s.set_note(place, index + 1)
    power.on_granted(s)
    holder = s.holder(s.marker_region(marker))
    if holder is not NOBODY:
        refresh(s, holder)
    if s.listener is not None:
        s.tell(Event("granted", int(s.seat), name=power.name))
