"""Who sits at a table: seats and their secrets, who is here, who is away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from smallworld.table.credentials import fits
from smallworld.table.interface import Caller
from smallworld.table.messages import SeatStatus
from smallworld.table.rows import SeatRow


class Seating:
    """The seats of one table and the connections that look at it."""

    def __init__(self, seats: Sequence[SeatRow], now: float) -> None:
        self.rows: Final = sorted(seats, key=lambda row: row.seat)
        self.connections: Final[dict[Caller, tuple[int, ...]]] = {}  # with the seats they open
        self._left: Final = [now] * len(self.rows)  # when somebody was last there

    def number(self, name: str) -> int | None:
        """The seat of that name."""
        for number, row in enumerate(self.rows):
            if row.seat == name:
                return number
        return None

    def names(self) -> list[str]:
        """The people, or the levels, in the seats."""
        return [row.name or row.computer or row.seat for row in self.rows]

    def change(self, row: SeatRow) -> None:
        """A seat is now like this; it is kept already."""
        self.rows[[old.seat for old in self.rows].index(row.seat)] = row

    # ---- rights ----

    def opened_by(self, secrets: Iterable[str]) -> tuple[int, ...]:
        """The seats these secrets open; every secret is compared with every seat."""
        opened = {
            number
            for secret in secrets
            for number, row in enumerate(self.rows)
            if fits(secret, row.digest)
        }
        return tuple(sorted(opened))

    def newly_claimed(self, seats: Iterable[int]) -> list[SeatRow]:
        """Those of the seats in which nobody has been before, as they are from now on."""
        return [
            replace(self.rows[seat], claimed=True) for seat in seats if not self.rows[seat].claimed
        ]

    def free(self) -> SeatRow | None:
        """The first link seat nobody has used."""
        for row in self.rows:
            if row.free:
                return row
        return None

    # ---- presence ----

    def come(self, caller: Caller, seats: tuple[int, ...]) -> None:
        """A connection has joined."""
        self.connections[caller] = seats

    def leave(self, caller: Caller, now: float) -> bool:
        """A connection is gone; whether it had joined."""
        seats = self.connections.pop(caller, None)
        if seats is None:
            return False
        for seat in seats:
            self._left[seat] = now
        return True

    def is_here(self, seat: int) -> bool:
        """Whether a connection of that seat looks on."""
        return any(seat in seats for seats in self.connections.values())

    def away(self, seat: int, now: float) -> float | None:
        """Seconds since the person of that seat left; None if here, or if it never had one."""
        if self.is_here(seat) or self.rows[seat].kind == "computer":
            return None
        return max(0.0, now - self._left[seat])  # the clock may have been set back

    def status(self, now: float) -> list[SeatStatus]:
        """The seats as everybody at the table may see them."""
        shown: list[SeatStatus] = []
        for number, row in enumerate(self.rows):
            away = self.away(number, now)
            shown.append(
                SeatStatus(
                    row.seat,
                    row.name,
                    row.kind,
                    row.level,
                    self.is_here(number),
                    row.computer,
                    None if away is None else int(away),
                    row.free,
                )
            )
        return shown
