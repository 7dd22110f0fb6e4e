"""Whether two processes of `smallworld simulate` play twice as many games as one."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from smallworld.devtools.bench.builds import Builds
from smallworld.devtools.bench.targets import Target
from smallworld.engine.game import GameError

ROUNDS = 3
TRIAL = 20  # games, to see how many fill the time
WANTED = 1.8
PROCESSES = (1, 2)


@dataclass(frozen=True)
class Run:
    """One run: its results, and the time it took on the wall and on all processors."""

    results: str
    wall: float
    processor: float


def simulate(home: Path, games: int, processes: int) -> Run:
    """Let `smallworld simulate` play so many games."""
    words = ["simulate", "--map", "base-4", "--players", "greedy,random", "--json"]
    words += ["--games", str(games), "--processes", str(processes)]
    begin, spent = time.monotonic(), _children()
    answer = subprocess.run(
        [sys.executable, "-P", "-m", "smallworld", *words],
        env={**os.environ, "PYTHONPATH": str(home)},
        capture_output=True,
        text=True,
    )
    if answer.returncode:
        raise GameError(f"simulate did not work: {answer.stderr.strip()}")
    return Run(answer.stdout, time.monotonic() - begin, _children() - spent)


def _children() -> float:
    times = os.times()
    return times.children_user + times.children_system


def measure_scaling(
    builds: Builds, seconds: float, advance: Callable[[], None]
) -> tuple[dict[str, float], list[Target]]:
    """Time the same games with one process and with two, in turns."""
    home = builds.compiled or builds.plain
    startup = simulate(home, 1, 1).processor
    game = (simulate(home, TRIAL, 1).processor - startup) / (TRIAL - 1)
    games = max(TRIAL, round(seconds / max(game, 1e-3)))
    advance()
    runs: dict[int, list[Run]] = {processes: [] for processes in PROCESSES}
    for _ in range(ROUNDS):
        for processes in PROCESSES:
            runs[processes].append(simulate(home, games, processes))
            advance()
    if len({run.results for of_one in runs.values() for run in of_one}) > 1:
        raise GameError("the results depend on the number of processes: please report this")
    one, two = (runs[processes] for processes in PROCESSES)
    faster = median(a.wall / b.wall for a, b in zip(one, two, strict=True))
    found = {
        "games": games,
        "one process, seconds": median(run.wall for run in one),
        "two processes, seconds": median(run.wall for run in two),
        "processor seconds, one": median(run.processor for run in one),
        "processor seconds, two": median(run.processor for run in two),
    }
    return found, [Target("simulate: two processes : one", faster, WANTED, "×")]


def scaling_steps() -> int:
    """How often `measure_scaling` advances."""
    return 1 + ROUNDS * len(PROCESSES)
