"""What every address of the server needs: whose request it is, what it brings, an answer."""

from __future__ import annotations

from typing import Final, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from smallworld.server.app_state import AppState
from smallworld.server.http.wire import read_as
from smallworld.server.session import TableSession
from smallworld.table.problems import Refused

LONGEST_BODY: Final = 64 * 1024
DRAINED: Final = (
    1024 * 1024
)  # of longer ones so much is read, and answered; then the connection is closed

T = TypeVar("T")


def state_of(request: Request) -> AppState:
    """What the parts of the server share."""
    state = request.app.state.server
    assert isinstance(state, AppState)
    return state


def owner_of(request: Request) -> str:
    """What limits count the request by."""
    return state_of(request).proxies.key(request.scope)


def bearer_of(request: Request) -> str:
    """The token a request brings: in a header, since addresses are written down by many."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def limit(passes: bool) -> None:
    """Refused if that was too much."""
    if not passes:
        raise Refused("too_fast")


async def session_of(request: Request) -> TableSession:
    """The table that the address names."""
    session = await state_of(request).tables.find(request.path_params["table"])
    if session is None:
        raise Refused("no_table")
    return session


async def read_body(request: Request, kind: type[T]) -> T:
    """The body of a request, if it is one of that kind."""
    body = b""
    length = 0
    try:
        async for part in request.stream():
            length += len(part)
            if length > DRAINED:
                break
            if length <= LONGEST_BODY:
                body += part
    except ClientDisconnect:  # nobody will read this, and it is no fault of ours
        raise Refused("bad_message", text="it ended in the middle") from None
    if length > LONGEST_BODY:
        raise Refused("too_long", most=LONGEST_BODY)
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refused("not_json")
    return read_as(body, kind)


def answer_json(value: object, status: int = 200) -> Response:
    """An answer of plain data."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")
