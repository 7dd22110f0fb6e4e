"""Messages of a server of many processes: one for one thing, whichever process is alive."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import asyncpg

from smallworld.server.storage.moving import MovedGames, move_games
from smallworld.server.trials.trial_services import TrialNats, TrialPostgres
from tests.cluster.harness import cluster
from tests.server.harness import Page, legal
from tests.server.receivers import web_box
from tests.waiting import until

SETTINGS: dict[str, Any] = {
    "public_address": "https://games.example/",
    "private_hooks": True,
    "notify_after": 0.4,
    "notify_every": 0.01,
}


async def states(database: str) -> list[str]:
    line = await asyncpg.connect(database)
    try:
        return [row[0] for row in await line.fetch("SELECT state FROM notices")]
    finally:
        await line.close()


def test_each_thing_is_told_by_one_process(database: str, nats: TrialNats, tmp_path: Path) -> None:
    async def play() -> None:
        async with (
            web_box() as web,
            cluster(database, nats.url, tmp_path, processes=3, **SETTINGS) as servers,
        ):
            one, two, three = servers
            keys = {(await server.json("/api/notices"))["push"] for server in servers}
            assert len(keys) == 1
            assert None not in keys
            tables = [await one.create("device", "link", map="base-2") for _ in range(8)]
            for made in tables:
                secrets = [made["seats"][0]["secret"]]
                path = f"/api/tables/{made['table']}/notices"
                wish = {"secrets": secrets, "hook": f"{web.url}/{made['table']}"}
                (wanted,) = (await two.json(path, wish))["wanted"]
            # Who is at any of the processes is not told.
            page = await Page.open(three.port, made["table"], secrets)
            await until(lambda: len(web.requests) == 7, "all who are away are told")
            assert not any(made["table"] in line for line, _, _ in web.requests)
            await page.reach((await page.do(legal(page)[0]))["n"])
            await page.close()
            await until(lambda: len(web.requests) == 8, "and who goes away")
            told = [json.loads(body)["table"] for _, _, body in web.requests]
            assert sorted(told) == sorted(one["table"] for one in tables)
            async with asyncio.timeout(20):
                while await states(database) != ["sent"] * 8:
                    await asyncio.sleep(0)
            stop = f"/api/notices/{wanted['id']}/stop/{wanted['stop']}"
            assert (await three.ask(stop, {}, method="POST"))[0] == 200
            assert (await one.json(path, {"secrets": secrets}))["wanted"] == []

    asyncio.run(play())


def test_wishes_move_with_their_games_and_go_with_them(
    postgres: TrialPostgres, nats: TrialNats, tmp_path: Path
) -> None:
    database = postgres.new_database()

    async def begin() -> None:
        async with (
            web_box() as web,
            cluster(database, nats.url, tmp_path, processes=1, **SETTINGS) as (server,),
        ):
            made = await server.create("device", "link", map="base-2")
            path = f"/api/tables/{made['table']}/notices"
            wish = {"secrets": [made["seats"][0]["secret"]], "hook": web.url}
            await server.json(path, wish)
            await until(lambda: len(web.requests) == 1, "it is told")
            async with asyncio.timeout(20):
                while await states(database) != ["sent"]:
                    await asyncio.sleep(0)

    asyncio.run(begin())
    back = postgres.new_database()
    assert move_games(database, f"sqlite:{tmp_path / 'file'}") == MovedGames(1, 0)
    assert move_games(f"sqlite:{tmp_path / 'file'}", back) == MovedGames(1, 0)
    assert move_games(f"sqlite:{tmp_path / 'file'}", back) == MovedGames(0, 1)
    assert asyncio.run(states(back)) == ["sent"]

    async def delete() -> list[str]:
        line = await asyncpg.connect(back)
        try:
            await line.execute("DELETE FROM tables")
            return [str(row) for row in await line.fetch("SELECT * FROM notice_wants")]
        finally:
            await line.close()

    assert asyncio.run(delete()) == []
