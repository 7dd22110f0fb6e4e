"""One process's line to NATS: what it says may get lost, and it comes back by itself."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from smallworld.engine.game import GameError
from smallworld.extras import needed_by

with needed_by("a bus of NATS"):
    import nats
    from nats.aio.client import Client
    from nats.aio.msg import Msg
    from nats.aio.subscription import Subscription
    from nats.errors import Error as NatsError

from smallworld.server.storage.postgres import without_password

log: Final = logging.getLogger("smallworld.server")

_CONNECT: Final = 3  # seconds
_AGAIN: Final = 0.2  # seconds until a broken line is tried again
_PING: Final = 5  # seconds between looks whether the bus still answers
_MOST_WAITING: Final = 10_000  # messages that wait while the line is broken; older ones are lost

Hear = Callable[[bytes], None]
Find = Callable[[bytes], bytes | None]


async def check_bus(url: str) -> None:
    """`GameError` if there is no bus at that address, or one that keeps no queues."""
    try:
        line = await nats.connect(url, connect_timeout=_CONNECT, allow_reconnect=False)
    except Exception as error:
        why = str(error) or type(error).__name__
        raise GameError(
            f"the bus {without_password(url)} cannot be reached: {why}; it is named as "
            "nats://HOST:4222"
        ) from None
    try:
        await line.jetstream().account_info()
    except Exception:
        raise GameError(
            f"the bus {without_password(url)} keeps no queues: start nats-server with -js"
        ) from None
    finally:
        await line.close()


class Bus:
    """Publishes and hears; never waits for the network where a table is at work."""

    def __init__(self, url: str) -> None:
        self.sent = 0  # messages, for those who measure …
        self.sent_bytes = 0
        self._url: Final = url
        self._closing = False
        self._line: Final = Client()
        self._outbox: Final[deque[tuple[str, bytes]]] = deque(maxlen=_MOST_WAITING)
        self._wake: Final = asyncio.Event()
        self._connected: Final = asyncio.Event()
        self._task: Final = asyncio.create_task(self._run())

    @property
    def connected(self) -> bool:
        """Whether the bus can be reached now."""
        return bool(self._line.is_connected)

    async def wait(self) -> None:
        """Until it was reached for the first time."""
        await self._connected.wait()

    @property
    def jetstream(self) -> Any:
        """The queues of the bus."""
        return self._line.jetstream(timeout=_CONNECT)

    def say(self, subject: str, data: bytes) -> None:
        """Tell everybody who listens; it may get lost."""
        self._outbox.append((subject, data))
        self._wake.set()

    async def listen(self, subject: str, hear: Hear) -> Subscription:
        """Hear what is said, also after the line was broken."""
        await self.wait()

        async def take(message: Msg) -> None:
            try:
                hear(message.data)
            except Exception:  # of another version, or by nobody of ours
                log.exception("a message on %s", subject)

        return await self._line.subscribe(subject, cb=take)

    async def ask(self, subject: str, data: bytes, seconds: float) -> bytes | None:
        """The first answer of anybody who has one; None if nobody has for so long."""
        try:
            await self.wait()
            answer = await self._line.request(subject, data, timeout=seconds)
        except (NatsError, OSError, TimeoutError):
            return None
        return answer.data

    async def answer(self, subject: str, find: Find) -> None:
        """Answer those who ask, where there is an answer."""
        await self.wait()

        async def take(message: Msg) -> None:
            found = find(message.data)
            if found is not None:
                await message.respond(found)

        await self._line.subscribe(subject, cb=take)

    async def _run(self) -> None:
        """Connect, however long it takes, then say what waits."""
        while not self._connected.is_set():
            try:
                await self._line.connect(
                    self._url,
                    no_echo=True,
                    allow_reconnect=True,
                    max_reconnect_attempts=-1,
                    reconnect_time_wait=_AGAIN,  # type: ignore[arg-type]  # it takes parts of one
                    connect_timeout=_CONNECT,
                    ping_interval=_PING,
                    max_outstanding_pings=2,
                    error_cb=_note_error,
                    disconnected_cb=self._note_lost,
                    reconnected_cb=self._note_back,
                )
                self._connected.set()
            except (OSError, NatsError, TimeoutError):
                await asyncio.sleep(_AGAIN)
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._outbox:
                subject, data = self._outbox.popleft()
                with suppress(NatsError, OSError):  # lost; everybody catches up by version
                    await self._line.publish(subject, data)
                self.sent += 1
                self.sent_bytes += len(data)

    async def _note_lost(self) -> None:
        if not self._closing:
            log.error("the bus does not answer; games go on, computers wait")

    async def _note_back(self) -> None:
        log.error("the bus answers again")

    async def close(self) -> None:
        """Say what waits, and go."""
        self._closing = True
        self._task.cancel()
        with suppress(Exception):
            async with asyncio.timeout(1):
                while self._outbox and self.connected:
                    await self._line.publish(*self._outbox.popleft())
                await self._line.flush()
        with suppress(Exception):
            await self._line.close()
        await asyncio.sleep(0)  # so that its socket is closed, too


async def _note_error(error: Exception) -> None:
    if not isinstance(error, OSError | NatsError | TimeoutError):
        log.error("the bus: %s", error)
