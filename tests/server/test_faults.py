"""A server that is killed again and again while people play: no acknowledged move is lost."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import websockets

from smallworld.game.records.record import Record
from tests.server.harness import Http, Json, Page, legal, lines_of
from tests.waiting import until

KILLS = 12
ROOT = Path(__file__).parents[2]
SERVE = """
import sys
from pathlib import Path
from smallworld.server.load_test import serve_for_bench
sys.stdin.readline()
serve_for_bench(Path(sys.argv[1]))
"""


class Mortal(Http):
    """A server in a process of its own, on a folder that outlives it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(0)
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE, str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )

    def begin(self) -> Mortal:
        """Until now it has only waited, so that no time is lost when the one before it dies."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("\n")
        self.process.stdin.close()
        self.port = int(self.process.stdout.readline())
        return self

    def kill(self) -> None:
        """At once, without a word: SIGKILL."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()


@dataclass
class Player:
    """Somebody who plays both seats of a table and remembers everything that was acknowledged."""

    made: Json
    rng: random.Random
    known: dict[int, tuple[str, str]] = field(default_factory=dict)  # decisions by line
    waiting: Json | None = None  # sent, but not acknowledged
    at_line: int = 0
    n: int = 0
    acks: dict[str, Json] = field(default_factory=dict)
    requests: dict[str, Json] = field(default_factory=dict)
    stopping: bool = False
    undone: int = 0
    resent: int = 0

    async def play(self, port: int) -> None:
        """Play until the line is cut."""
        try:
            page = await Page.open(
                port, self.made["table"], [seat["secret"] for seat in self.made["seats"]]
            )
            await self.check(page)
            while page.closed is None and not page.over and not self.stopping:
                await self.move(page)
            await page.close()
        except (OSError, websockets.WebSocketException, KeyError):
            return  # the server is dead; a page tries again when it is back

    async def check(self, page: Page) -> None:
        """All that was acknowledged is there, and nothing else but what was on its way."""
        done = page.n == self.n + 1  # what was on its way came through, but its answer did not
        assert page.n == self.n or (done and self.waiting is not None)
        if not done:
            self.compare(page)
        if self.waiting is not None:  # as a page does: the same again, whatever became of it
            self.note(await page.ask(self.waiting))
            await page.reach(self.n)
            self.resent += 1
        self.compare(page)
        if self.acks:  # an old request is answered as it was, and does nothing
            old = self.rng.choice(list(self.acks))
            assert await page.ask(self.requests[old]) == self.acks[old]

    def compare(self, page: Page) -> None:
        lines = enumerate(lines_of(page), 1)
        assert self.known == {n: (who, text) for n, (who, text) in lines if who != "*"}

    async def move(self, page: Page) -> None:
        await page.reach(self.n)
        if page.over:
            return
        seat = page.view["to_act"]
        message: Json = {"id": str(self.rng.getrandbits(60)), "seat": seat, "at": page.n}
        if page.undo["step"] is not None and self.rng.random() < 0.2:
            message |= {"t": "undo", "to": self.rng.choice(list(page.undo.values()))}
        else:
            message |= {"t": "do", "do": self.rng.choice(legal(page))}
        self.waiting, self.at_line = message, page.record_line
        self.requests[message["id"]] = message
        self.note(await page.ask(message))

    def note(self, ack: Json) -> None:
        assert ack["t"] == "ack", ack
        message = self.waiting
        assert message is not None
        assert ack["n"] == self.n + 1
        if message["t"] == "do":
            self.known[self.at_line + 1] = (message["seat"], message["do"])
        else:
            self.known = {line: one for line, one in self.known.items() if line <= message["to"]}
            self.undone += 1
        self.n = ack["n"]
        self.acks[message["id"]] = ack
        self.waiting = None


def test_killing_the_server_loses_no_acknowledged_move(tmp_path: Path) -> None:
    async def play() -> list[Player]:
        rng = random.Random(20)
        server, heir = started
        server.begin()
        maps = ["base-5", "underground-5", "base-5"]
        made = [
            await server.create(*["link"] * 5, map=name, turns=20, coins="open") for name in maps
        ]
        players = [Player(table, random.Random(n), n=1) for n, table in enumerate(made)]
        for kill in range(KILLS + 1):
            tasks = [asyncio.create_task(player.play(server.port)) for player in players]
            wanted = sum(len(player.acks) for player in players) + 3 + rng.randrange(9)
            await until(
                lambda wanted=wanted: sum(len(player.acks) for player in players) >= wanted,  # type: ignore[misc]
                "moves are acknowledged",
            )
            if kill < KILLS:  # whatever they are waiting for now
                server.kill()
                await asyncio.gather(*tasks)
                server, heir = heir.begin(), Mortal(tmp_path)
                started.append(heir)
            else:
                for player in players:
                    player.stopping = True  # not in the middle of a request
                await asyncio.gather(*tasks)
        for player in players:
            path = f"/api/tables/{player.made['table']}/record?watch={player.made['watch']}"
            _, text, _ = await server.ask(path)
            moves = Record.from_text(text.decode()).moves
            for line, decision in player.known.items():
                assert (moves[line - 1].who, moves[line - 1].text) == decision
        return players

    started = [Mortal(tmp_path), Mortal(tmp_path)]
    try:
        players = asyncio.run(play())
    finally:
        for one in started:
            one.kill()
    assert all(len(player.acks) > KILLS for player in players)
    assert sum(player.undone for player in players) > 5
    assert sum(player.resent for player in players) > 3  # the server died in the middle of things
