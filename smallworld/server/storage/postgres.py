"""Games in PostgreSQL, for any number of processes.

Writes of this process that wait are written in groups, one statement for all of them. A line that
breaks is opened again and the same group is written once more: what was written already has
another revision by then, so nothing is done twice, and whoever waits hears `WrittenByOthers` and
looks.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from smallworld.engine.game import GameError
from smallworld.extras import needed_by

with needed_by("a database of PostgreSQL"):
    import asyncpg

from smallworld.server.storage import postgres_sql as sql
from smallworld.server.storage.additions import STATEMENTS
from smallworld.server.storage.game_store import FoundTable, StorageError, Then, WrittenByOthers
from smallworld.server.storage.sql import SaveReview
from smallworld.server.storage.watch_key import TokenOf, no_token
from smallworld.table.problems import Refused
from smallworld.table.rows import (
    Change,
    LoadedTable,
    SaveChange,
    SaveGuest,
    SaveHost,
    SaveNewTable,
    SaveSeat,
    SaveTable,
    SeatRow,
    TableUpdate,
)

log: Final = logging.getLogger("smallworld.server")

_GROUP: Final = 400  # writes in one statement at most
_READERS: Final = 4  # lines to read by
_ANSWER: Final = 20.0  # seconds for a statement, before the line is taken to be dead
_CONNECT: Final = 5.0
_AGAIN: Final = 0.1  # seconds until a broken line is tried again
_PATIENCE: Final = 5.0  # seconds a reader waits for the database to be back
# What the database says about itself or the line, and not about the statement.
_NOT_NOW: Final = (
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.TransactionRollbackError,
)

# What is written by statements of its own, beside the one for all writes of a group.
_APART: Final = (SaveGuest, SaveHost, SaveNewTable, SaveReview)

T = TypeVar("T")


@dataclass(eq=False)
class _Write:
    table_id: str
    rev: int
    changes: Sequence[Change | SaveReview]
    then: Then
    since: float = field(default_factory=time.monotonic)

    @property
    def is_plain(self) -> bool:
        """Whether it can be written together with others."""
        return not any(isinstance(one, _APART) for one in self.changes)


class PostgresStore:
    """The database of a cluster, as one of its processes sees it."""

    def __init__(self, url: str, token_of: TokenOf = no_token) -> None:
        self.statements = 0  # that were sent, for those who measure
        self._url: Final = url
        self._token_of: Final = token_of
        self._waiting: Final[deque[_Write]] = deque()
        self._oldest: float | None = None  # of the group that is being written
        self._trial: tuple[float, asyncio.Task[None]] | None = None
        self._wake: Final = asyncio.Event()
        self._writer: Any = None
        self._pool: Any = None
        self._opening: Final = asyncio.Lock()
        self._closing = False
        self._task: Final = asyncio.create_task(self._write_all())

    async def close(self) -> None:
        """Write what waits, then let go; what cannot be written soon was not acknowledged."""
        self._closing = True
        self._wake.set()
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._task
        except TimeoutError:
            self._task.cancel()
        if self._writer is not None:
            await _hang_up(self._writer)
        if self._pool is not None:
            await _hang_up(self._pool)

    # ---- writing ----

    async def write(self, changes: Sequence[Change | SaveReview]) -> None:
        """Keep what is new as one; on return it is safe. `StorageError`: nothing is kept."""
        # Whoever waits may be cancelled; the write goes on, and its answer finds nobody.
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def then(error: Exception | None) -> None:
            if not done.done():
                if error is None:
                    done.set_result(None)
                else:
                    done.set_exception(error)

        self.put(changes, then)
        await done

    def put(self, changes: Sequence[Change | SaveReview], then: Then, rev: int = 0) -> None:
        """Keep the changes of one table as one, made for that revision, which is then one more."""
        self._waiting.append(_Write(_table_of(changes), rev, changes, then))
        self._wake.set()

    async def try_write(self) -> None:
        """Whether the database takes a write now."""
        now = time.monotonic()
        if self._trial is None or (self._trial[1].done() and now - self._trial[0] > 1.0):
            self._trial = (now, asyncio.create_task(self._try_write()))
        await asyncio.shield(self._trial[1])

    async def _try_write(self) -> None:
        try:
            pool = await self._readers()
            await pool.execute("UPDATE facts SET value = value WHERE name = 'format'")
        except Exception as error:
            raise StorageError(f"the database does not answer: {_reason(error)}") from None

    def longest_wait(self) -> float:
        """Seconds the oldest change has waited that is not kept yet."""
        oldest = self._oldest
        if oldest is None and self._waiting:
            oldest = self._waiting[0].since
        return 0.0 if oldest is None else time.monotonic() - oldest

    async def _write_all(self) -> None:
        while self._waiting or not self._closing:
            self._wake.clear()
            if not self._waiting:
                await self._wake.wait()
                continue
            group = self._next_group()
            self._oldest = group[0].since
            plain = [one for one in group if one.is_plain]
            if plain:
                await self._until_answered(self._write_group, plain)
            for one in group:
                if not one.is_plain:
                    await self._until_answered(self._write_alone, one)
            self._oldest = None

    def _next_group(self) -> list[_Write]:
        """What waits, each table once: who is left out is written after it, and may be too late."""
        group: dict[str, _Write] = {}
        while self._waiting and len(group) < _GROUP and self._waiting[0].table_id not in group:
            one = self._waiting.popleft()
            group[one.table_id] = one
        return [*group.values()]

    async def _until_answered(self, write: Callable[[T], Awaitable[None]], what: T) -> None:
        """Write; when the line breaks, again, as long as it takes."""
        told = False
        while True:
            try:
                await write(what)
                break
            except Exception as error:
                if not told:
                    log.error("the database does not answer: %s", _reason(error))
                told = True
                if self._writer is not None:
                    self._writer.terminate()
                    self._writer = None
                await asyncio.sleep(_AGAIN)
        if told:
            log.error("the database answers again")

    async def _line(self) -> Any:
        if self._writer is None:
            self._writer = await asyncpg.connect(
                self._url, timeout=_CONNECT, command_timeout=_ANSWER
            )
        return self._writer

    async def _write_group(self, group: list[_Write]) -> None:
        try:
            written = await self._write_plain(group)
        except Exception as error:  # of one of them; each is answered for by itself
            if not _is_final(error):
                raise
            if len(group) > 1:
                for one in group:
                    await self._write_group([one])
            elif isinstance(error, asyncpg.UniqueViolationError):
                _tell(group[0], WrittenByOthers())
            else:
                _tell(group[0], StorageError(str(error)))
            return
        for one in group:
            if one.table_id in written:
                _tell(one, None)
            else:
                _tell(one, WrittenByOthers())

    async def _write_plain(self, group: list[_Write]) -> set[str]:
        """Write all of them; the tables where that was possible."""
        line = await self._line()
        self.statements += 1
        values = sql.write_values([(one.table_id, one.rev, one.changes) for one in group])
        return {row[0] for row in await line.fetch(sql.WRITE, *values)}

    async def _write_alone(self, one: _Write) -> None:
        """New tables, and whatever is written with them; hosts, guests, reviews."""
        line = await self._line()
        try:
            async with line.transaction():
                rest = [change for change in one.changes if not isinstance(change, _APART)]
                if rest and not await line.fetch(
                    sql.WRITE, *sql.write_values([(one.table_id, one.rev, rest)])
                ):
                    raise WrittenByOthers
                for change in one.changes:
                    await _write_apart(line, change)
        except WrittenByOthers as error:
            _tell(one, error)
        except Exception as error:
            if not _is_final(error):
                raise
            _tell(one, StorageError(str(error)))
        else:
            _tell(one, None)

    # ---- reading ----

    async def load(self, table_id: str) -> LoadedTable | None:
        """All of one table."""

        async def read(line: Any) -> LoadedTable | None:
            async with line.transaction(isolation="repeatable_read", readonly=True):
                row = await line.fetchrow(sql.LOAD, table_id)
                if row is None:
                    return None
                seats = await line.fetch(sql.SEATS, table_id)
                kept = await line.fetch(sql.CHANGES, table_id, 0)
                host = await line.fetchval(sql.HOST, table_id)
                guests = dict(await line.fetch(sql.GUESTS, table_id))
            changes = [sql.read_change(one) for one in kept]
            return LoadedTable(
                sql.read_table(row, self._token_of),
                [sql.read_seat(seat) for seat in seats],
                sql.lines_after(changes),
                [change.row for change in changes],
                row["rev"],
                host or "",
                guests,
            )

        return await self._read(read)

    async def load_since(self, table_id: str, n: int) -> TableUpdate | None:
        """What was kept of a table after that version, and how it is now."""

        async def read(line: Any) -> TableUpdate | None:
            async with line.transaction(isolation="repeatable_read", readonly=True):
                row = await line.fetchrow(sql.STANDING, table_id)
                if row is None:
                    return None
                seats = await line.fetch(sql.SEATS, table_id)
                kept = await line.fetch(sql.CHANGES, table_id, n)
                host = await line.fetchval(sql.HOST, table_id)
                guests = dict(await line.fetch(sql.GUESTS, table_id))
            return TableUpdate(
                row["rev"],
                sql.read_standing(row),
                [sql.read_seat(seat) for seat in seats],
                [sql.read_change(change) for change in kept],
                host or "",
                guests,
            )

        return await self._read(read)

    async def revisions(self, table_ids: Sequence[str]) -> dict[str, int]:
        """The revisions of these tables, of those that there are."""
        rows = await self._fetch(sql.REVISIONS, list(table_ids))
        return {row[0]: row[1] for row in rows}

    async def load_review(self, table_id: str) -> str | None:
        """What was found out about a finished game."""
        rows = await self._fetch(sql.REVIEW, table_id)
        return str(rows[0][0]) if rows else None

    async def find_by_digests(self, digests: Sequence[bytes]) -> list[FoundTable]:
        """The tables at which these secrets open a seat, the last moved first."""
        return await self._find(sql.BY_DIGESTS, list(digests))

    async def find_open(self, since: float) -> list[FoundTable]:
        """The tables that wait for guests and were moved at since then, the newest first."""
        return await self._find(sql.OPEN, since)

    async def find_by_deal(self, deal: str, most: int) -> list[str]:
        """The tables at which that deal was played to the end, the last first."""
        return [row[0] for row in await self._fetch(sql.BY_DEAL, deal, most)]

    async def count_open(self, maker: str, since: float) -> int:
        """How many tables of that maker wait for guests and were moved at since then."""
        return int((await self._fetch(sql.OPEN_OF, since, maker))[0][0])

    async def blocked(self) -> list[str]:
        """Addresses and networks that are not let in."""
        return [row[0] for row in await self._fetch("SELECT network FROM blocked")]

    async def table_ids(self) -> list[str]:
        """All tables, the oldest first."""
        rows = await self._fetch("SELECT id FROM tables ORDER BY created, id")
        return [row[0] for row in rows]

    async def find_waiting_for_computers(self, before: float) -> list[str]:
        """The tables where a computer is to act and people wait, since before that moment."""
        return [row[0] for row in await self._fetch(sql.WAITING, before)]

    async def forget(self, before: float, most: int, but: Sequence[str]) -> list[str]:
        """Delete tables at which nothing has happened since then; which ones, so many at most.

        Where a clock runs something will happen, and those in `but` are left alone.
        """
        return [row[0] for row in await self._fetch(sql.FORGET, before, most, list(but))]

    async def beat(self, now: float, patience: float) -> float:
        """Say that somebody serves the games; seconds in all in which nobody did."""
        return float((await self._fetch(sql.BEAT, now, patience))[0][0])

    async def find_running_clocks(self, most: int) -> list[tuple[str, float]]:
        """The tables where time runs, and when it is over, the first first."""
        return [(row[0], row[1]) for row in await self._fetch(sql.RUNNING, most)]

    async def run(self, query: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        """One statement about messages to people; when the line breaks, once more."""
        return [tuple(row) for row in await self._fetch(query, *values)]

    async def keep_fact(self, name: str, value: str) -> str:
        """The fact of that name: what the first process to come has kept."""
        await self._fetch("INSERT INTO facts VALUES ($1, $2) ON CONFLICT DO NOTHING", name, value)
        return str((await self._fetch("SELECT value FROM facts WHERE name = $1", name))[0][0])

    async def _find(self, query: str, value: object) -> list[FoundTable]:
        """Tables with their seats; one that cannot be read is left out, and in the log."""
        tables = []
        for row in await self._fetch(query, value):
            try:
                tables.append(sql.read_table(row, self._token_of))
            except (ValueError, TypeError) as error:
                log.error("table %s is left out of a list: %s", row["id"], error)
        seats: dict[str, list[SeatRow]] = {}
        if tables:
            for one in await self._fetch(sql.SEATS_OF, [table.id for table in tables]):
                seats.setdefault(one["table_id"], []).append(sql.read_seat(one))
        return [(table, seats.get(table.id, [])) for table in tables]

    async def _fetch(self, query: str, *values: object) -> list[Any]:
        async def read(line: Any) -> list[Any]:
            found: list[Any] = await line.fetch(query, *values)
            return found

        return await self._read(read)

    async def _read(self, read: Callable[[Any], Awaitable[T]]) -> T:
        """Read by one of the lines; when it breaks, by another, for a while."""
        end = time.monotonic() + _PATIENCE
        while True:
            try:
                pool = await self._readers()
                async with pool.acquire(timeout=_CONNECT) as line:
                    self.statements += 1
                    return await read(line)
            except Exception as error:
                if _is_final(error):
                    raise
                if time.monotonic() > end:
                    log.error("the database does not answer: %s", _reason(error))
                    raise Refused("busy", seconds=2) from None
                await asyncio.sleep(_AGAIN)

    async def _readers(self) -> Any:
        async with self._opening:
            if self._pool is None:
                self._pool = await asyncpg.create_pool(
                    self._url, min_size=0, max_size=_READERS, timeout=_CONNECT,
                    command_timeout=_ANSWER,
                )  # fmt: skip
        return self._pool


def _table_of(changes: Sequence[Change | SaveReview]) -> str:
    """The table that is written: of a rematch the old one."""
    found = ""
    for change in changes:
        if isinstance(change, SaveTable):
            return change.row.id
        if isinstance(change, SaveSeat):
            return change.row.table_id
        if isinstance(change, SaveChange | SaveGuest | SaveHost | SaveReview):
            return change.table_id
        found = change.loaded.table.id
    return found


def _tell(one: _Write, error: Exception | None) -> None:
    try:
        one.then(error)
    except Exception:  # the others must hear all the same
        log.exception("after a write")


def _is_final(error: Exception) -> bool:
    """Whether the statement was refused; else nobody knows what became of it."""
    if isinstance(error, asyncpg.PostgresError):
        return not isinstance(error, _NOT_NOW)
    return isinstance(error, ValueError | TypeError | KeyError)  # never sent, or not understood


async def _hang_up(line: Any) -> None:
    """Close a line or all of a pool: in good order, or at once where nobody answers."""
    try:
        async with asyncio.timeout(1):
            await line.close()
    except Exception:
        line.terminate()
    await asyncio.sleep(0)  # so that its socket is closed, too


def _reason(error: BaseException) -> str:
    return str(error) or type(error).__name__


async def _write_apart(line: Any, change: Change | SaveReview) -> None:
    """What is not written together with others, if it is that."""
    if isinstance(change, SaveNewTable):
        await insert_table(line, change.loaded)
    elif isinstance(change, SaveHost):
        await line.execute(sql.SAVE_HOST, change.table_id, change.seat)
    elif isinstance(change, SaveGuest):
        await line.execute(sql.SAVE_MARK, change.table_id, change.seat, change.mark)
        await line.execute(sql.FORGET_WANTS, change.table_id, change.seat)
    elif isinstance(change, SaveReview):
        await line.execute(sql.SAVE_REVIEW, change.table_id, change.made, change.review)


# ---- all of a table at once ----


async def insert_table(line: Any, loaded: LoadedTable) -> None:
    """A whole table, unless it is there: then an answer got lost, and it was written before."""
    table = loaded.table
    if not (await line.execute(sql.NEW_TABLE, *sql.table_values(table))).endswith(" 1"):
        return
    await line.execute(sql.NEW_STANDING, table.id, 1, *sql.standing_values(table))
    await line.executemany(sql.NEW_SEAT, [sql.seat_values(seat) for seat in loaded.seats])
    lines = sql.lines_by_change(loaded)
    await line.executemany(
        sql.NEW_CHANGE,
        [
            sql.change_values(table.id, change, text)
            for change, text in zip(loaded.changes, lines, strict=True)
        ],
    )
    if loaded.maker:
        await line.execute(sql.SAVE_MARK, table.id, "", loaded.maker)


async def prepare_database(url: str, key: str = "") -> None:
    """See that the database can be used, and make its tables where there are none.

    `key` is the digest of the server's `watch.key`: all processes must have the same.
    """
    try:
        line = await asyncpg.connect(url, timeout=_CONNECT, command_timeout=_ANSWER)
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError) as error:
        raise GameError(
            f"the database {without_password(url)} cannot be opened: {_reason(error)}; "
            "it is named as postgresql://USER:PASSWORD@HOST:PORT/NAME"
        ) from None
    try:
        async with line.transaction():
            # One process at a time: several may begin at the same moment.
            await line.execute("SELECT pg_advisory_xact_lock(7457)")
            if await line.fetchval("SELECT to_regclass('facts')") is None:
                await line.execute(sql.SCHEMA)
                await line.execute("INSERT INTO facts VALUES ('format', $1)", str(sql.VERSION))
            for statement in STATEMENTS:
                await line.execute(statement)
            facts = dict(await line.fetch("SELECT name, value FROM facts"))
            while (version := facts.get("format", "")) in sql.UPGRADES:
                await line.execute(sql.UPGRADES[version])
                facts["format"] = str(int(version) + 1)
                save = "UPDATE facts SET value = $1 WHERE name = 'format'"
                await line.execute(save, facts["format"])
            if key and "key" not in facts:
                await line.execute("INSERT INTO facts VALUES ('key', $1)", key)
                facts["key"] = key
    except asyncpg.PostgresError as error:
        raise GameError(f"the database {without_password(url)} cannot be used: {error}") from None
    finally:
        await _hang_up(line)
    if facts.get("format") != str(sql.VERSION):
        raise GameError(
            f"the database {without_password(url)} was written by another version of this program "
            f"(format {facts.get('format')}, this one knows {sql.VERSION}): use that version"
        )
    if key and facts["key"] != key:
        raise GameError(
            "the key in watch.key is not the one of the other processes of this database, so links "
            "to watch would not be good there: copy that file from one of them into --data"
        )


def without_password(url: str) -> str:
    """The address of a database or a bus as it may be shown."""
    scheme, mark, rest = url.partition("://")
    place = rest.rpartition("@")[2]
    user = rest[: -len(place)].partition(":")[0].rstrip("@")
    return f"{scheme}{mark}{user + '@' if user else ''}{place}"


# ---- one question at a time, for those who look after the games ----


async def ask_once(url: str, query: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
    """What the database answers."""
    await prepare_database(url)
    line = await asyncpg.connect(url, timeout=_CONNECT, command_timeout=_ANSWER)
    try:
        return [tuple(row) for row in await line.fetch(query, *values)]
    finally:
        await _hang_up(line)


async def load_once(url: str, table_id: str) -> LoadedTable | None:
    """All of one table."""
    await prepare_database(url)
    store = PostgresStore(url)
    try:
        return await store.load(table_id)
    finally:
        await store.close()
