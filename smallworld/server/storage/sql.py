"""The database: its tables, and the statements that change and read their rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any, Final

import msgspec

from smallworld.server.storage.watch_key import TokenOf
from smallworld.table.clocks.clock import TableClock
from smallworld.table.rows import (
    Change,
    ChangeRow,
    LoadedTable,
    SaveChange,
    SaveGuest,
    SaveHost,
    SaveNewTable,
    SaveSeat,
    SeatRow,
    TableRow,
)
from smallworld.table.seats.credentials import digest
from smallworld.table.starting.table_request import TableRequest
from smallworld.wire.game import Ending

Value = None | int | float | str | bytes
Statement = tuple[str, tuple[Value, ...]]

VERSION: Final = 7  # of the schema

_REVIEWS: Final = """
CREATE TABLE reviews (
    table_id TEXT PRIMARY KEY,
    made REAL NOT NULL,       -- when
    review TEXT NOT NULL      -- JSON
) WITHOUT ROWID;
"""
_BLOCKED: Final = """
CREATE TABLE blocked (
    network TEXT PRIMARY KEY, -- of whom the host lets nobody in
    since REAL NOT NULL
) WITHOUT ROWID;
"""
# What cannot be read any more has no deal, and keeps nobody from finding others.
DEAL: Final = "CASE WHEN json_valid(wish) THEN json_extract(wish, '$.start.deal') END"
_DEALS: Final = f"CREATE INDEX tables_by_deal ON tables ({DEAL});"
# Few tables have clocks, so what finds those that run out must not look at all others.
_RUNNING: Final = """
CREATE INDEX tables_by_due ON tables (due) WHERE due IS NOT NULL;
CREATE TABLE life (
    alive REAL NOT NULL,      -- the last sign of life while any clock ran
    away REAL NOT NULL        -- seconds in all in which nobody could play, for clocks
);
INSERT INTO life VALUES (0, 0);
"""
_OWNED: Final = "CREATE INDEX seats_by_owner ON seats (owner) WHERE owner IS NOT NULL;"
# What makes a file of an older version one of the next.
UPGRADES: Final = {
    1: _REVIEWS,
    2: "UPDATE tables SET watch = digest(watch);",
    3: _BLOCKED,
    4: _DEALS,
    5: "ALTER TABLE tables ADD COLUMN clock TEXT; ALTER TABLE tables ADD COLUMN due REAL;"
    + _RUNNING,
    6: "ALTER TABLE seats ADD COLUMN orders TEXT NOT NULL DEFAULT 'ask'; "
    "ALTER TABLE seats ADD COLUMN owner BLOB;" + _OWNED,
}

SCHEMA: Final = f"""{_REVIEWS}{_BLOCKED}
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    created REAL NOT NULL,
    moved REAL NOT NULL,      -- when the last line was written
    header TEXT NOT NULL,     -- of the record, without the names of the players
    wish TEXT NOT NULL,       -- the table request, as JSON, for a rematch
    watch BLOB NOT NULL,      -- digest of the token that opens the table to spectators
    open INTEGER NOT NULL,    -- listed for guests
    n INTEGER NOT NULL,       -- version: one more with every change
    line INTEGER NOT NULL,    -- lines of the record
    turn INTEGER NOT NULL,
    acting TEXT,              -- the seat to act
    over INTEGER NOT NULL,
    result TEXT,              -- JSON, once the game is over
    rematch TEXT,             -- the table where the same people play again
    clock TEXT,               -- JSON, where people have only so much time
    due REAL                  -- when the time that runs is over, as clocks count
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
    orders TEXT NOT NULL DEFAULT 'ask', -- what it answers by itself in another's turn
    owner BLOB,               -- digest of the personal key that opens it, too
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
{_DEALS}{_RUNNING}{_OWNED}
"""


@dataclass(frozen=True)
class SaveReview:
    """What was found out about a finished game."""

    table_id: str
    made: float
    review: str  # JSON


# ---- writing ----


def statements_for(changes: Sequence[Change | SaveReview]) -> list[Statement]:
    """What carries out these changes."""
    return [statement for change in changes for statement in _statements(change)]


def _statements(change: Change | SaveReview) -> list[Statement]:
    if isinstance(change, SaveNewTable):
        return _insert(change.loaded)
    if isinstance(change, SaveHost):
        return [("INSERT OR REPLACE INTO hosts VALUES (?, ?)", (change.table_id, change.seat))]
    if isinstance(change, SaveGuest):
        # Whoever had the seat before is told of the table no more.
        before = "DELETE FROM notice_wants WHERE table_id = ? AND seats = ?"
        return [
            _insert_mark(change.table_id, change.seat, change.mark),
            (before, (change.table_id, change.seat)),
        ]
    if isinstance(change, SaveSeat):
        return [_insert_seat(change.row)]
    if isinstance(change, SaveChange):
        return _insert_change(change)
    if isinstance(change, SaveReview):
        row = (change.table_id, change.made, change.review)
        return [("INSERT OR REPLACE INTO reviews VALUES (?, ?, ?)", row)]
    return [_update_table(change.row)]


def _insert(loaded: LoadedTable) -> list[Statement]:
    table = loaded.table
    marks = ", ".join("?" * 16)
    statements: list[Statement] = [
        (
            f"INSERT INTO tables VALUES ({marks})",
            (
                *(table.id, table.created, table.moved, table.header, _json(table.request)),
                *(watch_mark(table), table.open, table.n, table.line, table.turn, table.acting),
                *(table.over, _json(table.result), table.rematch, *clock_values(table)),
            ),
        )
    ]
    statements += [_insert_seat(seat) for seat in loaded.seats]
    statements += [_insert_change_row(table.id, change) for change in loaded.changes]
    statements += _insert_lines(table.id, 0, loaded.lines)
    statements += [_insert_mark(table.id, "", loaded.maker)] if loaded.maker else []
    return statements


def _insert_mark(table_id: str, seat: str, mark: str) -> Statement:
    return ("INSERT OR REPLACE INTO marks VALUES (?, ?, ?)", (table_id, seat, mark))


def watch_mark(table: TableRow) -> bytes:
    """The digest of the token to watch a table; of one that was only read the token is unknown."""
    return digest(table.watch) if table.watch else table.watch_digest


def clock_values(table: TableRow) -> tuple[str | None, float | None]:
    """The columns of the clock: all of it, and when it runs out."""
    clock = table.clock
    return (None, None) if clock is None else (_json(clock), clock.due)


def _insert_seat(seat: SeatRow) -> Statement:
    return (
        "INSERT OR REPLACE INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(seat.table_id, seat.seat, seat.kind, seat.name, seat.level, seat.digest),
            *(seat.claimed, seat.computer, seat.orders, seat.owner),
        ),
    )


def _insert_change(change: SaveChange) -> list[Statement]:
    statements = [_insert_change_row(change.table_id, change.row)]
    if not change.lines:  # something was taken back; what is new takes places that are free
        statements.append(
            (
                "DELETE FROM lines WHERE table_id = ? AND line > ?",
                (change.table_id, change.row.base),
            )
        )
    return [*statements, *_insert_lines(change.table_id, change.row.base, change.lines)]


def _insert_change_row(table_id: str, row: ChangeRow) -> Statement:
    return (
        _many(_CHANGES, 1),
        (table_id, row.n, row.seat, row.id, row.base, row.line, row.fingerprint),
    )


def _insert_lines(table_id: str, base: int, lines: Sequence[tuple[str, str]]) -> list[Statement]:
    return [
        (_many(_LINES, 1), (table_id, base + number, who, text))
        for number, (who, text) in enumerate(lines, start=1)
    ]


def _update_table(table: TableRow) -> Statement:
    return (
        _many(_TABLES, 1),
        (
            *(table.moved, table.n, table.line, table.turn, table.acting, table.over),
            *(_json(table.result), table.rematch, *clock_values(table), table.id),
        ),
    )


# ---- writing much at once ----

# Each statement of a thread gives up Python's lock and waits until it has it again, which under
# load takes longer than the statement. So what moves write is written for many tables at once.
_CHANGES: Final = "INSERT INTO changes VALUES {rows}"
_LINES: Final = "INSERT INTO lines VALUES {rows}"
_NEW: Final = "moved, n, line, turn, acting, over, result, rematch, clock, due"
_TABLES: Final = (
    f"WITH new ({_NEW}, id) AS (VALUES {{rows}}) UPDATE tables SET ({_NEW}) = "
    f"(SELECT {_NEW} FROM new WHERE new.id = tables.id) WHERE id IN (SELECT id FROM new)"
)
_COLUMNS: Final = {_CHANGES: 7, _LINES: 4, _TABLES: 11}
_MOST_ROWS: Final = 100  # at once: the numbers of values and of texts to prepare are limited


@cache
def _many(sql: str, rows: int) -> str:
    """One of those statements for so many rows."""
    row = f"({', '.join('?' * _COLUMNS[sql])})"
    return sql.format(rows=", ".join([row] * rows))


_MERGED: Final = {_many(sql, 1): sql for sql in _COLUMNS}


def can_merge(statements: Sequence[Statement]) -> bool:
    """Whether these can be carried out together with others."""
    return all(sql in _MERGED for sql, _ in statements)


def merge(statements: Iterable[Statement]) -> Iterator[Statement]:
    """The same in few statements."""
    found: dict[str, list[tuple[Value, ...]]] = {sql: [] for sql in _COLUMNS}
    for sql, values in statements:
        found[_MERGED[sql]].append(values)
    # How a table stands is written once, as it stood last.
    found[_TABLES] = [*{values[-1]: values for values in found[_TABLES]}.values()]
    for sql, rows in found.items():
        for first in range(0, len(rows), _MOST_ROWS):
            some = rows[first : first + _MOST_ROWS]
            yield _many(sql, len(some)), tuple(chain.from_iterable(some))


def _json(value: TableRequest | Ending | TableClock | None) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()


# ---- reading ----

_REQUEST: Final = msgspec.json.Decoder(TableRequest)
_ENDING: Final = msgspec.json.Decoder(Ending)
_CLOCK: Final = msgspec.json.Decoder(TableClock)


def table_row(row: Sequence[Any], token_of: TokenOf) -> TableRow:
    """A table from its columns."""
    id_, created, moved, header, request, watch, open_, n, line, turn, acting, over, *rest = row
    result, rematch, clock, _ = rest
    return TableRow(
        id=id_,
        created=created,
        moved=moved,
        header=header,
        request=_REQUEST.decode(request),
        watch=token_of(id_),
        watch_digest=watch,
        open=bool(open_),
        n=n,
        line=line,
        turn=turn,
        acting=acting,
        over=bool(over),
        result=None if result is None else _ENDING.decode(result),
        rematch=rematch,
        clock=None if clock is None else _CLOCK.decode(clock),
    )


def seat_row(row: Sequence[Any]) -> SeatRow:
    """A seat from its columns."""
    table_id, seat, kind, name, level, digest, claimed, computer, orders, owner = row
    return SeatRow(
        *(table_id, seat, kind, name, level, digest, bool(claimed), computer, orders, owner)
    )
