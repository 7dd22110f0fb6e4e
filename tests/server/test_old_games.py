"""A database that an earlier version wrote: its games are found, gone on with and looked back at.

`games-2.sql` and `games-2.json` were written by the version before tables became machines, with
format 2: a running game in which something was taken back, a finished one with its review and
the table where it is played again, and one that waits for guests.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from pathlib import Path

from smallworld.server.app_state import DATABASE
from tests.server.harness import Json, Page, legal, running

DATA = Path(__file__).parents[1] / "data"


def unpack(folder: Path) -> Json:
    """The old database in that folder, and what is known of its games."""
    facts: Json = json.loads((DATA / "games-2.json").read_text(encoding="utf-8"))
    db = sqlite3.connect(folder / DATABASE)
    db.executescript((DATA / "games-2.sql").read_text(encoding="utf-8"))
    db.execute(f"PRAGMA user_version = {facts['version']}")
    # Open tables are listed for a day, and these files stay.
    db.execute("UPDATE tables SET moved = ? WHERE open", (time.time(),))
    db.commit()
    db.close()
    return facts


def test_a_game_of_an_earlier_version_goes_on(tmp_path: Path) -> None:
    old = unpack(tmp_path)["running"]

    async def play() -> None:
        async with running(tmp_path) as server:
            secrets = [secret for secret in old["secrets"] if secret]
            page = await Page.open(server.port, old["table"], secrets)
            assert page.you == ["P1", "P2"]
            assert (page.n, page.record_line, legal(page)) == (old["n"], old["line"], old["legal"])
            assert page.seats[0]["name"] == "Anna"
            again = {"t": "do", "id": "last", "seat": "P1", "at": 0, "do": "pick 1"}
            assert await page.ask(again) == old["ack"]  # its requests are known by name
            while not page.over:
                await page.until(lambda: page.over or page.view["to_act"] != "P3", 60)
                if not page.over:
                    await page.reach((await page.do(legal(page)[-1]))["n"])
            status, text, _ = await server.record(old)
            assert status == 200
            assert b"ghouls_reenter: no" in text

    asyncio.run(play())


def test_a_finished_game_of_an_earlier_version_is_found_and_played_again(tmp_path: Path) -> None:
    facts = unpack(tmp_path)
    old = facts["finished"]

    async def play() -> None:
        async with running(tmp_path) as server:
            mine = await server.json("/api/mine", {"secrets": old["secrets"]})
            assert [game["table"] for game in mine["finished"]] == [old["table"]]
            assert mine["finished"][0]["result"]["coins"] == old["coins"]
            assert [game["table"] for game in mine["running"]] == [old["rematch"]]
            page = await Page.open(server.port, old["table"], watch=old["watch"])
            assert page.view["result"]["coins"] == old["coins"]
            review = (await page.ask({"t": "review"}))["review"]
            assert review["end"] == old["coins"]
            assert (await page.ask({"t": "position", "line": 3}))["t"] == "answer"
            body = {"secrets": old["secrets"]}
            new = await server.json(f"/api/tables/{old['table']}/rematch", body)
            assert new["table"] == old["rematch"]
            assert [seat["secret"] for seat in new["seats"]] == old["secrets"]
            assert (await Page.open(server.port, new["table"], old["secrets"])).n == 1
            waiting = (await server.json("/api/tables/open"))["tables"]
            assert [table["table"] for table in waiting] == [facts["open"]["table"]]

    asyncio.run(play())
