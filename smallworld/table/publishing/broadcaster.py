"""What the connections of a table are told: views, each for its seat, and who is there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from smallworld.engine.game import to_act
from smallworld.table.history import PendingChange
from smallworld.table.interface import Caller, Send
from smallworld.table.messages import (
    AckMessage,
    PageMessage,
    SeatsMessage,
    SeatStatus,
    TableInfo,
    UndoRange,
    ViewMessage,
    WelcomeMessage,
)
from smallworld.table.publishing.views import Views
from smallworld.table.starting.start import deal_of
from smallworld.table.state import TableState
from smallworld.wire.log import LogEntry
from smallworld.wire.table import TableOptions


class Broadcaster:
    """Writes the messages of one table; everything people see of the game goes through here."""

    def __init__(self, state: TableState) -> None:
        self._state: Final = state
        self._history: Final = state.history
        self._seating: Final = state.seating
        self._views = Views(state.history.state, state.history.table)  # of this version

    def show(self, views: Views) -> None:
        """From now on these are the views of the game."""
        self._views = views

    def prepare(self, change: PendingChange) -> Views:
        """The views of a position to come, made for all who look on.

        Made before the change is kept, so that a home-made race that fails here spoils nothing.
        """
        views = Views(change.state, self._history.table)
        acting = to_act(change.state)
        for seats in self._seating.connections.values():
            views.show(_viewer(seats, acting))
        return views

    # ---- to all ----

    def send_all(self, message: PageMessage, but: Caller | None = None) -> list[Send]:
        """The same for every connection, except perhaps one."""
        to = [caller for caller in self._seating.connections if caller != but]
        return [Send(to, message)] if to else []

    def send_seats(self, now: float, but: Caller | None = None) -> list[Send]:
        """Who sits where and who is there."""
        return self.send_all(SeatsMessage(self._state.seats_status(now)), but)

    def publish(self, change: PendingChange, now: float) -> list[Send]:
        """The position after a change, for everybody as their seat sees it."""
        events = [entry for line in change.log for entry in line]
        status = self._state.seats_status(now)
        groups: dict[tuple[int | None, bool], list[Caller]] = {}
        for caller, seats in self._seating.connections.items():
            key = (_viewer(seats, self._history.acting), self._undo_range(seats).step is None)
            groups.setdefault(key, []).append(caller)
        return [
            Send(callers, self._view_message(callers[0], events, change.base, status))
            for callers in groups.values()
        ]

    # ---- to one ----

    def welcome(self, caller: Caller, base: int, now: float) -> Send:
        """All there is to know, for somebody who knows the lines up to `base`."""
        history = self._history
        seats = self._seating.connections[caller]
        message = WelcomeMessage(
            table=self._describe(now),
            you=[self._seating.rows[seat].seat for seat in seats],
            orders=[self._seating.rows[seat].orders for seat in seats],
            n=self._state.row.n,
            line=history.line,
            view=self._views.show(_viewer(seats, history.acting)),
            undo=self._undo_range(seats),
            events=[entry for line in history.log[base:] for entry in line],
            from_=base,
            over=history.over,
        )
        return Send([caller], message)

    def acknowledge(self, caller: Caller, id_: str) -> Send:
        """What the page asked for is done and kept."""
        return Send([caller], AckMessage(id_, self._state.row.n, self._history.line))

    def show_again(self, caller: Caller, now: float) -> Send:
        """The position, for a page that was behind."""
        status = self._state.seats_status(now)
        return Send([caller], self._view_message(caller, [], self._history.line, status))

    # ---- parts ----

    def _undo_range(self, seats: tuple[int, ...]) -> UndoRange:
        acting = self._history.acting
        if acting not in seats or self._state.level_to_act() is not None:
            return UndoRange(None, None)
        return self._state.undo_range(acting)

    def _view_message(
        self, caller: Caller, events: Sequence[LogEntry], base: int, status: list[SeatStatus]
    ) -> ViewMessage:
        seats = self._seating.connections[caller]
        return ViewMessage(
            n=self._state.row.n,
            line=self._history.line,
            view=self._views.show(_viewer(seats, self._history.acting)),
            undo=self._undo_range(seats),
            events=events,
            from_=base,
            seats=status,
            over=self._history.over,
        )

    def _describe(self, now: float) -> TableInfo:
        """What the table is, apart from the game."""
        table, row = self._history.table, self._state.row
        options = TableOptions(
            coins="open" if table.coins == "open" else "hidden",
            places=table.places,
            first=self._history.state.options.seats[table.first],
            settings=table.settings.values(),
            custom=tuple(row.request.custom),
            monsters=table.monsters,
            hints=self._state.hints,
        )
        return TableInfo(
            id=row.id,
            map=table.map,
            drawing=table.map if table.own_map is None else table.own_map.digest,
            world=table.world,
            turns=table.turns,
            options=options,
            seats=self._state.seats_status(now),
            watch=row.watch,
            open=row.open,
            created=row.created,
            begun=self._history.begun,
            deal=deal_of(self._state.row.request.start),
            clock=self._state.timing.shown,
            takeover_after=self._state.limits.takeover_after,
            takeover_levels=self._state.takeover_levels,
            host=self._seating.rows[self._seating.host].seat,
            closed=self._state.closed,
            rematch=row.rematch,
            chat=self._state.chat.on,
            said=list(self._state.chat.lines),
        )


def _viewer(seats: tuple[int, ...], acting: int) -> int | None:
    """Whose view a page is shown: of its seat that is to act, else of its first."""
    if acting in seats:
        return acting
    return seats[0] if seats else None
