"""Child processes that are measured in turn, so that a busy hour is everybody's busy hour."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from types import TracebackType

from smallworld.engine.game import GameError

BenchRequest = dict[str, object]
WARM_UP = 0.1  # seconds


class BenchProcess:
    """A child process that answers wishes; it ends with the `with` block."""

    def __init__(self, command: Sequence[str], module_path: str) -> None:
        self._command = " ".join(command)
        surroundings = {**os.environ, "PYTHONPATH": module_path, "PYTHONHASHSEED": "0"}
        self._child = subprocess.Popen(
            command, env=surroundings, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.greeting = self._read()

    def ask(self, request: BenchRequest) -> dict[str, float]:
        """Its answer to one request."""
        assert self._child.stdin is not None
        self._child.stdin.write(json.dumps(request) + "\n")
        self._child.stdin.flush()
        return self._read()

    def _read(self) -> dict[str, float]:
        assert self._child.stdout is not None
        line = self._child.stdout.readline()
        if not line:
            self.close()
            raise GameError(f"a measured process ended early: {self._command}")
        found: dict[str, float] = json.loads(line)
        return found

    def __enter__(self) -> BenchProcess:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        self._child.kill()
        self._child.communicate()


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
        entrant.worker.ask({**entrant.request, "seconds": WARM_UP})
    for _ in range(rounds):
        for entrant in entrants:
            entrant.found.append(entrant.worker.ask(entrant.request)[entrant.unit])
            advance()


def ratio(ours: Entrant, theirs: Entrant) -> float:
    """How many times theirs ours is: the middle of the ratios of each round."""
    return median(a / b for a, b in zip(ours.found, theirs.found, strict=True))
