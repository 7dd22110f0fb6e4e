"""What is asked of whatever thinks: processes of this server, or thinkers anywhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from smallworld.players.budget import StopCheck
from smallworld.server.workers.job_queue import JobPlace

G = TypeVar("G")
R = TypeVar("R")


class Workers(Protocol):
    """Does jobs in fair shares, the most urgent first."""

    async def do(
        self, function: Callable[[G, StopCheck], R], given: G, limit: float, place: JobPlace
    ) -> R:
        """Let it be done when it is its turn.

        `WorkerDied` after `limit` seconds of work, `WorkerFailed` on an error, `Busy` if too much
        waits already. Whoever is cancelled while waiting here stops the work.
        """

    @property
    def waiting(self) -> int:
        """How many jobs wait here."""

    def warm_up(self, function: Callable[[None, StopCheck], None]) -> None:
        """Be ready, so that the first to ask need not wait."""

    def close(self) -> None:
        """Stop."""
