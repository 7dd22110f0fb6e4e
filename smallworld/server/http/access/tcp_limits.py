"""Connections as such: how many there may be, and how long a request may take to arrive.

uvicorn speaks HTTP and WebSockets; here its two protocols learn to give up on whoever does not
finish what they began.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter, OrderedDict
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from smallworld.server.http.access.addresses import TrustedProxies, limit_key
from smallworld.server.http.access.rate_limits import AddressLimits
from smallworld.server.settings import ServerSettings

_FILES: Final = 65_536  # more are of no use to one process
_RESERVED: Final = 200  # files for the database, the workers and what else is open
_GRACE: Final = 10.0  # seconds for what is left to be sent on a connection that was closed


def raise_file_limit() -> int:
    """Let this process have as many files and sockets open as the system allows; how many."""
    if sys.platform == "win32":
        return _FILES
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES if hard == resource.RLIM_INFINITY else min(hard, _FILES)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return _FILES if soft == resource.RLIM_INFINITY else soft
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


class ConnectionLimits:
    """All connections of a server, by the address at their other end.

    Proxies are not limited by their address: what comes through them is, by whose request it is.
    """

    def __init__(self, settings: ServerSettings, files: int) -> None:
        self.request_within: Final = settings.request_within
        self.answer_within: Final = settings.answer_within
        self._most: Final = max(10, min(settings.most_connections, files - _RESERVED))
        self._most_by_address: Final = settings.most_connections_by_address
        self._proxies: Final = TrustedProxies(settings.proxies)
        self._connects: Final = AddressLimits(settings.connects_burst, settings.connects_rate)
        self._keys: Final[dict[asyncio.Transport, str | None]] = {}  # None: of a proxy
        self._by_key: Final[Counter[str]] = Counter()
        self._unfinished: Final[OrderedDict[asyncio.Transport, None]] = OrderedDict()

    def enter(self, transport: asyncio.Transport, peer: str) -> bool:
        """Whether there is room for one more connection.

        Where all are taken, the one that has kept us waiting the longest for a request goes.
        """
        key = None if self._proxies.trusts(peer) else limit_key(peer)
        if key is not None and (
            self._by_key[key] >= self._most_by_address or not self._connects.take(key)
        ):
            return False
        if len(self._keys) >= self._most:
            if not self._unfinished:
                return False
            oldest, _ = self._unfinished.popitem(last=False)
            self.leave(oldest)
            oldest.abort()
        self._keys[transport] = key
        if key is not None:
            self._by_key[key] += 1
        return True

    def leave(self, transport: asyncio.Transport) -> None:
        """A connection is gone."""
        self._unfinished.pop(transport, None)
        key = self._keys.pop(transport, None)
        if key is not None:
            self._by_key[key] -= 1
            if not self._by_key[key]:
                del self._by_key[key]

    def waits(self, transport: asyncio.Transport, for_request: bool) -> None:
        """Whether that connection keeps us waiting for a request now."""
        if for_request and transport in self._keys:
            self._unfinished[transport] = None
        else:
            self._unfinished.pop(transport, None)


def limited_protocols(
    limits: ConnectionLimits,
) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The protocols of HTTP and of WebSockets for a server with these limits."""

    class LimitedHttp(H11Protocol):
        """HTTP in which a request, and the taking of its answer, has a time limit."""

        _timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if not limits.enter(transport, self.client[0] if self.client else ""):
                transport.abort()
                return
            self._allow(limits.request_within)
            limits.waits(transport, for_request=True)

        def connection_lost(self, exc: Exception | None) -> None:
            self._allow(None)
            limits.leave(self.transport)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self._timer is None:  # a further request begins
                self._allow(limits.request_within)
                limits.waits(self.transport, for_request=True)
            super().data_received(data)
            self._look()

        def on_response_complete(self) -> None:
            self._allow(None)
            limits.waits(self.transport, for_request=True)
            super().on_response_complete()
            self._look()

        def handle_websocket_upgrade(self, event: Any) -> None:
            self._allow(None)
            limits.waits(self.transport, for_request=False)
            super().handle_websocket_upgrade(event)

        def _look(self) -> None:
            """Once a request has arrived whole, the time for the answer to be taken begins."""
            cycle = self.cycle
            if cycle is not None and not cycle.response_complete and not cycle.more_body:
                limits.waits(self.transport, for_request=False)
                self._allow(limits.answer_within)

        def _allow(self, seconds: float | None) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if seconds is not None:
                self._timer = self.loop.call_later(seconds, self.transport.abort)

    class LimitedWebSocket(WebSocketsSansIOProtocol):
        """A WebSocket whose page is let go for good when it neither reads nor answers."""

        def connection_lost(self, exc: Exception | None) -> None:
            limits.leave(self.transport)
            super().connection_lost(exc)

        def keepalive_timeout(self) -> None:
            super().keepalive_timeout()
            self.loop.call_later(_GRACE, self.transport.abort)

        async def run_asgi(self) -> None:
            try:
                await super().run_asgi()
            finally:
                self.loop.call_later(_GRACE, self.transport.abort)

    return LimitedHttp, LimitedWebSocket
