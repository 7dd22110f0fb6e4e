"""Finished games are looked through once, in a process that gives way to all others, and kept."""

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
from smallworld.server.customs import Customs
from smallworld.server.rows import insert_review
from smallworld.server.store import Store
from smallworld.server.workers import Workers

log: Final = logging.getLogger("smallworld.server")

LIMIT: Final = 1800.0  # seconds
SIMULATIONS: Final = 200 if COMPILED else 10  # of each position: a game takes 6 to 60 seconds


@dataclass(frozen=True)
class Played:
    """A game to be looked through."""

    record: str
    paths: tuple[str, ...]  # of all home-made races and powers of the server
    files: tuple[str, ...]  # ... of which the table uses these


class Reviews:
    """The desk at which games are looked through, one after another."""

    def __init__(self, store: Store, customs: tuple[str, ...]) -> None:
        self._store: Final = store
        self._customs: Final = customs
        self._desk: Final = Workers(1, lowly=True)
        self._making: Final[dict[str, asyncio.Task[str]]] = {}
        self.look: Callable[[Played], str] = look_through

    async def find(self, table_id: str) -> str | None:
        """The review of that game, as JSON, if it was made."""
        return await asyncio.to_thread(self._store.load_review, table_id)

    async def make(self, table_id: str, record: str, files: tuple[str, ...]) -> str:
        """The review, once it is made and kept; `GameError` if that fails."""
        task = self._making.get(table_id)
        if task is None:
            played = Played(record, self._customs, files)
            task = asyncio.create_task(self._make(table_id, played))
            self._making[table_id] = task
            task.add_done_callback(lambda _: self._making.pop(table_id, None))
        return await asyncio.shield(task)

    async def _make(self, table_id: str, played: Played) -> str:
        made = await self._desk.do(self.look, played, LIMIT)
        await self._store.write([insert_review(table_id, time.time(), made)])
        return made

    def close(self) -> None:
        """Stop; what was begun is made anew when it is asked for again."""
        for task in self._making.values():
            task.cancel()
        self._desk.close()


# ---- in the worker ----


def look_through(played: Played) -> str:
    """The review of a game, as JSON."""
    custom = Customs(played.paths).chosen(played.files)
    found = review(Record.from_text(played.record, custom), SIMULATIONS)
    return msgspec.json.encode(found.to_dict()).decode()
