"""A host looks after games, in either store: what is ended, deleted and blocked is so."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from smallworld.cli import app as cli
from smallworld.server.storage.moving import move_games
from smallworld.server.trials.trial_services import TrialNats
from tests.cluster.harness import cluster
from tests.server.harness import Json, Page, legal, running


def admin(*words: str, fails: str = "") -> str:
    """What the command says; `fails`: part of the error it ends with."""
    result = CliRunner().invoke(cli, ["admin", *words])
    if fails:
        assert result.exit_code != 0, result.output
        told = result.output + str(result.exception)
        assert fails in " ".join(told.split()), told
    else:
        assert result.exit_code == 0, (result.output, result.exception)
    return result.output


async def begin(folder: Path, tables: int) -> list[Json]:
    found = []
    async with running(folder) as server:
        for _ in range(tables):
            made = await server.create("device", "device", map="base-2")
            page = await Page.open(server.port, made["table"], secrets_of(made))
            await page.reach((await page.do(legal(page)[0]))["n"])
            await page.close()
            found.append(made)
    return found


def secrets_of(made: Json) -> list[str]:
    return [seat["secret"] for seat in made["seats"]]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_tables_are_listed_shown_ended_exported_deleted_and_forgotten(
    kind: str, database: str, tmp_path: Path
) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    made = asyncio.run(begin(folder, 4))
    place = f"sqlite:{folder}"
    if kind == "postgresql":
        move_games(place, database)
        place = database
    at = ["--store", place]
    ids = [table["table"] for table in made]
    assert {one["id"] for one in json.loads(admin("list", "--json", *at))} == {*ids}
    shown = json.loads(admin("show", ids[0], *at))
    assert (shown["version"], [seat["seat"] for seat in shown["seats"]]) == (2, ["P1", "P2"])
    assert made[0]["seats"][0]["secret"] not in json.dumps(shown)
    admin("export", ids[0], "--out", str(tmp_path / "x.record"), *at)
    assert (tmp_path / "x.record").read_text().startswith("record:")
    admin("end", ids[0], *at)
    admin("end", ids[0], *at, fails="is over already")
    assert "ended" in admin("list", *at)
    admin("delete", ids[1], "nothing", *at, fails="there is no table nothing")
    admin("delete", ids[1], *at)
    admin("show", ids[1], *at, fails=f"there is no table {ids[1]}")
    assert "0 tables" in admin("forget", "--days", "1", *at)
    assert len(json.loads(admin("list", "--json", *at))) == 3
    admin("block", "203.0.113.9", *at)
    admin("block", "2001:db8::/32", *at)
    assert admin("blocked", *at).split() == ["203.0.113.9/32", "2001:db8::/32"]
    admin("unblock", "203.0.113.9", *at)
    admin("unblock", "203.0.113.9", *at, fails="blocked are: 2001:db8::/32")
    admin("block", "everybody", *at, fails="is no address")


def test_wrong_words_are_explained(tmp_path: Path) -> None:
    admin("end", fails="admin end needs a name")
    admin("list", "x", fails="takes no names")
    admin("forget", fails="--days belongs to forget")
    for days in ("0.5", "nan", "-3"):
        admin("forget", "--days", days, fails="1 day at least")
    admin("list", "--store", "mysql:x", fails="name it as sqlite:FOLDER")
    admin("list", "--store", f"sqlite:{tmp_path}", fails="there is no such file")


def test_a_running_server_keeps_its_file_but_hears_who_is_blocked(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, look_who_is_blocked=0.05) as server:
            made = await server.create("device", "device")
            at = ["--store", f"sqlite:{tmp_path}"]
            # A second server for a folder is refused by its lock, which `running` does not take.
            await asyncio.to_thread(admin, "block", "127.0.0.0/8", *at)
            async with asyncio.timeout(20):
                while (await server.ask("/api/setup"))[0] != 403:
                    await asyncio.sleep(0)
            page = await Page.connect(server.port, made["table"])
            await page.until(lambda: page.closed is not None)
            assert page.loose[0]["why"] == "blocked"
            assert (await server.ask("/api/health"))[0] == 200
            await asyncio.to_thread(admin, "unblock", "127.0.0.0/8", *at)
            async with asyncio.timeout(20):
                while (await server.ask("/api/setup"))[0] != 200:
                    await asyncio.sleep(0)

    asyncio.run(play())


def test_a_cluster_notices_what_is_ended_and_deleted(
    database: str, nats: TrialNats, tmp_path: Path
) -> None:
    async def play() -> None:
        async with cluster(database, nats.url, tmp_path, processes=1) as (server,):
            made = await server.create("device", "device", map="base-2")
            page = await Page.open(server.port, made["table"], secrets_of(made))
            await asyncio.to_thread(admin, "end", made["table"], "--store", database)
            assert (await page.do(legal(page)[0]))["why"] == "table_closed"
            await page.until(lambda: {"t": "closed"} in page.loose)
            await page.close()
            page = await Page.open(server.port, made["table"], secrets_of(made))
            assert page.table["closed"]  # as when the host of the table has closed it
            await page.close()
            made = await server.create("device", "device", map="base-2")
            page = await Page.open(server.port, made["table"], secrets_of(made))
            await asyncio.to_thread(admin, "delete", made["table"], "--store", database)
            await page.send(
                {"t": "do", "id": "m", "seat": "P1", "at": page.n, "do": legal(page)[0]}
            )
            await page.until(lambda: page.closed is not None)
            assert page.closed == 1012
            assert page.replies.get("m", {}).get("t") != "ack"
            late = await Page.connect(server.port, made["table"])
            await late.until(lambda: late.closed is not None)
            assert late.loose[0]["why"] == "no_table"

    asyncio.run(play())
