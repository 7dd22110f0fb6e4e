"""The WebSocket of a page: join first, then requests, one at a time and not too many."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from smallworld.engine.game import GameError
from smallworld.home.messages import NOTHING_THERE
from smallworld.server.http import wire
from smallworld.server.http.access.admission import Admission
from smallworld.server.http.access.rate_limits import AddressCounts
from smallworld.server.http.connection import Connection
from smallworld.server.http.solo_socket import SoloPage, serve_solo_page
from smallworld.server.session import TableSession
from smallworld.server.settings import ServerSettings
from smallworld.server.tables import TableDirectory
from smallworld.table.limits import TokenBucket
from smallworld.table.messages import (
    JoinRequest,
    PageRequest,
    PingRequest,
    PongMessage,
    error_message,
)
from smallworld.table.problems import Refused, kind_of

TOO_LATE: Final = 4408
FLOODING: Final = 4429
TOO_MANY: Final = 1013

_PATIENCE: Final = 60  # messages beyond the limit before the connection is closed


class Disconnected(Exception):
    """The page has closed the connection."""


class Sockets:
    """All WebSockets of pages."""

    def __init__(
        self, tables: TableDirectory, settings: ServerSettings, admission: Admission
    ) -> None:
        self._tables: Final = tables
        self._admission: Final = admission
        self._settings: Final = settings
        self.open: Final = AddressCounts()  # by whose they are

    @property
    def count(self) -> int:
        """How many there are."""
        return self.open.here

    async def serve(self, socket: WebSocket, table_id: str) -> None:
        """One WebSocket of a table, from its opening to its end."""
        async with self.let_in(socket) as owner:
            if owner is not None:
                loop = _SocketLoop(socket, self._settings, self._admission, owner)
                await loop.serve(self._tables, table_id)

    async def serve_solo(self, socket: WebSocket, page: SoloPage) -> None:
        """One WebSocket of a lesson or a puzzle."""
        async with self.let_in(socket) as owner:
            if owner is not None:
                await serve_solo_page(socket, page, self._settings, self._admission, owner)

    @asynccontextmanager
    async def let_in(self, socket: WebSocket) -> AsyncIterator[str | None]:
        """Whose it is, counted as long as it is open; None: it was turned away."""
        owner = self._admission.proxies.key(socket.scope)
        await socket.accept()
        try:
            self._check(owner)
        except Refused as error:
            with suppress(WebSocketDisconnect, RuntimeError, OSError):
                await socket.send_text(wire.write(error_message(None, error)))
                await socket.close(TOO_MANY)
            yield None
            return
        self.open.add(owner)
        try:
            yield owner
        finally:
            self.open.remove(owner)

    def _check(self, owner: str) -> None:
        if self.open.of(owner) >= self._settings.most_sockets_by_address:
            raise Refused("too_many_lines")
        self._admission.check_socket(owner)


class _SocketLoop:
    """One WebSocket of a page."""

    def __init__(
        self, socket: WebSocket, settings: ServerSettings, admission: Admission, owner: str
    ) -> None:
        self._socket: Final = socket
        self._settings: Final = settings
        self._admission: Final = admission
        self._connection: Final = Connection(owner)
        self._bucket: Final = TokenBucket(settings.burst, settings.rate, time.monotonic())
        self._too_many = 0

    async def serve(self, tables: TableDirectory, table_id: str) -> None:
        """Let the page in, do what it asks, see it off."""
        sender = asyncio.create_task(self._send())
        session: TableSession | None = None
        try:
            session = await self._enter(tables, table_id)
            if session is not None:
                await self._listen(session)
        except Disconnected:
            pass
        finally:
            if session is not None:
                session.leave(self._connection)
            self._connection.close(1000)
            with suppress(asyncio.CancelledError):
                await asyncio.wait([sender], timeout=5)
                sender.cancel()

    async def _enter(self, tables: TableDirectory, table_id: str) -> TableSession | None:
        """The table, once the page has joined it."""
        connection = self._connection
        try:
            session = await tables.find(table_id)
        except GameError as error:
            connection.post(wire.write(error_message(None, error)))
            if kind_of(error) == "busy":  # not gone: the page comes again
                connection.close(TOO_MANY)
            session = None
        else:
            if session is None:
                connection.post(wire.write(error_message(None, Refused("no_table"))))
        if session is None:
            connection.close(NOTHING_THERE)
            return None
        try:
            async with asyncio.timeout(self._settings.join_within):
                join = await self._first()
        except TimeoutError:
            connection.close(TOO_LATE)
            return None
        if join is None:
            return None
        return session if await session.join(connection, join) else None

    async def _first(self) -> JoinRequest | None:
        while (message := await self._receive()) is not None:
            if isinstance(message, JoinRequest):
                return message
            if not isinstance(message, PingRequest):
                self._refuse(None, Refused("not_joined"))
        return None

    async def _listen(self, session: TableSession) -> None:
        while (message := await self._receive()) is not None:
            if isinstance(message, JoinRequest):
                self._refuse(None, Refused("joined_already"))
            elif not isinstance(message, PingRequest):
                self._ask(session, message)

    def _ask(self, session: TableSession, message: PageRequest) -> None:
        try:
            self._admission.check_message(self._connection.owner)
        except Refused as error:
            self._refuse(message.id, error)
        else:
            session.ask(self._connection, message)

    async def _receive(self) -> wire.Incoming | None:
        """The next message that is one; None if it is to be closed. Pings are answered here."""
        while not self._connection.closing:
            event = await self._socket.receive()
            if event["type"] == "websocket.disconnect":
                raise Disconnected
            if not self._bucket.take(time.monotonic()):
                self._too_many += 1
                if self._too_many > _PATIENCE:
                    self._connection.close(FLOODING)
                    return None
                self._refuse(None, Refused("too_fast"))
                continue
            text = event.get("text")
            try:
                if text is None:
                    raise Refused("not_text")
                message = wire.read(text)
            except Refused as error:
                self._refuse(None if text is None else wire.id_in(text), error)
                continue
            if isinstance(message, PingRequest):
                self._connection.post(wire.write(PongMessage()))
            return message
        return None

    def _refuse(self, id_: str | None, error: Refused) -> None:
        self._connection.post(wire.write(error_message(id_, error)))

    async def _send(self) -> None:
        """Send what waits, until there is a code to close with."""
        outbox = self._connection.outbox
        # The page may be gone at any moment; the listening side hears of that.
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while True:
                item = await outbox.get()
                if isinstance(item, int):
                    await self._socket.close(item)
                    return
                await self._socket.send_text(item)
