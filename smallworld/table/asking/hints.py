"""Help at one table: hints where they are allowed, and a review when the game is over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
from smallworld.table.messages import (
    AnswerMessage,
    HintAnswer,
    ReviewAnswer,
    ReviewMessage,
    ReviewProgress,
    error_message,
)
from smallworld.table.problems import Refused
from smallworld.table.publishing.broadcaster import Broadcaster
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

    def begin(self, ticket: int, n: int, position: SeatPosition, caller: Caller) -> AskHint:
        """Ask a computer about this version."""
        self._asked = _AskedHint(ticket, n)
        return AskHint(ticket, position, caller)

    def count(self, now: float) -> None:
        """A hint was asked for at another home of the table."""
        self._limit.take(now)

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

    def failed(self, ticket: int, busy: int) -> list[Send]:
        """There is no hint for that ticket, or none for so many seconds."""
        asked = self._asked
        if asked is None or asked.ticket != ticket:
            return []
        if busy:
            self._asked = None  # it may be asked for again
            return _refuse(asked.waiting, Refused("busy", seconds=busy))
        asked.failed = True
        return self._tell_waiting()

    def forget(self, n: int) -> list[Output]:
        """The game went on to version n: a hint about an earlier one comes too late."""
        asked, self._asked = self._asked, None
        if asked is None:
            return []
        return [*_refuse(asked.waiting, Refused("stale", at=asked.n, now=n)), *_stop(asked)]

    def stop(self) -> list[Output]:
        """Nobody is left who could be told."""
        asked, self._asked = self._asked, None
        return [] if asked is None else _stop(asked)

    def leave(self, caller: Caller) -> list[Output]:
        """Somebody who may have waited for a hint is gone; if nobody else does, it is stopped."""
        asked = self._asked
        if asked is None or not asked.waiting:
            return []
        asked.waiting = [one for one in asked.waiting if one[0] != caller]
        return [] if asked.waiting else self.stop()

    def _tell_waiting(self) -> list[Send]:
        asked = self._asked
        assert asked is not None
        if asked.found is None and not asked.failed:
            return []
        waiting, asked.waiting = asked.waiting, []
        if asked.found is None:
            return _refuse(waiting, Refused("no_hint"))
        return [Send([caller], AnswerMessage(id_, asked.found)) for caller, id_ in waiting]


def _stop(asked: _AskedHint) -> list[Output]:
    return [] if asked.found or asked.failed else [StopHint(asked.ticket)]


def _refuse(waiting: Sequence[tuple[Caller, str]], error: Refused) -> list[Send]:
    return [Send([caller], error_message(id_, error)) for caller, id_ in waiting]


class ReviewService:
    """Asks for the review of a finished game; it is made once, for everybody."""

    def __init__(self, broadcaster: Broadcaster) -> None:
        self._broadcaster: Final = broadcaster
        self._waiting: list[tuple[Caller, str]] = []
        self._making = False
        self._percent = 0  # of what is being made

    def ask(self, caller: Caller, id_: str) -> list[Output]:
        """Somebody wants the review."""
        self._waiting.append((caller, id_))
        return [FindReview()] if len(self._waiting) == 1 else []

    def found(self, review: GameReview | None, record: Callable[[], str]) -> list[Output]:
        """There is this review, or none yet; then it is made from the record."""
        waiting, self._waiting = self._waiting, []
        told: list[Output] = [
            Send([caller], AnswerMessage(id_, ReviewAnswer(review, self._percent)))
            for caller, id_ in waiting
        ]
        if review is None and waiting and not self._making:
            self._making = True
            told.append(MakeReview(record(), waiting[0][0]))
        return told

    def goes_on(self, percent: int) -> list[Send]:
        """So much of it is made."""
        self._percent = percent
        return self._broadcaster.send_all(ReviewProgress(percent))

    def made(self, review: GameReview) -> list[Send]:
        """It was made, and everybody hears of it."""
        self._making, self._percent = False, 0
        return self._broadcaster.send_all(ReviewMessage(review))

    def failed(self, busy: int = 0) -> list[Send]:
        """It could not be found or made: those who wait hear that, and all if it was being made."""
        error = Refused("busy", seconds=busy) if busy else Refused("no_review")
        waiting, self._waiting = self._waiting, []
        told = _refuse(waiting, error)
        if self._making:
            told += self._broadcaster.send_all(error_message(None, error))
        self._making, self._percent = False, 0
        return told

    def leave(self, caller: Caller) -> None:
        """Somebody who may have waited for a review is gone."""
        self._waiting = [one for one in self._waiting if one[0] != caller]
