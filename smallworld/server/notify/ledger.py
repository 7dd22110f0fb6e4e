"""Who wants to be told of which table, and what was told: rows of the store that keeps the games.

Whether something is told is decided by a row: its key is the table, whom it is told and what has
happened, so the first process to write it is the one, whatever others believe and whenever they
begin. A row that is `sending` and whose process is gone stays so: nobody knows whether it was told,
and twice would be worse than not at all.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

Rows = list[tuple[Any, ...]]
Run = Callable[[str, Sequence[object]], Awaitable[Rows]]

OVER: Final = 2_000_000_000  # version after which nothing comes any more
_WANT: Final = "w.id, w.table_id, w.seats, w.kind, w.target, w.mark, w.lang, w.confirmed, w.seen"
_STANDING: Final = "(SELECT id AS table_id, moved, n, turn, acting, over FROM tables)"


@dataclass(frozen=True)
class Want:
    """Somebody wants to be told of a table."""

    id: str
    table_id: str
    seats: tuple[str, ...]
    kind: str  # push, mail or hook
    target: str
    mark: str
    lang: str
    confirmed: bool
    seen: float = 0.0


@dataclass(frozen=True)
class Notice:
    """Something that is to be told now, and only by whoever has this."""

    want: Want
    event: str
    tries: int  # this one included
    still: bool  # whether what it tells is still so


@dataclass(frozen=True)
class Waiting:
    """A table at which something may have happened that somebody wants to hear of."""

    want: Want
    n: int
    moved: float
    over: bool


class NoticeLedger:
    """The rows, read and written; `run` carries out one statement."""

    def __init__(self, run: Run, in_file: bool) -> None:
        self._run: Final = run
        self._standing: Final = _STANDING if in_file else "standings"
        hexed = "lower(hex(substr({0}, 1, 6)))" if in_file else "encode(substr({0}, 1, 6), 'hex')"
        self._hex: Final = hexed

    # ---- who wants what ----

    async def add(self, want: Want, now: float, most: int) -> str | None:
        """The name of the wish; None if the seats of that table have enough of them.

        Whoever asks again for the same has it already.
        """
        likes = " OR ".join(f"seats LIKE '%{seat}%'" for seat in want.seats)
        await self._run(
            "INSERT INTO notice_wants SELECT $1, $2, $3, $4, $5, $6, $7, CAST($8 AS INTEGER), "
            "CAST($9 AS DOUBLE PRECISION), CAST($9 AS DOUBLE PRECISION), 0 "
            "WHERE (SELECT count(*) FROM notice_wants WHERE table_id = $2 AND "
            f"({likes})) < CAST($10 AS INTEGER) ON CONFLICT (table_id, mark) DO NOTHING",
            (
                *(want.id, want.table_id, " ".join(want.seats), want.kind, want.target, want.mark),
                *(want.lang, int(want.confirmed), now, most),
            ),
        )
        rows = await self._run(
            "SELECT id FROM notice_wants WHERE table_id = $1 AND mark = $2",
            (want.table_id, want.mark),
        )
        return str(rows[0][0]) if rows else None

    async def of_table(self, table_id: str) -> list[Want]:
        """All wishes at a table, the oldest first."""
        sql = f"SELECT {_WANT} FROM notice_wants AS w WHERE w.table_id = $1 ORDER BY w.created"
        return [_want(row) for row in await self._run(sql, (table_id,))]

    async def find(self, want_id: str) -> Want | None:
        """The wish of that name."""
        rows = await self._run(f"SELECT {_WANT} FROM notice_wants AS w WHERE w.id = $1", (want_id,))
        return _want(rows[0]) if rows else None

    async def confirm(self, want_id: str) -> None:
        """Whoever reads there has said yes."""
        await self._run("UPDATE notice_wants SET confirmed = 1 WHERE id = $1", (want_id,))

    async def stop(self, want_id: str) -> None:
        """No more of it; where it went is forgotten."""
        await self._run("DELETE FROM notice_wants WHERE id = $1", (want_id,))

    async def tables(self) -> set[str]:
        """The tables of which anybody still wants to hear."""
        sql = f"SELECT DISTINCT table_id FROM notice_wants WHERE looked < {OVER}"
        return {str(row[0]) for row in await self._run(sql, ())}

    async def note_presence(self, table_id: str, seats: Sequence[str], now: float) -> None:
        """Somebody of these seats is at the table."""
        likes = " OR ".join(f"seats LIKE '%{seat}%'" for seat in seats)
        await self._run(
            f"UPDATE notice_wants SET seen = $1 WHERE table_id = $2 AND ({likes})", (now, table_id)
        )

    # ---- what has happened ----

    async def waiting(self, before: float) -> list[Waiting]:
        """Tables that wait since then for somebody who is away, and those that are over."""
        rows = await self._run(
            f"SELECT {_WANT}, s.n, s.moved, s.over FROM notice_wants AS w "
            f"JOIN {self._standing} AS s ON s.table_id = w.table_id "
            "WHERE w.confirmed = 1 AND w.seen <= $1 AND s.moved <= $1 AND "
            f"((s.over AND w.looked < {OVER}) OR "
            "(NOT s.over AND s.n > w.looked AND w.seats LIKE '%' || s.acting || '%')) LIMIT 100",
            (before,),
        )
        return [Waiting(_want(row), row[9], row[10], bool(row[11])) for row in rows]

    async def looked(self, want_id: str, n: int) -> None:
        """What has happened up to that version was seen to."""
        await self._run("UPDATE notice_wants SET looked = $2 WHERE id = $1", (want_id, n))

    async def taken(self) -> list[tuple[Want, str]]:
        """Guests who have come and of whom a wish was not told, as events.

        A guest who was asked to go and the next one have different secrets, so they are two.
        """
        event = f"'taken ' || t.seat || ' ' || {self._hex.format('t.digest')}"
        rows = await self._run(
            f"SELECT {_WANT}, {event} FROM notice_wants AS w "
            f"JOIN seats AS t ON t.table_id = w.table_id WHERE w.looked < {OVER} "
            "AND t.kind = 'link' AND t.claimed AND t.digest IS NOT NULL "
            "AND NOT w.seats LIKE '%' || t.seat || '%' AND NOT EXISTS (SELECT 1 FROM notices AS k "
            f"WHERE k.table_id = w.table_id AND k.mark = w.mark AND k.event = {event}) LIMIT 100",
            (),
        )
        return [(_want(row), str(row[9])) for row in rows]

    # ---- what is told ----

    async def note(self, want: Want, event: str, due: float, moot: bool = False) -> None:
        """It is to be told then, unless it was before; `moot`: it need not be."""
        await self._run(
            "INSERT INTO notices VALUES ($1, $2, $3, $4, $5, 0, $6) ON CONFLICT DO NOTHING",
            (want.table_id, want.mark, event, want.id, "moot" if moot else "waiting", due),
        )

    async def claim(self, now: float, most: int) -> list[Notice]:
        """What is due, to be told by the caller and by nobody else."""
        claimed = await self._run(
            "UPDATE notices SET state = 'sending', tries = tries + 1, due = $1 "
            "WHERE state = 'waiting' AND (table_id, mark, event) IN (SELECT table_id, mark, event "
            f"FROM notices WHERE state = 'waiting' AND due <= $1 ORDER BY due LIMIT {most:d}) "
            "RETURNING table_id, mark, event, want, tries",
            (now,),
        )
        found = []
        for table_id, mark, event, want_id, tries in claimed:
            rows = await self._run(
                f"SELECT {_WANT}, s.turn, s.acting FROM notice_wants AS w "
                f"JOIN {self._standing} AS s ON s.table_id = w.table_id WHERE w.id = $1",
                (want_id,),
            )
            if not rows:  # stopped meanwhile
                await self._settle(table_id, mark, event, "moot", now)
                continue
            want, turn, acting = _want(rows[0]), rows[0][9], rows[0][10]
            found.append(Notice(want, event, tries, _is_so(event, want, turn, acting)))
        return found

    async def settle(self, notice: Notice, state: str, now: float) -> None:
        """How it went."""
        await self._settle(notice.want.table_id, notice.want.mark, notice.event, state, now)

    async def try_later(self, notice: Notice, due: float, tried: bool) -> None:
        """It was not told yet, and may be."""
        want = notice.want
        await self._run(
            "UPDATE notices SET state = 'waiting', due = $4, tries = CAST($5 AS INTEGER) "
            "WHERE table_id = $1 AND mark = $2 AND event = $3",
            (want.table_id, want.mark, notice.event, due, notice.tries - (not tried)),
        )

    async def told_since(self, notice: Notice, since: float) -> tuple[int, int]:
        """How much was told since then: to the same target at all tables, and at this table.

        Of what is on its way only what comes before this one counts, in some order, so that of two
        at once one is told.
        """
        want = notice.want
        told = (
            "due >= $4 AND (state IN ('sent', 'unknown') OR (state = 'sending' "
            "AND (table_id, mark, event) < ($1, $2, $3)))"
        )
        values = (want.table_id, want.mark, notice.event, since)
        by_target = f"SELECT count(*) FROM notices WHERE mark = $2 AND {told}"
        by_table = f"SELECT count(*) FROM notices WHERE table_id = $1 AND {told}"
        at_target, at_table = await self._run(by_target, values), await self._run(by_table, values)
        return int(at_target[0][0]), int(at_table[0][0])

    async def confirmations(self, mark: str, since: float) -> int:
        """How often an address was asked since then whether it wants to be told anything."""
        rows = await self._run(
            "SELECT count(*) FROM notices WHERE mark = $1 AND due >= $2 AND event LIKE 'confirm%'",
            (mark, since),
        )
        return int(rows[0][0])

    async def tidy(self, now: float) -> None:
        """Forget addresses that nobody has confirmed, and those of games long over."""
        await self._run(
            "DELETE FROM notice_wants WHERE confirmed = 0 AND created < $1", (now - 172_800.0,)
        )
        await self._run(
            f"DELETE FROM notice_wants WHERE looked >= {OVER} AND table_id IN (SELECT table_id "
            f"FROM {self._standing} AS s WHERE s.over AND s.moved < $1)",
            (now - 86_400.0,),
        )
        await self._run(
            "UPDATE notices SET state = 'unknown' WHERE state = 'sending' AND due < $1",
            (now - 600.0,),
        )

    async def _settle(self, table_id: str, mark: str, event: str, state: str, now: float) -> None:
        await self._run(
            "UPDATE notices SET state = $4, due = $5 "
            "WHERE table_id = $1 AND mark = $2 AND event = $3",
            (table_id, mark, event, state, now),
        )


def _want(row: Sequence[Any]) -> Want:
    id_, table_id, seats, kind, target, mark, lang, confirmed, seen = row[:9]
    seated = tuple(str(seats).split())
    return Want(id_, table_id, seated, kind, target, mark, lang, bool(confirmed), seen)


def _is_so(event: str, want: Want, turn: int, acting: str | None) -> bool:
    """Whether it is still so: who has moved meanwhile need not be told that it is their turn."""
    kind, *rest = event.split()
    if kind == "turn":
        return acting == rest[1] and int(rest[0]) == turn
    return kind != "answer" or acting in want.seats


# ---- where the rows are ----


class FileRows:
    """The rows of a file, by a line of their own: they are few, and must not keep moves waiting."""

    def __init__(self, path: Path) -> None:
        self._db: Final = sqlite3.connect(
            path, timeout=10, isolation_level=None, check_same_thread=False
        )
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("PRAGMA secure_delete = ON")  # an address that is stopped shall be gone
        self._one: Final = threading.Lock()

    async def run(self, sql: str, values: Sequence[object]) -> Rows:
        """Carry out one statement."""
        return await asyncio.to_thread(self._run, sql, values)

    def _run(self, sql: str, values: Sequence[object]) -> Rows:
        with self._one:
            return self._db.execute(sql.replace("$", "?"), tuple(values)).fetchall()

    def close(self) -> None:
        """Let go of the file."""
        with self._one:
            self._db.close()
