"""What the database holds: its tables, their rows, and the statements that change them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

Value = None | int | float | str | bytes
Statement = tuple[str, tuple[Value, ...]]

VERSION: Final = 2  # of the schema

_REVIEWS: Final = """
CREATE TABLE reviews (
    table_id TEXT PRIMARY KEY,
    made REAL NOT NULL,       -- when
    review TEXT NOT NULL      -- JSON
) WITHOUT ROWID;
"""
# What makes a file of an older version one of the next.
UPGRADES: Final = {1: _REVIEWS}

SCHEMA: Final = f"""{_REVIEWS}
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    created REAL NOT NULL,
    moved REAL NOT NULL,      -- when the last line was written
    header TEXT NOT NULL,     -- of the record, without the names of the players
    wish TEXT NOT NULL,       -- what was asked for, as JSON, for a rematch
    watch TEXT NOT NULL,      -- opens the table to spectators
    open INTEGER NOT NULL,    -- listed for guests
    n INTEGER NOT NULL,       -- version: one more with every change
    line INTEGER NOT NULL,    -- lines of the record
    turn INTEGER NOT NULL,
    acting TEXT,              -- the seat to act
    over INTEGER NOT NULL,
    result TEXT,              -- JSON, once the game is over
    rematch TEXT              -- the table where the same people play again
);
CREATE TABLE seats (
    table_id TEXT NOT NULL,
    seat TEXT NOT NULL,       -- P1 ...
    kind TEXT NOT NULL,       -- device, link or computer
    name TEXT NOT NULL,
    level TEXT,               -- of a computer's seat
    digest BLOB,              -- of the secret; none for a computer's seat
    claimed INTEGER NOT NULL, -- somebody has come with the secret
    computer TEXT,            -- the level that plays it now
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
CREATE INDEX seats_by_digest ON seats (digest);
CREATE TABLE lines (
    table_id TEXT NOT NULL,
    line INTEGER NOT NULL,
    who TEXT NOT NULL,        -- P1 ..., or * for luck
    text TEXT NOT NULL,
    PRIMARY KEY (table_id, line)
) WITHOUT ROWID;
CREATE TABLE changes (
    table_id TEXT NOT NULL,
    n INTEGER NOT NULL,
    seat TEXT NOT NULL,       -- who asked for it; * at the start
    id TEXT,                  -- of the request; none for a computer's
    base INTEGER NOT NULL,    -- the lines after this one were replaced ...
    line INTEGER NOT NULL,    -- ... by those up to this one
    fingerprint TEXT,         -- of the position then, where a turn ended
    PRIMARY KEY (table_id, n)
) WITHOUT ROWID;
CREATE UNIQUE INDEX changes_by_request ON changes (table_id, seat, id);
"""


@dataclass(frozen=True)
class TableRow:
    """A table as it is kept."""

    id: str
    created: float
    moved: float
    header: str
    wish: str
    watch: str
    open: int
    n: int
    line: int
    turn: int
    acting: str | None
    over: int
    result: str | None
    rematch: str | None


@dataclass(frozen=True)
class SeatRow:
    """A seat as it is kept."""

    table_id: str
    seat: str
    kind: str
    name: str
    level: str | None
    digest: bytes | None
    claimed: int
    computer: str | None

    @property
    def free(self) -> bool:
        """Whether somebody with a link may still come to sit here."""
        return self.kind == "link" and not self.claimed and self.computer is None


@dataclass(frozen=True)
class ChangeRow:
    """A change as it is kept."""

    n: int
    seat: str
    id: str | None
    base: int
    line: int
    fingerprint: str | None


@dataclass(frozen=True)
class Kept:
    """All that is kept of one table."""

    table: TableRow
    seats: list[SeatRow]
    lines: list[tuple[str, str]]
    changes: list[ChangeRow]


# ---- statements ----


def insert_table(table: TableRow, seats: Sequence[SeatRow]) -> list[Statement]:
    """A new table with its seats."""
    marks = ", ".join("?" * 14)
    statements: list[Statement] = [
        (
            f"INSERT INTO tables VALUES ({marks})",
            (
                *(table.id, table.created, table.moved, table.header, table.wish, table.watch),
                *(table.open, table.n, table.line, table.turn, table.acting, table.over),
                *(table.result, table.rematch),
            ),
        )
    ]
    statements += [insert_seat(seat) for seat in seats]
    return statements


def insert_seat(seat: SeatRow) -> Statement:
    """A seat, in place of what is kept of it."""
    return (
        "INSERT OR REPLACE INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(seat.table_id, seat.seat, seat.kind, seat.name, seat.level, seat.digest),
            *(seat.claimed, seat.computer),
        ),
    )


def insert_change(
    table_id: str, change: ChangeRow, moves: Sequence[tuple[str, str]]
) -> list[Statement]:
    """A change: the lines after its base are gone, these stand in their place."""
    statements: list[Statement] = [
        (
            "INSERT INTO changes VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                *(table_id, change.n, change.seat, change.id, change.base, change.line),
                change.fingerprint,
            ),
        )
    ]
    if not moves:
        statements.append(
            ("DELETE FROM lines WHERE table_id = ? AND line > ?", (table_id, change.base))
        )
    statements += [
        ("INSERT INTO lines VALUES (?, ?, ?, ?)", (table_id, change.base + number, who, text))
        for number, (who, text) in enumerate(moves, start=1)
    ]
    return statements


def insert_review(table_id: str, made: float, review: str) -> Statement:
    """What was found out about a finished game."""
    return ("INSERT OR REPLACE INTO reviews VALUES (?, ?, ?)", (table_id, made, review))


def update_table(table: TableRow) -> Statement:
    """How the game stands."""
    return (
        "UPDATE tables SET moved = ?, n = ?, line = ?, turn = ?, acting = ?, over = ?, "
        "result = ?, rematch = ? WHERE id = ?",
        (
            *(table.moved, table.n, table.line, table.turn, table.acting, table.over),
            *(table.result, table.rematch, table.id),
        ),
    )
