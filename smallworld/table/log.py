"""What happened at a table, as data: each page puts it into words for its reader."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from smallworld.engine.game import Event, Listener, State


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry of the log: a move, an outcome of luck, or an event of the engine."""

    line: int
    turn: int
    kind: str
    seat: str | None = None
    region: str | None = None
    amount: int = 0
    name: str = ""
    other: str | None = None
    parts: list[tuple[str, int]] | None = None
    do: str = ""


class EventRecorder(Listener):
    """Writes down what a state reports while the lines of a game are carried out.

    Coins that change hands are told, as they are paid openly at a table; totals never are.
    """

    def __init__(self, s: State) -> None:
        super().__init__()
        self._state: Final = s
        self._line = 0
        self._entries: list[LogEntry] = []
        s.listener = self

    def begin(self, line: int, seat: str | None, text: str) -> None:
        """The line of that number is about to be carried out; no seat: luck."""
        kind = "luck" if seat is None else "move"
        self._line = line
        self._entries = [LogEntry(line, int(self._state.turn), kind, seat, do=text)]

    def end(self) -> list[LogEntry]:
        """All entries of the line."""
        return self._entries

    def hear(self, event: Event) -> None:
        """Write down an event."""
        s = self._state
        seats = s.options.seats
        self._entries.append(
            LogEntry(
                self._line,
                int(s.turn),
                event.kind,
                seats[event.seat] if event.seat >= 0 else None,
                s.board.names[event.region] if event.region >= 0 else None,
                event.amount,
                event.name,
                seats[event.other] if event.other >= 0 else None,
                event.parts,
            )
        )
