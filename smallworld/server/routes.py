"""The HTTP side: tables made, joined and listed; records; the page."""

from __future__ import annotations

import asyncio
import tomllib
from typing import Final, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from smallworld.engine.errors import GameError
from smallworld.play.table import seat_names
from smallworld.server.forms import (
    Game,
    Guest,
    Mine,
    OpenTable,
    OpenTables,
    SeatNamed,
    Secrets,
    TableWish,
)
from smallworld.server.house import House
from smallworld.server.pages import Prepared
from smallworld.server.problems import Code, Refused, http_body, kind_of
from smallworld.server.room import Room
from smallworld.server.rows import SeatRow, TableRow
from smallworld.server.security import digest, same
from smallworld.server.sight import Ending

LONGEST_BODY: Final = 64 * 1024
DRAINED: Final = 1024 * 1024  # of longer ones so much is read, and answered; then the line is cut
PAGES: Final = ("/", "/t/{table}", "/t/{table}/seat", "/watch/{table}", "/replay/{table}",
                "/encyclopedia", "/new")  # fmt: skip

_STATUS: Final[dict[Code, int]] = {
    "illegal": 400,
    "malformed": 400,
    "forbidden": 403,
    "unknown": 404,
    "stale": 409,
    "over": 409,
    "rate": 429,
    "trouble": 503,
}
_STATUS_OF: Final = {"not_over": 409, "too_long": 413, "not_json": 415}

T = TypeVar("T")


def routes() -> list[BaseRoute]:
    """All addresses of the server."""
    return [
        Route("/api/setup", setup),
        Route("/api/drawing/{map}", drawing),
        Route("/api/art.svg", art),
        Route("/api/texts/{lang}", texts),
        Route("/api/tables", create, methods=["POST"]),
        Route("/api/tables/open", list_open),
        Route("/api/tables/{table}/join", join, methods=["POST"]),
        Route("/api/tables/{table}/rematch", rematch, methods=["POST"]),
        Route("/api/tables/{table}/record", record),
        Route("/api/mine", mine, methods=["POST"]),
        Route("/api/health", health),
        Route("/api/{rest:path}", no_such),
        WebSocketRoute("/ws/{table}", socket),
        *(Route(path, page) for path in PAGES),
        Route("/{file:path}", static),
    ]


# ---- the same for everybody ----


async def setup(request: Request) -> Response:
    """What a table can be like."""
    return _house(request).reference.setup().answer(request)


async def drawing(request: Request) -> Response:
    """How a board looks."""
    reference = _house(request).reference
    found = await asyncio.to_thread(reference.drawing, request.path_params["map"])
    return _found(found).answer(request)


async def art(request: Request) -> Response:
    """Patterns and symbols of the boards."""
    return _found(_house(request).reference.art()).answer(request)


async def texts(request: Request) -> Response:
    """The encyclopedia."""
    found = _house(request).reference.texts(request.path_params["lang"])
    return _found(found).answer(request)


async def page(request: Request) -> Response:
    """The page."""
    return _house(request).page.index(request)


async def static(request: Request) -> Response:
    """A file of the page."""
    found = _house(request).page.file(request.path_params["file"], request)
    if found is None:
        raise Refused("nothing_here")
    return found


async def no_such(request: Request) -> Response:
    """An address that is none."""
    raise Refused("nothing_here")


async def health(request: Request) -> Response:
    """For those who watch over servers."""
    return _json({"ok": True})


# ---- tables ----


async def create(request: Request) -> Response:
    """Make a table."""
    house = _house(request)
    _limit(house.new_tables.take(_address(request)))
    return _json(await house.tables.create(await _read(request, TableWish)))


async def join(request: Request) -> Response:
    """Take a free seat of an open table."""
    house = _house(request)
    _limit(house.questions.take(_address(request)))
    guest = await _read(request, Guest)
    return _json(await house.tables.seat_guest(await _room(request), guest.name))


async def rematch(request: Request) -> Response:
    """Play again with the same people."""
    house = _house(request)
    _limit(house.new_tables.take(_address(request)))
    asked = await _read(request, Secrets)
    return _json(await house.tables.rematch(await _room(request), asked.secrets))


