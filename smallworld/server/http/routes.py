"""The HTTP side: tables made, joined and listed; records; the page."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Final, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from smallworld.engine.game import GameError
from smallworld.home.daily import daily_game
from smallworld.home.lessons.lesson_session import TABLE as LESSON
from smallworld.home.lessons.library import lesson_list
from smallworld.home.lists import my_games, open_tables
from smallworld.home.schemas import GuestRequest, RecordRequest, SecretsRequest
from smallworld.puzzles.session import TABLE as PUZZLE
from smallworld.puzzles.session import puzzle_list
from smallworld.server.app_state import AppState
from smallworld.server.http.course_socket import serve_course
from smallworld.server.http.lesson_socket import LessonCourse
from smallworld.server.http.metrics import TEXT, as_text, figures_of, may_see
from smallworld.server.http.puzzle_socket import PuzzleCourse
from smallworld.server.http.reach import find_reach
from smallworld.server.http.static_files import ART_PATH, CachedFile
from smallworld.server.http.wire import http_body, read_as
from smallworld.server.session import TableSession
from smallworld.server.storage.game_store import StorageError
from smallworld.table.credentials import digest
from smallworld.table.problems import Code, Refused, kind_of
from smallworld.table.table_request import TableRequest

LONGEST_BODY: Final = 64 * 1024
DRAINED: Final = (
    1024 * 1024
)  # of longer ones so much is read, and answered; then the connection is closed
PAGES: Final = ("/", "/t/{table}", "/t/{table}/seat", "/watch/{table}", "/replay/{table}",
                "/encyclopedia", "/new", "/learn", "/learn/{lesson}", "/import",
                "/statistics", "/puzzles", "/puzzles/{puzzle}", "/deal/{deal}")  # fmt: skip

_STATUS: Final[dict[Code, int]] = {
    "illegal": 400,
    "malformed": 400,
    "forbidden": 403,
    "unknown": 404,
    "stale": 409,
    "over": 409,
    "rate": 429,
    "busy": 503,
    "trouble": 503,
}
_STATUS_OF: Final = {"not_over": 409, "too_long": 413, "not_json": 415}

T = TypeVar("T")


def routes() -> list[BaseRoute]:
    """All addresses of the server."""
    return [
        Route("/api/setup", setup),
        Route("/api/drawing/{map}", drawing),
        Route(ART_PATH, art),
        Route("/api/art-{digest}.svg", kept_art),
        Route("/api/texts/{lang}", texts),
        Route("/api/tables", create, methods=["POST"]),
        Route("/api/records", import_record, methods=["POST"]),
        Route("/api/tables/open", list_open),
        Route("/api/tables/{table}/join", join, methods=["POST"]),
        Route("/api/tables/{table}/rematch", rematch, methods=["POST"]),
        Route("/api/tables/{table}/record", record),
        Route("/api/mine", mine, methods=["POST"]),
        Route("/api/lessons", list_lessons),
        Route("/api/puzzles", list_puzzles),
        Route("/api/daily", daily),
        Route("/api/deals/{deal}", deal),
        Route("/api/reach", reach),
        Route("/api/health", health),
        Route("/api/ready", ready),
        Route("/metrics", metrics),
        Route("/api/{rest:path}", no_such),
        WebSocketRoute("/ws/{table}", socket),
        *(Route(path, page) for path in PAGES),
        Route("/{file:path}", static),
    ]


# ---- the same for everybody ----


async def setup(request: Request) -> Response:
    """What a table can be like."""
    return _state(request).reference.setup().answer(request)


async def drawing(request: Request) -> Response:
    """How a board looks."""
    state, name = _state(request), request.path_params["map"]
    await state.drawings.prepare(name, _owner(request))
    found = await asyncio.to_thread(state.reference.drawing, name)
    return _found(found).answer(request)


async def art(request: Request) -> Response:
    """Patterns and symbols of the boards, and every picture of the game."""
    return _state(request).reference.art().answer(request)


async def kept_art(request: Request) -> Response:
    """The same, by the name that browsers may keep for ever."""
    name, made = _state(request).reference.art_for_ever()
    if request.url.path != name:  # the art of another version
        raise Refused("nothing_here")
    return made.answer(request)


async def texts(request: Request) -> Response:
    """The encyclopedia."""
    found = _state(request).reference.texts(request.path_params["lang"])
    return _found(found).answer(request)


async def reach(request: Request) -> Response:
    """By which addresses others can come."""
    state = _state(request)
    _limit(state.questions.take(_owner(request)))
    settings = state.settings
    return _json(await asyncio.to_thread(find_reach, settings.host, settings.names))


async def list_lessons(request: Request) -> Response:
    """What there is to learn."""
    return _json(lesson_list())


async def list_puzzles(request: Request) -> Response:
    """The puzzles that come with the game."""
    return _json(await asyncio.to_thread(puzzle_list))


async def daily(request: Request) -> Response:
    """The game of today."""
    return _json(daily_game(datetime.now(UTC).date()))


async def deal(request: Request) -> Response:
    """A deal, and who has played it to the end."""
    state = _state(request)
    _limit(state.questions.take(_owner(request)))
    return _json(await state.deals.look_up(request.path_params["deal"]))


async def page(request: Request) -> Response:
    """The page."""
    return _state(request).page.index(request)


async def static(request: Request) -> Response:
    """A file of the page; to people who open another address the page says that there is none."""
    page = _state(request).page
    found = page.file(request.path_params["file"], request)
    if found is None:
        if "text/html" not in request.headers.get("accept", ""):
            raise Refused("nothing_here")
        found = page.index(request)
        found.status_code = 404
    return found


async def no_such(request: Request) -> Response:
    """An address that is none."""
    raise Refused("nothing_here")


async def health(request: Request) -> Response:
    """For those who watch over servers: whether a change could be kept now."""
    state = _state(request)
    try:
        async with asyncio.timeout(state.settings.health_within):
            await state.store.try_write()
    except TimeoutError:
        return _json({"ok": False, "why": "a write has waited for too long"}, 503)
    except StorageError as error:
        return _json({"ok": False, "why": error.text}, 503)
    return _json({"ok": True})


async def ready(request: Request) -> Response:
    """For balancers: whether this process can do all that it is there for."""
    state = _state(request)
    writes = (await health(request)).status_code == 200
    told: dict[str, object] = {"ok": writes, "database": writes}
    if state.cluster is not None:
        told["bus"] = state.cluster.bus.connected
        told["thinkers"] = state.cluster.thinking.slots
        told["ok"] = writes and state.cluster.bus.connected
    return _json(told, 200 if told["ok"] else 503)


async def metrics(request: Request) -> Response:
    """For Prometheus, with the token of the host."""
    state = _state(request)
    if not may_see(state.settings.metrics_token, _bearer(request)):
        raise Refused("nothing_here")
    return Response(as_text(figures_of(state)), media_type=TEXT)


# ---- tables ----


async def create(request: Request) -> Response:
    """Make a table."""
    state = _state(request)
    _limit(state.new_tables.take(_owner(request)))
    wish = await _read(request, TableRequest)
    return _json(await state.tables.create(wish, _owner(request)))


async def import_record(request: Request) -> Response:
    """Make a table of a record."""
    state = _state(request)
    _limit(state.new_tables.take(_owner(request)))
    brought = await _read(request, RecordRequest)
    made = await state.tables.import_record(brought.record, brought.custom, _owner(request))
    return _json(made)


async def join(request: Request) -> Response:
    """Take a free seat of an open table."""
    state = _state(request)
    owner = _owner(request)
    _limit(state.questions.take(owner))
    _limit(state.guests.take(owner))
    guest = await _read(request, GuestRequest)
    return _json(await state.tables.seat_guest(await _session(request), guest.name, owner))


async def rematch(request: Request) -> Response:
    """Play again with the same people."""
    state = _state(request)
    _limit(state.new_tables.take(_owner(request)))
    asked = await _read(request, SecretsRequest)
    return _json(await state.tables.rematch(await _session(request), asked.secrets))


async def record(request: Request) -> Response:
    """The record of a game, for whoever may watch it; played again it shows everybody's coins."""
    _limit(_state(request).questions.take(_owner(request)))
    machine = (await _session(request)).machine
    text = machine.state.record_for(_bearer(request))
    name = f'attachment; filename="smallworld-{machine.state.row.id}.record"'
    return Response(text, media_type="text/plain", headers={"content-disposition": name})


