"""The WebSocket of a page that plays alone, at a table that nobody keeps: a lesson, a puzzle.

One request, its answers, the next request.
"""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from typing import Any, ClassVar, Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from smallworld.home.messages import NOTHING_THERE, fields_of
from smallworld.server.http import wire
from smallworld.server.http.access.admission import Admission
from smallworld.server.settings import ServerSettings
from smallworld.table.limits import TokenBucket
from smallworld.table.messages import MESSAGES, PingRequest, PongMessage, error_message
from smallworld.table.problems import Refused

FLOODING: Final = 4429


class SoloPage(ABC):
    """What is played there: what a page may say of its own, and what it is told."""

    requests: ClassVar[Mapping[str, type]]  # its own, by what `t` says
    told: ClassVar[Mapping[type, str]]  # its own messages, and what `t` says in them

    @abstractmethod
    def exists(self) -> bool:
        """Whether there is such a one."""

    @abstractmethod
    def answers(self, request: Any) -> AsyncIterator[Any]:
        """What the page is told about a request, one message after another."""


async def serve_solo_page(
    socket: WebSocket, page: SoloPage, settings: ServerSettings, admission: Admission, owner: str
) -> None:
    """One WebSocket that was let in, to its end."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        if not page.exists():
            await socket.send_text(wire.write(error_message(None, Refused("nothing_here"))))
            await socket.close(NOTHING_THERE)
            return
        await _serve(socket, page, settings, admission, owner)


async def _serve(
    socket: WebSocket, page: SoloPage, settings: ServerSettings, admission: Admission, owner: str
) -> None:
    """Requests are answered one after another; whether somebody is there, at once."""
    waiting: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()
    answering = asyncio.create_task(_answer_all(socket, page, waiting))
    try:
        bucket = TokenBucket(settings.burst, settings.rate, time.monotonic())
        flooded = 0
        while flooded < settings.burst:
            text = await socket.receive_text()
            try:
                if not bucket.take(time.monotonic()):
                    flooded += 1
                    raise Refused("too_fast")
                request = _read(text, page.requests)
                if isinstance(request, PingRequest):
                    await socket.send_text(wire.write(PongMessage()))
                    continue
                admission.check_message(owner)
                waiting.put_nowait((text, request))
            except Refused as error:
                await socket.send_text(wire.write(error_message(wire.id_in(text), error)))
        await socket.close(FLOODING)
    finally:
        answering.cancel()


async def _answer_all(
    socket: WebSocket, page: SoloPage, waiting: asyncio.Queue[tuple[str, Any]]
) -> None:
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        while True:
            text, request = await waiting.get()
            try:
                async for message in page.answers(request):
                    await socket.send_text(_write(message, page.told))
            except Refused as error:
                await socket.send_text(wire.write(error_message(wire.id_in(text), error)))


class _Tag(msgspec.Struct):
    t: str = ""


_TAG: Final = msgspec.json.Decoder(_Tag)


def _read(text: str, own: Mapping[str, type]) -> Any:
    try:
        kind = own.get(_TAG.decode(text).t)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        kind = None
    if kind is None:
        return wire.read(text)
    body = text.encode("utf-8", "replace")
    if len(body) > wire.LONGEST_MESSAGE:
        raise Refused("too_long", most=wire.LONGEST_MESSAGE)
    return wire.read_as(body, kind)


def _write(message: Any, told: Mapping[type, str]) -> str:
    if type(message) in MESSAGES or type(message) not in told:
        return wire.write(message)
    fields = {"t": told[type(message)], **fields_of(message)}
    return msgspec.json.encode(fields).decode()
