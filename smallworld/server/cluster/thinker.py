"""`smallworld think`: takes jobs from the queue of a bus and does them in processes of its own."""

from __future__ import annotations

import asyncio
import logging
import secrets
import signal
from collections import OrderedDict
from contextlib import suppress
from typing import Any, Final

import msgspec

from smallworld.engine.game import RULES
from smallworld.home.custom_files import CustomFiles
from smallworld.home.thinking import load
from smallworld.server.cluster import jobs
from smallworld.server.cluster.bus import Bus, check_bus
from smallworld.server.cluster.jobs import ThinkAnswer, ThinkerSign, ThinkJob
from smallworld.server.log_limits import log_to_stderr
from smallworld.server.run import Say
from smallworld.server.workers.job_queue import JobPlace, Urgency
from smallworld.server.workers.pool import WorkerDied, WorkerPool, usual_processes

log: Final = logging.getLogger("smallworld.server")

_FETCH: Final = 5.0  # seconds one question for a job may last
_LEFT_ALONE: Final = 6.0  # seconds without a word of its thinker until a job is another's …
_WORD: Final = 2.0  # … which says so every so many seconds
_BEAT: Final = 1.0  # seconds between two signs of life
_UNWANTED: Final = 1000  # jobs that are remembered as not wanted any more


class JobTaker:
    """Takes as many jobs at a time as it has processes."""

    def __init__(self, bus: Bus, processes: int, customs: tuple[str, ...] = ()) -> None:
        self.name: Final = secrets.token_hex(4)
        self.done = 0
        self._bus: Final = bus
        self._customs: Final = customs
        self._slots: Final = {"front": processes, "back": 1}
        self._pool: Final = WorkerPool(processes)
        self._at_work: Final[dict[str, asyncio.Task[Any]]] = {}
        self._unwanted: Final[OrderedDict[str, None]] = OrderedDict()

    async def run(self) -> None:
        """Think until it is cancelled."""
        await self._bus.wait()
        await self._bus.listen(jobs.STOP, self._hear_stop)
        self._pool.warm_up(load)
        try:
            async with asyncio.TaskGroup() as group:
                for lane, slots in self._slots.items():
                    for _ in range(slots):
                        group.create_task(self._serve(lane))
                group.create_task(self._beat())
        finally:
            self._bus.say(jobs.THINKERS, self._sign(ends=True))
            self._pool.close()

    def _sign(self, ends: bool = False) -> bytes:
        slots = self._slots
        return msgspec.msgpack.encode(
            ThinkerSign(self.name, RULES, slots["front"], slots["back"], ends)
        )

    async def _beat(self) -> None:
        while True:
            self._bus.say(jobs.THINKERS, self._sign())
            await asyncio.sleep(_BEAT)

    async def _serve(self, lane: str) -> None:
        """One job after another."""
        while True:
            try:
                queue = await open_queue(self._bus, lane)
                while True:
                    with suppress(TimeoutError):
                        for message in await queue.fetch(1, timeout=_FETCH):
                            await self._do(message)
            except asyncio.CancelledError:
                raise
            except Exception as error:  # the bus is away, or has forgotten its queues
                log.debug("the queue of the bus: %s", error)
                await asyncio.sleep(0.3)

    async def _do(self, message: Any) -> None:
        job = msgspec.msgpack.decode(message.data, type=ThinkJob)
        if job.id in self._unwanted:
            await message.ack()
            return
        work = asyncio.create_task(self._think(job))
        self._at_work[job.id] = work
        try:
            while not work.done():
                await asyncio.wait([work], timeout=_WORD)
                if not work.done():
                    await message.in_progress()
        finally:
            self._at_work.pop(job.id, None)
            if not work.done():
                work.cancel()
        if not work.cancelled():
            self._bus.say(jobs.ANSWERS + job.asker, msgspec.msgpack.encode(work.result()))
        self.done += 1
        await message.ack()

    async def _think(self, job: ThinkJob) -> ThinkAnswer:
        place = JobPlace(Urgency(job.urgency), job.id)  # whose turn it is was decided before
        try:
            function, given = jobs.read_given(job, self._customs)
            answer = await self._pool.do(function, given, job.limit, place)
            return ThinkAnswer(job.id, msgspec.msgpack.encode(answer))
        except WorkerDied as error:
            return ThinkAnswer(job.id, error=str(error), died=True)
        except Exception as error:
            return ThinkAnswer(job.id, error=str(error) or type(error).__name__)

    def _hear_stop(self, data: bytes) -> None:
        job = data.decode()
        self._unwanted[job] = None
        if len(self._unwanted) > _UNWANTED:
            self._unwanted.popitem(last=False)
        work = self._at_work.get(job)
        if work is not None:
            work.cancel()


async def open_queue(bus: Bus, lane: str) -> Any:
    """The queue of a lane on the bus; it is made where it is not there."""
    from nats.js.api import AckPolicy, ConsumerConfig

    stream = bus.jetstream
    await make_stream(bus)
    return await stream.pull_subscribe(
        jobs.subject_of(lane),
        durable=f"think-{RULES}-{lane}",
        stream=jobs.STREAM,
        config=ConsumerConfig(
            ack_policy=AckPolicy.EXPLICIT,
            ack_wait=_LEFT_ALONE,
            filter_subject=jobs.subject_of(lane),
        ),
    )


async def make_stream(bus: Bus) -> None:
    """The stream that all jobs wait in, in the memory of the bus: whoever asked asks again."""
    from nats.js.api import RetentionPolicy, StorageType, StreamConfig

    await bus.jetstream.add_stream(
        StreamConfig(
            name=jobs.STREAM,
            subjects=[jobs.SUBJECTS],
            retention=RetentionPolicy.WORK_QUEUE,
            storage=StorageType.MEMORY,
            max_age=jobs.KEPT_FOR,
            duplicate_window=jobs.KEPT_FOR,
        )
    )


def think(bus: str, workers: int, customs: tuple[str, ...], say: Say) -> None:
    """Think until Ctrl-C or until it is ended; `GameError` if that cannot even begin."""
    for warning in CustomFiles(customs).warnings:
        say(warning)
    processes = workers or usual_processes()
    log_to_stderr()

    async def run() -> None:
        await check_bus(bus)
        line = Bus(bus)
        thinker = JobTaker(line, processes, customs)
        task = asyncio.create_task(thinker.run())
        loop = asyncio.get_running_loop()
        with suppress(NotImplementedError):  # on Windows
            loop.add_signal_handler(signal.SIGTERM, task.cancel)
        say(f"Thinking in {processes} processes (Ctrl-C stops it)")
        try:
            await task
        except asyncio.CancelledError:
            if not task.cancelled():
                task.cancel()
                await asyncio.wait([task])
        finally:
            await line.close()

    try:
        asyncio.run(run())
    except KeyboardInterrupt:
        say("Stopped; whatever was thought about is left to others.")