async def record(request: Request) -> Response:
    """The record of a game, for whoever may watch it; played again it shows everybody's coins."""
    _limit(_house(request).questions.take(_address(request)))
    room = await _room(request)
    if not same(request.query_params.get("watch", ""), room.row.watch):
        raise Refused("not_your_table")
    if not room.course.shows_coins:
        raise Refused("record_later")
    name = f'attachment; filename="smallworld-{room.row.id}.record"'
    return Response(room.record(), media_type="text/plain", headers={"content-disposition": name})


async def mine(request: Request) -> Response:
    """The games of these secrets, those that wait for me first."""
    house = _house(request)
    _limit(house.questions.take(_address(request)))
    digests = [digest(secret) for secret in (await _read(request, Secrets)).secrets]
    games: list[Game] = []
    if digests:
        found = await asyncio.to_thread(house.store.find_by_digests, digests)
        known = frozenset(digests)
        games = [_game(table, seats, known) for table, seats in found]
    running = [game for game in games if not game.over]
    running.sort(key=lambda game: (game.to_act not in game.you, -game.moved))
    return _json(Mine(running, [game for game in games if game.over]))


async def list_open(request: Request) -> Response:
    """The tables that wait for guests."""
    house = _house(request)
    _limit(house.questions.take(_address(request)))
    found = await asyncio.to_thread(house.store.find_open)
    return _json(OpenTables([_open_table(table, seats) for table, seats in found]))


async def socket(line: WebSocket) -> None:
    """A page at a table."""
    house = line.app.state.house
    assert isinstance(house, House)
    await house.sockets.serve(line, line.path_params["table"])


# ---- lists ----


def _facts(table: TableRow) -> dict[str, str]:
    """The `key: value` lines of the table's header."""
    pairs = (line.partition(": ") for line in table.header.splitlines())
    return {key: value for key, _, value in pairs}


def _title(facts: dict[str, str]) -> str:
    """What a home-made map calls itself."""
    if "board" not in facts:
        return ""
    return str(tomllib.loads(f"board = {facts['board']}")["board"]["name"])


def _named(seats: list[SeatRow]) -> list[SeatNamed]:
    return [
        SeatNamed(row.seat, row.name, row.kind, row.free)
        for row in sorted(seats, key=lambda row: row.seat)
    ]


def _game(table: TableRow, seats: list[SeatRow], digests: frozenset[bytes]) -> Game:
    facts = _facts(table)
    mine = {row.seat for row in seats if row.digest in digests}
    return Game(
        table=table.id,
        map=facts["map"],
        title=_title(facts),
        world=facts["world"],
        seats=_named(seats),
        you=[seat for seat in seat_names(5) if seat in mine],
        turn=table.turn,
        turns=int(facts["turns"]),
        to_act=table.acting,
        n=table.n,
        line=table.line,
        over=bool(table.over),
        result=None if table.result is None else msgspec.json.decode(table.result, type=Ending),
        created=table.created,
        moved=table.moved,
        watch=table.watch,
    )


def _open_table(table: TableRow, seats: list[SeatRow]) -> OpenTable:
    facts = _facts(table)
    return OpenTable(
        table=table.id,
        map=facts["map"],
        title=_title(facts),
        world=facts["world"],
        turns=int(facts["turns"]),
        coins=facts["coins"],
        seats=_named(seats),
        created=table.created,
    )


# ---- requests and answers ----


def _house(request: Request) -> House:
    house = request.app.state.house
    assert isinstance(house, House)
    return house


def _address(request: Request) -> str:
    return request.client.host if request.client is not None else ""


def _limit(passes: bool) -> None:
    if not passes:
        raise Refused("too_fast")


def _found(made: Prepared | None) -> Prepared:
    if made is None:
        raise Refused("nothing_here")
    return made


async def _room(request: Request) -> Room:
    room = await _house(request).tables.find(request.path_params["table"])
    if room is None:
        raise Refused("no_table")
    return room


async def _read(request: Request, kind: type[T]) -> T:
    """The body of a request, if it is such a form."""
    body = b""
    length = 0
    async for part in request.stream():
        length += len(part)
        if length > DRAINED:
            break
        if length <= LONGEST_BODY:
            body += part
    if length > LONGEST_BODY:
        raise Refused("too_long", most=LONGEST_BODY)
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refused("not_json")
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refused("bad_message", text=str(error)) from None


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
