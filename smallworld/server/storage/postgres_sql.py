"""The database of a cluster: its tables, and the statements that change and read their rows.

What never changes of a table (`tables`) is kept apart from how its game stands (`standings`), so
that a move writes little. `rev` counts the writes to a table: each names the one it was made for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from smallworld.server.storage.sql import clock_values, watch_mark
from smallworld.server.storage.watch_key import TokenOf
from smallworld.table.clocks.clock import TableClock
from smallworld.table.rows import (
    ChangeRow,
    LoadedTable,
    SaveChange,
    SaveSeat,
    SaveTable,
    SeatRow,
    Standing,
    TableRow,
)
from smallworld.table.starting.table_request import TableRequest
from smallworld.wire.game import Ending

VERSION: Final = 3  # of the schema
Row = Mapping[str, Any]

_LIFE: Final = """
CREATE TABLE life (
    alive DOUBLE PRECISION NOT NULL, -- the last sign of life of any process while a clock ran
    away DOUBLE PRECISION NOT NULL   -- seconds in all in which nobody could play, for clocks
);
INSERT INTO life VALUES (0, 0);
-- Only rows of tables with clocks are ever in it, so that other moves need not touch it.
CREATE INDEX standings_by_due ON standings (due) WHERE due IS NOT NULL;
"""
_OWNED: Final = "CREATE INDEX seats_by_owner ON seats (owner) WHERE owner IS NOT NULL;"
# What makes a database of an older version one of the next.
UPGRADES: Final = {
    "1": f"ALTER TABLE standings ADD COLUMN clock TEXT, ADD COLUMN due DOUBLE PRECISION;{_LIFE}",
    "2": "ALTER TABLE seats ADD COLUMN orders TEXT NOT NULL DEFAULT 'ask', "
    f"ADD COLUMN owner BYTEA;{_OWNED}",
}

SCHEMA: Final = f"""
CREATE TABLE facts (
    name TEXT PRIMARY KEY,          -- format: the version of the schema; key: digest of watch.key
    value TEXT NOT NULL
);
CREATE TABLE blocked (
    network TEXT PRIMARY KEY,       -- of whom the host lets nobody in
    since DOUBLE PRECISION NOT NULL
);
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    created DOUBLE PRECISION NOT NULL,
    header TEXT NOT NULL,           -- of the record, without the names of the players
    wish TEXT NOT NULL,             -- the table request, as JSON, for a rematch
    watch BYTEA NOT NULL,           -- digest of the token that opens the table to spectators
    open BOOLEAN NOT NULL           -- listed for guests
);
CREATE INDEX tables_open ON tables (created) WHERE open;
CREATE INDEX tables_dealt ON tables (id) WHERE wish LIKE '%"deal":"_%';
CREATE TABLE standings (
    table_id TEXT PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
    rev INTEGER NOT NULL,           -- how often this table was written
    moved DOUBLE PRECISION NOT NULL,
    n INTEGER NOT NULL,             -- version of the game: one more with every change
    line INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    acting TEXT,
    over BOOLEAN NOT NULL,
    result TEXT,                    -- JSON, once the game is over
    rematch TEXT,
    clock TEXT,                     -- JSON, where people have only so much time
    due DOUBLE PRECISION            -- when the time that runs is over, as clocks count
) WITH (fillfactor = 50);           -- room for the next version of a row beside it
-- By nothing that a move changes, so that a row is replaced beside the old one without its index.
CREATE INDEX standings_under_way ON standings (table_id) WHERE NOT over;
CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    seat TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    level TEXT,
    digest BYTEA,
    claimed BOOLEAN NOT NULL,
    computer TEXT,
    orders TEXT NOT NULL DEFAULT 'ask', -- what it answers by itself in another's turn
    owner BYTEA,                    -- digest of the personal key that opens it, too
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX seats_by_digest ON seats (digest);
CREATE TABLE changes (
    table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    n INTEGER NOT NULL,
    seat TEXT NOT NULL,             -- who asked for it; * at the start
    id TEXT,                        -- of the request; none for a computer's
    base INTEGER NOT NULL,          -- the lines after this one were replaced ...
    line INTEGER NOT NULL,          -- ... by those up to this one
    fingerprint TEXT,
    lines TEXT NOT NULL,            -- JSON: pairs of who and what; later changes may replace them
    PRIMARY KEY (table_id, n)
);
CREATE UNIQUE INDEX changes_by_request ON changes (table_id, seat, id) WHERE id IS NOT NULL;
CREATE TABLE reviews (
    table_id TEXT PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
    made DOUBLE PRECISION NOT NULL,
    review TEXT NOT NULL
);
{_LIFE}{_OWNED}"""

# All writes of a group in one statement: each table takes what was made for its revision, and
# what belongs to others is left out. Answers with the tables that were written.
WRITE: Final = """
WITH job AS (
    SELECT * FROM unnest($1::text[], $2::int[], $3::float8[], $4::int[], $5::int[], $6::int[],
                         $7::text[], $8::bool[], $9::text[], $10::text[], $11::text[],
                         $12::float8[])
        AS job (id, rev, moved, n, line, turn, acting, over, result, rematch, clock, due)
), done AS (
    UPDATE standings AS s SET
        rev = s.rev + 1,
        moved = coalesce(job.moved, s.moved),
        n = coalesce(job.n, s.n),
        line = coalesce(job.line, s.line),
        turn = coalesce(job.turn, s.turn),
        over = coalesce(job.over, s.over),
        acting = CASE WHEN job.n IS NULL THEN s.acting ELSE job.acting END,
        result = CASE WHEN job.n IS NULL THEN s.result ELSE job.result END,
        rematch = CASE WHEN job.n IS NULL THEN s.rematch ELSE job.rematch END,
        clock = CASE WHEN job.n IS NULL THEN s.clock ELSE job.clock END,
        due = CASE WHEN job.n IS NULL THEN s.due ELSE job.due END
    FROM job WHERE s.table_id = job.id AND s.rev = job.rev
    RETURNING s.table_id
), changed AS (
    INSERT INTO changes
    SELECT new.* FROM unnest($13::text[], $14::int[], $15::text[], $16::text[], $17::int[],
                             $18::int[], $19::text[], $20::text[])
        AS new (table_id, n, seat, id, base, line, fingerprint, lines)
    JOIN done USING (table_id)
), seated AS (
    UPDATE seats AS s SET
        name = new.name, digest = new.digest, claimed = new.claimed, computer = new.computer,
        orders = new.orders, owner = new.owner
    FROM unnest($21::text[], $22::text[], $23::text[], $24::bytea[], $25::bool[], $26::text[],
                $27::text[], $28::bytea[])
        AS new (table_id, seat, name, digest, claimed, computer, orders, owner)
    JOIN done USING (table_id)
    WHERE s.table_id = new.table_id AND s.seat = new.seat
)
SELECT table_id FROM done
"""
_JOB, _CHANGE, _SEAT = 12, 8, 8  # columns of each part

_TABLE: Final = (
    "t.id, t.created, t.header, t.wish, t.watch, t.open, s.rev, s.moved, s.n, s.line, s.turn, "
    "s.acting, s.over, s.result, s.rematch, s.clock"
)
TABLES: Final = f"SELECT {_TABLE} FROM tables AS t JOIN standings AS s ON s.table_id = t.id "
_IS_OPEN: Final = (
    "t.open AND NOT s.over AND s.moved >= $1 AND EXISTS (SELECT 1 FROM seats WHERE "
    "table_id = t.id AND kind = 'link' AND NOT claimed AND computer IS NULL)"
)
LOAD: Final = f"{TABLES} WHERE t.id = $1"
BY_DEAL: Final = (
    "SELECT t.id FROM tables AS t JOIN standings AS s ON s.table_id = t.id "
    "WHERE t.wish LIKE '%\"deal\":\"_%' AND t.wish::jsonb #>> '{start,deal}' = $1 AND s.over "
    "ORDER BY s.moved DESC LIMIT $2"
)
BY_DIGESTS: Final = (
    f"{TABLES} WHERE t.id IN (SELECT table_id FROM seats WHERE digest = ANY($1::bytea[]) "
    "OR owner = ANY($1::bytea[])) "
    "ORDER BY s.moved DESC LIMIT 300"
)
OPEN: Final = f"{TABLES} WHERE {_IS_OPEN} ORDER BY t.created DESC LIMIT 50"
OPEN_OF: Final = (
    "SELECT count(*) FROM tables AS t JOIN standings AS s ON s.table_id = t.id "
    "JOIN marks AS m ON m.table_id = t.id AND m.seat = '' AND m.mark = $2 "
    f"WHERE {_IS_OPEN}"
)
WAITING: Final = """
SELECT s.table_id FROM standings AS s
JOIN seats AS mover ON mover.table_id = s.table_id AND mover.seat = s.acting
WHERE NOT s.over AND s.moved <= $1 AND mover.computer IS NOT NULL
AND EXISTS (SELECT 1 FROM seats WHERE table_id = s.table_id AND computer IS NULL)
ORDER BY s.moved DESC LIMIT 100
"""
FORGET: Final = """
DELETE FROM tables WHERE id IN (
    SELECT table_id FROM standings
    WHERE moved < $1 AND due IS NULL AND NOT table_id = ANY($3::text[]) ORDER BY moved LIMIT $2
) RETURNING id
"""
BEAT: Final = """
UPDATE life SET
    away = away + greatest(0, $1::float8 - $2::float8 - alive),
    alive = greatest(alive, $1::float8)
