"""Thinking is shared fairly: who waits comes first, the unwanted stops, too much is refused."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from smallworld.server.workers.job_queue import Busy, JobPlace, QueueLimits, Urgency
from smallworld.server.workers.pool import WorkerPool
from tests.server import jobs
from tests.server.gate import Gate
from tests.server.harness import Json, Page, Running, running
from tests.waiting import until

SOMEBODY = JobPlace(Urgency.PERSON_WAITS, "somebody")
AT_ONCE = 1.5  # seconds; by then an unwanted process that does not listen would still live


async def sit(server: Running, made: Json) -> Page:
    secrets = [seat["secret"] for seat in made["seats"] if seat["secret"]]
    return await Page.open(server.port, made["table"], secrets, made["watch"])


def test_unwanted_work_stops_quickly_and_its_process_lives_on(gate: Gate) -> None:
    async def run() -> None:
        workers = WorkerPool(1)
        pid = await workers.do(jobs.sleep, 0.0, 30, SOMEBODY)
        for _ in range(3):
            task = asyncio.create_task(workers.do(jobs.think_till_unwanted, 60.0, 90, SOMEBODY))
            await gate.begun()
            gate.close()
            begin = time.monotonic()
            task.cancel()
            assert await workers.do(jobs.sleep, 0.0, 30, SOMEBODY) == pid
            assert time.monotonic() - begin < AT_ONCE
        workers.close()

    asyncio.run(run())


def test_work_that_is_cancelled_while_it_waits_is_never_begun(gate: Gate) -> None:
    async def run() -> None:
        workers = WorkerPool(1)
        first = asyncio.create_task(workers.do(jobs.wait_at_gate, None, 60, SOMEBODY))
        await gate.begun()
        waiting = [
            asyncio.create_task(workers.do(jobs.die, number, 60, SOMEBODY)) for number in range(5)
        ]
        last = asyncio.create_task(workers.do(jobs.sleep, 0.0, 60, SOMEBODY))
        await asyncio.sleep(0)
        for one in waiting:
            one.cancel()
        gate.open()
        pid = await first
        assert await last == pid
        assert [one.cancelled() for one in waiting] == [True] * 5
        workers.close()

    asyncio.run(run())


def test_one_owner_leaves_a_process_to_others_and_background_work_takes_none(gate: Gate) -> None:
    async def run() -> None:
        workers = WorkerPool(2)
        hints = JobPlace(Urgency.HINT, "flood")
        review = JobPlace(Urgency.REVIEW, "flood")
        flood = [
            asyncio.create_task(workers.do(jobs.wait_at_gate, None, 60, place))
            for place in (hints, hints, hints, review, review)
        ]
        await gate.begun()
        assert await workers.do(jobs.double, 4, 30, SOMEBODY) == 8
        assert not any(one.done() for one in flood)
        gate.open()
        front, back = {await one for one in flood[:3]}, {await one for one in flood[3:]}
        assert len(front) == len(back) == 1  # one process each
        assert front != back
        workers.close()

    asyncio.run(run())


def test_too_much_work_is_refused_with_a_time(gate: Gate) -> None:
    async def run() -> None:
        workers = WorkerPool(1, QueueLimits(in_all=2, of_one=1))
        places = [JobPlace(Urgency.HINT, owner) for owner in ("one", "one", "two")]
        begun = [
            asyncio.create_task(workers.do(jobs.wait_at_gate, None, 60, place)) for place in places
        ]
        await gate.begun()
        for owner in ("one", "three"):
            with pytest.raises(Busy):
                await workers.do(jobs.double, 1, 30, JobPlace(Urgency.HINT, owner))
        gate.open()
        await asyncio.gather(*begun)
        assert await workers.do(jobs.double, 1, 30, JobPlace(Urgency.HINT, "three")) == 2
        workers.close()

    asyncio.run(run())


@pytest.mark.parametrize("how", ["moves", "leaves"])
def test_a_hint_nobody_waits_for_stops_and_its_process_lives_on(
    how: str, tmp_path: Path, gate: Gate
) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            server.state.computers.adviser = jobs.advise_for_ever
            pid = await server.state.workers.do(jobs.sleep, 0.0, 30, SOMEBODY)
            page = await sit(server, await server.create("link", "link", hints=True))
            await page.send({"t": "hint", "seat": "P1", "id": "hint"})
            await gate.begun()
            if how == "moves":
                assert (await page.do("pick 1"))["t"] == "ack"
                await page.until(lambda: "hint" in page.replies)
                assert page.replies["hint"]["why"] == "stale"
            else:
                await page.close()
            assert await server.state.workers.do(jobs.sleep, 0.0, 30, SOMEBODY) == pid

    asyncio.run(play())


def test_nobody_waits_for_tables_that_nobody_looks_at(tmp_path: Path, gate: Gate) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            server.state.computers.answer = jobs.random_thinks_slowly
            for _ in range(5):
                await server.create("device", "random", first="P2")
            await gate.begun()
            page = await sit(server, await server.create("device", "greedy", first="P2"))
            await page.until(lambda: page.view["to_act"] == "P1")
            gate.open()

    asyncio.run(play())


def test_a_game_of_computers_waits_until_somebody_looks_and_goes_on_when_they_are_back(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with running(tmp_path, idle=0.1, sweep=0.05) as server:
            made = await server.create("random", "greedy", turns=2)
            await until(lambda: not server.state.tables.in_memory, "nobody looks at it")
            page = await sit(server, made)
            assert page.n == 1
            await page.reach(4)
            await page.close()
            await until(lambda: not server.state.tables.in_memory, "nobody looks at it any more")
            page = await sit(server, made)
            assert not page.over
            await page.until(lambda: page.over)

    asyncio.run(play())


def test_a_person_who_is_back_finds_that_the_computer_has_moved(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, idle=0.1, sweep=0.05) as server:
            made = await server.create("device", "random", first="P2", turns=2)
            await until(lambda: not server.state.tables.in_memory, "the computer has moved")
            page = await sit(server, made)
            assert page.n > 1
            assert page.view["to_act"] == "P1"

    asyncio.run(play())


def test_where_too_much_waits_pages_are_told_and_the_game_goes_on_later(
    tmp_path: Path, gate: Gate
) -> None:
    async def play() -> None:
        async with running(tmp_path, most_waiting_of_one=1) as server:
            server.state.computers.answer = jobs.think_slowly
            pages = [
                await sit(server, await server.create("device", "greedy", first="P2", turns=1))
                for _ in range(3)
            ]
            last = pages[2]
            await gate.begun()
            await last.until(lambda: bool(last.loose))
            told = last.loose[0]
            assert (told["code"], told["why"]) == ("busy", "busy")
            assert told["facts"]["seconds"] >= 1
            gate.open()
            await last.until(lambda: last.view["to_act"] == "P1")  # without being asked again
            for page in pages[:2]:
                while page.view["to_act"] != "P1":
                    await page.reach(page.n + 1)
            gate.close()
            server.state.computers.adviser = jobs.advise_slowly
            for page in pages:
                await page.send({"t": "hint", "seat": "P1", "id": "hint"})
            await last.until(lambda: "hint" in last.replies)
            assert last.replies["hint"]["why"] == "busy"
            gate.open()
            for page in pages[:2]:
                assert (await page.ask({"t": "hint", "seat": "P1"}))["t"] == "answer"
            assert (await last.ask({"t": "hint", "seat": "P1"}))["t"] == "answer"

    asyncio.run(play())
