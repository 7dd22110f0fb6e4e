"""Takes down what happens at a table, entry by entry, for the log."""

from __future__ import annotations

from typing import Any, Final

from smallworld.engine.game import Event, Listener, State
from smallworld.engine.query import coins_by_region
from smallworld.wire.actions import ActionView
from smallworld.wire.log import EntryKind, LogEntry, RegionCoins
from smallworld.wire.quick import sparse_of

# What the number of an event counts, and its name names; those not listed have none.
_NUMBERS: Final = {
    "picked": "tokens",
    "rolled": "pips",
    "conquered": "tokens",
    "lost": "tokens",
    "withdrawn": "tokens",
    "deployed": "tokens",
    "placed": "pieces",
    "paid": "coins",
    "scored": "coins",
}
_NAMES: Final = {
    **dict.fromkeys(("placed", "found", "paid"), "thing"),
    "granted": "power",
}


class EventRecorder(Listener):
    """Takes down what a state tells while a line of a game is carried out, in a `with` statement.

    It listens no longer than that: a state and its listener would keep each other in memory.
    Coins that change hands are told, as they are paid openly at a table; totals never are.
    """

    def __init__(self, s: State) -> None:
        super().__init__()
        self._state: Final = s
        self._line = 0
        self._entries: list[LogEntry] = []

    def __enter__(self) -> EventRecorder:
        self._state.listener = self
        return self

    def __exit__(self, *error: object) -> None:
        self._state.listener = None

    def begin(self, line: int, seat: str | None, action: ActionView) -> None:
        """The line of that number is about to be carried out; no seat: luck."""
        kind: EntryKind = "luck" if seat is None else "move"
        self._line = line
        self._entries = [LogEntry(line, int(self._state.turn), kind, seat, action)]

    def end(self) -> list[LogEntry]:
        """All that was told of the line."""
        return self._entries

    def hear(self, event: Event) -> None:
        """Take down an event."""
        s = self._state
        seats = s.options.seats
        facts: dict[str, Any] = {"line": self._line, "turn": int(s.turn), "kind": event.kind}
        if event.seat >= 0:
            facts["seat"] = seats[event.seat]
        if event.region >= 0:
            facts["region"] = s.board.names[event.region]
        if event.other >= 0:
            facts["other"] = seats[event.other]
        if event.name:
            facts[self._field_for(event)] = event.name
        if event.power:
            facts["power"] = event.power
        if event.amount and event.kind in _NUMBERS:
            facts[_NUMBERS[event.kind]] = event.amount
        if event.parts:
            facts["parts"] = tuple(event.parts)
        if event.kind == "scored":
            paid = coins_by_region(s, event.seat)
            if paid:
                facts["paying"] = tuple(RegionCoins(s.board.names[r], n) for r, n in paid.items())
        self._entries.append(sparse_of(LogEntry, facts))

    def _field_for(self, event: Event) -> str:
        """What the name of an event names."""
        if event.kind == "revealed":
            powers = self._state.library.powers
            return "power" if any(event.name == power.name for power in powers) else "race"
        return _NAMES.get(event.kind, "race")
