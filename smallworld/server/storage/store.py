"""Games on disk: SQLite with one writer thread that commits what waits in groups.

A write is answered only after it has reached the disk (write-ahead log, full synchronisation), so
whatever was acknowledged survives a crash at any moment.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final

from smallworld.engine.game import GameError
from smallworld.server.storage.additions import COLUMNS, PARTS, STATEMENTS
from smallworld.server.storage.game_store import FoundTable, StorageError, Then
from smallworld.server.storage.reading import load_table
from smallworld.server.storage.sql import (
    DEAL,
    SCHEMA,
    UPGRADES,
    VERSION,
    SaveReview,
    Statement,
    Value,
    can_merge,
    merge,
    seat_row,
    statements_for,
    table_row,
)
from smallworld.server.storage.watch_key import TokenOf, no_token
from smallworld.table.rows import Change, LoadedTable, TableUpdate
from smallworld.table.seats.credentials import digest

log: Final = logging.getLogger("smallworld.server")

_GROUP: Final = 400  # writes in one commit at most
_PAUSE: Final = 0.005  # seconds between commits: while many write, few commits take less of all
_TRIAL: Final = 1.0  # seconds for which it is remembered how a trial to write ended
_IS_OPEN: Final = (
    "open AND NOT over AND moved >= ? AND id IN "
    "(SELECT table_id FROM seats WHERE kind = 'link' AND NOT claimed AND computer IS NULL)"
)


class BadDatabase(GameError):
    """A file that is no database of ours."""


@dataclass(eq=False)
class _Job:
    statements: Sequence[Statement]
    then: Then
    error: Exception | None = None
    since: float = field(default_factory=time.monotonic)


class Store:
    """The database file of a server."""

    def __init__(self, path: Path, token_of: TokenOf = no_token) -> None:
        self.path: Final = path
        self._token_of: Final = token_of
        self._jobs: Final[SimpleQueue[_Job | None]] = SimpleQueue()
        self._unwritten: Final[dict[int, _Job]] = {}  # oldest first; of the loop, not the thread
        self._trial: asyncio.Future[None] | None = None
        self._tried = 0.0  # when the trial began
        self._reading: Final = threading.Lock()
        check_file(path)
        self._committed = 0.0  # when the last commit ended
        self._writer = _connect(path)
        self._reader: Final = _connect(path)
        self._thread: Final = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    async def close(self) -> None:
        """Write what waits, then close the file."""
        self._jobs.put(None)
        self._thread.join()
        self._writer.close()
        with self._reading:
            self._reader.close()

    # ---- writing ----

    async def write(self, changes: Sequence[Change | SaveReview]) -> None:
        """Keep the changes as one; on return they are on disk. `StorageError`: none of them is."""
        # Whoever waits may be cancelled; the write goes on, and its answer finds nobody.
        done: asyncio.Future[None] = self._loop.create_future()
        self.put(changes, lambda error: _settle(done, error))
        await done

    def put(self, changes: Sequence[Change | SaveReview], then: Then, rev: int = 0) -> None:
        """The same for whoever does not wait: `then` is told how it ended.

        Nobody else writes here, so there are no revisions.
        """
        try:
            statements = statements_for(changes)
        except Exception as error:
            self._loop.call_soon(then, error)
        else:
            self._put(statements, then)

    async def try_write(self) -> None:
        """Write what is there already; `StorageError` says why nothing can be written now."""
        now = time.monotonic()
        trial = self._trial
        if trial is None or (trial.done() and now - self._tried > _TRIAL):
            trial = self._trial = self._loop.create_future()
            self._tried = now
            made = trial
            self._put(
                [(f"PRAGMA user_version = {VERSION}", ())], lambda error: _settle(made, error)
            )
        await asyncio.shield(trial)

    async def _run(self, statements: Sequence[Statement]) -> None:
        """Carry them out as one."""
        done: asyncio.Future[None] = self._loop.create_future()
        self._put(statements, lambda error: _settle(done, error))
        await done

    def _put(self, statements: Sequence[Statement], then: Then) -> None:
        job = _Job(statements, then)
        self._unwritten[id(job)] = job
        self._jobs.put(job)

    def longest_wait(self) -> float:
        """Seconds the oldest change has waited that is not kept yet."""
        oldest = next(iter(self._unwritten.values()), None)
        return 0.0 if oldest is None else time.monotonic() - oldest.since

    def _write_all(self) -> None:
        while self._write_some():  # while it waits for more, nothing of the last ones stays here
            pass

    def _write_some(self) -> bool:
        """Commit what waits, or what comes next; whether more may come."""
        job = self._jobs.get()
        if job is None:
            return False
        time.sleep(max(0.0, self._committed + _PAUSE - time.monotonic()))
        group = [job]
        more: _Job | None = job
        with suppress(Empty):
            while more is not None and len(group) < _GROUP:
                more = self._jobs.get_nowait()
                if more is not None:
                    group.append(more)
        self._commit(group)
        self._committed = time.monotonic()
        return more is not None

    def _commit(self, group: list[_Job]) -> None:
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            for job in self._carry_out_together(group):
                self._carry_out(job)
            self._writer.execute("COMMIT")
        except Exception as error:  # whatever it is: who waits hears of it, and the thread goes on
            for job in group:
                job.error = job.error or error
            self._roll_back()
        with suppress(RuntimeError):  # the loop is gone, and with it everybody who waited
            self._loop.call_soon_threadsafe(self._answer, group)

    def _answer(self, group: list[_Job]) -> None:
        """On the loop: everybody whose job was in the group hears how it went."""
        for job in group:
            del self._unwritten[id(job)]
            error = job.error
            if error is not None:
                error = StorageError(str(error), isinstance(error, sqlite3.IntegrityError))
            try:
                job.then(error)
            except Exception:  # the others must hear all the same
                log.exception("after a write")

    def _carry_out_together(self, group: list[_Job]) -> list[_Job]:
        """Those of a group that can be merged, in few statements; answers with the others.

        If one of them fails none of them is done, and each is answered for by itself.
        """
        alike = [job for job in group if can_merge(job.statements)]
        if len(alike) < 2:
            return group
        db = self._writer
        db.execute("SAVEPOINT many")
        try:
            for sql, values in merge(one for job in alike for one in job.statements):
                db.execute(sql, values)
        except Exception as error:
            if _concerns_the_file(error):
                raise
            db.execute("ROLLBACK TO many")
            alike = []
        db.execute("RELEASE many")
        return [job for job in group if job not in alike]

    def _carry_out(self, job: _Job) -> None:
        """One job of a group; if it fails, the others are not touched by that."""
        db = self._writer
        db.execute("SAVEPOINT job")
        try:
            for sql, values in job.statements:
                db.execute(sql, values)
        except Exception as error:
            if _concerns_the_file(error):
                raise
            job.error = error
            db.execute("ROLLBACK TO job")
        db.execute("RELEASE job")

    def _roll_back(self) -> None:
        """Back to before the group; where even that fails, with a new connection."""
        try:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            self._writer.execute("SELECT 1 FROM tables LIMIT 1").fetchone()
        except sqlite3.Error:
            with suppress(sqlite3.Error):
                self._writer.close()
            with suppress(sqlite3.Error):  # else the next group fails, and tries it again
                self._writer = _connect(self.path)

    # ---- reading ----

    async def load(self, table_id: str) -> LoadedTable | None:
        """All of one table."""
        return await asyncio.to_thread(self._load, table_id)

    def _load(self, table_id: str) -> LoadedTable | None:
        with self._reading:
            return load_table(self._reader, table_id, self._token_of)

    async def load_since(self, table_id: str, n: int) -> TableUpdate | None:
        """Nothing: nobody else writes here."""
        return None

    async def revisions(self, table_ids: Sequence[str]) -> dict[str, int]:
        """None: nobody else writes here."""
        return {}

    async def blocked(self) -> list[str]:
        """Addresses and networks that are not let in."""
        return [str(row[0]) for row in await self._read("SELECT network FROM blocked")]

    async def table_ids(self) -> list[str]:
        """All tables, the oldest first."""
        rows = await self._read("SELECT id FROM tables ORDER BY created, id")
        return [str(row[0]) for row in rows]

    async def load_review(self, table_id: str) -> str | None:
        """What was found out about a finished game."""
        rows = await self._read("SELECT review FROM reviews WHERE table_id = ?", (table_id,))
        return str(rows[0][0]) if rows else None

    async def find_by_digests(self, digests: Sequence[bytes]) -> list[FoundTable]:
        """The tables at which these secrets open a seat, the last moved first."""
        marks = ",".join("?" * len(digests))
        return await asyncio.to_thread(
            self._find,
            "SELECT * FROM tables WHERE id IN "
            f"(SELECT table_id FROM seats WHERE digest IN ({marks}) OR owner IN ({marks})) "
            "ORDER BY moved DESC LIMIT 300",
            (*digests, *digests),
        )

    async def find_open(self, since: float) -> list[FoundTable]:
        """The tables that wait for guests and were moved at since then, the newest first."""
        sql = f"SELECT * FROM tables WHERE {_IS_OPEN} ORDER BY created DESC LIMIT 50"
        return await asyncio.to_thread(self._find, sql, (since,))

    async def find_by_deal(self, deal: str, most: int) -> list[str]:
        """The tables at which that deal was played to the end, the last first."""
        sql = f"SELECT id FROM tables WHERE {DEAL} = ? AND over ORDER BY moved DESC LIMIT ?"
        return [str(row[0]) for row in await self._read(sql, (deal, most))]

    async def count_open(self, maker: str, since: float) -> int:
        """How many tables of that maker wait for guests and were moved at since then."""
        made = "SELECT table_id FROM marks WHERE seat = '' AND mark = ?"
        sql = f"SELECT count(*) FROM tables WHERE {_IS_OPEN} AND id IN ({made})"
        return int((await self._read(sql, (since, maker)))[0][0])  # type: ignore[arg-type]

    async def find_waiting_for_computers(self, before: float) -> list[str]:
        """The tables where a computer is to act and people wait, since before that moment."""
        rows = await self._read(
            "SELECT id FROM tables JOIN seats ON table_id = id AND seat = acting "
            "WHERE NOT over AND computer IS NOT NULL AND EXISTS (SELECT 1 FROM seats AS people "
            "WHERE people.table_id = id AND people.computer IS NULL) AND moved <= ? "
            "ORDER BY moved DESC LIMIT 100",
            (before,),
        )
        return [str(row[0]) for row in rows]

    async def forget(self, before: float, most: int, but: Sequence[str]) -> list[str]:
        """Delete tables at which nothing has happened since then; which ones, so many at most.

        Where a clock runs something will happen, and those in `but` are left alone.
        """
        marks = ",".join("?" * len(but))
        rows = await self._read(
            f"SELECT id FROM tables WHERE moved < ? AND due IS NULL AND id NOT IN ({marks}) "
            "ORDER BY moved LIMIT ?",
            (before, *but, most),
        )
        gone = [str(row[0]) for row in rows]
        still = "(SELECT id FROM tables WHERE id = ? AND moved < ?)"  # nobody has come meanwhile
        statements: list[Statement] = [("PRAGMA secure_delete = ON", ())]  # it shall be gone
        for table_id in gone:
            for name in (*PARTS, *COLUMNS):
                delete = f"DELETE FROM {name} WHERE table_id IN {still}"
                statements.append((delete, (table_id, before)))
            statements.append((f"DELETE FROM tables WHERE id IN {still}", (table_id, before)))
        if gone:
            await self._run(statements)
        return gone

    async def beat(self, now: float, patience: float) -> float:
        """Say that somebody serves the games; seconds in all in which nobody did.

        So much of the time since the last sign of life is not missed.
        """
        await self._run(
            [
                (
                    "UPDATE life SET away = away + max(0, ?1 - ?2 - alive), alive = max(alive, ?1)",
                    (now, patience),
                )
            ]
        )
        return float((await self._read("SELECT away FROM life"))[0][0])  # type: ignore[arg-type]

    async def find_running_clocks(self, most: int) -> list[tuple[str, float]]:
        """The tables where time runs, and when it is over, the first first."""
        rows = await self._read(
            "SELECT id, due FROM tables WHERE due IS NOT NULL ORDER BY due LIMIT ?", (most,)
        )
        return [(str(id_), float(due)) for id_, due in rows]  # type: ignore[arg-type]

    async def _read(self, sql: str, values: tuple[Value, ...] = ()) -> list[tuple[Value, ...]]:
        def fetch() -> list[tuple[Value, ...]]:
            with self._reading:
                return self._reader.execute(sql, values).fetchall()

        return await asyncio.to_thread(fetch)

    def _find(self, sql: str, values: tuple[Value, ...]) -> list[FoundTable]:
        """Tables with their seats; one that cannot be read is left out, and in the log."""
        found = []
        with self._reading:
            for row in self._reader.execute(sql, values).fetchall():
                try:
                    table = table_row(row, self._token_of)
                except (ValueError, TypeError) as error:
                    log.error("table %s is left out of a list: %s", row[0], error)
                    continue
                seats = self._reader.execute(
                    "SELECT * FROM seats WHERE table_id = ?", (table.id,)
                ).fetchall()
                found.append((table, [seat_row(seat) for seat in seats]))
        return found


def _settle(done: asyncio.Future[None], error: Exception | None) -> None:
    if done.cancelled():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)


def _concerns_the_file(error: Exception) -> bool:
    """What the file or the disk says concerns the whole group, all else one job alone."""
    return isinstance(error, sqlite3.OperationalError) or type(error) is sqlite3.DatabaseError


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
        version = VERSION
    db.create_function("digest", 1, digest, deterministic=True)
    db.execute("PRAGMA secure_delete = ON")  # what an upgrade takes away shall be gone
    while version in UPGRADES:
        db.executescript(f"BEGIN; {UPGRADES[version]} PRAGMA user_version = {version + 1}; COMMIT;")
        version += 1
    if version != VERSION:
        raise BadDatabase(
            f"{path} was written by another version of this program (format {version}, "
            f"this one knows {VERSION}): use that version, or another folder by --data"
        )
    for statement in STATEMENTS:
        db.execute(statement)
