"""One page that looks at a table, seen from the table's side."""

from __future__ import annotations

import asyncio
import itertools
from typing import Final

_WAITING: Final = 300  # messages that may wait for one page
_BEHIND: Final = 1013  # the code of WebSockets for "try again later"
_numbers: Final = itertools.count(1)


class Connection:
    """What a page is told waits here until it is sent."""

    def __init__(self, owner: str = "unknown") -> None:
        self.owner: Final = owner  # what limits count its page by
        self.id: Final = f"connection {next(_numbers)}"
        self.outbox: Final[asyncio.Queue[str | int]] = asyncio.Queue()
        self.closing = False

    def post(self, text: str) -> None:
        """Tell it something; a page that does not keep up is let go, and comes back by itself."""
        if self.closing:
            return
        if self.outbox.qsize() >= _WAITING:
            self.close(_BEHIND)
            return
        self.outbox.put_nowait(text)

    def close(self, code: int) -> None:
        """Let it go, once it has been told what waits."""
        if not self.closing:
            self.closing = True
            self.outbox.put_nowait(code)
