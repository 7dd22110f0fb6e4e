"""Who sits at a table: seats and their secrets, who is here, who is away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from smallworld.table.homes.notes import PageAtHome
from smallworld.table.interface import Caller
from smallworld.table.messages import SeatClock, SeatStatus
from smallworld.table.problems import Refused
from smallworld.table.rows import SeatRow
from smallworld.table.seats.credentials import digest, fits
from smallworld.table.seats.takeover import TakeoverWarnings


class Seating:
    """The seats of one table and the connections that look at it."""

    def __init__(self, seats: Sequence[SeatRow], now: float, warning: float = 0.0) -> None:
        self.rows: Final = sorted(seats, key=lambda row: row.seat)
        self.connections: Final[dict[Caller, tuple[int, ...]]] = {}  # with the seats they open
        self.elsewhere: Final[dict[str, dict[Caller, tuple[int, ...]]]] = {}  # by home
        self.warnings: Final = TakeoverWarnings(warning)
        self.chosen_host = ""  # the seat that was made host; empty: nobody was
        self.guests: Final[dict[int, str]] = {}  # seats taken from a list, and by which address
        self._addresses: Final[dict[Caller, str]] = {}
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

    @property
    def host(self) -> int:
        """The seat of whoever made the table: the first at their device, else the first person's.

        Where only computers play it is the first of all. A host may have handed that on.
        """
        chosen = self.number(self.chosen_host)
        if chosen is not None:
            return chosen
        kinds = [row.kind for row in self.rows]
        return next((kinds.index(kind) for kind in ("device", "link") if kind in kinds), 0)

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
            if fits(secret, row.digest) or fits(secret, row.owner)
        }
        return tuple(sorted(opened))

    def newly_claimed(self, seats: Iterable[int], person: str | None = None) -> list[SeatRow]:
        """Those of the seats that change as somebody comes to them, as they are from now on.

        Nobody has been in them before, or another personal key owned them, or none.
        """
        before = [self.rows[seat] for seat in seats]
        mark = None if person is None else digest(person)
        after = [replace(row, claimed=True, owner=mark or row.owner) for row in before]
        return [new for old, new in zip(before, after, strict=True) if new != old]

    def free(self) -> SeatRow | None:
        """The first link seat nobody has used."""
        for row in self.rows:
            if row.free:
                return row
        return None

    # ---- presence ----

    def come(self, caller: Caller, seats: tuple[int, ...], address: str = "") -> None:
        """A connection has joined."""
        self.connections[caller] = seats
        self._addresses[caller] = address

    def leave(self, caller: Caller, now: float) -> bool:
        """A connection is gone; whether it had joined."""
        seats = self.connections.pop(caller, None)
        for pages in self.elsewhere.values():
            seats = pages.pop(caller, seats)
        if seats is None:
            return False
        del self._addresses[caller]
        for seat in seats:
            self._left[seat] = now
        return True

    def address(self, caller: Caller) -> str:
        """What the address of a connection is counted by."""
        return self._addresses[caller]

    def hear_from(self, home: str, pages: Mapping[Caller, PageAtHome] | None, now: float) -> bool:
        """These are the pages of another home, None if it is gone; whether any seat notices."""
        before = self.elsewhere.pop(home, {})
        for caller in before:
            self._addresses.pop(caller, None)
        if pages is not None:
            self.elsewhere[home] = {caller: tuple(page.seats) for caller, page in pages.items()}
            self._addresses.update({caller: page.address for caller, page in pages.items()})
        opened = {seat for seats in before.values() for seat in seats}
        for seat in opened:
            if not self.is_here(seat):
                self._left[seat] = now
        return opened != {seat for seats in self.elsewhere.get(home, {}).values() for seat in seats}

    def everybody(self) -> dict[Caller, tuple[int, ...]]:
        """All connections, here and elsewhere."""
        found = self.connections
        for pages in self.elsewhere.values():
            found = {**found, **pages}
        return found

    # ---- room ----

    def check_watching(self, address: str, most: int, most_by_address: int) -> None:
        """Refused if there is no room for one who only watches."""
        if len(self.everybody()) >= most:
            raise Refused("crowded")
        watching = [self._addresses[caller] for caller in self._watchers()]
        if address and watching.count(address) >= most_by_address:
            raise Refused("crowded_address")

    def make_room(self, seats: Sequence[int], most: int, most_by_seat: int) -> list[Caller]:
        """Those who go so that a page of these seats gets in: a seat's owner always does."""
        going = []
        for seat in seats:
            lines = [caller for caller, own in self.everybody().items() if seat in own]
            if len(lines) >= most_by_seat:
                going.append(lines[0])
        if not going and len(self.everybody()) >= most:
            going.append(self._least_needed(seats))
        return list(dict.fromkeys(going))

    def _watchers(self) -> list[Caller]:
        return [caller for caller, own in self.everybody().items() if not own]

    def _least_needed(self, seats: Sequence[int]) -> Caller:
        """Of those who watch one from where most do, the last that came; else the oldest line."""
        watchers = self._watchers()
        if not watchers:
            everybody = self.everybody()
            own = [caller for caller, opened in everybody.items() if {*opened} & {*seats}]
            return (own or list(everybody))[0]
        addresses = Counter(self._addresses[caller] for caller in watchers)
        most = max(addresses.values())
        return [one for one in watchers if addresses[self._addresses[one]] == most][-1]

    def is_here(self, seat: int) -> bool:
        """Whether a connection of that seat looks on."""
        return any(seat in seats for seats in self.connections.values()) or any(
            seat in seats for pages in self.elsewhere.values() for seats in pages.values()
        )

    def away(self, seat: int, now: float) -> float | None:
        """Seconds since the person of that seat left; None if here, or if it never had one."""
        if self.is_here(seat) or self.rows[seat].kind == "computer":
            return None
        return max(0.0, now - self._left[seat])  # the clock may have been set back

    def status(
        self,
        now: float,
        removable: Collection[int] = (),
        clocks: Mapping[int, SeatClock] | None = None,
    ) -> list[SeatStatus]:
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
                    number in removable,
                    self.warnings.notice(number, now),
                    None if clocks is None else clocks.get(number),
                )
            )
        return shown
