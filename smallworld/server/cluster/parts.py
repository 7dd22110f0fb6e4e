"""What a server of many processes has in place of a file and processes of its own."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path
from typing import Final

from smallworld.server.cluster.bus import Bus, check_bus
from smallworld.server.cluster.homes import ClusterHomes
from smallworld.server.cluster.limits import LimitSharing
from smallworld.server.cluster.thinking import BusThinking
from smallworld.server.settings import ServerSettings
from smallworld.server.storage.postgres import PostgresStore, prepare_database
from smallworld.server.storage.watch_key import TokenOf, watch_tokens
from smallworld.server.workers.job_queue import QueueLimits


class ClusterParts:
    """The store, the bus, the other processes and the thinkers, as one process has them."""

    def __init__(self, settings: ServerSettings, token_of: TokenOf, waiting: QueueLimits) -> None:
        self.store: Final = PostgresStore(settings.database, token_of)
        self.bus: Final = Bus(settings.bus)
        self.homes: Final = ClusterHomes(self.bus, self.store)
        self.thinking: Final = BusThinking(self.bus, self.homes.name, waiting)
        self.limits: Final = LimitSharing(self.bus, self.homes.name)

    async def close(self) -> None:
        """Let go of the bus; the others are told."""
        self.limits.close()
        await self.homes.leave()
        await self.bus.close()


def check_cluster(database: str, bus: str, key_file: Path) -> None:
    """`GameError` unless the database and the bus can be used by this process."""
    watch_tokens(key_file)  # made if it is not there
    key = hashlib.sha256(key_file.read_bytes()).hexdigest()

    async def check() -> None:
        await prepare_database(database, key)
        await check_bus(bus)

    asyncio.run(check())
