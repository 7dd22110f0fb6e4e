"""Boards that came with a table are drawn in a process: that takes seconds, and nobody may wait."""

from __future__ import annotations

from typing import Final

from smallworld.content.drawing import BoardDrawing
from smallworld.content.loader import map_of_lines
from smallworld.drawing.store import find_drawing
from smallworld.home.boards import Boards
from smallworld.players.budget import StopCheck, never
from smallworld.server.cluster.other_homes import OtherHomes
from smallworld.server.workers.job_queue import JobPlace, Urgency
from smallworld.server.workers.pool import WorkerPool

LIMIT: Final = 60.0  # seconds for one drawing
DIGEST: Final = 16  # letters, by which a map that is not shipped is asked for


class Drawings:
    """Makes drawings of maps that are not the host's own."""

    def __init__(self, boards: Boards, workers: WorkerPool, homes: OtherHomes) -> None:
        self._boards: Final = boards
        self._workers: Final = workers
        self._homes: Final = homes

    async def prepare(self, digest: str, owner: str) -> None:
        """See that the drawing of such a map is there, if there is such a map."""
        if len(digest) == DIGEST and self._boards.by_digest(digest) is None:
            found = await self._homes.find_board(digest)  # its table is at another process
            if found is not None:
                self._boards.note(map_of_lines(found, "own.toml"))
        board = self._boards.undrawn(digest)
        if board is not None:
            lines = tuple(board.data.to_lines())
            place = JobPlace(Urgency.HINT, owner)
            drawing = await self._workers.do(draw_board, lines, LIMIT, place)
            self._boards.keep(digest, drawing)


def draw_board(lines: tuple[str, ...], stopped: StopCheck = never) -> BoardDrawing:
    """In the worker: the drawing of the map these lines say."""
    return find_drawing(map_of_lines(lines, "own.toml"))
