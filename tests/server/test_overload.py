"""Too much at once: by address it is refused, and so is all new work when nothing can keep up."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from smallworld.server.app_state import DATABASE
from smallworld.server.http.access.admission import LoadMonitor
from smallworld.table.problems import Refused
from tests.server.harness import Page, legal, running
from tests.waiting import until

ELSEWHERE = {"X-Forwarded-For": "192.0.2.7"}


@contextmanager
def locked(data: Path) -> Iterator[None]:
    """Somebody else writes into the database, and takes their time."""
    other = sqlite3.connect(data / DATABASE, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


def refuses(monitor: LoadMonitor) -> bool:
    try:
        monitor.admit()
    except Refused as error:
        return error.why == "busy"
    return False


def test_a_loop_that_is_late_refuses_all_but_a_few() -> None:
    async def play() -> None:
        monitor = LoadMonitor(0.05, lambda: 0.0)
        assert not refuses(monitor)
        end = time.monotonic() + 0.2
        while time.monotonic() < end:  # nobody else gets a turn
            pass
        answers = [refuses(monitor) for _ in range(100)]
        assert answers == [False] * answers.count(False) + [True] * answers.count(True)
        assert 20 <= answers.count(False) <= 30
        await until(lambda: not refuses(monitor), "it has caught up")
        monitor.close()

    asyncio.run(play())


def test_a_time_to_come_again_is_longer_where_more_is_behind() -> None:
    async def play() -> None:
        waited = 0.0
        monitor = LoadMonitor(0.05, lambda: waited)
        assert not refuses(monitor)
        for waited, seconds in ((0.6, 2), (3.0, 7), (1000.0, 31)):  # noqa: B007
            with pytest.raises(Refused) as caught:
                monitor.admit()
            assert caught.value.facts == {"seconds": seconds}
        monitor.close()

    asyncio.run(play())


def test_while_nothing_can_be_written_new_work_is_refused_and_then_all_goes_on(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            made = await server.create("device", "link")
            secrets = [made["seats"][0]["secret"]]
            page = await Page.open(server.port, made["table"], secrets)
            with locked(tmp_path):
                move = asyncio.create_task(page.do(legal(page)[0]))
                wish = {"seats": [{"kind": "device"}] * 2}
                await until(lambda: server.state.store.longest_wait() > 0.5, "the write waits")
                status, text, headers = await server.ask("/api/tables", wish)
                assert (status, json.loads(text)["error"]["why"]) == (503, "busy")
                assert int(headers["retry-after"]) >= 1
                assert headers["x-content-type-options"] == "nosniff"
                late = await Page.connect(server.port, made["table"])
                await late.until(lambda: late.closed is not None)
                assert (late.closed, late.loose[0]["why"]) == (1013, "busy")
                asked = await page.ask({"t": "why", "seat": "P1", "region": "1"})
                assert (asked["t"], asked["why"]) == ("error", "busy")
                assert asked["facts"]["seconds"] >= 1
                await page.send({"t": "ping"})
                await page.until(lambda: {"t": "pong"} in page.loose)
                assert not move.done()
            assert (await move)["t"] == "ack"
            assert (await server.ask("/api/tables", wish))[0] == 200
            await page.close()

    asyncio.run(play())


def test_an_address_may_ask_so_often(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, requests_burst=3, requests_rate=0.0) as server:
            asked = [(await server.ask("/api/setup"))[0] for _ in range(5)]
            assert asked == [200] * 3 + [429] * 2
            assert (await server.ask("/"))[0] == 429  # whatever it is
            assert (await server.ask("/api/setup", headers=ELSEWHERE))[0] == 200
            assert (await server.ask("/api/health"))[0] == 200  # those who watch over it

    asyncio.run(play())


def test_an_address_may_open_so_many_sockets_and_say_so_much(tmp_path: Path) -> None:
    async def play() -> None:
        limits: dict[str, Any] = {"sockets_burst": 2, "sockets_rate": 0.0}
        limits |= {"messages_burst": 6, "messages_rate": 0.0}
        async with running(tmp_path, **limits) as server:
            made = await server.create("device", "device")
            secrets = [seat["secret"] for seat in made["seats"]]
            pages = [await Page.open(server.port, made["table"], secrets) for _ in range(2)]
            late = await Page.connect(server.port, made["table"])
            await late.until(lambda: late.closed is not None)
            assert (late.closed, late.loose[0]["why"]) == (1013, "too_fast")
            other = await Page.open(
                server.port, made["table"], secrets, additional_headers=ELSEWHERE
            )
            question = {"t": "why", "seat": "P1", "region": "1"}
            for page in pages:  # together they have six
                answers = [(await page.ask(question))["t"] for _ in range(3)]
                assert answers == ["answer"] * 3
            assert [(await page.ask(question))["why"] for page in pages] == ["too_fast"] * 2
            await pages[0].send({"t": "ping"})
            await pages[0].until(lambda: {"t": "pong"} in pages[0].loose)
            assert (await other.ask(question))["t"] == "answer"
            for page in [*pages, other]:
                await page.close()

    asyncio.run(play())
