"""How many people one server bears: sockets that move once a second, timed from move to view.

    python -m smallworld.server.load_test --sockets 200 --seconds 10

A server is started in a process of its own, on this machine only, with a database that is thrown
away. Two sockets sit at a table; every move is shown to both. A move counts from the moment it
was due, so that a stall is not hidden by the moves that did not happen in it.
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
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

import msgspec
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from smallworld.engine.game import GameError
from smallworld.server.app import make_app
from smallworld.server.run import UvicornServer, config_for, tune_memory
from smallworld.server.settings import ServerSettings, unlimited

SEATS: Final = 2
TURNS: Final = 20  # so that no game ends while it is measured


@dataclass(frozen=True)
class LoadFigures:
    """What a run has shown; times in milliseconds, from a move being due to its view."""

    sockets: int
    seconds: float
    moves: int
    lost: int  # acknowledged, but not in the record
    refused: int
    moves_per_second: float
    messages_per_second: float  # sent and received by all sockets together
    p50: float
    p99: float
    longest: float
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


class _Event(msgspec.Struct):
    kind: str


class _Received(msgspec.Struct):
    t: str
    n: int = 0
    view: _View | None = None
    events: list[_Event] = []


_DECODER: Final = msgspec.json.Decoder(_Received)


@dataclass
class _Tally:
    """What all tables together have seen."""

    times: list[float] = field(default_factory=list)
    messages: int = 0
    refused: int = 0


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
        self.heard: Final = asyncio.Event()
        self._tally: Final = tally

    async def listen(self) -> None:
        """Take in what the server says."""
        async for text in self.socket:
            message = _DECODER.decode(text)
            self._tally.messages += 1
            if message.t in ("welcome", "view"):
                self.n = message.n
                self.view = message.view
                if self.waits_for and message.n >= self.waits_for:
                    self._tally.times.append(time.perf_counter() - self.due)
                    self.waits_for = 0
                self.heard.set()
            elif message.t == "ack":
                self.acks += 1
            elif message.t == "error":
                self._tally.refused += 1


class _PlayedTable:
    """Two sockets that play one game."""

    def __init__(self, table_id: str, watch: str, players: list[_Player], tally: _Tally) -> None:
        self.id: Final = table_id
        self.watch: Final = watch
        self.players: Final = players
        self._tally: Final = tally
        self._luck: Final = random.Random(table_id)

    async def play(self, begin: float, end: float) -> None:
        """One move after another, each when it is due."""
        pause = 1.0 / SEATS
        due = begin + self._luck.random() * pause
        while due < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await self._move(due)
            due += pause

    async def _move(self, due: float) -> None:
        mover = next((one for one in self.players if one.view and one.view.legal), None)
        if mover is None or mover.view is None:
            return
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
        await mover.socket.send(json.dumps(message))
        self._tally.messages += 1
        for one in self.players:
            while one.waits_for:
                one.heard.clear()
                await asyncio.wait_for(one.heard.wait(), 30)


async def _sit_down(port: int, tally: _Tally) -> _PlayedTable:
    seats = [{"kind": "link"}] * SEATS
    request = {"seats": seats, "map": "base-2", "turns": TURNS}
    made = json.loads(await asyncio.to_thread(_ask, port, "/api/tables", request))
    players: list[_Player] = []
    for seat in made["seats"]:
        opened = await connect(
            f"ws://127.0.0.1:{port}/ws/{made['table']}",
            proxy=None,
            compression=None,
            ping_interval=None,
            open_timeout=60,
        )
        players.append(_Player(opened, seat["seat"], tally))
        await opened.send(json.dumps({"t": "join", "secrets": [seat["secret"]]}))
    return _PlayedTable(made["table"], made["watch"], players, tally)


def _ask(port: int, path: str, body: object = None) -> str:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return str(answer.read().decode())


async def _load(
    port: int, sockets: int, seconds: float, processor: Callable[[], float]
) -> LoadFigures:
    tally = _Tally()
    tables: list[_PlayedTable] = []
    listeners: list[asyncio.Task[None]] = []
    for _ in range(max(1, sockets // SEATS)):
        table = await _sit_down(port, tally)
        tables.append(table)
        listeners += [asyncio.create_task(player.listen()) for player in table.players]
    await asyncio.sleep(1)
    tally.messages = 0
    used = processor()
    begin = time.perf_counter()
    await asyncio.gather(*(table.play(begin, begin + seconds) for table in tables))
    taken = time.perf_counter() - begin
    used = processor() - used
    messages = tally.messages
    lost = 0
    for table in tables:
        lost += abs(sum(player.acks for player in table.players) - await _kept(port, table))
    await asyncio.gather(*(one.socket.close() for table in tables for one in table.players))
    await asyncio.gather(*listeners)
    times = sorted(tally.times)
    moves = sum(player.acks for table in tables for player in table.players)
    if not times:
        raise GameError("no move was seen; is the time too short?")
    return LoadFigures(
        sockets=SEATS * len(tables),
        seconds=round(taken, 1),
        moves=moves,
        lost=lost,
        refused=tally.refused,
        moves_per_second=round(moves / taken, 1),
        messages_per_second=round(messages / taken, 1),
        p50=round(1000 * times[len(times) // 2], 1),
        p99=round(1000 * times[int(len(times) * 0.99)], 1),
        longest=round(1000 * times[-1], 1),
        processor=round(1000 * used / moves, 3),
    )


async def _kept(port: int, table: _PlayedTable) -> int:
    """The decisions a page is told that comes to the table now."""
    async with connect(f"ws://127.0.0.1:{port}/ws/{table.id}", proxy=None, max_size=None) as opened:
        await opened.send(json.dumps({"t": "join", "watch": table.watch}))
        events = _DECODER.decode(await opened.recv()).events
    return sum(1 for event in events if event.kind == "move")


def measure(sockets: int, seconds: float) -> LoadFigures:
    """Start a server, load it, stop it."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "smallworld.server.load_test", "--serve", folder]
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
                    return runner.run(_load(port, sockets, seconds, processor))
            finally:
                server.terminate()


async def _nothing(scope: object, receive: object, send: object) -> None:
    """No application: only the choice of the event loop is wanted."""


def main(words: Sequence[str] | None = None) -> None:
    """Measure, and print the figures as JSON."""
    parser = argparse.ArgumentParser(prog="python -m smallworld.server.load_test")
    parser.add_argument("--sockets", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    said = parser.parse_args(words)
    if said.serve is not None:
        serve_for_bench(said.serve)
    else:
        print(json.dumps(asdict(measure(said.sockets, min(said.seconds, 600)))))


if __name__ == "__main__":
    main()
