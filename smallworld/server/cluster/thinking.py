"""Thinking on other machines: what waits stays here in fair shares, what is next goes to the bus.

A process gives out as many jobs as there are thinkers free, so the queue of the bus is short and
the order is decided here, by the same rules as in one process; what the others have waiting and
have used counts as if it were its own. A job stays in the queue of the bus until a thinker says
that it is done: one that dies leaves it to another.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, TypeVar

import msgspec

from smallworld.engine.game import RULES
from smallworld.players.budget import StopCheck
from smallworld.server.cluster import jobs
from smallworld.server.cluster.bus import Bus
from smallworld.server.cluster.jobs import QueueSign, ThinkAnswer, ThinkerSign, ThinkJob
from smallworld.server.workers.job_queue import JobPlace, JobQueue, QueueLimits
from smallworld.server.workers.pool import WorkerDied, WorkerFailed

G = TypeVar("G")
R = TypeVar("R")

_AGAIN: Final = 5.0  # seconds after which a job is sent again; where it is known it counts once
_SOON: Final = 0.5  # … if it could not even be sent
_TELL: Final = 0.5  # seconds between two words about what waits here
_LOST: Final = 5.0  # seconds without a sign until a thinker, or a process, counts no more


class BusLane:
    """Jobs of some urgencies that wait here for thinkers."""

    def __init__(self, name: str, limits: QueueLimits) -> None:
        self.name: Final = name
        self.queue: Final = JobQueue[asyncio.Future[None]](jobs.LANES[name], 1, limits)
        self.under_way = 0
        self.slots = 0  # of all thinkers together
        self.elsewhere = 0  # jobs that other processes have given out

    def give_turns(self) -> None:
        """Let as many jobs go as thinkers are free; each process may always have one."""
        if not self.slots:
            return
        room = max(1, self.slots - self.elsewhere)
        while self.under_way < room and (turn := self.queue.take()) is not None:
            self.under_way += 1
            turn.set_result(None)

    async def wait_for_turn(self, place: JobPlace) -> None:
        """Until it is that job's turn."""
        turn = asyncio.get_running_loop().create_future()
        self.queue.add(place, turn)
        self.give_turns()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self.queue.remove(place, turn)
            else:
                self.end_turn(place, 0.0)
            raise

    def end_turn(self, place: JobPlace, seconds: float) -> None:
        """A job has ended."""
        self.under_way -= 1
        self.queue.end(place, seconds)
        self.give_turns()


