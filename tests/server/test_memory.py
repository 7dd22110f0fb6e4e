"""A table that is let go leaves the memory at once, without the garbage collector's help."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from smallworld.engine.game import State
from smallworld.server.memory import GarbageSearch
from smallworld.server.session import TableSession
from smallworld.table.history import History
from smallworld.table.machine import TableMachine
from smallworld.table.state import TableState
from tests.server import jobs
from tests.server.gate import Gate
from tests.server.harness import Json, Page, Running, legal, running
from tests.waiting import until

OF_A_TABLE = (TableSession, TableMachine, TableState, History, State)

Visit = Callable[[Running], Awaitable[None]]


@pytest.fixture
def others() -> Iterator[dict[str, int]]:
    """What there is of tables before a test; from then on nothing but what is unused is freed."""
    gc.collect()
    gc.disable()
    yield alive()
    gc.enable()


def alive() -> dict[str, int]:
    """What there is of tables, by kind."""
    kinds = (type(one) for one in gc.get_objects())
    return dict(Counter(kind.__name__ for kind in kinds if kind in OF_A_TABLE))


async def sit(server: Running, made: Json) -> Page:
    secrets = [seat["secret"] for seat in made["seats"] if seat["secret"]]
    return await Page.open(server.port, made["table"], secrets, made["watch"])


async def people(server: Running) -> None:
    """A game of two people who look at everything there is."""
    made = await server.create("device", "device", turns=1, hints=True)
    page = await sit(server, made)
    assert (await page.ask({"t": "hint", "seat": "P1"}))["t"] == "answer"
    while not page.over:
        seat, action = page.view["to_act"], legal(page)[-1]
        assert (await page.ask({"t": "try", "seat": seat, "do": action}))["t"] == "answer"
        region = page.view["regions"][0]["name"]
        assert (await page.ask({"t": "why", "seat": seat, "region": region}))["t"] == "answer"
        assert (await page.do("conquer 99"))["t"] == "error"
        await page.reach((await page.do(action))["n"])
        if page.undo["step"] is not None and page.n < 8:
            back = {"t": "undo", "seat": seat, "at": page.n, "to": page.undo["step"]}
            await page.reach((await page.ask(back))["n"])
    assert (await page.ask({"t": "position", "line": 2}))["t"] == "answer"
    assert (await page.ask({"t": "review"}))["t"] == "answer"
    await page.until(lambda: any("review" in told for told in page.loose))
    await page.close()


async def computers(server: Running) -> None:
    """A game of computers that somebody looks at."""
    made = await server.create("greedy", "random", turns=1)
    page = await sit(server, made)
    await page.until(lambda: page.over)
    await page.close()


async def rematch(server: Running) -> None:
    """A finished game, and the next one of the same people."""
    made = await server.create("device", "device", turns=1)
    page = await sit(server, made)
    while not page.over:
        await page.reach((await page.do(legal(page)[-1]))["n"])
    secrets = [seat["secret"] for seat in made["seats"]]
    again = await server.json(f"/api/tables/{made['table']}/rematch", {"secrets": secrets})
    other = await Page.open(server.port, again["table"], secrets)
    await other.close()
    await page.close()


async def guests(server: Running) -> None:
    """Guests who find a seat, and one who does not."""
    made = await server.create("device", "link", open=True)
    path = f"/api/tables/{made['table']}/join"
    assert (await server.json(path, {"name": "Eva"}))["seat"] == "P2"
    assert (await server.refused(path, {"name": "Ida"}))[1]["why"] == "no_free_seat"
    stranger = await Page.open(server.port, made["table"], ["no secret"])
    assert stranger.closed == 4403
    await stranger.close()


@pytest.mark.parametrize("visit", [people, computers, rematch, guests])
def test_a_table_nobody_looks_at_is_gone_at_once(
    visit: Visit, others: dict[str, int], tmp_path: Path
) -> None:
    async def play() -> None:
        async with running(tmp_path, idle=0.2, sweep=0.05) as server:
            server.state.computers.adviser = jobs.advise_quickly
            server.state.reviews.reviewer = jobs.review_quickly
            await visit(server)
            await until(lambda: alive() == others, "the table is gone", 5)

    asyncio.run(play())


def test_a_table_closed_while_its_computer_thinks_is_gone(
    others: dict[str, int], tmp_path: Path, gate: Gate
) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            server.state.computers.answer = jobs.think_slowly
            made = await server.create("device", "greedy", first="P2")
            page = await sit(server, made)
            await gate.begun()
            server.state.tables.close()
            await page.until(lambda: page.closed is not None)
            await page.close()
            gate.open()
            await until(lambda: alive() == others, "the table is gone", 5)

    asyncio.run(play())


class Loop:
    """Garbage that is only found by looking for it."""

    def __init__(self) -> None:
        self.again = self


def test_garbage_is_looked_for_rarely_where_many_play(others: dict[str, int]) -> None:
    """Nothing else looks for it: everybody would have to wait for that."""
    search = GarbageSearch(now=0.0)
    left = weakref.ref(Loop())
    assert not search.look(tables=0, now=4.0)
    assert left() is not None
    assert search.look(tables=0, now=5.0)
    assert left() is None
    assert [search.look(tables=10, now=5.0 + later) for later in (7.0, 8.0)] == [False, True]
    assert [search.look(tables=5000, now=13.0 + later) for later in (599.0, 600.0)] == [False, True]
