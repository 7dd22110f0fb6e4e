"""Seats that others want to give to a computer: their people are warned first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from smallworld.table.messages import TakeoverNotice
from smallworld.table.problems import Refused
from smallworld.table.starting.table_request import DEFAULT_LEVEL, TableRequest


@dataclass(frozen=True)
class TakeoverWarning:
    """A seat that will be given to a computer unless its person says a word."""

    seat: int
    level: str
    until: float  # a moment
    seen: bool = False  # a page of the seat has come since, and shown it


class TakeoverWarnings:
    """The warnings of a table. They are not kept: after a crash a seat is warned anew."""

    def __init__(self, seconds: float) -> None:
        self._seconds: Final = seconds
        self._by_seat: Final[dict[int, TakeoverWarning]] = {}

    def begin(self, seat: int, level: str, now: float) -> float:
        """Warn that seat, unless it has been warned already; seconds until the computer comes."""
        if seat not in self._by_seat:
            self._by_seat[seat] = TakeoverWarning(seat, level, now + self._seconds)
        return max(0.0, self._by_seat[seat].until - now)

    def learn(self, seat: int, level: str, until: float, now: float) -> float:
        """A seat was warned elsewhere, until that moment; seconds until then."""
        self._by_seat.setdefault(seat, TakeoverWarning(seat, level, until))
        return max(0.0, self._by_seat[seat].until - now)

    def until(self, seat: int) -> float:
        """The moment the computer comes to a seat that was warned."""
        return self._by_seat[seat].until

    def end(self, seat: int) -> bool:
        """Whoever sits there is here, or a computer plays already; whether it was warned."""
        return self._by_seat.pop(seat, None) is not None

    def come(self, seats: Sequence[int], now: float) -> float | None:
        """A page of these seats has come: the first one has the whole time to answer.

        Seconds until the next computer comes, if that is later now.
        """
        later = None
        for seat in seats:
            warning = self._by_seat.get(seat)
            if warning is not None and not warning.seen:
                self._by_seat[seat] = replace(warning, until=now + self._seconds, seen=True)
                later = self._seconds
        return later

    def due(self, now: float) -> list[TakeoverWarning]:
        """Those that were warned for long enough."""
        return [warning for warning in self._by_seat.values() if warning.until <= now]

    def notice(self, seat: int, now: float) -> TakeoverNotice | None:
        """What everybody is told about a seat."""
        warning = self._by_seat.get(seat)
        if warning is None:
            return None
        return TakeoverNotice(warning.level, max(0, round(warning.until - now)))


def takeover_levels(request: TableRequest, levels: Sequence[str]) -> list[str]:
    """The levels, of those from the weakest to the strongest, that may play on for somebody else.

    None weaker than the table asked for; without a word, than the strongest that plays there.
    """
    playing = [level for level in levels if level in [seat.level for seat in request.seats]]
    least = request.takeover or (playing[-1] if playing else DEFAULT_LEVEL)
    return list(levels[levels.index(least) :]) if least in levels else list(levels)


def clock_level(request: TableRequest, allowed: Sequence[str]) -> str:
    """The level that plays on for somebody whose time is over."""
    wanted = None if request.clock is None else request.clock.level
    return wanted or (allowed[0] if allowed else DEFAULT_LEVEL)


def check_takeover(level: str, allowed: Sequence[str]) -> None:
    """Refused if that level is too weak to play on for somebody else."""
    if level not in allowed:
        raise Refused("too_weak", level=level, known=list(allowed))
