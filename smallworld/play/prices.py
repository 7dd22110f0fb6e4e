"""What a conquest needs, what can be sent, and what the die has to bring."""

from __future__ import annotations

from dataclasses import dataclass

from smallworld.engine import actions
from smallworld.engine.actions import NO_REGION, region_of, verb_of, via_of, what_of
from smallworld.engine.attack import plan_of
from smallworld.engine.battle import conqueror
from smallworld.engine.conquest import Front
from smallworld.engine.explain import explain_price
from smallworld.engine.parts import Parts, sum_of
from smallworld.engine.regions import BIT
from smallworld.engine.state import NOBODY, State
from smallworld.engine.terms import CONQUEST, DIE, RISEN
from smallworld.wire.game import Natives

_FACES = sum(faces for _, faces in DIE)


@dataclass(frozen=True)
class Price:
    """The price of one conquest in parts, and the tokens (and hammers) at hand for it."""

    parts: Parts
    force: int
    swaps: bool = False  # no price: a token takes the place of a lone enemy's
    from_tray: bool = True  # ... coming from the tray; else from hand

    @property
    def total(self) -> int:
        """The sum of the parts."""
        return sum_of(self.parts)

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
    front = Front(s, e)
    force = int(front.force(r))
    if not what_of(action) and not via_of(action):
        return Price(explain_price(front, r), force)
    plan = plan_of(s, e, what_of(action), via_of(action))
    return Price(explain_price(front, r, plan), force, bool(plan.swaps), e.tray > 0)


def chance_of_at_least(pips: int) -> float:
    """How likely the die shows that many pips or more."""
    return sum(faces for shown, faces in DIE if shown >= pips) / _FACES


def percent_of_at_least(pips: int) -> int:
    """The same in per cent."""
    return round(100 * chance_of_at_least(pips))


def front_of(s: State, seat: int) -> Front | None:
    """What the seat's race sees as it looks for conquests; None if it has no race to conquer."""
    e = s.active(seat)
    if int(s.seat) == seat and s.step() in (CONQUEST, RISEN):
        e = conqueror(s)
    return None if e is NOBODY else Front(s, e)


def occupant_name(s: State, r: int) -> str:
    """Whose tokens are in the region: a race, a Lost Tribe, Monsters; empty if nobody's."""
    e = s.holder(r)
    return natives_in(s, r) or ("" if e is NOBODY else e.race.name)


def natives_in(s: State, r: int) -> Natives | None:
    """Who is in the region, if no race is."""
    if s.tribes & BIT[r]:
        return "Lost Tribe"
    return "Monsters" if s.monsters & BIT[r] else None
