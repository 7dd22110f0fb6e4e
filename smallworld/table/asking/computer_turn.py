"""The computer that is to act at a table: asked once at a time, and only while that is wanted."""

from __future__ import annotations

from typing import Final

from smallworld.table.homes.neighbours import Neighbours
from smallworld.table.interface import AskComputer, Output, StopComputer
from smallworld.table.state import TableState


class ComputerTurn:
    """Which question to a computer is open, by its ticket."""

    def __init__(self, state: TableState, homes: Neighbours) -> None:
        self._state: Final = state
        self._homes: Final = homes
        self._tickets = 0
        self._asked: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether a computer thinks about this table."""
        return self._asked is not None

    def ticket(self) -> int:
        """A number that no question of this table has had."""
        self._tickets += 1
        return self._tickets

    def take(self, ticket: int) -> bool:
        """Whether that is an answer to the open question, which is answered then.

        It is not where the seat was taken back meanwhile, or given to another.
        """
        if self._asked != ticket:
            return False
        self._asked = None
        return True

    def wake(self) -> list[Output]:
        """If a computer is to act, let it think.

        Where only computers play, nothing happens while nobody looks.
        """
        level = self._state.level_to_act()
        watched = self._homes.watched
        if (
            self._asked is not None
            or level is None
            or not (watched or self._state.has_people)
            or not self._homes.asks_computers
        ):
            return []
        position = self._state.position()
        self._asked = self.ticket()
        return [AskComputer(self._asked, position, level, watched)]

    def stop(self) -> list[Output]:
        """Nobody wants to know any more what a computer would do here."""
        asked, self._asked = self._asked, None
        return [] if asked is None else [StopComputer(asked)]
