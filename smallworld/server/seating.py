"""Who sits at a table: seats and their secrets, who is here, who is away."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from smallworld.server.messages import SeatNow
from smallworld.server.rows import SeatRow
from smallworld.server.security import fits

_WAITING: Final = 300  # messages that may wait for one page


class Connection:
    """One page that looks at a table; what it is told waits here until it is sent."""

    def __init__(self) -> None:
        self.seats: tuple[int, ...] = ()
        self.outbox: Final[asyncio.Queue[str | int]] = asyncio.Queue()
        self.closing = False

    def post(self, text: str) -> None:
        """Tell it something; a page that does not keep up is let go, and comes back by itself."""
        if self.closing:
            return
        if self.outbox.qsize() >= _WAITING:
            self.close(1013)
            return
        self.outbox.put_nowait(text)

    def close(self, code: int) -> None:
        """Let it go, once it has been told what waits."""
        if not self.closing:
            self.closing = True
            self.outbox.put_nowait(code)


class Seating:
    """The seats of one table and the pages that look at it."""

    def __init__(
        self, seats: Sequence[SeatRow], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.rows: Final = sorted(seats, key=lambda row: row.seat)
        self.connections: Final[list[Connection]] = []
        self._clock: Final = clock
        self._left: Final = [clock()] * len(self.rows)  # when somebody was last there

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
            replace(self.rows[seat], claimed=1) for seat in seats if not self.rows[seat].claimed
        ]

    def free(self) -> SeatRow | None:
        """The first link seat nobody has used."""
        for row in self.rows:
            if row.free:
                return row
        return None

    # ---- presence ----

    def come(self, connection: Connection) -> None:
        """A page has joined."""
        self.connections.append(connection)

    def leave(self, connection: Connection) -> bool:
        """A page is gone; whether it had joined."""
        if connection not in self.connections:
            return False
        self.connections.remove(connection)
        for seat in connection.seats:
            self._left[seat] = self._clock()
        return True

    def is_here(self, seat: int) -> bool:
        """Whether a page of that seat looks on."""
        return any(seat in connection.seats for connection in self.connections)

    def away(self, seat: int) -> float | None:
        """Seconds since the person of that seat left; None if here, or if it never had one."""
        if self.is_here(seat) or self.rows[seat].kind == "computer":
            return None
        return self._clock() - self._left[seat]

    def now(self) -> list[SeatNow]:
        """The seats as everybody at the table may see them."""
        shown: list[SeatNow] = []
        for number, row in enumerate(self.rows):
            away = self.away(number)
            shown.append(
                SeatNow(
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
