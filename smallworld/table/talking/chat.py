"""The talk at one table: short lines and ready phrases of those who sit there, kept by nobody.

The last lines are told to whoever comes while the table is in memory; then they are gone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from smallworld.table.limits import TokenBucket
from smallworld.table.messages import ChatLine, SayRequest
from smallworld.table.problems import Refused
from smallworld.table.seats.credentials import clean_name

_REMEMBERED: Final = 50  # lines
_BURST: Final = 5.0  # lines of a seat at once …
_RATE: Final = 0.5  # … and a second in the long run


class Chat:
    """What was said lately, and whether anybody may speak."""

    def __init__(self, on: bool) -> None:
        self.on = on
        self.lines: Final[deque[ChatLine]] = deque(maxlen=_REMEMBERED)
        self._buckets: Final[dict[str, TokenBucket]] = {}
        self._said = 0

    def switch(self, on: bool) -> None:
        """Whether people may speak from now on; what was said is gone when they may not."""
        self.on = on
        if not on:
            self.lines.clear()

    def say(self, request: SayRequest, now: float) -> ChatLine:
        """A line of that seat; `Refused` if it may not be said."""
        if not self.on:
            raise Refused("chat_off")
        text = clean_name(request.text)
        if not text and request.phrase is None:
            raise Refused("nothing_said")
        bucket = self._buckets.setdefault(request.seat, TokenBucket(_BURST, _RATE, now))
        if not bucket.take(now):
            raise Refused("too_fast")
        return self._add(ChatLine(0, request.seat, "" if request.phrase else text, request.phrase))

    def hear(self, line: ChatLine, now: float) -> ChatLine:
        """Something that was said at another home of the table; it counts for its seat here too."""
        self._buckets.setdefault(line.seat, TokenBucket(_BURST, _RATE, now)).take(now)
        return self._add(line)

    def catch_up(self, on: bool, lines: Sequence[ChatLine]) -> None:
        """What was said elsewhere before this home had the table."""
        self.on = on
        if not self.lines:
            for line in lines:
                self._add(line)

    def _add(self, line: ChatLine) -> ChatLine:
        """Each home has numbers of its own."""
        self._said += 1
        numbered = replace(line, number=self._said)
        self.lines.append(numbered)
        return numbered
