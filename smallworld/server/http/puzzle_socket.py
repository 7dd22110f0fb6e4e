"""A puzzle as pages play it over a WebSocket; its turns are judged in the processes for work."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import ClassVar, Final

from smallworld.puzzles.messages import PuzzleMessage, PuzzleRequest, SolveRequest
from smallworld.puzzles.puzzle import shipped
from smallworld.puzzles.session import PuzzleReply, PuzzleSession
from smallworld.puzzles.verdict import judge_solution
from smallworld.server.http.solo_socket import SoloPage
from smallworld.server.workers.interface import Workers
from smallworld.server.workers.job_queue import JobPlace, Urgency
from smallworld.server.workers.pool import WorkerDied, WorkerFailed
from smallworld.table.asking.solo import SoloTable
from smallworld.table.messages import JoinRequest, PageRequest, error_message
from smallworld.table.problems import Refused

WITHIN: Final = 60.0  # seconds for a verdict


class PuzzlePage(SoloPage):
    """One page at one puzzle."""

    requests: ClassVar = {"puzzle": PuzzleRequest, "solve": SolveRequest}
    told: ClassVar = {PuzzleMessage: "puzzle"}

    def __init__(self, puzzle: str, workers: Workers, owner: str) -> None:
        self._puzzle: Final = puzzle
        self._workers: Final = workers
        self._owner: Final = owner
        self._table: Final = SoloTable(
            PuzzleRequest, lambda request: PuzzleSession(shipped()[puzzle], request)
        )

    def exists(self) -> bool:
        """Whether there is such a puzzle."""
        return self._puzzle in shipped()

    async def answers(
        self, request: PuzzleRequest | SolveRequest | JoinRequest | PageRequest
    ) -> AsyncIterator[PuzzleReply]:
        """What the page is told about a request; when the turn is over, the verdict."""
        for message in self._table.answer(request):
            yield message
        session = self._table.session
        if session is None or session.judging is None:
            return
        place = JobPlace(Urgency.HINT, self._owner)
        try:
            verdict = await self._workers.do(judge_solution, session.judging, WITHIN, place)
        except (WorkerDied, WorkerFailed):
            yield error_message(None, Refused("no_verdict"))
            return
        for message in session.judged(verdict):
            yield message
