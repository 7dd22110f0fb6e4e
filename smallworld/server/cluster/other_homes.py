"""Other processes of the same server, which may have the same tables: here there are none.

`cluster/homes.py` has those that there are where a bus connects them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from smallworld.table.homes.notes import HomeNote
from smallworld.table.interface import Caller, CloseReason
from smallworld.table.rows import TableUpdate

if TYPE_CHECKING:
    from smallworld.server.session import TableSession


class OtherHomes:
    """What a table tells other processes, and how they find it: in one process nothing at all."""

    name = ""  # of this process

    @property
    def is_first(self) -> bool:
        """Whether it is this process that sees to tables which nobody has in memory."""
        return True

    def knows_rules(self, version: int) -> bool:
        """Whether another process can play a game begun by that version of the rules."""
        return False

    async def find_board(self, digest: str) -> tuple[str, ...] | None:
        """The lines of a map that a table elsewhere is played on; None if there is none."""
        return None

    def open(self, session: TableSession) -> None:
        """This process has that table now."""

    def close(self, session: TableSession) -> None:
        """This process has let that table go."""

    def tell(self, table_id: str, note: HomeNote) -> None:
        """Tell the others something about a table."""

    def tell_kept(self, table_id: str, update: TableUpdate) -> None:
        """Tell the others what was kept."""

    def close_page(self, table_id: str, caller: Caller, reason: CloseReason) -> None:
        """Ask another process to let one of its pages go."""