RETURNING away
"""
RUNNING: Final = "SELECT table_id, due FROM standings WHERE due IS NOT NULL ORDER BY due LIMIT $1"
STANDING: Final = "SELECT * FROM standings WHERE table_id = $1"
SEATS: Final = "SELECT * FROM seats WHERE table_id = $1 ORDER BY seat"
SEATS_OF: Final = "SELECT * FROM seats WHERE table_id = ANY($1::text[])"
CHANGES: Final = "SELECT * FROM changes WHERE table_id = $1 AND n > $2 ORDER BY n"
REVISIONS: Final = "SELECT table_id, rev FROM standings WHERE table_id = ANY($1::text[])"
HOST: Final = "SELECT seat FROM hosts WHERE table_id = $1"
SAVE_HOST: Final = (
    "INSERT INTO hosts VALUES ($1, $2) ON CONFLICT (table_id) DO UPDATE SET seat = $2"
)
GUESTS: Final = "SELECT seat, mark FROM marks WHERE table_id = $1 AND seat <> ''"
SAVE_MARK: Final = (
    "INSERT INTO marks VALUES ($1, $2, $3) ON CONFLICT (table_id, seat) DO UPDATE SET mark = $3"
)
# Whoever had the seat before is told of the table no more.
FORGET_WANTS: Final = "DELETE FROM notice_wants WHERE table_id = $1 AND seats = $2"
REVIEW: Final = "SELECT review FROM reviews WHERE table_id = $1"
SAVE_REVIEW: Final = (
    "INSERT INTO reviews VALUES ($1, $2, $3) "
    "ON CONFLICT (table_id) DO UPDATE SET made = $2, review = $3"
)
NEW_TABLE: Final = "INSERT INTO tables VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING"
NEW_STANDING: Final = (
    "INSERT INTO standings VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"
)
NEW_SEAT: Final = "INSERT INTO seats VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
NEW_CHANGE: Final = "INSERT INTO changes VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"


# ---- writing ----


def write_values(jobs: Sequence[tuple[str, int, Sequence[object]]]) -> list[list[Any]]:
    """What `WRITE` is given for these jobs: each a table, its revision and its changes."""
    standings: list[tuple[Any, ...]] = []
    changes: list[tuple[Any, ...]] = []
    seats: list[tuple[Any, ...]] = []
    for table_id, rev, made in jobs:
        standing: tuple[Any, ...] = (None,) * (_JOB - 2)
        for change in made:
            if isinstance(change, SaveTable):
                standing = standing_values(change.row)
            elif isinstance(change, SaveChange):
                changes.append(change_values(table_id, change.row, change.lines))
            elif isinstance(change, SaveSeat):
                row = change.row
                who = (table_id, row.seat, row.name, row.digest, row.claimed, row.computer)
                seats.append((*who, row.orders, row.owner))
        standings.append((table_id, rev, *standing))
    return [*_columns(standings, _JOB), *_columns(changes, _CHANGE), *_columns(seats, _SEAT)]


def _columns(rows: Sequence[tuple[Any, ...]], count: int) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(count)]


def standing_values(row: TableRow) -> tuple[Any, ...]:
    """The columns of `standings` after the first two."""
    return (
        *(row.moved, row.n, row.line, row.turn, row.acting, row.over),
        *(_json(row.result), row.rematch, *clock_values(row)),
    )


def change_values(
    table_id: str, row: ChangeRow, lines: Sequence[tuple[str, str]]
) -> tuple[Any, ...]:
    """The columns of `changes`."""
    text = msgspec.json.encode(lines).decode()
    return (table_id, row.n, row.seat, row.id, row.base, row.line, row.fingerprint, text)


def table_values(table: TableRow) -> tuple[Any, ...]:
    """The columns of `tables`."""
    request = _json(table.request)
    return (table.id, table.created, table.header, request, watch_mark(table), table.open)


def seat_values(seat: SeatRow) -> tuple[Any, ...]:
    """The columns of `seats`."""
    return (
        *(seat.table_id, seat.seat, seat.kind, seat.name, seat.level, seat.digest),
        *(seat.claimed, seat.computer, seat.orders, seat.owner),
    )


def lines_by_change(loaded: LoadedTable) -> list[list[tuple[str, str]]]:
    """The lines each change of a table is kept with: those that no later one has replaced."""
    found: list[list[tuple[str, str]]] = []
    end = len(loaded.lines)
    for change in reversed(loaded.changes):
        found.append(list(loaded.lines[change.base : min(end, change.line)]))
        end = min(end, change.base)
    return found[::-1]


def _json(value: TableRequest | Ending | None) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()


# ---- reading ----

_REQUEST: Final = msgspec.json.Decoder(TableRequest)
_ENDING: Final = msgspec.json.Decoder(Ending)
_CLOCK: Final = msgspec.json.Decoder(TableClock)
_LINES: Final = msgspec.json.Decoder(list[tuple[str, str]])


def read_table(row: Row, token_of: TokenOf) -> TableRow:
    """A table from its columns."""
    return TableRow(
        id=row["id"],
        created=row["created"],
        moved=row["moved"],
        header=row["header"],
        request=_REQUEST.decode(row["wish"]),
        watch=token_of(row["id"]),
        watch_digest=bytes(row["watch"]),
        open=row["open"],
        n=row["n"],
        line=row["line"],
        turn=row["turn"],
        acting=row["acting"],
        over=row["over"],
        result=_ending(row["result"]),
        rematch=row["rematch"],
        clock=_clock(row["clock"]),
    )


def read_standing(row: Row) -> Standing:
    """How a game stands, from its columns."""
    return Standing(
        *(row["moved"], row["n"], row["line"], row["turn"], row["acting"], row["over"]),
        *(_ending(row["result"]), row["rematch"], _clock(row["clock"])),
    )


def read_seat(row: Row) -> SeatRow:
    """A seat from its columns."""
    mark, owner = row["digest"], row["owner"]
    return SeatRow(
        *(row["table_id"], row["seat"], row["kind"], row["name"], row["level"]),
        *(None if mark is None else bytes(mark), row["claimed"], row["computer"], row["orders"]),
        None if owner is None else bytes(owner),
    )


def read_change(row: Row) -> SaveChange:
    """A change with its lines, from its columns."""
    kept = ChangeRow(row["n"], row["seat"], row["id"], row["base"], row["line"], row["fingerprint"])
    return SaveChange(row["table_id"], kept, _LINES.decode(row["lines"]))


def lines_after(changes: Sequence[SaveChange]) -> list[tuple[str, str]]:
    """All lines that stand after these changes of a game from its beginning."""
    if not changes:
        return []
    found: dict[int, tuple[str, str]] = {}
    for change in changes:
        found.update(enumerate(change.lines, change.row.base + 1))
    return [found[line] for line in range(1, changes[-1].row.line + 1) if line in found]


def _clock(text: str | None) -> TableClock | None:
    return None if text is None else _CLOCK.decode(text)


def _ending(text: str | None) -> Ending | None:
    return None if text is None else _ENDING.decode(text)
