"""Help at one table: hints where they are allowed, and a review when the game is over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from smallworld.table.interface import (
    AskHint,
    Caller,
    FindReview,
    MakeReview,
    Output,
    SeatPosition,
    Send,
    StopHint,
)
from smallworld.table.limits import TokenBucket
from smallworld.table.messages import AnswerMessage, HintAnswer, ReviewAnswer, error_message
from smallworld.table.problems import Refused
from smallworld.wire.review import GameReview


@dataclass
class _AskedHint:
    """A hint about one version: asked for once, told to all who want to know."""

    ticket: int
    n: int
    waiting: list[tuple[Caller, str]] = field(default_factory=list)
    found: HintAnswer | None = None
    failed: bool = False


class HintService:
    """Asks for hints; each version of the game is thought about once."""

    def __init__(self, allowed: bool, limit: TokenBucket) -> None:
        self._allowed: Final = allowed
        self._limit: Final = limit
        self._asked: _AskedHint | None = None

    def check(self, now: float) -> bool:
        """Whether a computer must be asked for the hint of this version; `Refused` if it may not.

        Where it must, one of the hints that may be asked for is used up.
        """
        if not self._allowed:
            raise Refused("hints_off")
        if self._asked is not None:
            return False
        if not self._limit.take(now):
            raise Refused("too_fast")
        return True

    def begin(self, ticket: int, n: int, position: SeatPosition) -> AskHint:
        """Ask a computer about this version."""
        self._asked = _AskedHint(ticket, n)
        return AskHint(ticket, position)

    def tell(self, caller: Caller, id_: str) -> list[Send]:
        """Tell somebody the hint of this version, now or when it is found."""
        assert self._asked is not None
        self._asked.waiting.append((caller, id_))
        return self._tell_waiting()

    def found(self, ticket: int, hint: HintAnswer) -> list[Send]:
        """The hint of that ticket is this."""
        if self._asked is None or self._asked.ticket != ticket:
            return []
        self._asked.found = replace(hint, n=self._asked.n)
        return self._tell_waiting()

    def failed(self, ticket: int) -> list[Send]:
        """There is no hint for that ticket."""
        if self._asked is None or self._asked.ticket != ticket:
            return []
        self._asked.failed = True
        return self._tell_waiting()

    def forget(self, n: int) -> list[Output]:
        """The game went on to version n: a hint about an earlier one comes too late."""
        asked, self._asked = self._asked, None
        if asked is None:
            return []
        stale = Refused("stale", at=asked.n, now=n)
        told = [Send([caller], error_message(id_, stale)) for caller, id_ in asked.waiting]
        return [*told, *_stop(asked)]

    def stop(self) -> list[Output]:
        """Nobody is left who could be told."""
        asked, self._asked = self._asked, None
        return [] if asked is None else _stop(asked)

    def leave(self, caller: Caller) -> None:
        """Somebody who may have waited for a hint is gone."""
        if self._asked is not None:
            self._asked.waiting = [one for one in self._asked.waiting if one[0] != caller]

    def _tell_waiting(self) -> list[Send]:
        asked = self._asked
        assert asked is not None
        if asked.found is None and not asked.failed:
            return []
        waiting, asked.waiting = asked.waiting, []
        if asked.found is None:
            missing = Refused("no_hint")
            return [Send([caller], error_message(id_, missing)) for caller, id_ in waiting]
        return [Send([caller], AnswerMessage(id_, asked.found)) for caller, id_ in waiting]


def _stop(asked: _AskedHint) -> list[Output]:
    return [] if asked.found or asked.failed else [StopHint(asked.ticket)]


class ReviewService:
    """Asks for the review of a finished game; it is made once, for everybody."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Caller, str]] = []
        self._making = False

    def ask(self, caller: Caller, id_: str) -> list[Output]:
        """Somebody wants the review."""
        self._waiting.append((caller, id_))
        return [FindReview()] if len(self._waiting) == 1 else []

    def found(self, review: GameReview | None, record: Callable[[], str]) -> list[Output]:
        """There is this review, or none yet; then it is made from the record."""
        waiting, self._waiting = self._waiting, []
        told: list[Output] = [
            Send([caller], AnswerMessage(id_, ReviewAnswer(review))) for caller, id_ in waiting
        ]
        if review is None and waiting and not self._making:
            self._making = True
            told.append(MakeReview(record()))
        return told

    def made(self) -> None:
        """It was made, and everybody hears of it."""
        self._making = False

    def failed(self) -> tuple[list[Send], bool]:
        """It could not be found or made: what those who wait are told, and whether all are."""
        waiting, self._waiting = self._waiting, []
        making, self._making = self._making, False
        missing = Refused("no_review")
        return [Send([caller], error_message(id_, missing)) for caller, id_ in waiting], making

    def leave(self, caller: Caller) -> None:
        """Somebody who may have waited for a review is gone."""
        self._waiting = [one for one in self._waiting if one[0] != caller]
