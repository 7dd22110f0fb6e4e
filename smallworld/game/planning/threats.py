"""Who could take what from whom: the cheapest attack on each region by each opponent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from smallworld.engine.game import NOBODY, Empire, State
from smallworld.engine.query import BIT, Front, each


@dataclass(frozen=True)
class OpenAttack:
    """An opponent whose race on the map could attack a region."""

    region: int
    seat: int  # of the opponent
    tokens: int  # it takes, without the die
    ready: bool  # the race can gather so many without giving up a region


def threats_to(s: State, seat: int) -> list[OpenAttack]:
    """All attacks that are open on regions of that seat, as things stand, region by region.

    Who has no race on the map just now may come back with any in the row, and is left out.
    """
    own = s.regions_of(seat)
    found = [
        OpenAttack(r, other, int(front.price(r)), int(front.price(r)) <= force)
        for other, front, force in _opponents(s, seat)
        for r in each(front.targets & own)
    ]
    return sorted(found, key=lambda threat: (threat.region, threat.tokens, threat.seat))


def worst_threat(s: State, seat: int, r: int) -> OpenAttack | None:
    """The cheapest attack on the region by somebody who has the tokens for it."""
    open_to = [
        OpenAttack(r, other, int(front.price(r)), True)
        for other, front, force in _opponents(s, seat)
        if front.targets & BIT[r] and front.price(r) <= force
    ]
    return min(open_to, key=lambda threat: threat.tokens, default=None)


def _opponents(s: State, seat: int) -> Iterator[tuple[int, Front, int]]:
    """The others who have an active race, what it sees, and what it can gather."""
    for other in range(s.seats):
        e = s.active(other)
        if other != seat and e is not NOBODY:
            yield other, Front(s, e), _force(s, e)


def _force(s: State, e: Empire) -> int:
    """Tokens the race can gather without giving up a region."""
    return int(e.hand) + sum(int(s.tokens_in(r)) - 1 for r in each(e.regions))
