"""Games are kept as long as the host says; what is alive is never forgotten."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from smallworld.engine.game import GameError
from smallworld.server.run import serve
from smallworld.server.storage.additions import COLUMNS, PARTS
from tests.server.harness import Json, Page, Running, running
from tests.waiting import until


def age(folder: Path, table: str, days: float) -> None:
    """As if nothing had happened at a table for so long."""
    with closing(sqlite3.connect(folder / "games.db")) as db:
        values = (time.time() - days * 86_400, table)
        db.execute("UPDATE tables SET moved = ? WHERE id = ?", values)
        db.commit()


def kept(folder: Path) -> set[str]:
    """The tables of which anything at all is kept."""
    with closing(sqlite3.connect(folder / "games.db")) as db:
        found = {str(row[0]) for row in db.execute("SELECT id FROM tables")}
        for name in (*PARTS, *COLUMNS):
            found |= {str(row[0]) for row in db.execute(f"SELECT table_id FROM {name}")}
        return found


def test_old_tables_are_deleted_by_the_running_server(tmp_path: Path) -> None:
    clock = {"per": "turn", "seconds": 30 * 86_400, "then": "turn"}

    async def begin(server: Running) -> list[Json]:
        made = [await server.create("device", "link", open=True) for _ in range(3)]
        return [*made, await server.create("device", "device", clock=clock)]

    async def play() -> None:
        async with running(tmp_path) as server:
            made = await begin(server)
        old, watched, fresh, slow = (one["table"] for one in made)
        for table, days in ((old, 8), (slow, 8), (fresh, 6)):
            age(tmp_path, table, days)
        async with running(tmp_path, forget_every=0.02) as server:  # and nothing is to be deleted
            for _ in range(5):
                await server.json("/api/tables/open")
            assert kept(tmp_path) == {old, watched, fresh, slow}
        age(tmp_path, old, 6)
        async with running(tmp_path, forget_after=7.0, forget_every=0.02) as server:
            page = await Page.open(server.port, watched, [made[1]["seats"][0]["secret"]])
            age(tmp_path, old, 8)
            await until(lambda: old not in kept(tmp_path), "the old one is gone")
            age(tmp_path, watched, 8)  # not before: whoever looks now has seen that it is watched
            for _ in range(5):
                await server.json("/api/setup")
            assert kept(tmp_path) == {watched, fresh, slow}
            late = await Page.connect(server.port, old)
            await late.until(lambda: late.closed is not None)
            assert late.loose[0]["why"] == "no_table"
            await page.close()  # nobody looks at it any more
            await until(lambda: kept(tmp_path) == {fresh, slow}, "then it goes, too")
        data = b"".join(file.read_bytes() for file in tmp_path.glob("games.db"))
        assert old.encode() not in data

    asyncio.run(play())


@pytest.mark.parametrize("days", [0.0, 0.5, -1.0, float("nan"), float("inf")])
def test_days_that_are_none_are_refused(days: float, tmp_path: Path) -> None:
    with pytest.raises(GameError, match="1 day at least"):
        serve(data=tmp_path, forget_after=days)
