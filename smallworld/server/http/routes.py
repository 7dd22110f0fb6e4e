"""The HTTP side: tables made, joined and listed; records; the page."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
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
from smallworld.server.http.lesson_socket import LessonPage
from smallworld.server.http.metrics import TEXT, as_text, figures_of, may_see
from smallworld.server.http.puzzle_socket import PuzzlePage
from smallworld.server.http.reach import find_reach
from smallworld.server.http.requests import (
    answer_json,
    bearer_of,
    limit,
    owner_of,
    read_body,
    session_of,
    state_of,
)
from smallworld.server.http.static_files import ART_PATH, CachedFile
from smallworld.server.http.wire import http_body
from smallworld.server.notify.routes import notify_routes
from smallworld.server.storage.game_store import StorageError
from smallworld.table.problems import Code, Refused, kind_of
from smallworld.table.seats.credentials import digest
from smallworld.table.starting.table_request import TableRequest

PAGES: Final = ("/", "/t/{table}", "/t/{table}/seat", "/watch/{table}", "/replay/{table}",
                "/encyclopedia", "/new", "/learn", "/learn/{lesson}", "/import",
                "/me", "/statistics", "/puzzles", "/puzzles/{puzzle}", "/deal/{deal}",
                "/notices/{notice}")  # fmt: skip

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
        *notify_routes(),
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
    return state_of(request).reference.setup().answer(request)


async def drawing(request: Request) -> Response:
    """How a board looks."""
    state, name = state_of(request), request.path_params["map"]
    await state.drawings.prepare(name, owner_of(request))
    found = await asyncio.to_thread(state.reference.drawing, name)
    return _found(found).answer(request)


async def art(request: Request) -> Response:
    """Patterns and symbols of the boards, and every picture of the game."""
    return state_of(request).reference.art().answer(request)


async def kept_art(request: Request) -> Response:
    """The same, by the name that browsers may keep for ever."""
    name, made = state_of(request).reference.art_for_ever()
    if request.url.path != name:  # the art of another version
        raise Refused("nothing_here")
    return made.answer(request)


async def texts(request: Request) -> Response:
    """The encyclopedia."""
    found = state_of(request).reference.texts(request.path_params["lang"])
    return _found(found).answer(request)


async def reach(request: Request) -> Response:
    """By which addresses others can come."""
    state = state_of(request)
    limit(state.questions.take(owner_of(request)))
    settings = state.settings
    return answer_json(await asyncio.to_thread(find_reach, settings.host, settings.names))


async def list_lessons(request: Request) -> Response:
    """What there is to learn."""
    return answer_json(lesson_list())


async def list_puzzles(request: Request) -> Response:
    """The puzzles that come with the game."""
    return answer_json(await asyncio.to_thread(puzzle_list))


async def daily(request: Request) -> Response:
    """The game of today."""
    return answer_json(daily_game(datetime.now(UTC).date()))


async def deal(request: Request) -> Response:
    """A deal, and who has played it to the end."""
    state = state_of(request)
    limit(state.questions.take(owner_of(request)))
    return answer_json(await state.deals.look_up(request.path_params["deal"]))


async def page(request: Request) -> Response:
    """The page."""
    return state_of(request).page.index(request)


async def static(request: Request) -> Response:
    """A file of the page; to people who open another address the page says that there is none."""
    page = state_of(request).page
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
    state = state_of(request)
    try:
        async with asyncio.timeout(state.settings.health_within):
            await state.store.try_write()
    except TimeoutError:
        return answer_json({"ok": False, "why": "a write has waited for too long"}, 503)
    except StorageError as error:
        return answer_json({"ok": False, "why": error.text}, 503)
    return answer_json({"ok": True})


async def ready(request: Request) -> Response:
    """For balancers: whether this process can do all that it is there for."""
    state = state_of(request)
    writes = (await health(request)).status_code == 200
    told: dict[str, object] = {"ok": writes, "database": writes}
    if state.cluster is not None:
        told["bus"] = state.cluster.bus.connected
        told["thinkers"] = state.cluster.thinking.slots
        told["ok"] = writes and state.cluster.bus.connected
    return answer_json(told, 200 if told["ok"] else 503)


async def metrics(request: Request) -> Response:
    """For Prometheus, with the token of the host."""
    state = state_of(request)
    if not may_see(state.settings.metrics_token, bearer_of(request)):
        raise Refused("nothing_here")
    return Response(as_text(figures_of(state)), media_type=TEXT)


# ---- tables ----


async def create(request: Request) -> Response:
    """Make a table."""
    state = state_of(request)
    limit(state.new_tables.take(owner_of(request)))
    wish = await read_body(request, TableRequest)
    return answer_json(await state.tables.create(wish, owner_of(request)))


async def import_record(request: Request) -> Response:
    """Make a table of a record."""
    state = state_of(request)
    limit(state.new_tables.take(owner_of(request)))
    brought = await read_body(request, RecordRequest)
    made = await state.tables.import_record(brought.record, brought.custom, owner_of(request))
    return answer_json(made)


async def join(request: Request) -> Response:
    """Take a free seat of an open table."""
    state = state_of(request)
    owner = owner_of(request)
    limit(state.questions.take(owner))
    limit(state.guests.take(owner))
    guest = await read_body(request, GuestRequest)
    return answer_json(await state.tables.seat_guest(await session_of(request), guest.name, owner))


async def rematch(request: Request) -> Response:
    """Play again with the same people."""
    state = state_of(request)
    limit(state.new_tables.take(owner_of(request)))
    asked = await read_body(request, SecretsRequest)
    return answer_json(await state.tables.rematch(await session_of(request), asked.secrets))


async def record(request: Request) -> Response:
    """The record of a game, for whoever may watch it; played again it shows everybody's coins."""
    limit(state_of(request).questions.take(owner_of(request)))
    machine = (await session_of(request)).machine
    text = machine.state.record_for(bearer_of(request))
    name = f'attachment; filename="smallworld-{machine.state.row.id}.record"'
    return Response(text, media_type="text/plain", headers={"content-disposition": name})


async def mine(request: Request) -> Response:
    """The games of these secrets, those that wait for me first."""
    state = state_of(request)
    limit(state.questions.take(owner_of(request)))
    asked = await read_body(request, SecretsRequest)
    person = () if asked.person is None else (asked.person,)
    digests = [digest(secret) for secret in (*asked.secrets, *person)]
    found = await state.store.find_by_digests(digests) if digests else []
    await state.tables.own_seats(found, asked)
    return answer_json(my_games(found, digests, state.time.moment()))


async def list_open(request: Request) -> Response:
    """The tables that wait for guests."""
    state = state_of(request)
    limit(state.questions.take(owner_of(request)))
    found = await state.tables.list_open()
    return answer_json(open_tables(found))


async def socket(opened: WebSocket) -> None:
    """A page at a table."""
    state = opened.app.state.server
    assert isinstance(state, AppState)
    table = opened.path_params["table"]
    if table.startswith(LESSON):
        await state.sockets.serve_solo(opened, LessonPage(table.removeprefix(LESSON)))
    elif table.startswith(PUZZLE):
        owner = state.proxies.key(opened.scope)
        puzzle = PuzzlePage(table.removeprefix(PUZZLE), state.workers, owner)
        await state.sockets.serve_solo(opened, puzzle)
    else:
        await state.sockets.serve(opened, table)


# ---- errors ----


def _found(made: CachedFile | None) -> CachedFile:
    if made is None:
        raise Refused("nothing_here")
    return made


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
