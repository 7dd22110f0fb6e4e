"""Finished games are reviewed once, in a process that gives way to all others, and kept."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import msgspec

from smallworld.engine.query import COMPILED
from smallworld.game.records.record import Record
from smallworld.players.analysis.review import review
from smallworld.server.custom_files import CustomFiles
from smallworld.server.storage.sql import SaveReview
from smallworld.server.storage.store import Store
from smallworld.server.workers.pool import WorkerPool

log: Final = logging.getLogger("smallworld.server")

LIMIT: Final = 1800.0  # seconds
SIMULATIONS: Final = 200 if COMPILED else 10  # of each position: a game takes 6 to 60 seconds


@dataclass(frozen=True)
class ReviewJob:
    """A game to be reviewed."""

    record: str
    paths: tuple[str, ...]  # of all home-made races and powers of the server
    files: tuple[str, ...]  # ... of which the table uses these


class Reviews:
    """Finished games are reviewed one after another."""

    def __init__(self, store: Store, customs: tuple[str, ...]) -> None:
        self._store: Final = store
        self._customs: Final = customs
        self._pool: Final = WorkerPool(1, low_priority=True)
        self._making: Final[dict[str, asyncio.Task[str]]] = {}
        self.reviewer: Callable[[ReviewJob], str] = review_game

    async def find(self, table_id: str) -> str | None:
        """The review of that game, as JSON, if it was made."""
        return await asyncio.to_thread(self._store.load_review, table_id)

    async def make(self, table_id: str, record: str, files: tuple[str, ...]) -> str:
        """The review, once it is made and kept; `GameError` if that fails."""
        task = self._making.get(table_id)
        if task is None:
            job = ReviewJob(record, self._customs, files)
            task = asyncio.create_task(self._make(table_id, job))
            self._making[table_id] = task
            task.add_done_callback(lambda _: self._making.pop(table_id, None))
        return await asyncio.shield(task)

    async def _make(self, table_id: str, job: ReviewJob) -> str:
        made = await self._pool.do(self.reviewer, job, LIMIT)
        await self._store.write([SaveReview(table_id, time.time(), made)])
        return made

    def close(self) -> None:
        """Stop; what was begun is made anew when it is asked for again."""
        for task in self._making.values():
            task.cancel()
        self._pool.close()


# ---- in the worker ----


def review_game(job: ReviewJob) -> str:
    """The review of a game, as JSON."""
    custom = CustomFiles(job.paths).chosen(job.files)
    found = review(Record.from_text(job.record, custom), SIMULATIONS)
    return msgspec.json.encode(found.to_dict()).decode()
