"""Who is let in: hosts, origins, and the headers of every answer."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from smallworld.server.http.wire import http_body
from smallworld.table.problems import Refused

_DRAINED: Final = 1024 * 1024  # bytes of a body that is not wanted
_HOST: Final = re.compile(r"[\w.:\[\]-]{1,255}", re.ASCII)


# ---- hosts and origins ----


class AllowedHosts:
    """The names by which this server may be called.

    A page of another site can make its own name lead here (DNS rebinding), but it cannot make a
    browser call us by an address or by one of our names.
    """

    def __init__(self, host: str, names: Iterable[str] = ()) -> None:
        self._names: Final = {"localhost", *(name.lower().rstrip(".") for name in names)}
        self._any_address: Final = not is_loopback(host)
        if self._any_address:
            own = socket.gethostname().lower()
            self._names.update([own, f"{own}.local", own.removesuffix(".local")])
        if host and not _is_address(host):
            self._names.add(host.lower())

    def allow(self, host: str) -> bool:
        """Whether a request may name this host (and port)."""
        name = _name_of(host)
        if name is None:
            return False
        if _is_address(name):
            return self._any_address or is_loopback(name)
        return name in self._names

    def allow_origin(self, origin: str | None, host: str) -> bool:
        """Whether a page of that origin may speak to us; programs that are no page have none."""
        if origin is None:
            return True
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


def _name_of(host: str) -> str | None:
    if not _HOST.fullmatch(host):
        return None
    try:
        parts = urlsplit(f"//{host}")
        name, _ = parts.hostname, parts.port
    except ValueError:
        return None
    return None if name is None else name.lower().rstrip(".")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_loopback(name: str) -> bool:
    """Whether only this machine itself is reached by that."""
    if name == "localhost":
        return True
    return _is_address(name) and ipaddress.ip_address(name).is_loopback


# ---- every request ----


def policy(host: str) -> str:
    """The content policy: everything from here, nothing inline."""
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        f"font-src 'self'; media-src 'self'; connect-src 'self' ws://{host} wss://{host}; "
        "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )


# Workers that run the game without this server; the page itself may do none of this.
_WORKER: Final = re.compile(r"/assets/(home|thinker)-[\w-]+\.js")
_WORKER_POLICY: Final = (
    "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval'; connect-src 'self'; "
    "worker-src 'self'"
)

_HEADERS: Final = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


class SecurityMiddleware:
    """Turns away wrong hosts and origins, and puts the headers on every answer."""

    def __init__(self, app: ASGIApp, hosts: AllowedHosts) -> None:
        self._app: Final = app
        self._hosts: Final = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._hosts.allow(host):
            await self._refuse(scope, receive, send, Refused("wrong_host"))
            return
        safe = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if not safe and not self._hosts.allow_origin(headers.get("origin"), host):
            await self._refuse(scope, receive, send, Refused("wrong_origin"))
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                found = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    found[name] = value
                worker = _WORKER.fullmatch(scope["path"])
                found["content-security-policy"] = _WORKER_POLICY if worker else policy(host)
                found.setdefault("cache-control", "no-store")
            await send(message)

        await self._app(scope, receive, send_guarded)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, error: Refused) -> None:
        if scope["type"] == "websocket":
            await receive()  # the request to connect
            await send({"type": "websocket.close", "code": 4403, "reason": str(error)})
            return
        left = _DRAINED
        while left > 0:  # what is not read would close the connection before the answer is
            message = await receive()
            left -= len(message.get("body", b""))
            if message["type"] != "http.request" or not message.get("more_body", False):
                break
        body = http_body(error)
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(body)),
            (b"x-content-type-options", b"nosniff"),
            (b"connection", b"close"),  # so that who comes again has the limits of connections
        ]
        await send({"type": "http.response.start", "status": 403, "headers": headers})
        await send({"type": "http.response.body", "body": body})
