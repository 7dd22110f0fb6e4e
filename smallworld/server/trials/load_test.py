"""How many people one server bears: sockets that move once a second, timed from move to view.

    python -m smallworld.server.trials.load_test --sockets 200 --seconds 10

A server is started in a process of its own, on this machine only, with a database that is thrown
away. Two sockets sit at a table; every move is shown to both. A move counts from the moment it
was due, so that a stall is not hidden by the moves that did not happen in it. A server that cannot
keep up refuses moves with `busy`; a page then tries again when its next move is due. All tables
begin their first turn at once, as happens nowhere else: the first two seconds are not counted.

With `--half-open` so many connections to the server send half a request and then nothing, and
are opened again whenever the server closes them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from smallworld.engine.game import GameError
from smallworld.server.app import make_app
from smallworld.server.http.access.tcp_limits import raise_file_limit
from smallworld.server.memory import tune_memory
from smallworld.server.run import UvicornServer, config_for
from smallworld.server.settings import ServerSettings, unlimited
from smallworld.server.trials.trial_client import make_table

SEATS: Final = 2
TURNS: Final = 20  # so that no game ends while it is measured
WARMING_UP: Final = 2.0  # seconds of play before the measured ones


@dataclass(frozen=True)
class LoadFigures:
    """What a run has shown; times in milliseconds, from a move being due to its view."""

    sockets: int
    seconds: float
    moves: int
    lost: int  # acknowledged, but not in the record
    refused: int  # with `busy`
    half_open: int  # connections that kept half a request open meanwhile
    moves_per_second: float
    messages_per_second: float  # sent and received by all sockets together
    p50: float
    p99: float
    longest: float
    slowest_ack: float  # from a move being sent to its acknowledgement
    processor: float  # of the server, for each move


# ---- the server ----


def serve_for_bench(folder: Path) -> None:
    """Serve on a free port of this machine, say which, and set no limits."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=4096)
    # All pages come from one address here, so what an address may do says nothing.
    limits = unlimited(ServerSettings(folder))

    def begun() -> None:
        print(listener.getsockname()[1], flush=True)

    def tell_time() -> None:
        for _ in sys.stdin:
            print(time.process_time(), flush=True)

    threading.Thread(target=tell_time, daemon=True).start()
    tune_memory()
    UvicornServer(config_for(make_app(limits), limits), begun).run(sockets=[listener])


# ---- the pages ----


class _LegalAction(msgspec.Struct):
    do: str


class _View(msgspec.Struct):
    to_act: str | None
    legal: list[_LegalAction]


class _Received(msgspec.Struct):
    t: str
    n: int = 0
    why: str = ""
    text: str = ""
    facts: dict[str, Any] = {}
    view: _View | None = None


_DECODER: Final = msgspec.json.Decoder(_Received)


@dataclass
class _Tally:
    """What all tables together have seen."""

    times: list[float] = field(default_factory=list)
    slowest_ack: float = 0.0
    messages: int = 0
    refused: int = 0

    def clear(self) -> None:
        """Forget all of it."""
        self.times.clear()
        self.slowest_ack = 0.0
        self.messages = self.refused = 0


class _Player:
    """One socket in one seat."""

    def __init__(self, socket: ClientConnection, seat: str, tally: _Tally) -> None:
        self.socket: Final = socket
        self.seat: Final = seat
        self.n = 0
        self.view: _View | None = None
        self.acks = 0
        self.due = 0.0  # of the move whose view is waited for
        self.waits_for = 0
        self.sent = 0.0  # when the last move was
        self.refused = False
        self.heard: Final = asyncio.Event()
        self._tally: Final = tally

    async def listen(self) -> None:
        """Take in what the server says."""
        async for text in self.socket:
            self._tally.messages += 1
            self.take(_DECODER.decode(text))

    def take(self, message: _Received) -> None:
        """One message of the server."""
        if message.t in ("welcome", "view"):
            self.n = message.n
            self.view = message.view
            if self.waits_for and message.n >= self.waits_for:
                self._tally.times.append(time.perf_counter() - self.due)
                self.waits_for = 0
            self.heard.set()
        elif message.t == "ack":
            self.acks += 1
            taken = time.perf_counter() - self.sent
            self._tally.slowest_ack = max(self._tally.slowest_ack, taken)
        elif message.t == "error":
            if message.why != "busy":
                raise GameError(f"a move was refused: {message.text}")
            self._tally.refused += 1
            self.refused = True
            self.heard.set()


