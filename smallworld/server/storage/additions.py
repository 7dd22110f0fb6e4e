"""Tables that were added to both kinds of stores after their format was fixed.

Programs that do not know them can use the same store, so the number of the format stays as it is.
The text is the same for SQLite and PostgreSQL; a file does not look after references, so whoever
deletes a table there deletes its rows here, too.
"""

from __future__ import annotations

from typing import Final

# The tables that a file has beside `tables` and the rows below; all of them say which it is.
PARTS: Final = ("reviews", "changes", "lines", "seats")
COLUMNS: Final = {"hosts": 2, "marks": 3, "notice_wants": 11, "notices": 7}  # table_id is one

STATEMENTS: Final = (
    # Seats that host a table because its host has handed that on.
    """
    CREATE TABLE IF NOT EXISTS hosts (
        table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
        seat TEXT NOT NULL
    )
    """,
    # From where an open table was made and its seats were taken, as digests by the key of the
    # server: enough to tell addresses apart, and no address.
    """
    CREATE TABLE IF NOT EXISTS marks (
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        seat TEXT NOT NULL,               -- of a guest; empty: whoever made the table
        mark TEXT NOT NULL,               -- empty: that guest was asked to go
        PRIMARY KEY (table_id, seat)
    )
    """,
    "CREATE INDEX IF NOT EXISTS marks_of_makers ON marks (mark) WHERE seat = ''",
    # Who wants to be told of a table, and how.
    """
    CREATE TABLE IF NOT EXISTS notice_wants (
        id TEXT PRIMARY KEY,
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        seats TEXT NOT NULL,              -- P1, or several: P1 P3
        kind TEXT NOT NULL,               -- push, mail or hook
        target TEXT NOT NULL,             -- JSON of a push subscription, an e-mail address, a URL
        mark TEXT NOT NULL,               -- digest of kind and target, by the key of the server
        lang TEXT NOT NULL,
        confirmed INTEGER NOT NULL,       -- 1: whoever reads there has said yes
        created DOUBLE PRECISION NOT NULL,
        seen DOUBLE PRECISION NOT NULL,   -- when somebody of these seats was last at the table
        looked INTEGER NOT NULL,          -- the version of the game that was last looked at
        UNIQUE (table_id, mark)
    )
    """,
    # What was, or is to be, told: one row for one thing, whoever tells it.
    """
    CREATE TABLE IF NOT EXISTS notices (
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        mark TEXT NOT NULL,
        event TEXT NOT NULL,              -- turn 5, answer 5 P2, over, taken P3 …, confirm …
        want TEXT NOT NULL,
        state TEXT NOT NULL,              -- waiting, sending, sent, failed, unknown or moot
        tries INTEGER NOT NULL,
        due DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (table_id, mark, event)
    )
    """,
    "CREATE INDEX IF NOT EXISTS notices_waiting ON notices (due) WHERE state = 'waiting'",
    "CREATE INDEX IF NOT EXISTS notices_by_mark ON notices (mark, due)",
)
