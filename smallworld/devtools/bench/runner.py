"""Child processes that are measured in turn, so that a busy hour is everybody's busy hour."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from smallworld.work.child_process import ChildProcess

BenchRequest = dict[str, object]
WARM_UP = 0.1  # seconds


class BenchProcess(ChildProcess):
    """A child process that is measured: what it is asked and answers is JSON."""

    def __init__(self, command: Sequence[str], module_path: str) -> None:
        surroundings = {**os.environ, "PYTHONPATH": module_path, "PYTHONHASHSEED": "0"}
        ended = f"a measured process ended early: {' '.join(command)}"
        super().__init__(command, ended, surroundings)
        self.greeting: dict[str, float] = json.loads(self.read())

    def measure(self, request: BenchRequest) -> dict[str, float]:
        """Its answer to one request."""
        found: dict[str, float] = json.loads(self.ask(json.dumps(request)))
        return found


def own_worker(home: Path, module: str = "smallworld.devtools.bench.worker") -> BenchProcess:
    """A process with the build of this project that lies in that folder."""
    # -P: the working directory must not come before that folder.
    return BenchProcess([sys.executable, "-P", "-m", module], str(home))


def peer_worker(python: Path, name: str) -> BenchProcess:
    """A process with another engine."""
    return BenchProcess([str(python), str(Path(__file__).with_name("peers.py")), name], "")


@dataclass
class Entrant:
    """One thing to be measured, and what was found, window by window."""

    name: str
    worker: BenchProcess
    request: BenchRequest
    unit: str = "rate"
    found: list[float] = field(default_factory=list)

    def median(self) -> float:
        """The middle of all windows."""
        return median(self.found)

    def as_data(self) -> dict[str, object]:
        """For JSON."""
        low, high = min(self.found), max(self.found)
        return {"name": self.name, "unit": self.unit, "median": self.median(), "of": [low, high]}


def alternate(entrants: Sequence[Entrant], rounds: int, advance: Callable[[], None]) -> None:
    """Measure all of them, one window each a round."""
    for entrant in entrants:
        entrant.worker.measure({**entrant.request, "seconds": WARM_UP})
    for _ in range(rounds):
        for entrant in entrants:
            entrant.found.append(entrant.worker.measure(entrant.request)[entrant.unit])
            advance()


def ratio(ours: Entrant, theirs: Entrant) -> float:
    """How many times theirs ours is: the middle of the ratios of each round."""
    return median(a / b for a, b in zip(ours.found, theirs.found, strict=True))
