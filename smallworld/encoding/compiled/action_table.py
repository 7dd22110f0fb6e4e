"""Actions by their numbers from 0 on, and back.

Seats in an action are counted from the one that acts, as everywhere in an encoded position.
"""

from __future__ import annotations

from typing import Final

from smallworld.encoding.compiled.cells import blank
from smallworld.engine.actions import (
    NO_REGION,
    NO_SEAT,
    USE,
    region_of,
    seat_of,
    trait_of,
    use,
    verb_of,
    via_of,
)
from smallworld.engine.query import table_of
from smallworld.engine.shim import Cells, Table, i64

NO_ID: Final = -1


def turn_seat(a: i64, by: i64, seats: i64) -> i64:
    """The same action with the seat it names moved on by so many."""
    if verb_of(a) != USE or region_of(a) != NO_REGION or seat_of(a) == NO_SEAT:
        return a
    return use(trait_of(a), NO_REGION, (seat_of(a) + by) % seats + 1, via_of(a))


class ActionTable:
    """A list of actions; the number of each is its place in it."""

    def __init__(self, actions: list[int], seats: int) -> None:
        self.seats: Final[i64] = seats
        self.actions: Final[Table] = table_of(actions)
        self.size: Final = len(actions)
        self._ids: Final = {action: n for n, action in enumerate(actions)}
        self._empty: Final[Cells] = blank(len(actions))

    def id_of(self, action: int, seat: int) -> int:
        """The number of an action of that seat; NO_ID if it has none."""
        turned: int = turn_seat(action, self.seats - seat, self.seats)
        return self._ids.get(turned, NO_ID)

    def action_of(self, number: int, seat: int) -> int:
        """The action with that number, if that seat takes it."""
        found: int = turn_seat(self.actions[number], seat, self.seats)
        return found

    def ids_of(self, legal: list[int], seat: int) -> list[int]:
        """The numbers of these actions."""
        found: list[int] = []
        back: i64 = self.seats - seat
        for action in legal:
            turned: int = turn_seat(action, back, self.seats)
            found.append(self._ids[turned])
        return found

    def mask(self, legal: list[int], seat: int) -> bytes:
        """A byte for every number: 1 for those of these actions."""
        out = self._empty[:]
        back: i64 = self.seats - seat
        for action in legal:
            turned: int = turn_seat(action, back, self.seats)
            out[self._ids[turned]] = 1
        return bytes(out)
