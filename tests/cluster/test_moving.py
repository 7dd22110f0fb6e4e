"""Games moved into PostgreSQL and back are the same."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from smallworld.engine.game import GameError
from smallworld.server.notify.ledger import FileRows
from smallworld.server.storage.additions import COLUMNS, PARTS
from smallworld.server.storage.moving import MovedGames, move_games
from smallworld.server.storage.sql import SaveReview
from smallworld.server.trials.trial_services import TrialNats
from tests.cluster.harness import cluster
from tests.server.harness import Page, legal, running


def test_games_are_the_same_there_and_back(database: str, nats: TrialNats, tmp_path: Path) -> None:
    made = asyncio.run(_play(tmp_path / "here"))
    here, back = f"sqlite:{tmp_path / 'here'}", f"sqlite:{tmp_path / 'back'}"
    assert move_games(here, database) == MovedGames(4, 0)
    assert move_games(here, database) == MovedGames(0, 4)
    assert move_games(database, back) == MovedGames(4, 0)
    for name in ("tables", *PARTS, *COLUMNS, "blocked"):
        if name != "reviews":  # when one was made is not moved
            assert _rows(tmp_path / "here", name) == _rows(tmp_path / "back", name), name
    for name in ("hosts", "marks", "notice_wants", "notices", "blocked"):
        assert len(_rows(tmp_path / "here", name)) > 0, name
    assert (tmp_path / "back" / "push.key").read_text() == "a key"
    asyncio.run(_go_on(database, nats, tmp_path / "here", made))
    with pytest.raises(GameError, match="not the same in both"):
        move_games(here, database)


def test_what_is_no_store_is_refused(database: str, tmp_path: Path) -> None:
    with pytest.raises(GameError, match="name it as sqlite:FOLDER"):
        move_games("mysql://x", database)
    with pytest.raises(GameError, match="are the same"):
        move_games(database, database)


async def _play(folder: Path) -> list[dict[str, object]]:
    """Three tables with moves, some taken back, and a review."""
    luck = random.Random(3)
    folder.mkdir()
    found = []
    async with running(folder) as server:
        for _ in range(3):
            made = await server.create("device", "link", map="base-2")
            secrets = [seat["secret"] for seat in made["seats"]]
            page = await Page.open(server.port, made["table"], secrets)
            for _ in range(12):
                if page.undo["step"] is not None and luck.random() < 0.3:
                    undo = {"t": "undo", "seat": page.view["to_act"], "at": page.n}
                    ack = await page.ask({**undo, "to": page.undo["step"]})
                else:
                    ack = await page.do(luck.choice(legal(page)))
                await page.reach(ack["n"])
            await page.close()
            found.append(made)
        await server.state.store.write([SaveReview(str(found[0]["table"]), 1.0, "{}")])
        await server.create("device", "link", open=True)
    table = str(found[0]["table"])
    rows = FileRows(folder / "games.db")
    for sql in (
        f"INSERT INTO hosts VALUES ('{table}', 'P2')",
        "INSERT INTO notice_wants "
        f"VALUES ('w', '{table}', 'P1', 'hook', 'x', 'm', 'en', 1, 2, 3, 4)",
        f"INSERT INTO notices VALUES ('{table}', 'm', 'turn 1 P1', 'w', 'sent', 1, 2.5)",
        "INSERT INTO blocked VALUES ('203.0.113.0/24', 5.0)",
    ):
        await rows.run(sql, ())
    rows.close()
    (folder / "push.key").write_text("a key")
    return found


async def _go_on(
    database: str, nats: TrialNats, folder: Path, made: list[dict[str, object]]
) -> None:
    """All of them can be gone on with, and links to watch are good where the key is the same."""
    async with cluster(database, nats.url, folder, processes=1) as (server,):
        for table in made:
            secrets = [seat["secret"] for seat in table["seats"]]  # type: ignore[attr-defined]
            page = await Page.open(server.port, str(table["table"]), secrets)
            await page.reach((await page.do(legal(page)[0]))["n"])
            watcher = await Page.open(server.port, str(table["table"]), watch=str(table["watch"]))
            assert watcher.n == page.n
            await page.close()
            await watcher.close()


def _rows(folder: Path, name: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / "games.db")) as db:
        return db.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall()
