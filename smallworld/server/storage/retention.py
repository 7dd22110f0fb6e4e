"""Games are not kept for ever: the host says for how long, and the server forgets the rest."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Final

from smallworld.engine.game import GameError

if TYPE_CHECKING:
    from smallworld.server.notify.ledger import Run
    from smallworld.server.session import Services
    from smallworld.server.tables import TableDirectory

log: Final = logging.getLogger("smallworld.server")

DAY: Final = 86_400.0
_MOST_DAYS: Final = 36_500
_PAUSE: Final = 0.2  # seconds between two groups of tables, for those who play
_STANDING: Final = "(SELECT id AS table_id, moved, over FROM tables)"


def check_days(days: float) -> float:
    """The days; `GameError` unless they are a number, one at least."""
    if not 1 <= days <= _MOST_DAYS:  # what is no number is not between any
        raise GameError(
            f"tables are kept for 1 day at least and {_MOST_DAYS:,} at most, not {days:g}; "
            "name the days, as 365"
        )
    return days


class Retention:
    """Deletes tables at which nothing has happened for long, and what is needed no more."""

    def __init__(self, services: Services, tables: TableDirectory, run: Run, in_file: bool) -> None:
        """`run` carries out one statement where the games are kept."""
        self._services: Final = services
        self._tables: Final = tables
        self._run: Final = run
        self._standing: Final = _STANDING if in_file else "standings"
        self._task: Final = asyncio.create_task(self._look_again_and_again())

    def close(self) -> None:
        """Look no more."""
        self._task.cancel()

    async def _look_again_and_again(self) -> None:
        settings = self._services.settings
        while True:
            try:
                if self._services.homes.is_first:
                    await self._forget_addresses()
                    if settings.forget_after:
                        await self._forget_tables(settings.forget_after)
            except Exception:  # the database may be away; it is tried again
                log.exception("what is old could not be forgotten")
            await asyncio.sleep(settings.forget_every)

    async def _forget_tables(self, days: float) -> None:
        count = 0
        while found := await self._tables.forget(time.time() - days * DAY):
            count += found
            await asyncio.sleep(_PAUSE)
        if count:
            log.warning("%d tables are deleted: nothing has happened there for long", count)

    async def _forget_addresses(self) -> None:
        """From where a table was made matters only while it waits for guests."""
        waits_since = time.time() - self._services.settings.open_for
        await self._run(
            "DELETE FROM marks WHERE table_id NOT IN (SELECT table_id FROM "
            f"{self._standing} AS s WHERE NOT s.over AND s.moved >= $1)",
            (waits_since,),
        )