class _PlayedTable:
    """Two sockets that play one game."""

    def __init__(self, table_id: str, watch: str, players: list[_Player], tally: _Tally) -> None:
        self.id: Final = table_id
        self.watch: Final = watch
        self.players: Final = players
        self.begun: Final = players[0].n  # changes before the first move
        self._tally: Final = tally
        self._luck: Final = random.Random(table_id)

    @property
    def acknowledged(self) -> int:
        """How many moves the server has said are kept."""
        return sum(player.acks for player in self.players)

    async def play(self, begin: float, end: float) -> None:
        """One move after another, each when it is due."""
        pause = 1.0 / SEATS
        due = begin + self._luck.random() * pause
        while due < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if await self._move(due):
                due += pause
            else:
                due = time.perf_counter() + pause

    async def _move(self, due: float) -> bool:
        """Whether it was made, and everybody has seen it; else the server was too busy."""
        mover = next((one for one in self.players if one.view and one.view.legal), None)
        if mover is None or mover.view is None:
            return True
        wanted = mover.n + 1
        for one in self.players:
            one.due, one.waits_for = due, wanted
        message = {
            "t": "do",
            "id": f"{self.id}-{wanted}",
            "seat": mover.seat,
            "at": mover.n,
            "do": self._luck.choice(mover.view.legal).do,
        }
        mover.sent = time.perf_counter()
        mover.refused = False
        await mover.socket.send(json.dumps(message))
        self._tally.messages += 1
        for one in (mover, *self.players):
            while one.waits_for and not mover.refused:
                one.heard.clear()
                await asyncio.wait_for(one.heard.wait(), 30)
        for one in self.players:
            one.waits_for = 0
        return not mover.refused


async def _sit_down(ports: Sequence[int], tally: _Tally) -> _PlayedTable:
    """A table for two; where there are several servers each sits at another."""
    made = await make_table(ports[0], "127.0.0.1", *["link"] * SEATS, map="base-2", turns=TURNS)
    players: list[_Player] = []
    for number, seat in enumerate(made["seats"]):
        join = {"t": "join", "secrets": [seat["secret"]]}
        opened, welcome = await _open(ports[number % len(ports)], made["table"], join)
        players.append(_Player(opened, seat["seat"], tally))
        players[-1].take(welcome)
    return _PlayedTable(made["table"], made["watch"], players, tally)


async def _open(port: int, table: str, join: object) -> tuple[ClientConnection, _Received]:
    """A socket that has joined, and its welcome; while the server is busy it is tried again."""
    while True:
        opened = await connect(
            f"ws://127.0.0.1:{port}/ws/{table}",
            proxy=None,
            compression=None,
            ping_interval=None,
            open_timeout=60,
            max_size=None,
        )
        with suppress(ConnectionClosed):  # it may be refused before it has said anything
            await opened.send(json.dumps(join))
        told = _DECODER.decode(await opened.recv())
        if told.t == "welcome":
            return opened, told
        await opened.close()
        if told.why != "busy":
            raise GameError(f"a page could not join: {told.text}")
        await asyncio.sleep(told.facts.get("seconds", 1))


