"""Whether a server that is killed loses anything: people play, it dies, they come back and compare.

    python -m smallworld.server.trials.crash_test --kills 300

The server runs in a process of its own and is ended by SIGKILL at any moment, again and again, on
the same folder. Those who play remember every move that was acknowledged, send again what was not,
and compare all they know with what they are told when they are back.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

Json = dict[str, Any]

MAPS: Final = ("base-5", "underground-5", "base-5")  # long games: none ends before its time
TURNS: Final = 20
_PATIENCE: Final = 60.0  # seconds for an answer, on a busy machine
_BUSY: Final = 0.1  # seconds until a busy server is asked again
_TOLD: Final = 5  # faults of one table
_SERVE: Final = """
import sys
from pathlib import Path
from smallworld.server.trials.load_test import serve_for_bench
sys.stdin.readline()
serve_for_bench(Path(sys.argv[1]))
"""


@dataclass(frozen=True)
class CrashFigures:
    """What a run has shown."""

    kills: int
    acknowledged: int  # moves, and moves taken back
    undone: int
    resent: int  # after a crash, since nobody knew whether it had arrived
    games: int
    lost: int  # acknowledged, but not there afterwards, or another one
    faults: tuple[str, ...] = ()  # the first of them, in words


class _Mortal:
    """A server in a process of its own, which waits until it is to begin."""

    def __init__(self, folder: Path) -> None:
        self.port = 0
        self._process: Final = subprocess.Popen(
            [sys.executable, "-P", "-c", _SERVE, str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def begin(self) -> _Mortal:
        """Until now it has only waited, so that no time is lost when the one before it dies."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        self.port = int(self._process.stdout.readline())
        return self

    def kill(self) -> None:
        """At once, without a word: SIGKILL."""
        self._process.kill()
        with self._process:
            pass

    def create(self, map_name: str) -> Json:
        """A table for five people."""
        wish = {"seats": [{"kind": "link"}] * 5, "map": map_name, "turns": TURNS, "coins": "open"}
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/tables",
            json.dumps(wish).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=_PATIENCE) as answer:
            made: Json = json.load(answer)
        return made


class PlainPage:
    """One line to a table: what is shown, and the answer to what is asked."""

    def __init__(self, socket: ClientConnection) -> None:
        self.shown: Json = {}
        self.lines: list[tuple[str, str]] = []  # who, and what: of the whole record
        self._socket: Final = socket

    async def hear(self) -> Json:
        """The next message."""
        message: Json = json.loads(await asyncio.wait_for(self._socket.recv(), _PATIENCE))
        if message["t"] in ("welcome", "view"):
            self.shown = message
            told = [one for one in message["events"] if one["kind"] in ("move", "luck")]
            del self.lines[message["from"] :]
            self.lines += [(one.get("seat", "*"), one["action"]["do"]) for one in told]
        return message

    async def ask(self, message: Json) -> Json:
        """The answer to a message with an id."""
        await self._socket.send(json.dumps(message))
        while True:
            heard = await self.hear()
            if heard.get("id") == message["id"]:
                return heard

    async def ask_until_done(self, message: Json) -> Json:
        """The answer to it, after as many times as the server has too much to do."""
        while (answer := await self.ask(message)).get("code") == "busy":
            await asyncio.sleep(_BUSY)
        return answer

    async def reach(self, n: int) -> None:
        """Until that version is shown."""
        while self.shown["n"] < n:
            await self.hear()


