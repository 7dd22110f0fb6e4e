"""Who is in a region that no race holds."""

from __future__ import annotations

from smallworld.engine.game import State
from smallworld.engine.query import BIT
from smallworld.wire.game import Natives


def natives_in(s: State, r: int) -> Natives | None:
    """Who is in the region, if no race is."""
    if s.tribes & BIT[r]:
        return "Lost Tribe"
    return "Monsters" if s.monsters & BIT[r] else None
