"""Servers of one cluster in this very process, each with its own line to database and bus."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from smallworld.server.cluster.bus import Bus
from smallworld.server.cluster.thinker import JobTaker
from smallworld.server.storage.postgres import prepare_database
from tests.server.harness import Running, running


@asynccontextmanager
async def cluster(
    database: str, bus: str, folder: Path, processes: int = 2, **settings: Any
) -> AsyncIterator[list[Running]]:
    """So many servers that share a database and a bus."""
    await prepare_database(database)
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(running(folder, database=database, bus=bus, **settings))
            for _ in range(processes)
        ]


@asynccontextmanager
async def thinker(bus: str, processes: int = 1) -> AsyncIterator[JobTaker]:
    """A thinker whose processes are its own."""
    line = Bus(bus)
    one = JobTaker(line, processes)
    task = asyncio.create_task(one.run())
    try:
        yield one
    finally:
        task.cancel()
        await asyncio.wait([task])
        await line.close()
