"""Computer seats think in processes of their own, so that no table waits for another.

A worker is told the table, what the seat may see, and the coins everybody could have counted; it
answers with the text of an action.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from smallworld.engine.game import GameError
from smallworld.home.thinking import FALLBACKS, Question, advise, answer, load
from smallworld.players.budget import StopCheck
from smallworld.server.workers.interface import Workers
from smallworld.server.workers.job_queue import JobPlace, Urgency
from smallworld.server.workers.pool import WorkerDied
from smallworld.table.interface import SeatPosition
from smallworld.table.messages import HintAnswer

log: Final = logging.getLogger("smallworld.server")


class Computers:
    """Asks levels what they would do."""

    def __init__(
        self, workers: Workers, customs: tuple[str, ...] = (), limit: float = 60.0
    ) -> None:
        self._customs: Final = customs
        self._limit: Final = limit  # seconds for a decision
        self._workers: Final = workers
        self.answer: Callable[[Question, StopCheck], str] = answer
        self.adviser: Callable[[Question, StopCheck], HintAnswer] = advise

    async def choose(self, position: SeatPosition, level: str, place: JobPlace) -> str:
        """The text of the action the level chooses.

        A process that dies or takes too long gets a second try; then another level decides.
        """
        asked = self._question(position, level)
        for one in (level, level, *FALLBACKS):
            try:
                job = replace(asked, level=one)
                return await self._workers.do(self.answer, job, self._limit, place)
            except WorkerDied:
                log.error("the level %s died, or took more than %g s", one, self._limit)
        raise GameError(f"the level {level} cannot be asked: its process dies")

    async def advise(self, position: SeatPosition, owner: str) -> HintAnswer:
        """What a strong player would do in the place of the seat to act, and why."""
        place = JobPlace(Urgency.HINT, owner)
        return await self._workers.do(
            self.adviser, self._question(position, ""), self._limit, place
        )

    def _question(self, position: SeatPosition, level: str) -> Question:
        return Question(position, self._customs, level, secrets.randbits(60))

    def warm_up(self) -> None:
        """Start a process now, so that the first move of a computer need not wait for it."""
        self._workers.warm_up(load)