class BusThinking:
    """Asks thinkers by the bus; for everybody else it is a pool of processes."""

    def __init__(self, bus: Bus, name: str, limits: QueueLimits | None = None) -> None:
        self._bus: Final = bus
        self._name: Final = name
        self._lanes: Final = {lane: BusLane(lane, limits or QueueLimits()) for lane in jobs.LANES}
        self._numbers: Final = itertools.count(1)
        self._waiting: Final[dict[str, asyncio.Future[ThinkAnswer]]] = {}
        self._thinkers: Final[dict[str, tuple[float, ThinkerSign]]] = {}
        self._queues: Final[dict[str, tuple[float, QueueSign]]] = {}
        self._paid: dict[int, dict[str, float]] = {}
        self._silent = True  # nothing was told last time
        self._tasks: Final = [
            asyncio.create_task(self._listen()),
            asyncio.create_task(self._tell()),
        ]

    @property
    def slots(self) -> int:
        """How many jobs that people wait for can be thought about at a time."""
        return self._lanes["front"].slots

    @property
    def waiting(self) -> int:
        """How many jobs wait here."""
        return sum(lane.queue.waiting for lane in self._lanes.values())

    async def do(
        self, function: Callable[[G, StopCheck], R], given: G, limit: float, place: JobPlace
    ) -> R:
        """Let a thinker do it when it is its turn.

        `WorkerDied` after `limit` seconds of work, `WorkerFailed` on an error, `Busy` if too much
        waits already. Whoever is cancelled while waiting here stops the work.
        """
        lane = next(one for one in self._lanes.values() if place.urgency in jobs.LANES[one.name])
        kind = jobs.name_of(function)
        await lane.wait_for_turn(place)
        begun = time.monotonic()
        job = ThinkJob(
            f"{self._name}.{next(self._numbers)}",
            *(self._name, kind, int(place.urgency), place.owner, limit),
            jobs.write_given(kind, given),
        )
        try:
            thought = await self._ask(lane.name, job)
        finally:
            seconds = time.monotonic() - begun
            paid = self._paid.setdefault(int(place.urgency), {})
            paid[place.owner] = paid.get(place.owner, 0.0) + seconds
            lane.end_turn(place, seconds)
        if thought.died:
            raise WorkerDied(thought.error)
        if thought.error:
            raise WorkerFailed(thought.error)
        found: R = jobs.read_answer(kind, thought.answer)
        return found

    async def _ask(self, lane: str, job: ThinkJob) -> ThinkAnswer:
        done: asyncio.Future[ThinkAnswer] = asyncio.get_running_loop().create_future()
        self._waiting[job.id] = done
        data = msgspec.msgpack.encode(job)
        try:
            while True:
                wait = _SOON
                with suppress(Exception):  # the bus is away; it is sent again
                    await self._bus.wait()
                    await self._bus.jetstream.publish(
                        jobs.subject_of(lane), data, headers={"Nats-Msg-Id": job.id}
                    )
                    wait = _AGAIN
                with suppress(TimeoutError):
                    return await asyncio.wait_for(asyncio.shield(done), wait)
        except asyncio.CancelledError:
            self._bus.say(jobs.STOP, job.id.encode())
            raise
        finally:
            del self._waiting[job.id]

    def warm_up(self, function: Callable[[None, StopCheck], None]) -> None:
        """Nothing: thinkers are ready, or are not there."""

    def close(self) -> None:
        """Ask no more."""
        for task in self._tasks:
            task.cancel()

    # ---- what others say ----

    async def _listen(self) -> None:
        await self._bus.listen(jobs.ANSWERS + self._name, self._hear_thought)
        await self._bus.listen(jobs.THINKERS, self._hear_thinker)
        await self._bus.listen(jobs.QUEUES, self._hear_queue)

    def _hear_thought(self, data: bytes) -> None:
        thought = msgspec.msgpack.decode(data, type=ThinkAnswer)
        done = self._waiting.get(thought.id)
        if done is not None and not done.done():  # else it was answered by another before
            done.set_result(thought)

    def _hear_thinker(self, data: bytes) -> None:
        sign = msgspec.msgpack.decode(data, type=ThinkerSign)
        if sign.rules == RULES:
            self._thinkers[sign.name] = (0.0 if sign.ends else time.monotonic(), sign)
            self._count()

    def _hear_queue(self, data: bytes) -> None:
        sign = msgspec.msgpack.decode(data, type=QueueSign)
        self._queues[sign.name] = (time.monotonic(), sign)
        for lane in self._lanes.values():
            for urgency in jobs.LANES[lane.name]:
                for owner, seconds in sign.paid.get(int(urgency), {}).items():
                    lane.queue.pay_elsewhere(urgency, owner, seconds)
        self._count()

    def _count(self) -> None:
        """How many can think, and what others have given out and waiting."""
        since = time.monotonic() - _LOST
        for known in (self._thinkers, self._queues):
            for name in [name for name, (heard, _) in known.items() if heard < since]:
                del known[name]
        thinkers = [sign for _, sign in self._thinkers.values()]
        queues = [sign for _, sign in self._queues.values()]
        for lane in self._lanes.values():
            lane.slots = sum(getattr(sign, lane.name) for sign in thinkers)
            lane.elsewhere = sum(sign.under_way.get(lane.name, 0) for sign in queues)
            lane.queue.resize(max(1, lane.slots))
            lane.queue.hear(
                {
                    urgency: _sum(sign.waiting.get(int(urgency), {}) for sign in queues)
                    for urgency in jobs.LANES[lane.name]
                },
                _sum(sign.at_work.get(lane.name, {}) for sign in queues),
            )
            lane.give_turns()

    async def _tell(self) -> None:
        """Tell the other processes what waits here, while anything does."""
        await self._bus.wait()
        while True:
            await asyncio.sleep(_TELL)
            self._count()
            paid, self._paid = self._paid, {}
            sign = QueueSign(
                self._name,
                {lane.name: lane.under_way for lane in self._lanes.values() if lane.under_way},
                {
                    int(urgency): owners
                    for lane in self._lanes.values()
                    for urgency, owners in lane.queue.waiting_by_owner().items()
                },
                {lane.name: lane.queue.at_work for lane in self._lanes.values()},
                paid,
            )
            silent = not (sign.under_way or sign.waiting or paid)
            if not silent or not self._silent:
                self._bus.say(jobs.QUEUES, msgspec.msgpack.encode(sign))
            self._silent = silent


def _sum(counts: Any) -> dict[str, int]:
    found: dict[str, int] = {}
    for one in counts:
        for owner, count in one.items():
            found[owner] = found.get(owner, 0) + count
    return found
