"""People who try a server out: each a line to a table, as a page would have it.

While the server is too busy they wait as long as it says, and try again.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

PATIENCE: Final = 120.0  # seconds for one message
_TOO_BUSY: Final = 503
_RELOAD: Final = 1012  # come again: what you asked for is being loaded anew
_SOON: Final = 0.1

Message = dict[str, Any]


def seats_for(*kinds: str) -> list[dict[str, str]]:
    """Seats of a table to be asked for: "link", or the level of a computer."""
    return [
        {"kind": kind} if kind == "link" else {"kind": "computer", "level": kind} for kind in kinds
    ]


async def make_table(port: int, address: str, *kinds: str, **wish: object) -> Message:
    """A new table with such seats, made from that address."""
    body = json.dumps({"seats": seats_for(*kinds), "first": "P1", **wish}).encode()
    headers = {"Content-Type": "application/json", **_from(address)}
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/tables", body, headers)

    return await asyncio.to_thread(_ask_patiently, request)


def _ask_patiently(request: urllib.request.Request) -> Message:
    while True:
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                found: Message = json.loads(answer.read())
                return found
        except urllib.error.HTTPError as error:
            with error:
                if error.code != _TOO_BUSY:
                    raise
                time.sleep(float(error.headers["Retry-After"]))


def _from(address: str) -> dict[str, str]:
    """As a proxy on this machine says it; the server believes that."""
    return {"X-Forwarded-For": address}


class TrialLine:
    """A line to a table, and the last position that was shown on it."""

    def __init__(self, opened: ClientConnection, seat: str) -> None:
        self.seat: Final = seat
        self.view: Message = {}
        self.n = -1
        self.over = False
        self._opened: Final = opened
        self._asked = 0

    async def send(self, **message: object) -> str:
        """Say something; the name it was given."""
        self._asked += 1
        await self._opened.send(json.dumps({"id": str(self._asked), **message}))
        return str(self._asked)

    async def hear(self) -> Message:
        """The next message; a position is remembered."""
        message: Message = json.loads(await asyncio.wait_for(self._opened.recv(), PATIENCE))
        if message["t"] in ("welcome", "view"):
            self.n, self.view, self.over = message["n"], message["view"], message["over"]
        return message

    async def close(self) -> None:
        """Go."""
        await self._opened.close()

    async def ask(self, **message: object) -> Message:
        """Ask something and wait for the answer."""
        asked = await self.send(**message)
        while (answer := await self.hear()).get("id") != asked:
            pass
        return answer

    @property
    def may_act(self) -> bool:
        """Whether it is this seat's turn."""
        return not self.over and bool(self.view["legal"])

    async def move(self, luck: random.Random, *, look: bool = False) -> None:
        """Do any legal action, perhaps after a look at what it would bring."""
        action = luck.choice(self.view["legal"])["do"]
        if look:
            await self.ask(t="try", seat=self.seat, do=action)
        n = self.n
        while is_busy(answer := await self.ask(t="do", seat=self.seat, at=n, do=action)):
            await asyncio.sleep(answer["facts"]["seconds"])
        while self.n == n:
            await self.hear()


def is_busy(message: Message) -> bool:
    """Whether the server has too much to do for that now."""
    return message["t"] == "error" and bool(message["why"] == "busy")


@asynccontextmanager
async def sit_down(port: int, address: str, made: Message, seat: str) -> AsyncIterator[TrialLine]:
    """A line to one seat of a table, or to watch it where a computer plays that seat."""
    while not isinstance(line := await _try_to_sit_down(port, address, made, seat), TrialLine):
        await asyncio.sleep(line)
    try:
        yield line
    finally:
        await line.close()


async def _try_to_sit_down(port: int, address: str, made: Message, seat: str) -> TrialLine | float:
    """The line, or after how many seconds it may be tried again."""
    secret = next((one["secret"] for one in made["seats"] if one["seat"] == seat), None)
    opened = await connect(
        f"ws://127.0.0.1:{port}/ws/{made['table']}",
        proxy=None,
        compression=None,
        max_size=None,
        ping_interval=None,
        open_timeout=PATIENCE,
        additional_headers=_from(address),
    )
    line = TrialLine(opened, seat)
    join = {"t": "join", "watch": made["watch"], "secrets": [secret] if secret else []}
    with suppress(ConnectionClosed):  # it may be refused before it has said anything
        await opened.send(json.dumps(join))
    while line.n < 0:
        try:
            message = await line.hear()
        except ConnectionClosed as closed:
            if closed.rcvd is None or closed.rcvd.code != _RELOAD:
                raise
            return _SOON  # the table was about to leave the memory
        if is_busy(message):
            await line.close()
            return float(message["facts"]["seconds"])
    return line
