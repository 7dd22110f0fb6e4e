"""Whether a cluster that is killed piece by piece loses, doubles or forgets anything.

    python -m smallworld.server.trials.cluster_crash_test --kills 200

Two servers, two thinkers, PostgreSQL and NATS run in processes of their own. At random moments one
of them is killed (SIGKILL) and started again, or a server is paused (SIGSTOP) and goes on later.
Some of those who play remember everything that was acknowledged, come back to either server, send
again what was not acknowledged, and compare. Others play against a
computer, and must not get stuck.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from smallworld.engine.game import GameError
from smallworld.server.storage.postgres import PostgresStore, prepare_database
from smallworld.server.trials.cluster_processes import ClusterServer, ClusterThinker
from smallworld.server.trials.crash_test import (
    MAPS,
    TURNS,
    CrashWitness,
    Json,
    PlainPage,
    first_faults,
)
from smallworld.server.trials.trial_client import make_table
from smallworld.server.trials.trial_services import TrialNats, TrialPostgres
from smallworld.table.loading import load_history

_STUCK: Final = 120.0  # seconds without a move of a game against a computer
_LOOK: Final = 0.01
PAUSE: Final = 10.0  # seconds a server stands still: longer than anybody waits for it


@dataclass(frozen=True)
class ClusterCrashFigures:
    """What a run has shown."""

    kills: dict[str, int]  # by what was killed or paused
    acknowledged: int  # moves, and moves taken back
    resent: int  # since nobody knew whether it had arrived
    computer_games: int  # begun …
    computer_moves: int  # … and moves of people in them
    lost: int  # acknowledged, but not there afterwards, or another one; or done twice
    stuck: int  # games in which nothing happened any more
    seconds: float
    faults: tuple[str, ...] = ()  # some of what was lost, in words


class _ComputerGame:
    """Somebody who plays against a computer, at whichever server answers."""

    def __init__(self, made: Json, luck: random.Random) -> None:
        self.made: Final = made
        self.moves = 0
        self.over = False
        self.stopping = False
        self.moved = time.monotonic()
        self._luck: Final = luck

    async def play(self, port: int) -> None:
        """Until the line is cut or the game is over."""
        address = f"ws://127.0.0.1:{port}/ws/{self.made['table']}"
        try:
            async with connect(address, proxy=None, max_size=None, compression=None) as socket:
                page = PlainPage(socket)
                secrets = [seat["secret"] for seat in self.made["seats"] if seat["secret"]]
                await socket.send(json.dumps({"t": "join", "secrets": secrets}))
                while not self.stopping and not self.over:
                    await self._go_on(page)
        except (OSError, WebSocketException, TimeoutError):
            return

    async def _go_on(self, page: PlainPage) -> None:
        shown = page.shown
        if not shown or not shown["view"]["legal"]:
            try:
                async with asyncio.timeout(1):
                    await page.hear()
            except TimeoutError:
                return
        else:
            do = self._luck.choice(shown["view"]["legal"])["do"]
            id_ = str(self._luck.getrandbits(60))
            ask = {"t": "do", "id": id_, "seat": "P1", "at": shown["n"], "do": do}
            answer = await page.ask(ask)
            if answer["t"] == "ack":
                self.moves += 1
                await page.reach(answer["n"])
        if page.shown and page.shown["n"] > 0:
            self._note(page.shown)

    def _note(self, shown: Json) -> None:
        if (shown["n"], shown["over"]) != getattr(self, "_known", None):
            self._known = (shown["n"], shown["over"])
            self.moved = time.monotonic()
        self.over = shown["over"]

    @property
    def stuck(self) -> bool:
        """Whether nothing has happened for too long."""
        return not self.over and time.monotonic() - self.moved > _STUCK


class _Cluster:
    """All its parts, each to be killed."""

    def __init__(self, folder: Path) -> None:
        self.folder: Final = folder
        self.postgres: Final = TrialPostgres()
        self.nats: Final = TrialNats()
        self.database: Final = self.postgres.new_database()
        asyncio.run(prepare_database(self.database))
        self.servers: Final = [self._server(), self._server()]
        self.thinkers: Final = [ClusterThinker(self.nats.url) for _ in range(2)]

    def _server(self) -> ClusterServer:
        return ClusterServer(self.database, self.nats.url, self.folder)

    def kill(self, what: str, luck: random.Random, pause: float) -> None:
        """Kill one of its parts, and start it again."""
        place = luck.randrange(2)
        if what == "server":
            self.servers[place].kill()
            self.servers[place] = self._server()
        elif what == "thinker":
            self.thinkers[place].kill()
            self.thinkers[place] = ClusterThinker(self.nats.url)
        elif what == "postgres":
            self.postgres.restart()
        elif what == "nats":
            self.nats.restart()
        else:
            self.servers[place].signal(signal.SIGSTOP)
            time.sleep(pause)
            self.servers[place].signal(signal.SIGCONT)

    def close(self) -> None:
        """End all of it."""
        for process in (*self.servers, *self.thinkers):
            process.kill()
        self.nats.close()
        self.postgres.close()


KINDS: Final = ("server", "server", "thinker", "postgres", "nats", "pause")


async def _play(cluster: _Cluster, kills: int, seed: int, pause: float) -> ClusterCrashFigures:
    luck, choice = random.Random(seed), random.Random(seed + 1)
    begin = time.monotonic()
    witnesses: list[CrashWitness] = []
    games: list[_ComputerGame] = []
    running: set[asyncio.Task[None]] = set()
    stopping = False

    async def port() -> int:
        """Of a server that answers, or did lately."""
        while not (ports := [server.port for server in cluster.servers if server.port]):
            await asyncio.sleep(_LOOK)
        return choice.choice(ports)

    async def keep_playing(table: CrashWitness | _ComputerGame) -> None:
        while not (stopping or table.over):
            await table.play(await port())
            await asyncio.sleep(_LOOK)

    async def sit_down(made: Callable[[], Any]) -> None:
        """One game after another."""
        while not stopping:
            try:
                table = await made()
            except OSError:
                await asyncio.sleep(_LOOK)
                continue
            (witnesses if isinstance(table, CrashWitness) else games).append(table)
            await keep_playing(table)

    async def witness() -> CrashWitness:
        number = len(witnesses)
        wish = {"map": MAPS[number % len(MAPS)], "turns": TURNS, "coins": "open"}
        made = await make_table(await port(), "10.0.0.1", *["link"] * 5, **wish)
        return CrashWitness(made, random.Random(number))

    async def against_computer() -> _ComputerGame:
        wish = {"map": "base-2", "turns": 3}
        made = await make_table(await port(), "10.0.0.2", "link", "random", **wish)
        return _ComputerGame(made, random.Random(len(games)))

    for make in (witness, witness, against_computer, against_computer):
        running.add(asyncio.create_task(sit_down(make)))
    done: Counter[str] = Counter()
    due: list[str] = []  # every kind has come before one comes again
    for _ in range(kills):
        wanted = _acknowledged(witnesses) + 2 + luck.randrange(6)
        patience = time.monotonic() + _STUCK
        while _acknowledged(witnesses) < wanted:
            if time.monotonic() > patience or any(task.done() for task in running):
                break
            await asyncio.sleep(_LOOK)
        due = due or luck.sample(KINDS, len(KINDS))
        what = due.pop()
        await asyncio.to_thread(cluster.kill, what, luck, pause)
        done[what] += 1
        if any(game.stuck for game in games):
            break
    stopping = True
    for one in witnesses:
        one.stopping = True
    for game in games:
        game.stopping = True
    await asyncio.gather(*running)
    for one in witnesses[-2:]:  # once more: all that was ever acknowledged
        await one.play(await port())
    lost = sum(one.lost for one in witnesses) + await _damaged(cluster.database)
    return ClusterCrashFigures(
        kills=dict(done),
        acknowledged=_acknowledged(witnesses),
        resent=sum(one.resent for one in witnesses),
        computer_games=len(games),
        computer_moves=sum(game.moves for game in games),
        lost=lost,
        stuck=sum(game.stuck for game in games),
        seconds=round(time.monotonic() - begin, 1),
        faults=first_faults(witnesses),
    )


def _acknowledged(witnesses: Sequence[CrashWitness]) -> int:
    return sum(len(one.acks) for one in witnesses)


async def _damaged(database: str) -> int:
    """How many tables cannot be played again as they are kept."""
    store = PostgresStore(database)
    try:
        ids = await store.table_ids()
        damaged = 0
        for table_id in ids:
            loaded = await store.load(table_id)
            try:
                assert loaded is not None
                load_history(loaded)
            except GameError:
                damaged += 1
        return damaged
    finally:
        await store.close()


def measure_cluster_crashes(kills: int, seed: int = 1, pause: float = PAUSE) -> ClusterCrashFigures:
    """Play, kill and compare so many times."""
    with tempfile.TemporaryDirectory() as folder:
        cluster = _Cluster(Path(folder))
        try:
            return asyncio.run(_play(cluster, kills, seed, pause))
        finally:
            cluster.close()


def main(words: Sequence[str] | None = None) -> None:
    """Measure, and print the figures as JSON."""
    parser = argparse.ArgumentParser(prog="python -m smallworld.server.trials.cluster_crash_test")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    said = parser.parse_args(words)
    print(json.dumps(asdict(measure_cluster_crashes(said.kills, said.seed))))


if __name__ == "__main__":
    main()