async def mine(request: Request) -> Response:
    """The games of these secrets, those that wait for me first."""
    state = _state(request)
    _limit(state.questions.take(_owner(request)))
    digests = [digest(secret) for secret in (await _read(request, SecretsRequest)).secrets]
    found = await state.store.find_by_digests(digests) if digests else []
    return _json(my_games(found, digests, state.time.moment()))


async def list_open(request: Request) -> Response:
    """The tables that wait for guests."""
    state = _state(request)
    _limit(state.questions.take(_owner(request)))
    found = await state.tables.list_open()
    return _json(open_tables(found))


async def socket(opened: WebSocket) -> None:
    """A page at a table."""
    state = opened.app.state.server
    assert isinstance(state, AppState)
    table = opened.path_params["table"]
    if table.startswith(LESSON):
        lesson = LessonCourse(table.removeprefix(LESSON))
        await serve_course(opened, lesson, state.settings, state.admission)
    elif table.startswith(PUZZLE):
        owner = state.proxies.key(opened.scope)
        puzzle = PuzzleCourse(table.removeprefix(PUZZLE), state.workers, owner)
        await serve_course(opened, puzzle, state.settings, state.admission)
    else:
        await state.sockets.serve(opened, table)


# ---- requests and answers ----


def _state(request: Request) -> AppState:
    state = request.app.state.server
    assert isinstance(state, AppState)
    return state


def _owner(request: Request) -> str:
    """What limits count the request by."""
    return _state(request).proxies.key(request.scope)


def _bearer(request: Request) -> str:
    """The token a request brings: in a header, since addresses are written down by many."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def _limit(passes: bool) -> None:
    if not passes:
        raise Refused("too_fast")


def _found(made: CachedFile | None) -> CachedFile:
    if made is None:
        raise Refused("nothing_here")
    return made


async def _session(request: Request) -> TableSession:
    session = await _state(request).tables.find(request.path_params["table"])
    if session is None:
        raise Refused("no_table")
    return session


async def _read(request: Request, kind: type[T]) -> T:
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


def _json(value: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


async def explain(request: Request, error: Exception) -> Response:
    """An error as JSON."""
    if isinstance(error, HTTPException):  # a method that is not meant, as the framework says
        return _failed(Refused("nothing_here"), error.status_code)
    assert isinstance(error, GameError)
    why = error.why if isinstance(error, Refused) else ""
    return _failed(error, _STATUS_OF.get(why) or _STATUS[kind_of(error)])


async def explain_crash(request: Request, error: Exception) -> Response:
    """An error of ours; what it was stands in the log, not in the answer."""
    return _failed(Refused("broken"), 500)


def _failed(error: GameError, status: int) -> Response:
    return Response(http_body(error), status, media_type="application/json")
