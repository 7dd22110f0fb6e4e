"""Finished games are reviewed once, piece by piece behind everything else, and kept."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from smallworld.home.reviewing import PieceDone, ReviewPiece, review_piece
from smallworld.players.budget import StopCheck
from smallworld.server.http.access.rate_limits import AddressCounts
from smallworld.server.storage.game_store import GameStore
from smallworld.server.storage.sql import SaveReview
from smallworld.server.workers.interface import Workers
from smallworld.server.workers.job_queue import Busy, JobPlace, Urgency
from smallworld.server.workers.pool import WorkerDied

log: Final = logging.getLogger("smallworld.server")

LIMIT: Final = 600.0  # seconds for a piece, which gives way to everything else
MOST: Final = 100  # games under review at the same time …
MOST_OF_ONE: Final = 5  # … and for one owner
_COME_AGAIN: Final = 30  # seconds

Tell = Callable[[int], None]


@dataclass
class _UnderWay:
    """A review that is being made, and those who are told how far it is."""

    owner: str
    task: asyncio.Task[str]
    percent: int = 0
    told: list[Tell] = field(default_factory=list)


class Reviews:
    """Makes reviews, many at a time, each in pieces."""

    def __init__(self, store: GameStore, workers: Workers, customs: tuple[str, ...] = ()) -> None:
        self._store: Final = store
        self._customs: Final = customs
        self._workers: Final = workers
        self._making: Final[dict[str, _UnderWay]] = {}
        self.under_way: Final = AddressCounts()
        self.reviewer: Callable[[ReviewPiece, StopCheck], PieceDone] = review_piece

    async def find(self, table_id: str) -> str | None:
        """The review of that game, as JSON, if it was made."""
        return await self._store.load_review(table_id)

    async def make(
        self, table_id: str, record: str, files: tuple[str, ...], owner: str, tell: Tell
    ) -> str:
        """The review, once it is made and kept; `GameError` if that fails, `Busy` if not now.

        `tell` hears how much of it is done, in per cent.
        """
        making = self._making.get(table_id)
        if making is None:
            self._check_room(owner)
            piece = ReviewPiece(record, self._customs, files)
            task = asyncio.create_task(self._make(table_id, piece, owner))
            making = self._making[table_id] = _UnderWay(owner, task)
            self.under_way.add(owner)
            task.add_done_callback(lambda _: self._end(table_id))
        making.told.append(tell)
        try:
            return await asyncio.shield(making.task)
        finally:
            making.told.remove(tell)

    def _check_room(self, owner: str) -> None:
        if self.under_way.total >= MOST or self.under_way.of(owner) >= MOST_OF_ONE:
            raise Busy(_COME_AGAIN)

    def _end(self, table_id: str) -> None:
        self.under_way.remove(self._making.pop(table_id).owner)

    async def _make(self, table_id: str, piece: ReviewPiece, owner: str) -> str:
        place = JobPlace(Urgency.REVIEW, owner)
        while True:
            done = await self._do(piece, place)
            if done.review is not None:
                await self._store.write([SaveReview(table_id, time.time(), done.review)])
                return done.review
            self._tell(table_id, done.percent)
            piece = replace(piece, notes=done.notes)

    async def _do(self, piece: ReviewPiece, place: JobPlace) -> PieceDone:
        """One piece; if its process dies it has a second try."""
        try:
            return await self._workers.do(self.reviewer, piece, LIMIT, place)
        except WorkerDied:
            log.error("a process died, or took more than %g s, at a piece of a review", LIMIT)
            return await self._workers.do(self.reviewer, piece, LIMIT, place)

    def _tell(self, table_id: str, percent: int) -> None:
        making = self._making[table_id]
        if percent != making.percent:
            making.percent = percent
            for tell in making.told:
                tell(percent)

    def close(self) -> None:
        """Stop; what was begun is made anew when it is asked for again."""
        for making in self._making.values():
            making.task.cancel()
