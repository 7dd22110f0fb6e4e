"""What a conquest needs, what can be sent, and what the die has to bring.

Not compiled: `Price` is for everybody, and compiling would lose what it says of itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from smallworld.engine import actions
from smallworld.engine.actions import NO_REGION, region_of, verb_of, via_of, ways_of
from smallworld.engine.game import NOBODY, Illegal, State
from smallworld.engine.query import (
    BIT,
    CONQUEST,
    DIE,
    RISEN,
    Front,
    Part,
    Reason,
    because,
    conqueror,
    conquest_plan,
    explain_price,
    why_not_conquer,
)
from smallworld.game.views.natives import natives_in

_FACES = sum(faces for _, faces in DIE)


_NO_PRICE = ("held", "chasm", "no_seas", "immune")  # reasons that no number of tokens helps


@dataclass(frozen=True)
class Price:
    """The price of one conquest in parts, and the tokens (and hammers) at hand for it.

    >>> import smallworld as sw
    >>> price = sw.Price((sw.Part("land", 2), sw.Part("terrain", 1, "mountain")), force=2)
    >>> price.total, price.missing, price.chance
    (3, 1, 0.5)
    """

    parts: tuple[Part, ...]
    force: int
    swaps: bool = False  # no price: a token takes the place of a lone enemy's
    from_tray: bool = True  # ... coming from the tray; else from hand
    in_reach: bool = True  # it could be conquered now, if the tokens suffice

    @property
    def total(self) -> int:
        """The sum of the parts."""
        return sum(part.amount for part in self.parts)

    @property
    def missing(self) -> int:
        """Pips the die has to bring; 0 when the tokens suffice."""
        return max(0, self.total - self.force)

    @property
    def chance(self) -> float:
        """How likely the die brings what is missing; 1.0 if nothing is."""
        return chance_of_at_least(self.missing)


def price_of(s: State, action: int) -> Price | None:
    """The price of a legal conquest, or roll for a region; None for any other action."""
    r = int(region_of(action))
    if verb_of(action) not in (actions.CONQUER, actions.ROLL) or r == NO_REGION:
        return None
    e = conqueror(s)
    front = Front(s, e)
    force = int(front.force(r))
    if not ways_of(action) and not via_of(action):
        return Price(tuple(explain_price(front, r)), force)
    plan = conquest_plan(s, e, ways_of(action), via_of(action))
    return Price(tuple(explain_price(front, r, plan)), force, bool(plan.swaps), e.tray > 0)


def price_of_region(s: State, seat: int, r: int) -> Price:
    """What an ordinary conquest costs the seat's race, also where it is out of reach.

    `Illegal` says why a region has no price: nobody may take it, or not this race, or it is theirs.
    """
    front = front_of(s, seat)
    if front is None:
        raise _no_price(s, r, because("no_race", "A8.1"))
    why = why_not_conquer(s, front.e, r, False, False)
    if why.code in _NO_PRICE:
        raise _no_price(s, r, why)
    in_reach = front.targets & BIT[r] != 0
    parts = tuple(explain_price(front, r))
    return Price(parts, int(front.force(r)), in_reach=in_reach)


def _no_price(s: State, r: int, why: Reason) -> Illegal:
    return Illegal(f"region {s.board.names[r]} has no price now: {why.text}", why.rule, why)


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
