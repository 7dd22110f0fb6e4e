"""Time as the clocks of tables count it: without that in which nobody could play.

While any clock runs, the server says every two seconds in its database that it is alive. What lies
between two signs of life, but for a little patience, counts for nobody: the server was not running,
its machine was asleep, or its database did not answer. Since what was missed is kept as one sum,
no table has to be touched for it, and all processes of a cluster count alike.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Final

from smallworld.engine.game import GameError

if TYPE_CHECKING:
    from smallworld.server.session import Services
    from smallworld.server.tables import TableDirectory

log: Final = logging.getLogger("smallworld.server")

BEAT: Final = 2.0  # seconds between two signs of life
PATIENCE: Final = 6.0  # seconds without one that still count
_LATE: Final = 2.0  # seconds after which a table is looked for that has not seen to its own clock
_AT_ONCE: Final = 100  # tables looked at
_TRY_AGAIN: Final = 600.0  # seconds until one that could not be loaded is tried again


class ServedTime:
    """How long the server was away in all, as far as this process knows."""

    def __init__(self) -> None:
        self._begun: Final = asyncio.Event()
        self._alive: float | None = None
        self._away = 0.0

    def away(self, now: float) -> float:
        """Seconds that count for nobody, up to now."""
        if self._alive is None:
            return 0.0
        return self._away + max(0.0, now - self._alive - PATIENCE)

    def moment(self) -> float:
        """Now, as clocks count."""
        now = time.time()
        return now - self.away(now)

    def note(self, now: float, away: float) -> None:
        """A sign of life was given then, and the database knows what was missed before."""
        self._alive, self._away = now, away
        self._begun.set()

    async def begun(self) -> None:
        """Wait until it is known what was missed; before that no clock may be asked."""
        await self._begun.wait()


class ClockKeeper:
    """Gives signs of life, and sees to clocks that run out where nobody looks."""

    def __init__(self, services: Services, tables: TableDirectory) -> None:
        self._services: Final = services
        self._tables: Final = tables
        self._failed: Final[dict[str, float]] = {}  # tables, and when they are tried again
        self._task: Final = asyncio.create_task(self._keep())

    def close(self) -> None:
        """No more signs of life."""
        self._task.cancel()

    async def _keep(self) -> None:
        # Alone, all since the last sign was missed; beside others they may have been there.
        patience: float | None = PATIENCE if self._services.homes.name else 0.0
        told = False
        while True:
            try:
                if patience is not None:
                    await self._beat(patience)
                    patience = None
                await self._look()
                told = False
            except Exception:  # it is tried again; meanwhile clocks stand still
                if not told:
                    log.exception("clocks cannot be looked after")
                told = True
            await asyncio.sleep(BEAT)

    async def _beat(self, patience: float) -> None:
        now = time.time()
        self._services.time.note(now, await self._services.store.beat(now, patience))

    async def _look(self) -> None:
        running = await self._services.store.find_running_clocks(_AT_ONCE + len(self._failed))
        if not running:
            return  # nothing is written where nobody has a clock
        await self._beat(PATIENCE)
        if self._services.homes.is_first:
            before = self._services.time.moment() - _LATE
            for table_id in [table_id for table_id, due in running if due <= before]:
                await self._see_to(table_id)

    async def _see_to(self, table_id: str) -> None:
        """Wake a table where time has run out; its people are gone, or its process is."""
        now = time.monotonic()
        if self._failed.get(table_id, 0.0) > now:
            return
        self._failed.pop(table_id, None)
        try:
            session = await self._tables.find(table_id)
        except GameError:  # it is in the log
            self._failed[table_id] = now + _TRY_AGAIN
            return
        if session is not None:
            session.wake()
