"""A host closes a table or hands it on, with its people at different processes."""

from __future__ import annotations

import asyncio
from pathlib import Path

from smallworld.server.trials.trial_services import TrialNats
from tests.cluster.harness import cluster
from tests.server.harness import Page, legal
from tests.waiting import until


def test_all_processes_hear_it(database: str, nats: TrialNats, tmp_path: Path) -> None:
    async def play() -> None:
        async with cluster(database, nats.url, tmp_path) as (one, two):
            made = await one.create("device", "link", map="base-2")
            ann, bob = [[seat["secret"]] for seat in made["seats"]]
            host = await Page.open(one.port, made["table"], ann)
            guest = await Page.open(two.port, made["table"], bob)
            await until(lambda: host.seats[1]["connected"], "both are there")
            assert (await host.ask({"t": "host", "seat": "P2"}))["t"] == "ack"
            await guest.until(lambda: {"t": "host", "host": "P2"} in guest.loose)
            assert (await host.ask({"t": "close", "seat": "P1"}))["why"] == "not_host"
            assert (await guest.ask({"t": "close", "seat": "P2"}))["t"] == "ack"
            await host.until(lambda: {"t": "closed"} in host.loose)
            assert (await host.do(legal(host)[0]))["why"] == "table_closed"
            for page in (host, guest):
                await page.close()
        async with cluster(database, nats.url, tmp_path, processes=1) as (again,):
            page = await Page.open(again.port, made["table"], ann)
            assert (page.table["host"], page.table["closed"]) == ("P2", True)
            assert (await again.record(made))[0] == 200
            await page.close()

    asyncio.run(play())
