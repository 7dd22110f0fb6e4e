"""What a conquest needs, what can be sent, and what the die has to bring."""

from __future__ import annotations

from dataclasses import dataclass

from smallworld.engine import actions
from smallworld.engine.actions import NO_REGION, region_of, verb_of, via_of, ways_of
from smallworld.engine.game import NOBODY, State
from smallworld.engine.query import (
    BIT,
    CONQUEST,
    DIE,
    RISEN,
    Front,
    Parts,
    conqueror,
    conquest_plan,
    explain_price,
)

_FACES = sum(faces for _, faces in DIE)


@dataclass(frozen=True)
class Price:
    """The price of one conquest in named parts, and the tokens (and hammers) at hand for it."""

    parts: Parts
    force: int
    swaps: bool = False  # no price: a token takes the place of a lone enemy's
    from_tray: bool = True  # ... coming from the tray; else from hand

    @property
    def total(self) -> int:
        """The sum of the parts."""
        return sum(number for _, number in self.parts)

    @property
    def missing(self) -> int:
        """Pips the die has to bring; 0 when the tokens suffice."""
        return max(0, self.total - self.force)


def price_of(s: State, action: int) -> Price | None:
    """The price of a legal conquest, or roll for a region; None for any other action."""
    r = int(region_of(action))
    if verb_of(action) not in (actions.CONQUER, actions.ROLL) or r == NO_REGION:
        return None
    e = conqueror(s)
    force = int(Front(s, e).force(r))
    if not ways_of(action) and not via_of(action):
        return Price(explain_price(s, e, r), force)
    plan = conquest_plan(s, e, ways_of(action), via_of(action))
    return Price(explain_price(s, e, r, plan), force, bool(plan.swaps), e.tray > 0)


def chance_of_at_least(pips: int) -> float:
    """How likely the die shows that many pips or more."""
    return sum(faces for shown, faces in DIE if shown >= pips) / _FACES


def front_of(s: State, seat: int) -> Front | None:
    """What the seat's race sees as it looks for conquests; None if it has no race to conquer."""
    e = s.active(seat)
    if int(s.seat) == seat and s.step() in (CONQUEST, RISEN):
        e = conqueror(s)
    return None if e is NOBODY else Front(s, e)


def occupant_name(s: State, r: int) -> str:
    """Whose tokens are in the region: a race, a Lost Tribe, Monsters; empty if nobody's."""
    if s.tribes & BIT[r]:
        return "Lost Tribe"
    if s.monsters & BIT[r]:
        return "Monsters"
    e = s.holder(r)
    return "" if e is NOBODY else e.race.name
