"""Tables read from the database, as far as they can be."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

from smallworld.server.storage.sql import seat_row, table_row
from smallworld.server.storage.watch_key import TokenOf, no_token
from smallworld.table.rows import ChangeRow, LoadedTable


def load_table(
    db: sqlite3.Connection, table_id: str, token_of: TokenOf = no_token
) -> LoadedTable | None:
    """All of one table; what comes after a line that is missing is not its game any more."""
    row = db.execute("SELECT * FROM tables WHERE id = ?", (table_id,)).fetchone()
    if row is None:
        return None
    seats = db.execute("SELECT * FROM seats WHERE table_id = ?", (table_id,)).fetchall()
    lines = db.execute(
        "SELECT line, who, text FROM lines WHERE table_id = ? ORDER BY line", (table_id,)
    ).fetchall()
    changes = db.execute(
        "SELECT n, seat, id, base, line, fingerprint FROM changes WHERE table_id = ? ORDER BY n",
        (table_id,),
    ).fetchall()
    host = db.execute("SELECT seat FROM hosts WHERE table_id = ?", (table_id,)).fetchone()
    guests = db.execute(
        "SELECT seat, mark FROM marks WHERE table_id = ? AND seat <> ''", (table_id,)
    ).fetchall()
    return LoadedTable(
        table_row(row, token_of),
        [seat_row(seat) for seat in seats],
        [(str(who), str(text)) for _, who, text in _unbroken(lines)],
        [ChangeRow(*change) for change in changes],
        host="" if host is None else str(host[0]),
        guests=dict(guests),
    )


def _unbroken(lines: Sequence[Sequence[Any]]) -> Iterator[Sequence[Any]]:
    numbered = enumerate(lines, 1)
    return (line for _, line in takewhile(lambda one: one[0] == one[1][0], numbered))


def table_ids(db: sqlite3.Connection) -> list[str]:
    """All tables, the oldest first."""
    return [str(row[0]) for row in db.execute("SELECT id FROM tables ORDER BY created").fetchall()]
