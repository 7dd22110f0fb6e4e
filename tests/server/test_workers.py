"""Computers think elsewhere: slow, hanging and dying ones keep nobody from playing."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from smallworld.players.registry import LEVELS
from smallworld.server.workers import pool
from smallworld.server.workers.computers import Computers
from smallworld.server.workers.job_queue import JobPlace, QueueLimits, Urgency
from smallworld.server.workers.pool import (
    WorkerDied,
    WorkerFailed,
    WorkerLane,
    WorkerPool,
    WorkerProcess,
)
from smallworld.table.interface import SeatPosition
from tests.server import jobs
from tests.server.gate import Gate
from tests.server.harness import Json, Page, Running, SlowDisk, running
from tests.server.warm_start import cold_starts
from tests.waiting import has_ended, until

PLACE = JobPlace(Urgency.PERSON_WAITS, "somebody")


def with_workers(most: int, work: Callable[[WorkerPool], Awaitable[None]]) -> None:
    async def run() -> None:
        workers = WorkerPool(most)
        try:
            await work(workers)
        finally:
            workers.close()

    asyncio.run(run())


def test_work_is_done_elsewhere_one_thing_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "WorkerProcess", WorkerProcess)  # nobody keeps it
    pids: list[int] = []

    async def work(workers: WorkerPool) -> None:
        workers.warm_up(jobs.wake)
        assert await asyncio.gather(
            *(workers.do(jobs.double, number, 30, PLACE) for number in range(20))
        ) == [2 * number for number in range(20)]
        first = await workers.do(jobs.sleep, 0.0, 30, PLACE)
        assert first != os.getpid()
        assert await workers.do(jobs.sleep, 0.0, 30, PLACE) == first  # the same process again
        pids.append(first)

    with cold_starts():
        with_workers(1, work)
    assert has_ended(pids[0])


def test_errors_and_deaths_are_told_and_the_next_one_works() -> None:
    async def work(workers: WorkerPool) -> None:
        with pytest.raises(WorkerFailed, match="ValueError: 7 is wrong"):
            await workers.do(jobs.fail, 7, 30, PLACE)
        before = await workers.do(jobs.sleep, 0.0, 30, PLACE)
        with pytest.raises(WorkerDied):
            await workers.do(jobs.die, 3, 30, PLACE)
        after = await workers.do(jobs.sleep, 0.0, 30, PLACE)
        assert after != before
        os.kill(after, 9)  # while it has nothing to do
        await until(lambda: has_ended(after), "it was killed")
        with pytest.raises(WorkerDied):
            await workers.do(jobs.double, 1, 30, PLACE)
        assert await workers.do(jobs.double, 1, 30, PLACE) == 2

    with_workers(1, work)


def test_whoever_takes_too_long_is_stopped() -> None:
    async def work(workers: WorkerPool) -> None:
        pid = await workers.do(jobs.sleep, 0.0, 30, PLACE)
        begin = time.monotonic()
        with pytest.raises(WorkerDied):
            await workers.do(jobs.sleep, 60.0, 0.3, PLACE)
        assert time.monotonic() - begin < 5
        assert has_ended(pid)
        assert await workers.do(jobs.double, 1, 30, PLACE) == 2

    with_workers(1, work)


def test_what_nobody_wants_to_know_any_more_is_stopped_unless_it_is_nearly_done(
    gate: Gate,
) -> None:
    async def work(workers: WorkerPool) -> None:
        pid = await workers.do(jobs.sleep, 0.0, 30, PLACE)
        for kept in (True, False):
            task = asyncio.create_task(workers.do(jobs.wait_at_gate, None, 90, PLACE))
            await gate.begun()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            if kept:
                gate.open()
            assert (await workers.do(jobs.sleep, 0.0, 30, PLACE) == pid) == kept
            gate.close()
        assert has_ended(pid)

    with_workers(1, work)


def test_who_stops_waiting_when_the_turn_comes_leaves_it_to_the_next() -> None:
    async def work() -> None:
        lane = WorkerLane([PLACE.urgency], 1, QueueLimits(), low_priority=False)
        await lane._wait_for_turn(PLACE)
        waits = asyncio.create_task(lane._wait_for_turn(PLACE))
        await asyncio.sleep(0)
        waits.cancel()
        lane._end_turn(PLACE, time.monotonic())  # before the one who waits has heard of it
        with pytest.raises(asyncio.CancelledError):
            await waits
        async with asyncio.timeout(5):
            await lane._wait_for_turn(PLACE)
        lane.close()

    asyncio.run(work())


def test_two_do_not_wait_for_each_other() -> None:
    async def work(workers: WorkerPool) -> None:
        slow = asyncio.create_task(workers.do(jobs.sleep, 20.0, 60, PLACE))
        await asyncio.sleep(0)
        other = JobPlace(Urgency.PERSON_WAITS, "somebody else")
        assert await workers.do(jobs.double, 4, 30, other) == 8
        assert not slow.done()
        slow.cancel()

    with_workers(2, work)


@pytest.mark.parametrize(("level", "limit"), [("dies", 60.0), ("hangs", 4.0)])
def test_a_level_that_dies_or_hangs_is_replaced_by_greedy(level: str, limit: float) -> None:
    async def run() -> None:
        workers = WorkerPool(1)
        computers = Computers(workers, (), limit)  # each answer needs a new process
        computers.answer = jobs.die_or_say
        await workers.do(jobs.double, 1, 30, PLACE)
        position = SeatPosition("", (), b"", (), 0)
        assert await computers.choose(position, level, PLACE) == "greedy has chosen"
        workers.close()

    asyncio.run(run())


def test_a_slow_computer_blocks_neither_its_table_nor_others(tmp_path: Path, gate: Gate) -> None:
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
            take = {"t": "takeover", "seat": "P2", "level": "greedy"}
            assert (await page.ask(take))["t"] == "ack"
            await gate.begun()
            assert (await page.ask({"t": "name", "seat": "P1", "name": "Anna"}))["t"] == "ack"
            assert (await page.ask({"t": "position", "line": 1}))["t"] == "answer"
            assert (await elsewhere.do("pick 1"))["t"] == "ack"
            back = await Page.open(server.port, made["table"], [made["seats"][1]["secret"]])
            assert (await back.ask({**take, "level": None}))["t"] == "ack"
            ack = await back.do("pick 2")  # the person is quicker than the computer
            assert ack["t"] == "ack"
            await back.reach(ack["n"])
            gate.open()  # what the computer thought of comes too late
            await nobody_thinks(server, back)
            assert (back.n, back.view["to_act"]) == (ack["n"], "P2")
            assert (await back.ask(take))["t"] == "ack"  # and again, from where the person left it
            await back.reach(ack["n"] + 1)
            movers = [event["seat"] for event in back.events if event["kind"] == "move"]
            assert movers[:2] == ["P2", "P2"]  # the person, then the computer, which may play on

    asyncio.run(play())


@pytest.mark.parametrize("slow_disk", [False, True])
def test_a_seat_taken_back_while_its_computer_thinks_waits_for_the_person(
    slow_disk: bool, tmp_path: Path, gate: Gate
) -> None:
    """Also where the answer of the computer comes while the change of the seat is being kept."""

    async def play() -> None:
        async with running(tmp_path) as server:
            server.state.computers.answer = jobs.think_slowly
            made = await server.create("link", "link")
            page = await Page.open(server.port, made["table"], [made["seats"][0]["secret"]])
            take: Json = {"t": "takeover", "seat": "P1", "level": "greedy"}
            assert (await page.ask(take))["t"] == "ack"
            await gate.begun()
            taken_back: Json = {**take, "level": None}
            if slow_disk:
                with SlowDisk(server) as disk:
                    back = asyncio.create_task(page.ask(taken_back))
                    await disk.writing.wait()
                    gate.open()
                    await server.state.workers.do(jobs.double, 1, 30, PLACE)  # it has answered
            else:
                back = asyncio.create_task(page.ask(taken_back))
            assert (await back)["t"] == "ack"
            gate.open()
            await nobody_thinks(server, page)
            assert (page.n, page.view["to_act"], page.seats[0]["computer"]) == (1, "P1", None)

    asyncio.run(play())


async def nobody_thinks(server: Running, page: Page) -> None:
    """Until the only worker has nothing left to do, and the table has heard what it said."""
    await server.state.workers.do(jobs.double, 1, 30, PLACE)
    assert (await page.ask({"t": "position", "line": 1}))["t"] == "answer"


@pytest.mark.parametrize("level", [level.name for level in LEVELS])
def test_every_level_can_take_over_a_seat(level: str, tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, takeover_after=0.0) as server:
            made = await server.create("link", "link", first="P2", turns=1, takeover="random")
            page = await Page.open(server.port, made["table"], [made["seats"][0]["secret"]])
            take = {"t": "takeover", "seat": "P2", "level": level}
            assert (await page.ask(take))["t"] == "ack"
            await page.until(lambda: page.seats[1]["computer"] == level)
            await page.reach(3)  # it picks a combo and goes on
            movers = [event["seat"] for event in page.events if event["kind"] == "move"]
            assert movers[:2] == ["P2", "P2"]

    asyncio.run(play())
