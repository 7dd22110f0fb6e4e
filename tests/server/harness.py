"""A server and its pages in one loop: no browser, and one thread for all that uses the engine."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import websockets
from websockets.asyncio.client import ClientConnection

from smallworld.engine.explain.reasons import REASONS
from smallworld.game.compiled.dealer import Dealer
from smallworld.home.new_tables import secret_dealer
from smallworld.server.app import make_app
from smallworld.server.app_state import AppState
from smallworld.server.run import UvicornServer, config_for
from smallworld.server.settings import ServerSettings, unlimited
from smallworld.server.storage.game_store import Then
from smallworld.server.storage.sql import SaveReview
from smallworld.table.problems import PROBLEMS
from smallworld.table.rows import Change

Json = dict[str, Any]


def bearer(token: str) -> dict[str, str]:
    """The header that brings a token."""
    return {"Authorization": f"Bearer {token}"}


class Http:
    """Requests to a server."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def ask(
        self,
        path: str,
        body: object = None,
        headers: dict[str, str] | None = None,
        method: str | None = None,
    ) -> tuple[int, bytes, dict[str, str]]:
        """Status, body and headers of the answer."""
        return await asyncio.to_thread(self.ask_now, path, body, headers, method)

    def ask_now(
        self,
        path: str,
        body: object = None,
        headers: dict[str, str] | None = None,
        method: str | None = None,
    ) -> tuple[int, bytes, dict[str, str]]:
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        sent = {"Content-Type": "application/json"} if data is not None else {}
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", data, {**sent, **(headers or {})}, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                found = {name.lower(): value for name, value in answer.headers.items()}
                return answer.status, answer.read(), found
        except urllib.error.HTTPError as error:
            with error:
                found = {name.lower(): value for name, value in error.headers.items()}
                return error.code, error.read(), found

    async def json(self, path: str, body: object = None) -> Json:
        """The answer, which must be a good one."""
        status, text, _ = await self.ask(path, body)
        assert status == 200, (status, text)
        found: Json = json.loads(text)
        return found

    async def refused(self, path: str, body: object = None) -> tuple[int, Json]:
        """The error, which must be one."""
        status, text, _ = await self.ask(path, body)
        assert status >= 400, text
        found: Json = json.loads(text)["error"]
        check_error(found)
        return status, found

    async def record(self, made: Json) -> tuple[int, bytes, dict[str, str]]:
        """The record of a table, for who has its token to watch."""
        return await self.ask(f"/api/tables/{made['table']}/record", headers=bearer(made["watch"]))

    async def create(self, *kinds: str, **wish: object) -> Json:
        """A table with such seats: "device", "link", or the level of a computer."""
        seats = [
            {"kind": kind} if kind in ("device", "link") else {"kind": "computer", "level": kind}
            for kind in kinds
        ]
        return await self.json("/api/tables", {"seats": seats, "first": "P1", **wish})


class Running(Http):
    """A server in this very process."""

    def __init__(self, port: int, state: AppState) -> None:
        super().__init__(port)
        self.state = state


@asynccontextmanager
async def running(
    data: Path, deal: Callable[[], Dealer] = secret_dealer, **settings: Any
) -> AsyncIterator[Running]:
    """A server on a free port; tests are quicker than people, so the limits are wide."""
    wide = unlimited(ServerSettings(data, workers=1, busy_after=1e6, takeover_warning=0.0))
    chosen = replace(wide, **settings)
    app = make_app(chosen, deal)
    line = socket.create_server(("127.0.0.1", 0))
    begun = asyncio.Event()
    server = UvicornServer(config_for(app, chosen), begun.set)
    task = asyncio.create_task(server._serve([line]))
    await begun.wait()
    try:
        yield Running(line.getsockname()[1], app.state.server)
    finally:
        server.should_exit = True
        await task


class SlowDisk:
    """Writes of a server wait until they may; as a context manager, from its entry on."""

    def __init__(self, server: Running) -> None:
        self._store = server.state.store
        self._waiting: list[tuple[Sequence[Change | SaveReview], Then]] = []
        self.writing = asyncio.Event()

    def __enter__(self) -> SlowDisk:
        self._store.put = self._put  # type: ignore[method-assign]
        return self

    def __exit__(self, *error: object) -> None:
        del self._store.put
        for changes, then in self._waiting:
            self._store.put(changes, then)

    def _put(self, changes: Sequence[Change | SaveReview], then: Then, rev: int = 0) -> None:
        self._waiting.append((changes, then))
        self.writing.set()


