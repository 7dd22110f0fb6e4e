"""Processes that think for the servers of tests: what one server has done with, the next is lent.

To start one and to load all levels there is most of the work of many a test.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from typing import Final, TypeVar
from unittest.mock import patch

from smallworld.players.budget import StopCheck
from smallworld.server.workers import pool
from smallworld.server.workers.pool import WorkerDied, WorkerProcess

G = TypeVar("G")
R = TypeVar("R")

MOST: Final = 4  # are kept
_OF_ONE_TEST: Final = "PYTEST_CURRENT_TEST"


class KeptWorker(WorkerProcess):
    """A process that is kept for the next server when it is closed, if it still works."""

    def __init__(self, low_priority: bool, idle: IdleWorkers) -> None:
        super().__init__(low_priority)
        self.kind: Final = kind_of(low_priority)
        self._others: Final = idle
        self._asked = self._ended = False

    @property
    def lives(self) -> bool:
        """Whether it can be asked."""
        return not self._ended and self._process.poll() is None

    def ask(self, number: int, function: Callable[[G, StopCheck], R], given: G) -> R:
        self._asked = True
        try:
            return super().ask(number, function, given)
        except WorkerDied:
            self._ended = True
            raise
        finally:
            self._asked = False
            if self._ended:
                self.close_for_good()

    def end(self) -> None:
        self._ended = True
        super().end()
        if not self._asked:  # else whoever waits for its answer closes it
            self.close_for_good()

    def close(self) -> None:
        if self._asked or not self.lives:
            self.close_for_good()
        else:
            self._others.put_back(self)

    def close_for_good(self) -> None:
        """End it, and its pipes, whatever was asked of it before: perhaps nobody else does."""
        super().end()
        with suppress(BrokenPipeError):  # half a question may be left to be sent
            self._process.__exit__(None, None, None)


class IdleWorkers:
    """Processes that nobody uses."""

    def __init__(self) -> None:
        self._idle: Final[list[KeptWorker]] = []

    def take(self, low_priority: bool) -> KeptWorker:
        """One that was started as it would be now; a new one where there is none."""
        kind = kind_of(low_priority)
        for one in self._idle:
            if one.kind == kind and one.lives:
                self._idle.remove(one)
                return one
        return KeptWorker(low_priority, self)

    def put_back(self, one: KeptWorker) -> None:
        """The next may have it; the one that nobody wanted for longest makes room."""
        self._idle.append(one)
        if len(self._idle) > MOST:
            self._idle.pop(0).close_for_good()

    def clear(self) -> None:
        """End all of them."""
        while self._idle:
            self._idle.pop().close_for_good()


def kind_of(low_priority: bool) -> Hashable:
    """All that a process takes over from the one that starts it."""
    around = {name: value for name, value in os.environ.items() if name != _OF_ONE_TEST}
    return low_priority, os.getcwd(), tuple(sys.path), tuple(sorted(around.items()))


@contextmanager
def workers_kept() -> Iterator[None]:
    """Servers in this process take their workers from those that nobody uses."""
    idle = IdleWorkers()
    try:
        with patch.object(pool, "WorkerProcess", idle.take):
            yield
    finally:
        idle.clear()
