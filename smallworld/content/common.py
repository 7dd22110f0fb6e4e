"""Sentences that several traits share."""

from __future__ import annotations

from smallworld.engine import actions
from smallworld.engine.actions import Actions
from smallworld.engine.regions import BIT, Regions, first, spread
from smallworld.engine.shim import i64
from smallworld.engine.state import NOBODY, Empire, State
from smallworld.engine.trait import Trait


def offer_in(trait: Trait, regions: Regions, out: Actions) -> None:
    """The trait's own action in each of these regions."""
    out.add_in_each(regions, actions.use(trait.number, 0, 0, 0))


def offer_amounts_in(trait: Trait, regions: Regions, most: i64, out: Actions) -> None:
    """The trait's own action in each of these regions, with any amount up to `most`."""
    rest: i64 = regions
    while rest:
        n: i64 = 1
        while n <= most:
            out.add(actions.use(trait.number, first(rest), n, 0))
            n += 1
        rest &= rest - 1


def conquered_not_empty(s: State, e: Empire) -> Regions:
    """Regions the active race conquered this turn that were not empty."""
    return s.now.won


def given_up_again(s: State, e: Empire) -> Regions:
    """Those of them it no longer holds: the conquest still counts (X9)."""
    return s.now.won & ~e.regions


def lost_to_enemies_only(s: State, e: Empire, usual: i64) -> i64:
    """No token when an enemy takes a region; the usual ones when its own player does."""
    if e.seat == s.seat and s.options.rules > 1:
        return usual
    return 0


def seats_bordering(s: State, e: Empire, regions: Regions, closed: Regions) -> i64:
    """Other seats (as bits) with an active token next to these regions, but not in `closed`."""
    near = spread(s.board.neighbours, regions) & ~closed
    seats: i64 = 0
    for seat in range(s.seats):
        other = s.active(seat)
        if other is not NOBODY and seat != e.seat and other.regions & near:
            seats |= BIT[seat]
    return seats
