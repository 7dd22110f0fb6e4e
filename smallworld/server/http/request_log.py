"""Every request has an id, which its answer and its lines in the log show; and all are counted.

Nothing of a request is written down but its method, which of our addresses it was for, and how it
was answered: whatever somebody may have put into an address is left out.
"""

from __future__ import annotations

import logging
import re
import secrets
import time
from contextvars import ContextVar
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from smallworld.server.http.metrics import RequestCounts

ID: Final = "x-request-id"
request_id: Final[ContextVar[str]] = ContextVar("request_id", default="")
log: Final = logging.getLogger("smallworld.requests")
refused: Final = logging.getLogger("smallworld.refused")  # before anybody looked at them

_NOT_LOOKED_AT: Final = "-"
_GOOD: Final = re.compile(r"[A-Za-z0-9_.:-]{1,64}")  # as a proxy may have given it


class RequestLogMiddleware:
    """Names, counts and, where that is wanted, writes down requests."""

    def __init__(self, app: ASGIApp, counts: RequestCounts) -> None:
        self._app: Final = app
        self._counts: Final = counts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        given = Headers(scope=scope).get(ID, "")
        id_ = given if _GOOD.fullmatch(given) else secrets.token_hex(8)
        token = request_id.set(id_)
        begun = time.monotonic()
        status = 500

        async def send_named(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[ID] = id_
            elif message["type"] == "websocket.accept":
                status = 101
            await send(message)

        method = scope.get("method", "WEBSOCKET")
        try:
            await self._app(scope, receive, send_named)
        finally:
            self._counts.count(method, status)
            took = round(1000 * (time.monotonic() - begun), 1)
            place = place_of(scope)
            facts = {"method": method, "path": place, "status": status, "ms": took}
            kind = refused if place == _NOT_LOOKED_AT else log
            kind.info("%s %s", method, place, extra={"facts": facts})
            request_id.reset(token)


def place_of(scope: Scope) -> str:
    """Which of our addresses was asked for, with names in place of what is filled in.

    >>> place_of({"path": "/ws/k3v9ab2mnx", "path_params": {"table": "k3v9ab2mnx"}})
    '/ws/{table}'
    """
    path = str(scope["path"])
    params = scope.get("path_params")
    if params is None:
        return _NOT_LOOKED_AT
    for name, value in params.items():
        path = path.replace(str(value), f"{{{name}}}", 1)
    return path
