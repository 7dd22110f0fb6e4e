"""The WebSocket of a page that learns: one request, its answers, the next request."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from smallworld.home.lessons.lesson_session import LessonSession, Told
from smallworld.home.lessons.library import lessons
from smallworld.home.lessons.messages import LearnRequest, LessonMessage, StepRequest
from smallworld.home.messages import lesson_fields
from smallworld.server.http import wire
from smallworld.server.http.admission import Admission
from smallworld.server.settings import ServerSettings
from smallworld.table.limits import TokenBucket
from smallworld.table.messages import JoinRequest, PageRequest, PingRequest, PongMessage
from smallworld.table.messages import error_message as told_error
from smallworld.table.problems import Refused

NO_LESSON: Final = 4404
FLOODING: Final = 4429
TOO_MANY: Final = 1013


async def serve_lesson(
    socket: WebSocket, lesson_id: str, settings: ServerSettings, admission: Admission
) -> None:
    """One WebSocket, from its opening to its end."""
    owner = admission.proxies.key(socket.scope)
    await socket.accept()
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        try:
            admission.check_socket(owner)
        except Refused as error:
            await socket.send_text(wire.write(told_error(None, error)))
            await socket.close(TOO_MANY)
            return
        if lesson_id not in lessons():
            await socket.send_text(wire.write(told_error(None, Refused("nothing_here"))))
            await socket.close(NO_LESSON)
            return
        await _serve(socket, lesson_id, settings, admission, owner)


async def _serve(
    socket: WebSocket, lesson_id: str, settings: ServerSettings, admission: Admission, owner: str
) -> None:
    bucket = TokenBucket(settings.burst, settings.rate, time.monotonic())
    session: LessonSession | None = None
    flooded = 0
    while flooded < settings.burst:
        text = await socket.receive_text()
        if not bucket.take(time.monotonic()):
            flooded += 1
            await socket.send_text(wire.write(told_error(None, Refused("too_fast"))))
            continue
        told: list[Told]
        try:
            request = _read(text)
            if not isinstance(request, PingRequest):
                admission.check_message(owner)
            if isinstance(request, PingRequest):
                told = [PongMessage()]
            elif isinstance(request, LearnRequest):
                session = LessonSession(lessons()[lesson_id], request)
                told = session.welcome()
            elif session is None or isinstance(request, JoinRequest):
                raise Refused("not_joined")
            else:
                told = session.ask(request)
        except Refused as error:
            told = [told_error(wire.id_in(text), error)]
        for message in told:
            await socket.send_text(_write(message))
    await socket.close(FLOODING)


class _Tag(msgspec.Struct):
    t: str = ""


_TAG: Final = msgspec.json.Decoder(_Tag)
_OWN: Final[dict[str, type[LearnRequest | StepRequest]]] = {
    "learn": LearnRequest,
    "step": StepRequest,
}


def _read(text: str) -> LearnRequest | StepRequest | JoinRequest | PageRequest | PingRequest:
    try:
        kind = _OWN.get(_TAG.decode(text).t)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        kind = None
    if kind is None:
        return wire.read(text)
    body = text.encode("utf-8", "replace")
    if len(body) > wire.LONGEST_MESSAGE:
        raise Refused("too_long", most=wire.LONGEST_MESSAGE)
    return wire.read_as(body, kind)


def _write(message: Told) -> str:
    if isinstance(message, LessonMessage):
        return msgspec.json.encode(lesson_fields(message)).decode()
    return wire.write(message)
