"""The home of one table on a server: what goes wrong around a table does not stop it."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from smallworld.game.compiled.dealer import Dealer
from smallworld.server.http.connection import Connection
from smallworld.server.session import Services, TableSession
from smallworld.server.settings import ServerSettings
from smallworld.server.storage.game_store import Then
from smallworld.table.interface import TakeSeat
from smallworld.table.loading import load_history, new_table
from smallworld.table.machine import TableMachine
from smallworld.table.messages import JoinRequest, MoveRequest, RenameRequest
from smallworld.table.problems import Refused
from smallworld.table.starting.table_request import SeatRequest, TableRequest, validate
from smallworld.table.state import TableLimits

SECRET = JoinRequest(watch="watch")


class SlowStore:
    """Keeps nothing; every write waits until it is told how it ends."""

    def __init__(self) -> None:
        self.writes: list[Then] = []

    def put(self, changes: Sequence[object], then: Then, rev: int = 0) -> None:
        self.writes.append(then)


def deal() -> Dealer:
    return Dealer(1)


def with_session(test: Callable[[TableSession, SlowStore], Awaitable[None]]) -> None:
    """Run a test with a table for two, the second seat free for guests."""

    async def run() -> None:
        request = TableRequest((SeatRequest("device"), SeatRequest("link")), open=True, first=1)
        setup = validate(request, None, None, [], deal())
        digests = {"P1": b"one", "P2": b"two"}
        loaded = new_table(request, setup, digests, "table", "watch", time.time(), deal)
        machine = TableMachine(loaded, load_history(loaded), TableLimits([]), 1.0)
        store = SlowStore()
        nothing = cast(Any, None)
        services = Services(ServerSettings(Path()), cast(Any, store), nothing, nothing, deal)
        session = TableSession(services, machine)
        await test(session, store)
        session.close()

    asyncio.run(run())


def told(connection: Connection) -> list[Any]:
    """What waits to be sent, as JSON, and codes to close with."""
    items = [connection.outbox.get_nowait() for _ in range(connection.outbox.qsize())]
    return [json.loads(item) if isinstance(item, str) else item for item in items]


async def soon(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not true():
            await asyncio.sleep(0)


def test_time_that_passes_does_not_keep_a_table_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    clock = SimpleNamespace(monotonic=lambda: now, time=lambda: now)
    monkeypatch.setattr("smallworld.server.session.time", clock)

    async def test(session: TableSession, store: SlowStore) -> None:
        nonlocal now
        now += 11
        session.wake()
        assert session.is_idle(10)
        session.touch()
        assert not session.is_idle(10)
        guest = Connection()
        assert await session.join(guest, SECRET)
        now += 11
        assert not session.is_idle(10)
        session.leave(guest)
        assert not session.is_idle(10)
        now += 11
        assert session.is_idle(10)

    with_session(test)


def test_whatever_a_write_ends_with_the_table_goes_on() -> None:
    async def test(session: TableSession, store: SlowStore) -> None:
        for error in (ZeroDivisionError("no number"), OSError("no disk")):
            call = asyncio.create_task(session.call(lambda caller: TakeSeat(caller, "", b"new")))
            await soon(lambda: bool(store.writes))
            store.writes.pop()(error)
            with pytest.raises(Refused, match=str(error)):
                await call
        call = asyncio.create_task(session.call(lambda caller: TakeSeat(caller, "", b"new")))
        await soon(lambda: bool(store.writes))
        store.writes.pop()(None)
        assert getattr(await call, "seat", "") == "P2"

    with_session(test)


def test_nobody_waits_for_a_table_that_was_closed() -> None:
    async def test(session: TableSession, store: SlowStore) -> None:
        guest, late = Connection(), Connection()
        assert await session.join(guest, SECRET)
        assert [message["t"] for message in told(guest)] == ["welcome"]
        call = asyncio.create_task(session.call(lambda caller: TakeSeat(caller, "", b"new")))
        await soon(lambda: bool(store.writes))
        session.close()
        with pytest.raises(Refused, match="closed meanwhile"):
            await call
        assert told(guest) == [1012]
        assert not await session.join(late, SECRET)
        assert told(late) == [1012]
        with pytest.raises(Refused, match="closed meanwhile"):
            await session.call(lambda caller: TakeSeat(caller, "", b"new"))
        session.ask(guest, RenameRequest("name", "P1", "Anna"))
        session.leave(guest)
        assert told(guest) == []

    with_session(test)


def test_who_goes_before_being_let_in_is_not_at_the_table() -> None:
    async def test(session: TableSession, store: SlowStore) -> None:
        call = asyncio.create_task(session.call(lambda caller: TakeSeat(caller, "", b"new")))
        await soon(lambda: bool(store.writes))
        guest = Connection()
        join = asyncio.create_task(session.join(guest, SECRET))  # waits for the write
        await asyncio.sleep(0)
        join.cancel()
        with pytest.raises(asyncio.CancelledError):
            await join
        store.writes.pop()(None)
        await call
        assert session.machine.is_idle

    with_session(test)


def test_a_request_of_a_page_that_may_not_is_refused() -> None:
    async def test(session: TableSession, store: SlowStore) -> None:
        guest = Connection()
        assert await session.join(guest, SECRET)
        told(guest)
        session.ask(guest, MoveRequest("move", "P1", 1, "pick 1"))
        (error,) = told(guest)
        assert (error["t"], error["id"], error["why"]) == ("error", "move", "not_your_seat")

    with_session(test)
