"""Computers think elsewhere: slow, hanging and dying ones keep nobody from playing."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest

from smallworld.players.registry import LEVELS
from smallworld.server.storage.sql import SaveReview
from smallworld.server.workers.computers import Computers
from smallworld.server.workers.pool import WorkerDied, WorkerFailed, WorkerPool
from smallworld.table.interface import SeatPosition
from smallworld.table.rows import Change
from tests.server import jobs
from tests.server.harness import Json, Page, running


def with_workers(most: int, work: Callable[[WorkerPool], Awaitable[None]]) -> None:
    async def run() -> None:
        workers = WorkerPool(most)
        try:
            await work(workers)
        finally:
            workers.close()

    asyncio.run(run())


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_work_is_done_elsewhere_one_thing_after_another() -> None:
    async def work(workers: WorkerPool) -> None:
        workers.warm_up(jobs.wake)
        assert await asyncio.gather(
            *(workers.do(jobs.double, number, 30) for number in range(20))
        ) == [2 * number for number in range(20)]
        first = await workers.do(jobs.sleep, 0.0, 30)
        assert first != os.getpid()
        assert await workers.do(jobs.sleep, 0.0, 30) == first  # the same process again

    with_workers(1, work)


def test_errors_and_deaths_are_told_and_the_next_one_works() -> None:
    async def work(workers: WorkerPool) -> None:
        with pytest.raises(WorkerFailed, match="ValueError: 7 is wrong"):
            await workers.do(jobs.fail, 7, 30)
        before = await workers.do(jobs.sleep, 0.0, 30)
        with pytest.raises(WorkerDied):
            await workers.do(jobs.die, 3, 30)
        after = await workers.do(jobs.sleep, 0.0, 30)
        assert after != before
        os.kill(after, 9)  # while it has nothing to do
        await asyncio.sleep(0.1)
        with pytest.raises(WorkerDied):
            await workers.do(jobs.double, 1, 30)
        assert await workers.do(jobs.double, 1, 30) == 2

    with_workers(1, work)


def test_whoever_takes_too_long_is_stopped() -> None:
    async def work(workers: WorkerPool) -> None:
        pid = await workers.do(jobs.sleep, 0.0, 30)
        begin = time.monotonic()
        with pytest.raises(WorkerDied):
            await workers.do(jobs.sleep, 60.0, 0.3)
        assert time.monotonic() - begin < 5
        assert not is_alive(pid)
        assert await workers.do(jobs.double, 1, 30) == 2

    with_workers(1, work)


def test_what_nobody_wants_to_know_any_more_is_stopped_unless_it_is_nearly_done() -> None:
    async def work(workers: WorkerPool) -> None:
        pid = await workers.do(jobs.sleep, 0.0, 30)
        for seconds, kept in ((0.2, True), (60.0, False)):
            task = asyncio.create_task(workers.do(jobs.sleep, seconds, 90))
            await asyncio.sleep(0.05)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert (await workers.do(jobs.sleep, 0.0, 30) == pid) == kept
        assert not is_alive(pid)

    with_workers(1, work)


def test_two_do_not_wait_for_each_other() -> None:
    async def work(workers: WorkerPool) -> None:
        slow = asyncio.create_task(workers.do(jobs.sleep, 20.0, 60))
        await asyncio.sleep(0)
        assert await workers.do(jobs.double, 4, 30) == 8
        assert not slow.done()
        slow.cancel()

    with_workers(2, work)


@pytest.mark.parametrize(("level", "limit"), [("dies", 60.0), ("hangs", 4.0)])
def test_a_level_that_dies_or_hangs_is_replaced_by_greedy(level: str, limit: float) -> None:
    async def run() -> None:
        computers = Computers(1, (), limit)  # each answer needs a new process
        computers.answer = jobs.die_or_say
        await computers.workers.do(jobs.double, 1, 30)
        assert (
            await computers.choose(SeatPosition("", (), b"", (), 0), level) == "greedy has chosen"
        )
        computers.close()

    asyncio.run(run())


def test_a_slow_computer_blocks_neither_its_table_nor_others(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, takeover_after=0.0, workers=1) as server:
            server.state.computers.answer = jobs.think_slowly
            made = await server.create("link", "link", first="P2", turns=3)
            page, back = [
                await Page.open(server.port, made["table"], [seat["secret"]])
                for seat in made["seats"]
            ]
            other = await server.create("link", "link")
            elsewhere = await Page.open(server.port, other["table"], [other["seats"][0]["secret"]])
            await back.close()
            begin = time.monotonic()
            take = {"t": "takeover", "seat": "P2", "level": "greedy"}
            assert (await page.ask(take))["t"] == "ack"
            assert (await page.ask({"t": "name", "seat": "P1", "name": "Anna"}))["t"] == "ack"
            assert (await page.ask({"t": "position", "line": 1}))["t"] == "answer"
            assert (await elsewhere.do("pick 1"))["t"] == "ack"
            back = await Page.open(server.port, made["table"], [made["seats"][1]["secret"]])
            assert (await back.ask({**take, "level": None}))["t"] == "ack"
            ack = await back.do("pick 2")  # the person is quicker than the computer
            assert ack["t"] == "ack"
            assert time.monotonic() - begin < jobs.SLOW - 0.5
            await back.reach(ack["n"])
            await asyncio.sleep(jobs.SLOW)  # what the computer thought of comes too late
            assert (back.n, back.view["to_act"]) == (ack["n"], "P2")
            assert (await back.ask(take))["t"] == "ack"  # and again, from where the person left it
            await back.reach(ack["n"] + 1)
            movers = [event["seat"] for event in back.events if event["kind"] == "move"]
            assert movers == ["P2", "P2"]

    asyncio.run(play())


@pytest.mark.parametrize("slow_disk", [False, True])
def test_a_seat_taken_back_while_its_computer_thinks_waits_for_the_person(
    slow_disk: bool, tmp_path: Path
) -> None:
    """Also where the answer of the computer comes while the change of the seat is being kept."""

    async def play() -> None:
        async with running(tmp_path) as server:
            server.state.computers.answer = jobs.think_slowly
            made = await server.create("link", "link")
            page = await Page.open(server.port, made["table"], [made["seats"][0]["secret"]])
            take: Json = {"t": "takeover", "seat": "P1", "level": "greedy"}
            assert (await page.ask(take))["t"] == "ack"
            store, write = server.state.store, server.state.store.write

            async def write_later(changes: Sequence[Change | SaveReview]) -> None:
                await asyncio.sleep(jobs.SLOW + 3)
                await write(changes)

            if slow_disk:
                store.write = write_later  # type: ignore[method-assign]
            back = asyncio.create_task(page.ask({**take, "level": None}))
            await asyncio.sleep(0.2)
            store.write = write  # type: ignore[method-assign]
            assert (await back)["t"] == "ack"
            await asyncio.sleep(1.0 if slow_disk else jobs.SLOW + 1)
            assert (page.n, page.view["to_act"], page.seats[0]["computer"]) == (1, "P1", None)

    asyncio.run(play())


@pytest.mark.parametrize("level", [level.name for level in LEVELS])
def test_every_level_can_take_over_a_seat(level: str, tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, takeover_after=0.0) as server:
            made = await server.create("link", "link", first="P2", turns=1)
            page = await Page.open(server.port, made["table"], [made["seats"][0]["secret"]])
            take = {"t": "takeover", "seat": "P2", "level": level}
            assert (await page.ask(take))["t"] == "ack"
            await page.until(lambda: page.seats[1]["computer"] == level)
            await page.reach(3)  # it picks a combo and goes on
            movers = [event["seat"] for event in page.events if event["kind"] == "move"]
            assert movers[:2] == ["P2", "P2"]

    asyncio.run(play())
