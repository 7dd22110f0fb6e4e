"""Processes that work for the server, so that nobody waits while something is thought about.

A worker that takes too long, or whose work nobody wants any more, is stopped by ending its
process; the next one to ask gets another.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Final, TypeVar

from smallworld.engine.game import GameError
from smallworld.server.workers import process

G = TypeVar("G")
R = TypeVar("R")

_PATIENCE: Final = 60.0  # seconds a process may take to start
_GRACE: Final = 1.0  # seconds an unwanted thought may take to its end: a new process costs as much


class WorkerDied(GameError):
    """The process ended in the middle of its work, or had to be ended."""


class WorkerFailed(GameError):
    """The work raised an error."""


class WorkerProcess:
    """One process; whoever asks it waits in a thread."""

    def __init__(self, low_priority: bool) -> None:
        options = [process.LOW_PRIORITY] if low_priority else []
        path = [place or os.getcwd() for place in sys.path]
        self._process: Final = subprocess.Popen(
            [sys.executable, "-P", "-m", process.__name__, *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # The same modules as here: compiled ones, where this process has them.
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
            start_new_session=True,  # Ctrl-C is meant for the server
        )

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def ask(self, function: Callable[[G], R], given: G) -> R:
        """What the function makes of it there."""
        into, out = self._process.stdin, self._process.stdout
        assert into is not None
        assert out is not None
        try:
            into.write(pickle.dumps(pickle.dumps((function, given))))
            into.flush()
            fine, answer = pickle.load(out)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            self.close()
            raise WorkerDied("a process that worked for the server died") from None
        if not fine:
            raise WorkerFailed(str(answer))
        result: R = answer
        return result

    def end(self) -> None:
        """End the process; whoever waits for its answer hears that it died."""
        self._process.kill()

    def close(self) -> None:
        """End the process while nobody waits for its answer."""
        self.end()
        with suppress(BrokenPipeError):  # half a question may be left to be sent
            self._process.__exit__(None, None, None)


class WorkerPool:
    """At most so many processes, each started when it is first needed."""

    def __init__(self, most: int, low_priority: bool = False) -> None:
        self._low_priority: Final = low_priority
        self._slots: Final = asyncio.Semaphore(most)
        self._threads: Final = ThreadPoolExecutor(most, thread_name_prefix="worker")
        self._idle: Final[list[WorkerProcess]] = []
        self._busy: Final[set[WorkerProcess]] = set()
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._closed = False

    async def do(self, function: Callable[[G], R], given: G, limit: float) -> R:
        """Let a worker do it; `WorkerDied` after `limit` seconds, `WorkerFailed` on an error.

        Whoever is cancelled while waiting here stops the worker.
        """
        await self._slots.acquire()
        if self._closed:
            self._slots.release()
            raise WorkerDied("the server stops")
        one = self._idle.pop() if self._idle else WorkerProcess(self._low_priority)
        self._busy.add(one)
        asked = asyncio.get_running_loop().run_in_executor(self._threads, one.ask, function, given)
        asked.add_done_callback(lambda done: self._free(one, done))
        try:
            await asyncio.wait([asked], timeout=limit)
        except asyncio.CancelledError:
            if not self._closed:
                self._remember(asyncio.create_task(self._end_soon(one, asked)))
            raise
        if not asked.done():
            one.end()
        return await asked

    def warm_up(self, function: Callable[[None], None]) -> None:
        """Start a process now, with that function, so that the first to ask need not wait."""
        if not self._idle and not self._busy:
            self._remember(asyncio.create_task(self._warm_up(function)))

    async def _warm_up(self, function: Callable[[None], None]) -> None:
        with suppress(WorkerDied):
            await self.do(function, None, _PATIENCE)

    def close(self) -> None:
        """End all of them."""
        self._closed = True
        for one in self._busy:
            one.end()
        for one in self._idle:
            one.close()
        self._idle.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _free(self, one: WorkerProcess, done: asyncio.Future[R]) -> None:
        self._busy.discard(one)
        broken = done.cancelled() or isinstance(done.exception(), WorkerDied)
        if self._closed and not broken:
            one.close()
        elif not broken:
            self._idle.append(one)
        self._slots.release()

    def _remember(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _end_soon(self, one: WorkerProcess, asked: asyncio.Future[R]) -> None:
        await asyncio.wait([asked], timeout=_GRACE)
        if not asked.done():
            one.end()
