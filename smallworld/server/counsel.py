"""Help at one table: hints where they are allowed, and a look through the game when it is over."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Final

from msgspec import Raw
from msgspec.structs import replace

from smallworld.engine.errors import GameError
from smallworld.server import messages
from smallworld.server.computers import Computers
from smallworld.server.course import Course
from smallworld.server.gallery import Gallery
from smallworld.server.problems import Refused
from smallworld.server.reviews import Reviews
from smallworld.server.seating import Connection
from smallworld.server.security import Bucket
from smallworld.server.sight import show_review

log: Final = logging.getLogger("smallworld.server")


class Counsel:
    """Asks the computers for people, without keeping the table waiting."""

    def __init__(
        self,
        course: Course,
        gallery: Gallery,
        files: tuple[str, ...],
        computers: Computers,
        reviews: Reviews,
        hints: Bucket,
    ) -> None:
        self._course: Final = course
        self._gallery: Final = gallery
        self._files: Final = files
        self._computers: Final = computers
        self._reviews: Final = reviews
        self._asked: asyncio.Task[messages.Hinted] | None = None  # about this version
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._reviewing = False
        self._hints: Final = hints

    def close(self) -> None:
        """Nobody is here to be told."""
        self.forget()
        for task in self._tasks:
            task.cancel()

    # ---- hints ----

    def hint(self, connection: Connection, id_: str) -> None:
        """Tell the page, when it is found out, what the seat to act might do."""
        if not self._gallery.hints:
            raise Refused("hints_off")
        if self._asked is None:
            if not self._hints.take():
                raise Refused("too_fast")
            row = self._gallery.row
            question = self._computers.question(
                self._course.state, self._course.table, row.header, self._files, ""
            )
            self._asked = asyncio.create_task(self._computers.advise(question))
        self._start(self._tell_hint(connection, id_, self._gallery.row.n, self._asked))

    def forget(self) -> None:
        """The game goes on: a hint comes too late."""
        if self._asked is not None:
            self._asked.cancel()
            self._asked = None

    async def _tell_hint(
        self, connection: Connection, id_: str, n: int, asked: asyncio.Task[messages.Hinted]
    ) -> None:
        await asyncio.wait([asked])
        if asked.cancelled():
            refused = Refused("stale", at=n, now=self._gallery.row.n)
            connection.post(messages.refusal(id_, refused))
            return
        error = asked.exception()
        if error is not None:
            log.error("no hint was found: %s", error)
            connection.post(messages.refusal(id_, Refused("no_hint")))
            return
        connection.post(messages.write_answer(id_, replace(asked.result(), n=n)))

    # ---- looking through ----

    async def review(self, connection: Connection, id_: str, record: str) -> None:
        """Tell the page what is known of the game, and all pages when more is."""
        if not self._course.over:
            raise Refused("not_over")
        table_id = self._gallery.row.id
        found = await self._reviews.find(table_id)
        kept = None if found is None else self._show(found)
        connection.post(messages.write_answer(id_, messages.LookedThrough(kept)))
        if kept is None and not self._reviewing:
            self._reviewing = True
            self._start(self._tell_review(table_id, record))

    async def _tell_review(self, table_id: str, record: str) -> None:
        try:
            made = await self._reviews.make(table_id, record, self._files)
        except GameError as error:
            log.error("table %s could not be looked through: %s", table_id, error)
            self._gallery.tell(messages.refusal(None, Refused("no_review")))
        else:
            self._gallery.tell(messages.write(messages.Reviewed(self._show(made))))
        finally:
            self._reviewing = False

    def _show(self, review: str) -> Raw:
        course = self._course
        return show_review(review, course.position, course.table.custom is not None)

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
