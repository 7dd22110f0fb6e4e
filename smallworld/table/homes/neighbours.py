"""The other homes of a table: who looks on there, and which of them asks computers.

All of them could ask a computer that is to act; the first by name among those with pages does, so
that nothing is thought twice. Should two do it all the same, the first answer that is kept counts.
"""

from __future__ import annotations

from typing import Final

from smallworld.table.asking.host_messages import ClosedMessage, HostMessage
from smallworld.table.homes.notes import (
    HomeFarewell,
    HomeGreeting,
    HomeNote,
    HomePages,
    LineSaid,
    PageAtHome,
    SeatAnswered,
    SeatWarned,
    TalkSoFar,
    TalkSwitched,
)
from smallworld.table.interface import Output, Remind, TellHomes
from smallworld.table.messages import (
    ChatMessage,
    RematchMessage,
    SaidMessage,
)
from smallworld.table.publishing.broadcaster import Broadcaster
from smallworld.table.state import CaughtUp, TableState


class Neighbours:
    """What one home makes of the notes of others, and what it tells them.

    `name` is this home's own; without one it is the only home there is.
    """

    def __init__(self, name: str, state: TableState, broadcaster: Broadcaster) -> None:
        self.name: Final = name
        self._state: Final = state
        self._broadcaster: Final = broadcaster

    # ---- who asks computers ----

    @property
    def watched(self) -> bool:
        """Whether anybody looks on, here or elsewhere."""
        seating = self._state.seating
        return bool(seating.connections) or any(seating.elsewhere.values())

    @property
    def asks_computers(self) -> bool:
        """Whether it is this home that asks a computer that is to act."""
        seating = self._state.seating
        if not seating.elsewhere:
            return True
        homes = {self.name: seating.connections, **seating.elsewhere}
        with_pages = [home for home, pages in homes.items() if pages]
        return min(with_pages or homes) == self.name

    @property
    def duty(self) -> tuple[bool, bool]:
        """What it depends on whether, and how urgently, computers are asked here."""
        return self.watched, self.asks_computers

    # ---- what others are told ----

    def greet(self) -> list[Output]:
        """Tell them that this home has loaded the table."""
        return [*self.tell(HomeGreeting()), *self.tell_pages()]

    def tell(self, note: HomeNote) -> list[Output]:
        """Tell the other homes, if there can be any."""
        return [TellHomes(note)] if self.name else []

    def tell_pages(self) -> list[Output]:
        """Tell them who looks on here."""
        if not self.name:
            return []
        seating = self._state.seating
        pages = {
            f"{self.name}/{caller}": PageAtHome(seats, seating.address(caller))
            for caller, seats in seating.connections.items()
        }
        return [TellHomes(HomePages(pages, dict(seating.guests)))]

    # ---- what others tell ----

    def hear(self, home: str, note: HomeNote, now: float) -> list[Output]:
        """Take in what another home says."""
        state, broadcaster = self._state, self._broadcaster
        if isinstance(note, HomeGreeting):
            state.seating.hear_from(home, {}, now)
            talk = TalkSoFar(state.chat.on, list(state.chat.lines))
            return [*self.tell_pages(), *self.tell(talk)]
        if isinstance(note, HomePages):
            state.seating.guests.update(note.guests)
            changed = state.seating.hear_from(home, note.pages, now)
            return [*broadcaster.send_seats(now)] if changed else []
        if isinstance(note, HomeFarewell):
            return self.lose(home, now)
        if isinstance(note, LineSaid):
            return [*broadcaster.send_all(SaidMessage(state.chat.hear(note.line, now)))]
        if isinstance(note, TalkSwitched):
            state.chat.switch(note.on)
            return [*broadcaster.send_all(ChatMessage(note.on))]
        if isinstance(note, TalkSoFar):
            state.chat.catch_up(note.on, note.lines)
            return []
        if isinstance(note, SeatWarned):
            seconds = state.seating.warnings.learn(note.seat, note.level, note.until, now)
            return [*broadcaster.send_seats(now), Remind(seconds)]
        if isinstance(note, SeatAnswered):
            known = state.seating.warnings.end(note.seat)
            return [*broadcaster.send_seats(now)] if known else []
        return []

    def show(self, caught: CaughtUp, watch: str, now: float) -> list[Output]:
        """Tell the pages here what others have kept; `watch` opens the table of a rematch."""
        told: list[Output] = []
        if caught.change is not None:
            told += self._broadcaster.publish(caught.change, now)
        elif caught.seats:
            told += self._broadcaster.send_seats(now)
        if caught.rematch is not None:
            told += self._broadcaster.send_all(RematchMessage(caught.rematch, watch))
        if caught.host:
            told += self._broadcaster.send_all(HostMessage(caught.host))
        if caught.closed:
            told += self._broadcaster.send_all(ClosedMessage())
        return told

    def lose(self, home: str, now: float) -> list[Output]:
        """That home is gone, and its pages with it."""
        changed = self._state.seating.hear_from(home, None, now)
        return [*self._broadcaster.send_seats(now)] if changed else []
