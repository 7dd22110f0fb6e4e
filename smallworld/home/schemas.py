"""What is asked and answered by HTTP, as plain data.

What is asked is read by `wire.read_as`, which holds it to the limits of the fields.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from smallworld.table.limits import Length, NewSecret, PersonName, Secret
from smallworld.wire.game import Ending


@dataclass(frozen=True)
class SeatAccess:
    """A seat of a new table, with its secret where the asker may have it."""

    seat: str
    kind: str
    name: str
    secret: str | None


@dataclass(frozen=True)
class CreatedTable:
    """A new table."""

    table: str
    watch: str
    seats: Sequence[SeatAccess]


@dataclass(frozen=True)
class GuestRequest:
    """Somebody who wants a free seat of an open table."""

    name: PersonName = ""


@dataclass(frozen=True)
class SeatGranted:
    """The seat a guest was given."""

    table: str
    seat: str
    secret: str
    watch: str


@dataclass(frozen=True)
class SecretsRequest:
    """The secrets a browser holds."""

    # As many as fit into a body: somebody may have played for years.
    secrets: Annotated[tuple[Secret, ...], Length(0, 1800)]
    person: NewSecret | None = None  # a personal key: opens what it owns, and owns what is opened


@dataclass(frozen=True)
class RecordRequest:
    """A game that was played elsewhere, to be looked at here."""

    record: Annotated[str, Length(1, 60_000)]
    custom: Annotated[tuple[Annotated[str, Length(0, 100)], ...], Length(0, 20)] = ()


@dataclass(frozen=True)
class SeatSummary:
    """A seat in a list of tables."""

    seat: str
    name: str
    kind: str
    free: bool


@dataclass(frozen=True)
class GameSummary:
    """A game in the list of mine."""

    table: str
    map: str
    title: str  # the name of a home-made map; empty for a shipped one
    world: str
    seats: Sequence[SeatSummary]
    you: Sequence[str]
    turn: int
    turns: int
    to_act: str | None
    left: float | None  # seconds that one has, where a clock runs
    n: int
    line: int
    over: bool
    result: Ending | None
    created: float
    moved: float
    watch: str


@dataclass(frozen=True)
class MyGames:
    """My games."""

    running: Sequence[GameSummary]
    finished: Sequence[GameSummary]


@dataclass(frozen=True)
class OpenTableSummary:
    """A table that waits for guests."""

    table: str
    map: str
    title: str  # the name of a home-made map; empty for a shipped one
    world: str
    turns: int
    coins: str
    per: str  # turn or game, where time is limited; else empty
    seconds: int  # so much of it
    seats: Sequence[SeatSummary]
    created: float


@dataclass(frozen=True)
class OpenTables:
    """All of them."""

    tables: Sequence[OpenTableSummary]
