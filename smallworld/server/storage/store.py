"""Games on disk: SQLite with one writer thread that commits what waits in groups.

A write is answered only after it has reached the disk (write-ahead log, full synchronisation), so
whatever was acknowledged survives a crash at any moment.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final

from smallworld.engine.game import GameError
from smallworld.server.storage.sql import (
    SCHEMA,
    UPGRADES,
    VERSION,
    SaveReview,
    Statement,
    Value,
    seat_row,
    statements_for,
    table_row,
)
from smallworld.table.problems import Refused
from smallworld.table.rows import Change, ChangeRow, LoadedTable, SeatRow, TableRow

_GROUP: Final = 400  # writes in one commit at most


class StorageError(Refused):
    """The store could not do it; nothing has changed."""

    def __init__(self, text: str, conflict: bool = False) -> None:
        super().__init__("not_saved", text=text)
        self.text: Final = text
        self.conflict: Final = conflict  # what is kept is not what the asker took it to be


class BadDatabase(GameError):
    """A file that is no database of ours."""


@dataclass
class _Job:
    statements: Sequence[Statement]
    done: asyncio.Future[None]
    error: Exception | None = None


class Store:
    """The database file of a server."""

    def __init__(self, path: Path) -> None:
        self.path: Final = path
        self._jobs: Final[SimpleQueue[_Job | None]] = SimpleQueue()
        self._reading: Final = threading.Lock()
        check_file(path)
        self._writer: Final = _connect(path)
        self._reader: Final = _connect(path)
        self._thread: Final = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    def close(self) -> None:
        """Write what waits, then close the file."""
        self._jobs.put(None)
        self._thread.join()
        self._writer.close()
        with self._reading:
            self._reader.close()

    # ---- writing ----

    async def write(self, changes: Sequence[Change | SaveReview]) -> None:
        """Keep the changes as one; on return they are on disk. `StorageError`: none of them is."""
        job = _Job(statements_for(changes), self._loop.create_future())
        self._jobs.put(job)
        # Whoever waits may be cancelled; the write goes on, and its answer finds nobody.
        await asyncio.shield(job.done)

    def _write_all(self) -> None:
        while (job := self._jobs.get()) is not None:
            group = [job]
            last = False
            while len(group) < _GROUP:
                try:
                    more = self._jobs.get_nowait()
                except Empty:
                    break
                if more is None:
                    last = True
                    break
                group.append(more)
            self._commit(group)
            if last:
                return

    def _commit(self, group: list[_Job]) -> None:
        db = self._writer
        try:
            db.execute("BEGIN IMMEDIATE")
            for job in group:
                self._carry_out(job)
            db.execute("COMMIT")
        except sqlite3.Error as error:
            if db.in_transaction:
                db.execute("ROLLBACK")
            for job in group:
                job.error = job.error or error
        with suppress(RuntimeError):  # the loop is gone, and with it everybody who waited
            self._loop.call_soon_threadsafe(_answer, group)

    def _carry_out(self, job: _Job) -> None:
        """One job of a group; if it fails, the others are not touched by that."""
        db = self._writer
        db.execute("SAVEPOINT job")
        try:
            for sql, values in job.statements:
                db.execute(sql, values)
        except sqlite3.IntegrityError as error:
            job.error = error
            db.execute("ROLLBACK TO job")
        db.execute("RELEASE job")

    # ---- reading ----

    def load(self, table_id: str) -> LoadedTable | None:
        """All of one table; for a thread that may wait."""
        with self._reading:
            db = self._reader
            row = db.execute("SELECT * FROM tables WHERE id = ?", (table_id,)).fetchone()
            if row is None:
                return None
            seats = db.execute("SELECT * FROM seats WHERE table_id = ?", (table_id,)).fetchall()
            lines = db.execute(
                "SELECT who, text FROM lines WHERE table_id = ? ORDER BY line", (table_id,)
            ).fetchall()
            changes = db.execute(
                "SELECT n, seat, id, base, line, fingerprint FROM changes "
                "WHERE table_id = ? ORDER BY n",
                (table_id,),
            ).fetchall()
        return LoadedTable(
            table_row(row),
            [seat_row(seat) for seat in seats],
            [(str(who), str(text)) for who, text in lines],
            [ChangeRow(*change) for change in changes],
        )

    def load_review(self, table_id: str) -> str | None:
        """What was found out about a finished game; for a thread that may wait."""
        with self._reading:
            row = self._reader.execute(
                "SELECT review FROM reviews WHERE table_id = ?", (table_id,)
            ).fetchone()
        return None if row is None else str(row[0])

    def find_by_digests(self, digests: Sequence[bytes]) -> list[tuple[TableRow, list[SeatRow]]]:
        """The tables at which these secrets open a seat, the last moved first."""
        marks = ",".join("?" * len(digests))
        return self._find(
            "SELECT * FROM tables WHERE id IN "
            f"(SELECT table_id FROM seats WHERE digest IN ({marks})) ORDER BY moved DESC LIMIT 300",
            tuple(digests),
        )

    def find_open(self) -> list[tuple[TableRow, list[SeatRow]]]:
        """The tables that wait for guests, the newest first."""
        return self._find(
            "SELECT * FROM tables WHERE open AND NOT over AND id IN "
            "(SELECT table_id FROM seats WHERE kind = 'link' AND NOT claimed "
            "AND computer IS NULL) "
            "ORDER BY created DESC LIMIT 50",
            (),
        )

    def find_waiting_for_computers(self) -> list[str]:
        """The tables where a computer is to act and people wait: after a start it must be asked."""
        with self._reading:
            rows = self._reader.execute(
                "SELECT id FROM tables JOIN seats ON table_id = id AND seat = acting "
                "WHERE NOT over AND computer IS NOT NULL AND EXISTS (SELECT 1 FROM seats AS people "
                "WHERE people.table_id = id AND people.computer IS NULL) "
                "ORDER BY moved DESC LIMIT 100"
            ).fetchall()
        return [str(row[0]) for row in rows]

    def _find(self, sql: str, values: tuple[Value, ...]) -> list[tuple[TableRow, list[SeatRow]]]:
        with self._reading:
            tables = [table_row(row) for row in self._reader.execute(sql, values).fetchall()]
            return [
                (
                    table,
                    [
                        seat_row(seat)
                        for seat in self._reader.execute(
                            "SELECT * FROM seats WHERE table_id = ?", (table.id,)
                        ).fetchall()
                    ],
                )
                for table in tables
            ]


def _answer(group: list[_Job]) -> None:
    """On the loop: everybody whose job was in the group hears how it went."""
    for job in group:
        if job.done.cancelled():
            continue
        if job.error is None:
            job.done.set_result(None)
        else:
            conflict = isinstance(job.error, sqlite3.IntegrityError)
            job.done.set_exception(StorageError(str(job.error), conflict))


def check_file(path: Path) -> None:
    """`BadDatabase` if that file cannot be used; it is made if it is not there."""
    try:
        db = _connect(path)
        try:
            _prepare(db, path)
        finally:
            db.close()
    except sqlite3.Error as error:
        raise BadDatabase(f"{path}: it cannot be opened as a database of games: {error}") from None


def _connect(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    return db


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    """Make the tables in a new file, or those an older one lacks; refuse a later version."""
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if version == 0:
        db.executescript(f"BEGIN; {SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")
        return
    while version in UPGRADES:
        db.executescript(f"BEGIN; {UPGRADES[version]} PRAGMA user_version = {version + 1}; COMMIT;")
        version += 1
    if version != VERSION:
        raise BadDatabase(
            f"{path} was written by another version of this program (format {version}, "
            f"this one knows {VERSION}): use that version, or another folder by --data"
        )
