"""What a move costs in each home: SQLite in one process; PostgreSQL and NATS with one and with two.

    python -m smallworld.server.trials.homes_bench --sockets 200 --seconds 10

Measured by processor time, since more processes than processors cannot show more speed. Each server
gets as many sockets, so that two bear twice as much as one: what is done in groups is cheaper the
more there is of it. Two sit at each table: with two servers once together at one of them, and once
each at another, which is the dearest case, since every move is then played at both. PostgreSQL
waits for the disk, as it should. The homes are measured in turns, several times, and the cheapest
time of each counts: whatever else a machine does only adds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import uvicorn

from smallworld.engine.game import GameError
from smallworld.server.http.access.tcp_limits import raise_file_limit
from smallworld.server.storage.postgres import prepare_database
from smallworld.server.trials.cluster_processes import ClusterServer
from smallworld.server.trials.load_test import LoadFigures, load
from smallworld.server.trials.trial_services import TrialNats, TrialPostgres

_PROCESSES: Final = Path("/proc")
ROUNDS: Final = 3


class Home(NamedTuple):
    """Where games are kept, how many servers share it, and where people sit."""

    name: str
    servers: int
    apart: bool = False  # the two of a table each at another server
    watchers: int = 0  # of each table, beside those who play


HOMES: Final = (
    Home("sqlite", 1),
    Home("postgres + nats", 1),
    Home("postgres + nats", 2),
    Home("postgres + nats", 2, apart=True),
    Home("postgres + nats", 2, apart=True, watchers=4),
)


@dataclass(frozen=True)
class HomeFigures:
    """What a run has shown of one home; milliseconds, statements and bytes are for one move."""

    home: str
    servers: int
    apart: bool
    watchers: int
    load: LoadFigures
    server_ms: float  # of all processes that serve together
    postgres_ms: float
    nats_ms: float
    statements: float
    log_bytes: float  # that PostgreSQL wrote into its log
    messages: float  # to other processes
    message_bytes: float
    page_messages: float  # to and from all pages


def processor_time(pid: int) -> float:
    """Seconds of processor time of a process and of all that it started, also of what has ended."""
    if not _PROCESSES.exists():
        raise GameError(f"processor times are read from {_PROCESSES}, which this system lacks")
    children: dict[int, list[int]] = {}
    used: dict[int, float] = {}
    ticks = os.sysconf("SC_CLK_TCK")
    for folder in _PROCESSES.glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        children.setdefault(int(fields[1]), []).append(int(folder.name))
        used[int(folder.name)] = sum(map(int, fields[11:15])) / ticks
    total, waiting = 0.0, [pid]
    while waiting:
        one = waiting.pop()
        total += used.get(one, 0.0)
        waiting += children.get(one, [])
    return total


class _Run:
    """One home with its servers, and what all of it has used."""

    def __init__(self, stack: ExitStack, servers: int, is_cluster: bool) -> None:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        self.postgres: TrialPostgres | None = None
        self.nats: TrialNats | None = None
        settings: dict[str, Any] = {"database": "", "bus": ""}
        if is_cluster:
            self.postgres = stack.enter_context(TrialPostgres(synced=True))
            self.nats = stack.enter_context(TrialNats())
            settings = {"database": self.postgres.new_database(), "bus": self.nats.url}
            asyncio.run(prepare_database(settings["database"]))
        self.servers: Final = [ClusterServer(folder=folder, **settings) for _ in range(servers)]
        for server in self.servers:
            stack.callback(server.kill)

    def used(self) -> dict[str, float]:
        """All that was used so far."""
        told = [server.tell() for server in self.servers]
        found = {name: sum(one.get(name, 0.0) for one in told) for name in told[0]}
        if self.postgres is not None and self.nats is not None:
            found["postgres"] = processor_time(self.postgres.pid)
            found["nats"] = processor_time(self.nats.pid)
            place = self.postgres.ask("SELECT pg_current_wal_lsn() - '0/0'")
            found["log"] = float(place or 0)
        return found


def measure_homes(
    sockets: int,
    seconds: float,
    *,
    rounds: int = ROUNDS,
    homes: Sequence[Home] = HOMES,
    advance: Callable[[], object] = lambda: None,
) -> list[HomeFigures]:
    """The cheapest of several runs of every home, with so many sockets at each server."""
    runs: list[list[HomeFigures]] = [[] for _ in homes]
    for _ in range(rounds):
        for home, found in zip(homes, runs, strict=True):
            found.append(_measure_home(home, sockets * home.servers, seconds))
            advance()
    return [min(found, key=lambda one: one.server_ms) for found in runs]


def _measure_home(home: Home, sockets: int, seconds: float) -> HomeFigures:
    """Start one home, load it, stop it."""
    raise_file_limit()
    with ExitStack() as stack:
        run = _Run(stack, home.servers, home.name != "sqlite")
        ports = [server.wait() for server in run.servers]
        marks: list[dict[str, float]] = []

        def processor() -> float:
            marks.append(run.used())
            return marks[-1]["processor"]

        factory = uvicorn.Config(_nothing).get_loop_factory()
        with asyncio.Runner(loop_factory=factory) as runner:
            playing = load(ports, sockets, 0, seconds, processor, home.apart, home.watchers)
            found = runner.run(playing)
        first, last = marks[0], marks[-1]

    def each(name: str, scale: float = 1.0) -> float:
        return round(scale * (last.get(name, 0.0) - first.get(name, 0.0)) / found.moves, 3)

    return HomeFigures(
        home=home.name,
        servers=home.servers,
        apart=home.apart,
        watchers=home.watchers,
        load=found,
        server_ms=each("processor", 1000),
        postgres_ms=each("postgres", 1000),
        nats_ms=each("nats", 1000),
        statements=each("statements"),
        log_bytes=each("log"),
        messages=each("messages"),
        message_bytes=each("bytes"),
        page_messages=round(found.messages_per_second / found.moves_per_second, 2),
    )


async def _nothing(scope: object, receive: object, send: object) -> None:
    """No application: only the choice of the event loop is wanted."""


def main(words: Sequence[str] | None = None) -> None:
    """Measure, and print the figures as JSON."""
    parser = argparse.ArgumentParser(prog="python -m smallworld.server.trials.homes_bench")
    parser.add_argument("--sockets", type=int, default=200, help="at each server")
    parser.add_argument("--seconds", type=float, default=10)
    said = parser.parse_args(words)
    for figures in measure_homes(said.sockets, said.seconds):
        print(json.dumps(asdict(figures)), flush=True)


if __name__ == "__main__":
    main()
