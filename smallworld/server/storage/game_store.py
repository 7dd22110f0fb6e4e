"""What a server asks of whatever keeps its games.

One process keeps them in a file of SQLite (`store.py`), any number of them in PostgreSQL
(`postgres.py`). There each write names the revision of the table that it was made for: the first
to write wins, and all others are told that they were overtaken, whatever they believed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from smallworld.server.storage.sql import SaveReview
from smallworld.table.problems import Refused
from smallworld.table.rows import Change, LoadedTable, SeatRow, TableRow, TableUpdate

FoundTable = tuple[TableRow, list[SeatRow]]
Then = Callable[[Exception | None], None]  # called on the loop: what went wrong, if anything did


class StorageError(Refused):
    """The store could not do it; nothing has changed."""

    def __init__(self, text: str, conflict: bool = False) -> None:
        super().__init__("not_saved", text=text)
        self.text: Final = text
        self.conflict: Final = conflict  # what is kept is not what the asker took it to be


class WrittenByOthers(Exception):
    """That table has another revision: somebody else has written, or an answer got lost."""


class GameStore(Protocol):
    """Keeps tables; whatever `write` has answered is safe."""

    async def write(self, changes: Sequence[Change | SaveReview]) -> None:
        """Keep what is new as one; on return it is safe. `StorageError`: nothing is kept."""

    def put(self, changes: Sequence[Change | SaveReview], then: Then, rev: int = 0) -> None:
        """Keep the changes of one table as one, made for that revision, which is then one more.

        `then` is told how it ended. `StorageError`: none of them is kept. `WrittenByOthers`: look
        what is kept, then try again.
        """

    async def try_write(self) -> None:
        """Write what is there already; `StorageError` says why nothing can be written now."""

    def longest_wait(self) -> float:
        """Seconds the oldest change has waited that is not kept yet."""

    async def load(self, table_id: str) -> LoadedTable | None:
        """All of one table."""

    async def load_since(self, table_id: str, n: int) -> TableUpdate | None:
        """What was kept of a table after that version, and how it is now."""

    async def revisions(self, table_ids: Sequence[str]) -> dict[str, int]:
        """The revisions of these tables, of those that there are."""

    async def blocked(self) -> list[str]:
        """Addresses and networks that are not let in."""

    async def table_ids(self) -> list[str]:
        """All tables, the oldest first."""

    async def load_review(self, table_id: str) -> str | None:
        """What was found out about a finished game."""

    async def find_by_digests(self, digests: Sequence[bytes]) -> list[FoundTable]:
        """The tables at which these secrets open a seat, the last moved first."""

    async def find_open(self, since: float) -> list[FoundTable]:
        """The tables that wait for guests and were moved at since then, the newest first."""

    async def find_by_deal(self, deal: str, most: int) -> list[str]:
        """The tables at which that deal was played to the end, the last first."""

    async def count_open(self, maker: str, since: float) -> int:
        """How many tables of that maker wait for guests and were moved at since then."""

    async def find_waiting_for_computers(self, before: float) -> list[str]:
        """The tables where a computer is to act and people wait, since before that moment."""

    async def forget(self, before: float, most: int, but: Sequence[str]) -> list[str]:
        """Delete tables at which nothing has happened since then; which ones, so many at most.

        Where a clock runs something will happen, and those in `but` are left alone.
        """

    async def beat(self, now: float, patience: float) -> float:
        """Say that somebody serves the games; seconds in all in which nobody did.

        So much of the time since the last sign of life is not missed.
        """

    async def find_running_clocks(self, most: int) -> list[tuple[str, float]]:
        """The tables where time runs, and when it is over, the first first."""

    async def close(self) -> None:
        """Write what waits, then let go."""
