"""A folder that training fills round after round, as far as its time goes."""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from smallworld.engine.game import GameError
from smallworld.learn.shards import write_whole
from smallworld.training.curves import draw_curves
from smallworld.work.where import Where

RESULTS: Final = "results.json"
CURVES: Final = "curves.svg"

Tell = Callable[[str], None]


class TimeUp(Exception):
    """The minutes are over; what is done is kept."""


class RunFolder(ABC):
    """What every run has: its folder, its rounds, and how much time there is for them."""

    def __init__(self, folder: Path, where: Where, minutes: float | None, tell: Tell) -> None:
        self.folder: Final = folder
        self.where: Final = where
        self.tell: Final = tell
        self._end: Final = None if minutes is None else time.monotonic() + 60 * minutes

    @abstractmethod
    def _round(self, number: int) -> None:
        """Do what is missing of a round."""

    def run(self, rounds: int) -> bool:
        """Go on until there are so many rounds; False: time was up before."""
        try:
            for number in range(rounds):
                if number >= len(self.results()):
                    self._round(number)
        except TimeUp:
            return False
        return True

    def results(self) -> list[dict[str, Any]]:
        """What the rounds led to, as far as they are done."""
        file = self.folder / RESULTS
        if not file.is_file():
            return []
        try:
            found: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
        except ValueError:
            raise GameError(
                f"{file}: it cannot be read; remove it, and the run looks at its rounds again"
            ) from None
        return found

    def home(self, number: int) -> Path:
        """The folder of that round."""
        return self.folder / f"round-{number:02}"

    def _add_result(self, done: dict[str, Any]) -> None:
        results = [*self.results(), done]
        write_whole(self.folder / RESULTS, (json.dumps(results, indent=2) + "\n").encode())
        write_whole(self.folder / CURVES, draw_curves(results).encode())

    def _is_time_up(self) -> bool:
        return self._end is not None and time.monotonic() >= self._end
