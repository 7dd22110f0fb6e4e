"""The addresses by which people say whether and how they want to be told of a table."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from smallworld.server.http.requests import (
    answer_json,
    limit,
    owner_of,
    read_body,
    session_of,
    state_of,
)
from smallworld.server.notify.schemas import NoticeDone, NotifyRequest, WantedNotices


def notify_routes() -> list[BaseRoute]:
    """All of them."""
    return [
        Route("/api/notices", options),
        Route("/api/tables/{table}/notices", want, methods=["POST"]),
        Route("/api/notices/{notice}/stop/{token}", stop, methods=["POST"]),
        Route("/api/notices/{notice}/confirm/{token}", confirm, methods=["POST"]),
    ]


async def options(request: Request) -> Response:
    """How this server can reach people."""
    return answer_json(await state_of(request).notify.options())


async def want(request: Request) -> Response:
    """Be told of a table, or see how one is."""
    state, owner = state_of(request), owner_of(request)
    limit(state.questions.take(owner))
    asked = await read_body(request, NotifyRequest)
    session = await session_of(request)
    if asked.push or asked.mail or asked.hook:
        limit(state.notices.take(owner))
        await state.notify.want(session, asked)
    return answer_json(WantedNotices(await state.notify.wanted(session, asked)))


async def stop(request: Request) -> Response:
    """No more messages; what a letter's program sends in the body does not matter."""
    limit(state_of(request).questions.take(owner_of(request)))
    found = request.path_params
    return answer_json(
        NoticeDone(await state_of(request).notify.stop(found["notice"], found["token"]))
    )


async def confirm(request: Request) -> Response:
    """The address belongs to whoever reads there."""
    limit(state_of(request).questions.take(owner_of(request)))
    found = request.path_params
    return answer_json(
        NoticeDone(await state_of(request).notify.confirm(found["notice"], found["token"]))
    )
