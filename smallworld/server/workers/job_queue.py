"""Which work is next: by how urgent it is, and in fair shares among those it is done for.

Who has used least of the processes' time goes first; whoever comes new, or again, begins beside
those who wait, so that nobody saves up time and nobody pays for a time when nobody else waited.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from math import ceil
from typing import Final, Generic, TypeVar

from smallworld.table.problems import Refused

J = TypeVar("J")

PATIENCE: Final = 8  # jobs more urgent that may pass a waiting one before it is its turn
_USUAL: Final = 0.3  # seconds a job is taken to last before any has been seen
_LEARNING: Final = 0.1  # part of the mean length that the last job makes up
_SOONEST, _LATEST = 1, 60  # seconds after which somebody is told to come again


class Urgency(IntEnum):
    """Who waits for it; the lower, the sooner it is done."""

    PERSON_WAITS = 0  # a computer is to act, and somebody looks at the table
    HINT = 1
    NOBODY_WATCHES = 2
    REVIEW = 3


@dataclass(frozen=True)
class JobPlace:
    """Where a job stands: how urgent it is, and for whom it is done."""

    urgency: Urgency
    owner: str


@dataclass(frozen=True)
class QueueLimits:
    """How many jobs of one urgency may wait."""

    in_all: int = 400
    of_one: int = 40  # owner


class Busy(Refused):
    """Too much is waiting already; `seconds` later there may be room."""

    def __init__(self, seconds: int) -> None:
        super().__init__("busy", seconds=seconds)
        self.seconds: Final = seconds


class FairShares(Generic[J]):
    """Jobs of one urgency, by owner."""

    def __init__(self, limits: QueueLimits) -> None:
        self.waiting = 0
        self.elsewhere: Mapping[str, int] = {}  # what waits at other processes, by owner
        self._limits: Final = limits
        self._jobs: Final[dict[str, deque[J]]] = {}
        self._used: Final[dict[str, float]] = {}  # seconds, as compared with the others
        self._level = 0.0  # what the last one whose turn it was had used

    def has_room(self, owner: str) -> bool:
        """Whether one more of that owner may wait."""
        mine = len(self._jobs.get(owner, ())) + self.elsewhere.get(owner, 0)
        waiting = self.waiting + sum(self.elsewhere.values())
        return waiting < self._limits.in_all and mine < self._limits.of_one

    def by_owner(self) -> dict[str, int]:
        """How many jobs of each owner wait."""
        return {owner: len(waiting) for owner, waiting in self._jobs.items()}

    def add(self, owner: str, job: J) -> None:
        """One more waits."""
        if owner not in self._jobs:
            self._jobs[owner] = deque()
            self._used[owner] = max(self._used.get(owner, 0.0), self._level)
        self._jobs[owner].append(job)
        self.waiting += 1

    def take(self, may: Callable[[str], bool]) -> tuple[str, J] | None:
        """The next job of those owners who may have one."""
        owners = [owner for owner in self._jobs if may(owner)]
        if not owners:
            return None
        owner = min(owners, key=self._used.__getitem__)
        self._level = max(self._level, self._used[owner])
        job = self._jobs[owner].popleft()
        self._left(owner)
        return owner, job

    def remove(self, owner: str, job: J) -> None:
        """Nobody wants that one any more."""
        self._jobs[owner].remove(job)
        self._left(owner)

    def pay(self, owner: str, seconds: float) -> None:
        """A job of that owner took so long."""
        self._used[owner] = max(self._used.get(owner, 0.0), self._level) + seconds
        if not self.waiting:  # nobody had to wait for it
            self._used.clear()
            self._level = 0.0
        elif len(self._used) > 2 * self._limits.in_all:  # most of them are gone
            for one in self._used.keys() - self._jobs.keys():
                del self._used[one]

    def _left(self, owner: str) -> None:
        self.waiting -= 1
        if not self._jobs[owner]:
            del self._jobs[owner]


class JobQueue(Generic[J]):
    """Jobs that wait for one of so many processes."""

    def __init__(
        self, urgencies: Sequence[Urgency], processes: int, limits: QueueLimits | None = None
    ) -> None:
        self._shares: Final = {
            urgency: FairShares[J](limits or QueueLimits()) for urgency in sorted(urgencies)
        }
        self._passed: Final = dict.fromkeys(self._shares, 0)  # how often others came first
        self._processes = processes
        self.at_work: Final[dict[str, int]] = {}  # processes of each owner …
        self._at_work_elsewhere: Mapping[str, int] = {}  # … also by other processes that serve
        self._usual = _USUAL

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return sum(shares.waiting for shares in self._shares.values())

    # ---- where other processes that serve have queues like this one ----

    def resize(self, processes: int) -> None:
        """There are so many processes now."""
        self._processes = processes

    def waiting_by_owner(self) -> dict[Urgency, dict[str, int]]:
        """What others are told: how many jobs wait, where any do."""
        found = {urgency: shares.by_owner() for urgency, shares in self._shares.items()}
        return {urgency: owners for urgency, owners in found.items() if owners}

    def hear(
        self, waiting: Mapping[Urgency, Mapping[str, int]], at_work: Mapping[str, int]
    ) -> None:
        """What waits at others, and what is done for them."""
        self._at_work_elsewhere = at_work
        for urgency, owners in waiting.items():
            self._shares[urgency].elsewhere = owners

    def pay_elsewhere(self, urgency: Urgency, owner: str, seconds: float) -> None:
        """A job of that owner at another process took so long."""
        self._shares[urgency].pay(owner, seconds)

    # ---- jobs ----

    def add(self, place: JobPlace, job: J) -> None:
        """One more waits; `Busy` if there is no room for it."""
        shares = self._shares[place.urgency]
        if not shares.has_room(place.owner):
            seconds = ceil(shares.waiting * self._usual / self._processes)
            raise Busy(min(max(seconds, _SOONEST), _LATEST))
        shares.add(place.owner, job)

    def remove(self, place: JobPlace, job: J) -> None:
        """Nobody wants that one any more."""
        self._shares[place.urgency].remove(place.owner, job)

    def take(self) -> J | None:
        """The job that is to be begun next; None if nothing that may be begun waits."""
        for urgency in self._in_order():
            found = self._shares[urgency].take(self._may)
            if found is not None:
                owner, job = found
                self.at_work[owner] = self.at_work.get(owner, 0) + 1
                self._count_passed(urgency)
                return job
        return None

    def end(self, place: JobPlace, seconds: float) -> None:
        """A job that was begun has ended after so long."""
        self.at_work[place.owner] -= 1
        if not self.at_work[place.owner]:
            del self.at_work[place.owner]
        self._usual += _LEARNING * (seconds - self._usual)
        self._shares[place.urgency].pay(place.owner, seconds)

    def _may(self, owner: str) -> bool:
        """One owner never has them all, where there are several: the next finds one free."""
        at_work = self.at_work.get(owner, 0) + self._at_work_elsewhere.get(owner, 0)
        return at_work < max(1, self._processes - 1)

    def _in_order(self) -> list[Urgency]:
        """The most urgent first, unless something was passed too often."""
        late = [urgency for urgency, passed in self._passed.items() if passed >= PATIENCE]
        return [*late, *(urgency for urgency in self._shares if urgency not in late)]

    def _count_passed(self, taken: Urgency) -> None:
        self._passed[taken] = 0
        for urgency, shares in self._shares.items():
            if urgency > taken and shares.waiting:
                self._passed[urgency] += 1