@dataclass
class CrashWitness:
    """Somebody who plays all seats of a table and remembers everything that was acknowledged."""

    made: Json
    luck: random.Random
    known: dict[int, tuple[str, str]] = field(default_factory=dict)  # decisions by line
    waiting: Json | None = None  # sent, but not acknowledged
    at_line: int = 0
    line: int | None = None  # how many there were when something was last acknowledged
    n: int = 1
    acks: dict[str, Json] = field(default_factory=dict)
    requests: dict[str, Json] = field(default_factory=dict)
    stopping: bool = False
    over: bool = False
    undone: int = 0
    resent: int = 0
    faults: list[str] = field(default_factory=list)  # what was lost, in words

    @property
    def lost(self) -> int:
        """How much of what was acknowledged was not there, or another."""
        return len(self.faults)

    async def play(self, port: int) -> None:
        """Play until the line is cut, or the game is over."""
        address = f"ws://127.0.0.1:{port}/ws/{self.made['table']}"
        secrets = [seat["secret"] for seat in self.made["seats"]]
        try:
            async with connect(address, proxy=None, max_size=None, compression=None) as socket:
                page = PlainPage(socket)
                await socket.send(json.dumps({"t": "join", "secrets": secrets}))
                while not page.shown:
                    await page.hear()
                await self._check(page)
                while not self.stopping and not page.shown["over"]:
                    await self._move(page)
                self.over = page.shown["over"]
        except (OSError, WebSocketException):
            return  # the server is dead; a page tries again when it is back

    async def _check(self, page: PlainPage) -> None:
        """All that was acknowledged is there, and nothing else but what was on its way."""
        done = page.shown["n"] == self.n + 1 and self.waiting is not None
        if page.shown["n"] != self.n and not done:
            self.faults.append(f"version {page.shown['n']} is shown, not {self.n}")
        if not done:
            self._compare(page)
        if self.waiting is not None:  # as a page does: the same again, whatever became of it
            self._note(await page.ask_until_done(self.waiting))
            await page.reach(self.n)
            self.resent += 1
        self._compare(page)
        if self.acks:  # an old request is answered as it was, and does nothing
            old = self.luck.choice(list(self.acks))
            again = await page.ask_until_done(self.requests[old])
            if again != self.acks[old]:
                self.faults.append(f"asked again: {again}, not {self.acks[old]}")

    def _compare(self, page: PlainPage) -> None:
        there = dict(enumerate(page.lines, 1))
        self.faults += [
            f"line {n} is {there.get(n)}, not {line}"
            for n, line in self.known.items()
            if there.get(n) != line
        ]
        # Beside luck, and what has a single possibility, nothing came that was not asked for.
        if self.line is not None and len(there) != self.line:
            self.faults.append(f"{len(there)} lines are shown, not {self.line}")

    async def _move(self, page: PlainPage) -> None:
        shown = page.shown
        message: Json = {"id": str(self.luck.getrandbits(60)), "at": shown["n"]}
        message["seat"] = shown["view"]["to_act"]
        if shown["undo"]["step"] is not None and self.luck.random() < 0.2:
            message |= {"t": "undo", "to": self.luck.choice(list(shown["undo"].values()))}
        else:
            do = self.luck.choice(shown["view"]["legal"])["do"]
            message |= {"t": "do", "do": do}
        self.waiting, self.at_line = message, shown["line"]
        self.requests[message["id"]] = message
        self._note(await page.ask_until_done(message))
        await page.reach(self.n)

    def _note(self, ack: Json) -> None:
        message = self.waiting
        assert message is not None
        if ack["t"] != "ack" or ack["n"] != self.n + 1:
            self.faults.append(f"the answer to {message}, after version {self.n}: {ack}")
            return
        if message["t"] == "do":
            self.known[self.at_line + 1] = (message["seat"], message["do"])
        else:
            self.known = {line: one for line, one in self.known.items() if line <= message["to"]}
            self.undone += 1
        self.n, self.line = ack["n"], ack["line"]
        self.acks[message["id"]] = ack
        self.waiting = None


def first_faults(witnesses: Sequence[CrashWitness]) -> tuple[str, ...]:
    """Some of what was lost, in words."""
    return tuple(fault for one in witnesses for fault in one.faults[:_TOLD])


async def _play(folder: Path, kills: int, servers: list[_Mortal]) -> CrashFigures:
    luck = random.Random(kills)
    server, heir = servers
    server.begin()
    begun = 0
    done: list[CrashWitness] = []

    def sit_down() -> CrashWitness:
        nonlocal begun
        begun += 1
        return CrashWitness(server.create(MAPS[begun % len(MAPS)]), random.Random(begun))

    people = [sit_down() for _ in MAPS]
    for kill in range(kills + 1):
        for place, person in enumerate(people):
            if person.over:
                done.append(person)
                people[place] = sit_down()
        tasks = [asyncio.create_task(person.play(server.port)) for person in people]
        wanted = sum(len(person.acks) for person in people) + 3 + luck.randrange(9)
        while sum(len(person.acks) for person in people) < wanted and not all(
            task.done() for task in tasks
        ):
            await asyncio.sleep(0.002)
        if kill < kills:  # whatever they are waiting for now
            server.kill()
            await asyncio.gather(*tasks)
            servers[:] = [heir, _Mortal(folder)]
            server, heir = servers
            server.begin()
        else:
            for person in people:
                person.stopping = True  # not in the middle of a request
            await asyncio.gather(*tasks)
    everybody = [*done, *people]
    for person in people:  # once more: all that was ever acknowledged
        await person.play(server.port)
    return CrashFigures(
        kills=kills,
        acknowledged=sum(len(person.acks) for person in everybody),
        undone=sum(person.undone for person in everybody),
        resent=sum(person.resent for person in everybody),
        games=len(everybody),
        lost=sum(person.lost for person in everybody),
        faults=first_faults(everybody),
    )


def measure_crashes(kills: int) -> CrashFigures:
    """Play, kill and compare so many times."""
    with tempfile.TemporaryDirectory() as folder:
        servers = [_Mortal(Path(folder)), _Mortal(Path(folder))]
        try:
            return asyncio.run(_play(Path(folder), kills, servers))
        finally:
            for one in servers:
                one.kill()


def main(words: Sequence[str] | None = None) -> None:
    """Measure, and print the figures as JSON."""
    parser = argparse.ArgumentParser(prog="python -m smallworld.server.trials.crash_test")
    parser.add_argument("--kills", type=int, default=300)
    print(json.dumps(asdict(measure_crashes(parser.parse_args(words).kills))))


if __name__ == "__main__":
    main()