async def load(
    ports: Sequence[int],
    sockets: int,
    half_open: int,
    seconds: float,
    processor: Callable[[], float],
    apart: bool = True,
    watchers: int = 0,
) -> LoadFigures:
    """Let so many sockets play for so long at these servers, which share their tables.

    The two of a table sit `apart`, each at another server, or together at one of them; so many
    others watch each table, at every server in turn.
    """
    tally = _Tally()
    tables: list[_PlayedTable] = []
    pages: list[_Player] = []
    for number in range(max(1, sockets // SEATS)):
        table = await _sit_down(ports if apart else [ports[number % len(ports)]], tally)
        tables.append(table)
        pages += table.players
        for watcher in range(watchers):
            join = {"t": "join", "watch": table.watch}
            opened, _ = await _open(ports[watcher % len(ports)], table.id, join)
            pages.append(_Player(opened, "", tally))
    listeners = [asyncio.create_task(page.listen()) for page in pages]
    others = _HalfOpen(ports[0], half_open)
    start = time.perf_counter() + 1
    end = start + WARMING_UP + seconds
    playing = asyncio.gather(*(table.play(start, end) for table in tables))
    await asyncio.sleep(1 + WARMING_UP)
    tally.clear()
    before = sum(table.acknowledged for table in tables)
    used = processor()
    begin = time.perf_counter()
    await playing
    taken = time.perf_counter() - begin
    used = processor() - used
    messages = tally.messages
    await others.close()
    lost = 0
    for table in tables:
        lost += abs(table.acknowledged - (await _kept(ports[0], table) - table.begun))
    await asyncio.gather(*(page.socket.close() for page in pages))
    await asyncio.gather(*listeners)
    times = sorted(tally.times)
    moves = sum(table.acknowledged for table in tables) - before
    if not times:
        raise GameError("no move was seen; is the time too short?")
    return LoadFigures(
        sockets=SEATS * len(tables),
        seconds=round(taken, 1),
        moves=moves,
        lost=lost,
        refused=tally.refused,
        half_open=half_open,
        moves_per_second=round(moves / taken, 1),
        messages_per_second=round(messages / taken, 1),
        p50=round(1000 * times[len(times) // 2], 1),
        p99=round(1000 * times[int(len(times) * 0.99)], 1),
        longest=round(1000 * times[-1], 1),
        slowest_ack=round(1000 * tally.slowest_ack, 1),
        processor=round(1000 * used / moves, 3),
    )


async def _kept(port: int, table: _PlayedTable) -> int:
    """The changes that a page is told of which comes to the table now."""
    opened, welcome = await _open(port, table.id, {"t": "join", "watch": table.watch})
    await opened.close()
    return welcome.n


class _HalfOpen:
    """Connections that send half a request, wait until they are closed, and begin anew."""

    def __init__(self, port: int, connections: int) -> None:
        self._port: Final = port
        self._tasks: Final = [asyncio.create_task(self._keep()) for _ in range(connections)]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _keep(self) -> None:
        while True:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
                try:
                    writer.write(b"GET /api/setup HTTP/1.1\r\nHost: 127.0.0.1\r\nX-")
                    await reader.read()
                finally:
                    writer.transport.abort()
            await asyncio.sleep(0.1)


def measure(sockets: int, seconds: float, half_open: int = 0) -> LoadFigures:
    """Start a server, load it, stop it."""
    raise_file_limit()
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-P",
            "-m",
            "smallworld.server.trials.load_test",
            "--serve",
            folder,
        ]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as server:
            out, into = server.stdout, server.stdin
            assert out is not None
            assert into is not None

            def processor() -> float:
                into.write("\n")
                into.flush()
                return float(out.readline())

            try:
                port = int(out.readline())
                # The pages share the quicker event loop, if there is one, with the server.
                factory = uvicorn.Config(_nothing).get_loop_factory()
                with asyncio.Runner(loop_factory=factory) as runner:
                    return runner.run(load([port], sockets, half_open, seconds, processor))
            finally:
                server.terminate()


async def _nothing(scope: object, receive: object, send: object) -> None:
    """No application: only the choice of the event loop is wanted."""


def main(words: Sequence[str] | None = None) -> None:
    """Measure, and print the figures as JSON."""
    parser = argparse.ArgumentParser(prog="python -m smallworld.server.trials.load_test")
    parser.add_argument("--sockets", type=int, default=200)
    parser.add_argument("--half-open", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    said = parser.parse_args(words)
    if said.serve is not None:
        serve_for_bench(said.serve)
    else:
        figures = measure(said.sockets, min(said.seconds, 600), said.half_open)
        print(json.dumps(asdict(figures)))


if __name__ == "__main__":
    main()
