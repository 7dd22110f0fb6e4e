"""Boards that came with a table are drawn in a process: that takes seconds, and nobody may wait."""

from __future__ import annotations

from typing import Final

from smallworld.content.drawing import BoardDrawing
from smallworld.content.loader import map_of_lines
from smallworld.drawing.store import find_drawing
from smallworld.home.boards import Boards
from smallworld.players.budget import StopCheck, never
from smallworld.server.workers.job_queue import JobPlace, Urgency
from smallworld.server.workers.pool import WorkerPool

LIMIT: Final = 60.0  # seconds for one drawing


class Drawings:
    """Makes drawings of maps that are not the host's own."""

    def __init__(self, boards: Boards, workers: WorkerPool) -> None:
        self._boards: Final = boards
        self._workers: Final = workers

    async def prepare(self, digest: str, owner: str) -> None:
        """See that the drawing of such a map is there, if there is such a map."""
        board = self._boards.undrawn(digest)
        if board is not None:
            lines = tuple(board.data.to_lines())
            place = JobPlace(Urgency.HINT, owner)
            drawing = await self._workers.do(draw_board, lines, LIMIT, place)
            self._boards.keep(digest, drawing)


def draw_board(lines: tuple[str, ...], stopped: StopCheck = never) -> BoardDrawing:
    """In the worker: the drawing of the map these lines say."""
    return find_drawing(map_of_lines(lines, "own.toml"))
