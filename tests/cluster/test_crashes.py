"""What stands or falls with processes: killed ones, paused ones, and no move lost or doubled."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from smallworld.server.storage.postgres import prepare_database
from smallworld.server.trials.cluster_crash_test import KINDS, measure_cluster_crashes
from smallworld.server.trials.cluster_processes import ClusterServer
from smallworld.server.trials.trial_services import TrialNats
from smallworld.table.rows import TableUpdate
from tests.cluster.conftest import need_programs
from tests.cluster.harness import cluster
from tests.effort import usually
from tests.server.harness import Http, Page, legal, lines_of
from tests.waiting import until

KILLS = usually(1, 3) * len(KINDS)


def test_nothing_is_lost_when_parts_of_a_cluster_are_killed() -> None:
    need_programs()
    figures = measure_cluster_crashes(KILLS, pause=0.5)
    assert sum(figures.kills.values()) == KILLS
    assert set(figures.kills) == set(KINDS)
    assert (figures.lost, figures.stuck) == (0, 0), figures
    assert figures.acknowledged > KILLS
    assert figures.computer_moves > 0


def test_a_server_that_was_paused_acknowledges_nothing_that_others_overtook(
    database: str, nats: TrialNats, tmp_path: Path
) -> None:
    asyncio.run(prepare_database(database))
    # However long it stands still, its lines are not taken to be dead.
    servers = [ClusterServer(database, nats.url, tmp_path, ping_every=300.0) for _ in range(2)]

    async def play() -> None:
        first, second = (server.wait() for server in servers)
        made = await Http(first).create("device", "device", map="base-2")
        secrets = [seat["secret"] for seat in made["seats"]]
        page = await Page.open(first, made["table"], secrets, ping_interval=None)
        other = await Page.open(second, made["table"], secrets)
        await until(lambda: page.n == other.n, "both see the table")
        servers[0].signal(signal.SIGSTOP)
        late = {"t": "do", "id": "late", "seat": "P1", "at": page.n, "do": legal(page)[1]}
        await page.send(late)
        await other.reach((await other.do(legal(other)[0]))["n"])
        watcher = await Page.open(second, made["table"], watch=made["watch"])
        await other.close()
        gone = "the paused server is missed: nobody sits there any more"
        await until(lambda: not any(seat["connected"] for seat in watcher.seats), gone, 60)
        n, lines = other.n, lines_of(other)
        servers[0].signal(signal.SIGCONT)
        await page.until(lambda: "late" in page.replies, 60)
        assert page.replies["late"]["why"] == "stale"
        await page.reach(n)
        assert (page.n, lines_of(page)) == (n, lines)
        for one in (page, watcher):
            await one.close()

    try:
        asyncio.run(play())
    finally:
        for server in servers:
            server.signal(signal.SIGCONT)
            server.kill()


def test_who_joins_sees_what_is_just_being_read(
    database: str, nats: TrialNats, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with cluster(database, nats.url, tmp_path) as (one, two):
            made = await one.create("device", "device", map="base-2")
            secrets = [seat["secret"] for seat in made["seats"]]
            pages = [await Page.open(at.port, made["table"], secrets) for at in (one, two)]
            reading, may_read = asyncio.Event(), asyncio.Event()
            read = two.state.store.load_since

            async def read_slowly(table_id: str, n: int) -> TableUpdate | None:
                reading.set()
                await may_read.wait()
                return await read(table_id, n)

            monkeypatch.setattr(two.state.store, "load_since", read_slowly)
            nats.kill()  # what happens at one is not heard at the other, only read
            done = (await pages[0].do(legal(pages[0])[0]))["n"]
            await reading.wait()
            joining = asyncio.create_task(Page.open(two.port, made["table"], secrets))
            await asyncio.wait([joining], timeout=0.5)
            may_read.set()
            pages.append(await joining)
            assert pages[-1].n == done
            for page in pages:
                await page.close()

    try:
        asyncio.run(play())
    finally:
        nats.restart()
