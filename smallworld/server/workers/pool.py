"""Processes that work for the server, so that nobody waits while something is thought about.

Some are for what a person waits for, one gives way to them and does the rest (`job_queue.py` says
who is next). Work that nobody wants any more is told so and gives up; a process that does not
listen, or takes too long, is ended, and the next one to ask gets another.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Final, TypeVar

from smallworld.engine.game import GameError
from smallworld.players.budget import StopCheck
from smallworld.server.workers import process
from smallworld.server.workers.job_queue import JobPlace, JobQueue, QueueLimits, Urgency

G = TypeVar("G")
R = TypeVar("R")

_PATIENCE: Final = 60.0  # seconds a process may take to start
_GRACE: Final = 2.0  # seconds an unwanted thought may take to give up, before its process is ended
_FRONT: Final = (Urgency.PERSON_WAITS, Urgency.HINT)
_BACK: Final = (Urgency.NOBODY_WATCHES, Urgency.REVIEW)
_WARM_UP: Final = JobPlace(Urgency.PERSON_WAITS, "")


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
        self._sending: Final = threading.Lock()
        self._jobs = 0

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def next_job(self) -> int:
        """The number of the next job."""
        self._jobs += 1
        return self._jobs

    def ask(self, number: int, function: Callable[[G, StopCheck], R], given: G) -> R:
        """What the function makes of it there, as the job of that number."""
        out = self._process.stdout
        assert out is not None
        try:
            self._send(number, pickle.dumps((function, given)))
            fine, answer = pickle.load(out)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            self.close()
            raise WorkerDied("a process that worked for the server died") from None
        if not fine:
            raise WorkerFailed(str(answer))
        result: R = answer
        return result

    def stop(self, number: int) -> None:
        """Say that nobody waits for that job any more; for a thread that may wait."""
        with suppress(OSError, ValueError):  # the process has ended meanwhile
            self._send(number, None)

    def _send(self, number: int, job: bytes | None) -> None:
        into = self._process.stdin
        assert into is not None
        with self._sending:
            into.write(pickle.dumps((number, job)))
            into.flush()

    def end(self) -> None:
        """End the process; whoever waits for its answer hears that it died."""
        self._process.kill()

    def close(self) -> None:
        """End the process while nobody waits for its answer."""
        self.end()
        with suppress(BrokenPipeError):  # half a question may be left to be sent
            self._process.__exit__(None, None, None)


class WorkerLane:
    """At most so many processes of one priority, each started when it is first needed."""

    def __init__(
        self, urgencies: Sequence[Urgency], most: int, limits: QueueLimits, low_priority: bool
    ) -> None:
        self._low_priority: Final = low_priority
        self._queue: Final = JobQueue[asyncio.Future[None]](urgencies, most, limits)
        self._free = most
        self._threads: Final = ThreadPoolExecutor(most, thread_name_prefix="worker")
        self._idle: Final[list[WorkerProcess]] = []
        self._busy: Final[set[WorkerProcess]] = set()
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._closed = False

    async def do(
        self, function: Callable[[G, StopCheck], R], given: G, limit: float, place: JobPlace
    ) -> R:
        """Let a process do it when it is its turn."""
        await self._wait_for_turn(place)
        begun = time.monotonic()
        if self._closed:
            self._end_turn(place, begun)
            raise WorkerDied("the server stops")
        one = self._idle.pop() if self._idle else WorkerProcess(self._low_priority)
        self._busy.add(one)
        number = one.next_job()
        loop = asyncio.get_running_loop()
        asked = loop.run_in_executor(self._threads, one.ask, number, function, given)
        asked.add_done_callback(lambda done: self._put_back(one, done, place, begun))
        try:
            await asyncio.wait([asked], timeout=limit)
        except asyncio.CancelledError:
            if not self._closed:
                self.remember(asyncio.create_task(self._stop(one, number, asked)))
            raise
        if not asked.done():
            one.end()
        return await asked

    async def _wait_for_turn(self, place: JobPlace) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._queue.add(place, turn)
        self._give_turns()
        try:
            await asyncio.shield(turn)  # it may be given until it is out of the queue
        except asyncio.CancelledError:
            if turn.done():
                self._end_turn(place, time.monotonic())
            else:
                self._queue.remove(place, turn)
            raise

    def _give_turns(self) -> None:
        while self._free and (turn := self._queue.take()) is not None:
            self._free -= 1
            turn.set_result(None)

    def _end_turn(self, place: JobPlace, begun: float) -> None:
        self._free += 1
        self._queue.end(place, time.monotonic() - begun)
        self._give_turns()

    def _put_back(
        self, one: WorkerProcess, done: asyncio.Future[R], place: JobPlace, begun: float
    ) -> None:
        self._busy.discard(one)
        broken = done.cancelled() or isinstance(done.exception(), WorkerDied)
        if self._closed and not broken:
            one.close()
        elif not broken:
            self._idle.append(one)
        self._end_turn(place, begun)

    async def _stop(self, one: WorkerProcess, number: int, asked: asyncio.Future[R]) -> None:
        await asyncio.to_thread(one.stop, number)
        await asyncio.wait([asked], timeout=_GRACE)
        if not asked.done():
            one.end()

    @property
    def waiting(self) -> int:
        """How many jobs wait for a process."""
        return self._queue.waiting

    @property
    def started(self) -> bool:
        """Whether there is a process."""
        return bool(self._idle or self._busy)

    def remember(self, task: asyncio.Task[None]) -> None:
        """Keep a task until it is done."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """End all of them."""
        self._closed = True
        for one in self._busy:
            one.end()
        for one in self._idle:
            one.close()
        self._idle.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)


def usual_processes() -> int:
    """As many as fit the machine; two at least: who thinks long keeps not all others waiting."""
    return max(2, min(4, (os.cpu_count() or 2) - 1))


class WorkerPool:
    """Processes for what people wait for, and one for everything else, which gives way."""

    def __init__(self, most: int, limits: QueueLimits | None = None) -> None:
        bounds = limits or QueueLimits()
        self._front: Final = WorkerLane(_FRONT, most, bounds, low_priority=False)
        self._back: Final = WorkerLane(_BACK, 1, bounds, low_priority=True)

    async def do(
        self, function: Callable[[G, StopCheck], R], given: G, limit: float, place: JobPlace
    ) -> R:
        """Let a process do it when it is its turn.

        `WorkerDied` after `limit` seconds of work, `WorkerFailed` on an error, `Busy` if too much
        waits already. Whoever is cancelled while waiting here stops the work.
        """
        lane = self._front if place.urgency in _FRONT else self._back
        return await lane.do(function, given, limit, place)

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return self._front.waiting + self._back.waiting

    def warm_up(self, function: Callable[[None, StopCheck], None]) -> None:
        """Start a process now, with that function, so that the first to ask need not wait."""
        if not self._front.started:
            self._front.remember(asyncio.create_task(self._warm_up(function)))

    async def _warm_up(self, function: Callable[[None, StopCheck], None]) -> None:
        with suppress(GameError):
            await self.do(function, None, _PATIENCE, _WARM_UP)

    def close(self) -> None:
        """End all processes."""
        self._front.close()
        self._back.close()
