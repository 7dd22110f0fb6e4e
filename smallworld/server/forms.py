"""What is asked and answered by HTTP, typed."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from smallworld.server.messages import Level, Name, Secret
from smallworld.server.sight import Ending


class SeatWish(Struct, forbid_unknown_fields=True):
    """Who is to sit in a seat."""

    kind: Literal["device", "link", "computer"]
    name: Name = ""
    level: Level | None = None


class TableWish(Struct, forbid_unknown_fields=True):
    """The table somebody wants."""

    seats: Annotated[list[SeatWish], Meta(min_length=2, max_length=5)]
    map: Annotated[str, Meta(max_length=100)] = "base-2"
    world: Literal["", "base", "underground", "mixed"] = ""
    turns: Annotated[int, Meta(ge=1, le=20)] | None = None
    first: Annotated[int, Meta(ge=1, le=5)] | Annotated[str, Meta(max_length=10)] = "random"
    coins: Literal["hidden", "open"] = "hidden"
    places: bool = True
    settings: dict[str, bool | str] = {}
    custom: Annotated[list[Annotated[str, Meta(max_length=100)]], Meta(max_length=20)] = []
    open: bool = False
    hints: bool | None = None  # None: where one person plays against computers


class SeatGiven(Struct):
    """A seat of a new table, with its secret where the asker may have it."""

    seat: str
    kind: str
    name: str
    secret: str | None


class TableGiven(Struct):
    """A new table."""

    table: str
    watch: str
    seats: list[SeatGiven]


class Guest(Struct, forbid_unknown_fields=True):
    """Somebody who wants a free seat of an open table."""

    name: Name = ""


class Joined(Struct):
    """The seat a guest was given."""

    table: str
    seat: str
    secret: str
    watch: str


class Secrets(Struct, forbid_unknown_fields=True):
    """The secrets a browser holds."""

    # As many as fit into a body: somebody may have played for years.
    secrets: Annotated[list[Secret], Meta(max_length=1800)]


class SeatNamed(Struct):
    """A seat in a list of tables."""

    seat: str
    name: str
    kind: str
    free: bool


class Game(Struct):
    """A game in the list of mine."""

    table: str
    map: str
    title: str  # the name of a home-made map; empty for a shipped one
    world: str
    seats: list[SeatNamed]
    you: list[str]
    turn: int
    turns: int
    to_act: str | None
    n: int
    line: int
    over: bool
    result: Ending | None
    created: float
    moved: float
    watch: str


class Mine(Struct):
    """My games."""

    running: list[Game]
    finished: list[Game]


class OpenTable(Struct):
    """A table that waits for guests."""

    table: str
    map: str
    title: str
    world: str
    turns: int
    coins: str
    seats: list[SeatNamed]
    created: float


class OpenTables(Struct):
    """All of them."""

    tables: list[OpenTable]
