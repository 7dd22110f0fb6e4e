"""What is let in: so much by address, and nothing new while the server cannot keep up."""

from __future__ import annotations

import asyncio
import ipaddress
import math
import time
from collections.abc import Callable, Iterable
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from smallworld.server.http.access.addresses import Network, TrustedProxies
from smallworld.server.http.access.rate_limits import AddressLimits
from smallworld.server.http.wire import http_body
from smallworld.server.settings import ServerSettings
from smallworld.table.problems import Refused

# Asked for by those who watch over it: answered also while all is busy, and to who is blocked.
WATCHED: Final = ("/api/health", "/api/ready")

_LOOK: Final = 0.02  # seconds between two looks at the clock
_FEW: Final = 25  # so many are let in between two looks, however long ago the last one was
_SLOW_DISK: Final = 0.5  # seconds a write may have waited


class LoadMonitor:
    """Whether the server keeps up: how late the event loop is, and how long writes wait.

    Whatever is admitted between two looks of the clock is done before anything that comes later.
    So when a look is overdue, what comes now would wait at least as long, and is refused at once:
    that takes far less time than doing it would, and the loop catches up.
    A loop that was late for another reason (the process stood still) has little waiting in it,
    which is why the first few are let in anyway.
    """

    def __init__(self, late: float, waiting_writes: Callable[[], float]) -> None:
        self._late: Final = late
        self._waiting_writes: Final = waiting_writes
        self._loop: Final = asyncio.get_running_loop()
        self._since = 0  # admitted since the last look
        self._due = time.monotonic() + _LOOK
        self._timer = self._loop.call_later(_LOOK, self._look)

    def close(self) -> None:
        """Look no more."""
        self._timer.cancel()

    def admit(self) -> None:
        """Let one more piece of work in; `Refused` says when to come again."""
        behind = time.monotonic() - self._due
        if behind > self._late and self._since >= _FEW:
            raise _busy(behind)
        waited = self._waiting_writes()
        if waited > _SLOW_DISK:
            raise _busy(waited)
        self._since += 1

    def _look(self) -> None:
        self._since = 0
        self._due = time.monotonic() + _LOOK
        self._timer = self._loop.call_later(_LOOK, self._look)


def _busy(behind: float) -> Refused:
    """Come again when twice what is behind has been made up for."""
    return Refused("busy", seconds=1 + min(30, math.floor(2 * behind)))


class Admission:
    """What is asked of every request, WebSocket and message before anything is done about it."""

    def __init__(
        self, settings: ServerSettings, proxies: TrustedProxies, monitor: LoadMonitor
    ) -> None:
        self.proxies: Final = proxies
        self.monitor: Final = monitor
        self._blocked: tuple[Network, ...] = ()
        self._requests: Final = AddressLimits(settings.requests_burst, settings.requests_rate)
        self._sockets: Final = AddressLimits(settings.sockets_burst, settings.sockets_rate)
        self._messages: Final = AddressLimits(settings.messages_burst, settings.messages_rate)
        self._looks: Final = AddressLimits(settings.health_burst, settings.health_rate)

    @property
    def limits(self) -> dict[str, AddressLimits]:
        """The limits by address, by their names."""
        return {
            "requests": self._requests,
            "connects": self._sockets,
            "messages": self._messages,
        }

    def block(self, networks: Iterable[str]) -> None:
        """From now on nobody from these addresses and networks is let in."""
        self._blocked = tuple(ipaddress.ip_network(name) for name in networks)

    def _check_blocked(self, owner: str) -> None:
        if self._blocked and any(_overlaps(owner, network) for network in self._blocked):
            raise Refused("blocked")

    def check_request(self, owner: str) -> None:
        """Refused unless that owner may make a request by HTTP now."""
        self._check_blocked(owner)
        _limit(self._requests, owner)
        self.monitor.admit()

    def check_look(self, owner: str) -> None:
        """Refused unless that owner may ask now how the server is."""
        _limit(self._looks, owner)

    def check_socket(self, owner: str) -> None:
        """Refused unless that owner may open a WebSocket now."""
        self._check_blocked(owner)
        _limit(self._sockets, owner)
        self.monitor.admit()

    def check_message(self, owner: str) -> None:
        """Refused unless that owner may ask for something now."""
        self._check_blocked(owner)
        _limit(self._messages, owner)
        self.monitor.admit()


def _overlaps(owner: str, network: Network) -> bool:
    """Whether what an address is counted by, itself or its network of IPv6, is of that network."""
    try:
        counted = ipaddress.ip_network(owner)
    except ValueError:
        return False
    return counted.version == network.version and counted.overlaps(network)


def _limit(limits: AddressLimits, owner: str) -> None:
    if not limits.take(owner):
        raise Refused("too_fast")


class AdmissionMiddleware:
    """Turns requests by HTTP away at once when their address asks too often or all is busy."""

    def __init__(self, app: ASGIApp) -> None:
        self._app: Final = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            admission: Admission = scope["app"].state.server.admission
            check = admission.check_request
            if scope["path"] in WATCHED:
                check = admission.check_look
            try:
                check(admission.proxies.key(scope))
            except Refused as error:
                await _refuse(send, error)
                return
        await self._app(scope, receive, send)


async def _refuse(send: Send, error: Refused) -> None:
    body = http_body(error)
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", b"%d" % len(body)),
        (b"cache-control", b"no-store"),
        # Its body, if it has one, is not read, and who comes again counts as a new connection.
        (b"connection", b"close"),
    ]
    status = 403 if error.why == "blocked" else 429
    if error.why == "busy":
        status = 503
        headers.append((b"retry-after", str(error.facts["seconds"]).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
