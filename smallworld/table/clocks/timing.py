"""The clocks of one table at its home: what time it is, what a change does to them, what is due."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from smallworld.engine.game import NOBODY_ACTS, State
from smallworld.game.views.finality import moment_of
from smallworld.table.clocks.clock import (
    ClockPosition,
    TableClock,
    give_up,
    go_on,
    who_runs,
)
from smallworld.table.interface import SetAlarm
from smallworld.table.messages import ClockRules, SeatClock
from smallworld.table.rows import SeatRow, TableRow
from smallworld.table.seats.takeover import clock_level
from smallworld.table.starting.table_request import TableRequest

_AGAIN: Final = 1.0  # seconds until a clock that has run out is looked at again


class TableTiming:
    """What a table makes of its clocks; without any, it makes nothing."""

    def __init__(self, request: TableRequest, takeover_levels: Sequence[str]) -> None:
        self.level: Final = clock_level(request, takeover_levels)  # plays on for who is late
        self.moment = 0.0  # now, in served time
        self._request: Final = request.clock
        self._alarm: float | None = None  # the moment for which one was set

    @property
    def shown(self) -> ClockRules | None:
        """What was chosen, with the level that plays on."""
        asked = self._request
        if asked is None:
            return None
        return ClockRules(asked.per, asked.seconds, asked.bonus, asked.then, self.level)

    def after(
        self, clock: TableClock | None, before: State, after: State, rows: Sequence[SeatRow]
    ) -> TableClock | None:
        """The clocks after a change of the position, or of those who play: `rows` from now on."""
        if clock is None or self._request is None:
            return None
        there, then = _position(before, rows), _position(after, rows)
        return go_on(self._request, clock, there, then, self.moment)

    def run_out(self, clock: TableClock | None) -> int | None:
        """The seat whose time is over now, and for whom nothing has been done about it."""
        return None if clock is None else clock.run_out(self.moment)

    def end(self, row: TableRow, seats: Sequence[SeatRow]) -> tuple[TableRow, list[SeatRow]]:
        """The table, and the seats that change, when the time that runs is over."""
        assert row.clock is not None and row.clock.seat is not None and self._request is not None
        seat = row.clock.seat
        ended = replace(row, clock=give_up(self._request, row.clock, seat, self.moment))
        if self._request.then == "turn":
            return ended, []
        return ended, [replace(seats[seat], computer=self.level)]

    def went_off(self) -> None:
        """That may have been the alarm; it is set anew, should it have come too early."""
        self._alarm = None

    def alarm(self, clock: TableClock | None) -> list[SetAlarm]:
        """Be told when the time that runs is over, unless that was asked for already."""
        due = None if clock is None or clock.seat in clock.late else clock.due
        if due == self._alarm:
            return []
        self._alarm = due
        if due is None:
            return [SetAlarm(None)]
        # What should be over is tried again after a while: it could not be kept.
        return [SetAlarm(due - self.moment if due > self.moment else _AGAIN)]

    def begins(self, clock: TableClock | None, s: State, rows: Sequence[SeatRow]) -> bool:
        """Whether a time should run that does not, as at a table that was just made."""
        if clock is None:
            return False
        return clock.seat != _position(s, rows).acting

    def show(self, clock: TableClock | None, rows: Sequence[SeatRow]) -> dict[int, SeatClock]:
        """What everybody at the table is told of the time of each person's seat."""
        if clock is None:
            return {}
        left = clock.left_at(self.moment)
        return {
            seat: SeatClock(
                round(left[seat], 1),
                seat == clock.seat and seat not in clock.late,
                seat in clock.late,
                seat in clock.lost,
            )
            for seat, row in enumerate(rows)
            if row.kind != "computer"
        }


def _position(s: State, rows: Sequence[SeatRow]) -> ClockPosition:
    turn, owner, acting = moment_of(s)
    runs = who_runs(
        None if acting == NOBODY_ACTS else acting,
        [row.computer is not None for row in rows],
        any(row.free for row in rows),
    )
    return ClockPosition(turn, owner, runs)