class Page:
    """What a page does, without a browser: it keeps the last view and all events."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.heard: list[str] = []
        self.replies: dict[str, Json] = {}
        self.loose: list[Json] = []  # errors without id, pongs, rematches
        self.table: Json = {}
        self.view: Json = {}
        self.undo: Json = {}
        self.seats: list[Json] = []
        self.events: list[Json] = []
        self.you: list[str] = []
        self.n = self.record_line = 0
        self.over = False
        self.closed: int | None = None
        self._changed = asyncio.Event()
        self._count = 0
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def open(
        cls,
        port: int,
        table: str,
        secrets: list[str] | None = None,
        watch: str | None = None,
        after: int | None = None,
        **options: Any,
    ) -> Page:
        """Connect and join; there may be a refusal instead of a welcome."""
        page = await cls.connect(port, table, **options)
        with suppress(websockets.ConnectionClosed):  # a refusal may come before
            await page.send({"t": "join", "secrets": secrets or [], "watch": watch, "after": after})
        await page.until(lambda: bool(page.table) or page.closed is not None)
        return page

    @classmethod
    async def connect(cls, port: int, table: str, **options: Any) -> Page:
        """Connect only."""
        return cls(
            await websockets.connect(f"ws://127.0.0.1:{port}/ws/{table}", proxy=None, **options)
        )

    async def close(self) -> None:
        await self.line.close()
        await self._reader

    async def send(self, message: object) -> None:
        await self.line.send(message if isinstance(message, (str, bytes)) else json.dumps(message))

    async def ask(self, message: Json) -> Json:
        """The answer to a message with an id."""
        id_ = message.get("id")
        if id_ is None:
            self._count += 1
            id_ = f"q{id(self)}-{self._count}"
        self.replies.pop(id_, None)
        await self.send({**message, "id": id_})
        await self.until(lambda: id_ in self.replies or self.closed is not None)
        return self.replies[id_]

    async def do(self, text: str, seat: str | None = None, **fields: object) -> Json:
        """Move, looking at what is shown."""
        mover = seat or self.view["to_act"]
        return await self.ask({"t": "do", "seat": mover, "at": self.n, "do": text, **fields})

    async def until(self, true: Callable[[], bool], seconds: float = 20) -> None:
        """Wait until something has been heard."""
        async with asyncio.timeout(seconds):
            while not true():
                self._changed.clear()
                await self._changed.wait()

    async def reach(self, n: int) -> None:
        """Wait for that version."""
        await self.until(lambda: self.n >= n)

    async def _read(self) -> None:
        try:
            async for text in self.line:
                assert isinstance(text, str)
                self.heard.append(text)
                self._take(json.loads(text))
                self._changed.set()
        except websockets.ConnectionClosed:
            pass
        self.closed = self.line.close_code
        self._changed.set()

    def _take(self, message: Json) -> None:
        kind = message["t"]
        if kind == "error":
            check_error(message)
        if kind in ("welcome", "view"):
            if kind == "welcome":
                self.table, self.you = message["table"], message["you"]
                self.seats = self.table["seats"]
            else:
                assert message["n"] >= self.n
                self.seats = message["seats"]
            self.n, self.record_line = message["n"], message["line"]
            self.view, self.undo, self.over = message["view"], message["undo"], message["over"]
            kept = [event for event in self.events if event["line"] <= message["from"]]
            self.events = kept + message["events"]
        elif kind == "seats":
            self.seats = message["seats"]
        elif message.get("id") is not None:
            self.replies[message["id"]] = message
        else:
            self.loose.append(message)


def check_error(told: Json) -> None:
    """Every error is one a page has words for."""
    assert told["why"] in REASONS or told["code"] == PROBLEMS[told["why"]][0], told
    text = REASONS.get(told["why"]) or PROBLEMS[told["why"]][1]
    assert set(re.findall(r"\{(\w+)\}", text)) == set(told["facts"]), told
    assert told["text"]


def legal(page: Page) -> list[str]:
    return [action["do"] for action in page.view["legal"]]


def lines_of(page: Page) -> list[tuple[str, str]]:
    """The record as the page knows it."""
    return [
        (event.get("seat", "*"), event["action"]["do"])
        for event in page.events
        if event["kind"] in ("move", "luck")
    ]
