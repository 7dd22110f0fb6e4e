"""The clocks of a table: what was chosen, how much time each seat has left, when it has run out.

Moments are counted in served time: seconds as the home counts them, without those in which it was
away. Nothing here looks at a clock; the home says what time it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from smallworld.table.limits import Between, LevelName

_DAY = 86_400


@dataclass(frozen=True)
class ClockRequest:
    """How much time people have, and what happens when it is over."""

    per: Literal["turn", "game"]
    seconds: Annotated[int, Between(1, 30 * _DAY)]
    bonus: Annotated[int, Between(0, _DAY)] = 0  # per game: seconds after each turn of one's own
    # A computer plays the turn, or has the seat from then on.
    then: Literal["turn", "seat"] = "turn"
    level: LevelName | None = None  # of that computer; None: the weakest that may play on


@dataclass(frozen=True)
class TableClock:
    """The clocks of all seats as they are kept."""

    at: float  # the moment this was so
    left: tuple[float, ...]  # seconds of each seat
    seat: int | None = None  # whose time runs
    late: tuple[int, ...] = ()  # seats whose part in this turn a computer plays
    lost: tuple[int, ...] = ()  # seats that computers have for good

    @property
    def due(self) -> float | None:
        """When the time that runs is over; that of a late seat has been for long."""
        return None if self.seat is None else self.at + self.left[self.seat]

    def left_at(self, moment: float) -> tuple[float, ...]:
        """What each seat has left at a moment."""
        passed = max(0.0, moment - self.at)  # the home's clock may have been set back
        return tuple(
            max(0.0, left - passed) if seat == self.seat else left
            for seat, left in enumerate(self.left)
        )

    def run_out(self, moment: float) -> int | None:
        """The seat whose time is over, and for whom nothing has been done about it."""
        if self.seat is None or self.seat in self.late:
            return None
        return self.seat if self.left_at(moment)[self.seat] <= 0 else None


@dataclass(frozen=True)
class ClockPosition:
    """What a clock needs to know of a position: turn, whose turn it is, who is to act."""

    turn: int
    owner: int
    acting: int | None  # None: nobody, or somebody whose time does not count


def new_clock(request: ClockRequest | None, seats: int) -> TableClock | None:
    """The clocks of a new table; none of them runs yet."""
    return None if request is None else TableClock(0.0, (float(request.seconds),) * seats)


def go_on(
    request: ClockRequest,
    clock: TableClock,
    before: ClockPosition,
    after: ClockPosition,
    moment: float,
) -> TableClock:
    """The clocks after a change of the game or of who plays it.

    Per turn, everybody has all of their time again when a turn ends: for their own, or for their
    answers in that of another. Per game, what is left stays, and whose turn ended gets the bonus.
    """
    left, late = clock.left_at(moment), clock.late
    if (before.turn, before.owner) != (after.turn, after.owner):
        late = ()
        if request.per == "turn":
            left = (float(request.seconds),) * len(left)
        else:
            left = tuple(
                time + request.bonus if seat == before.owner else time
                for seat, time in enumerate(left)
            )
    return TableClock(moment, left, after.acting, late, clock.lost)


def give_up(request: ClockRequest, clock: TableClock, seat: int, moment: float) -> TableClock:
    """The time of that seat is over: from now on a computer plays its turn, or all of it."""
    left = clock.left_at(moment)
    if request.then == "turn":
        return replace(clock, at=moment, left=left, late=(*clock.late, seat))
    return replace(clock, at=moment, left=left, seat=None, lost=(*clock.lost, seat))


def stopped(clock: TableClock, moment: float) -> TableClock:
    """The same clock where nothing runs, for a home that counts its time from another moment."""
    return replace(clock, at=0.0, left=clock.left_at(moment), seat=None)


def who_runs(acting: int | None, computers: Sequence[bool], free: bool) -> int | None:
    """The seat whose time runs: that of a person who is to act, once everybody has sat down."""
    return None if acting is None or computers[acting] or free else acting
