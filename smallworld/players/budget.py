"""How long a player may think: by time, or by simulations, for a decision or a whole turn.

Time is the processor time of the thinking thread: a busy machine makes the answer later, never
weaker. A budget of simulations makes the player deterministic for a seed.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from smallworld.engine.game import GameError, State
from smallworld.engine.query import (
    ASK,
    CHOOSE,
    CONQUEST,
    DEFENDERS,
    LATE_DECLINE,
    PICK,
    REDEPLOY,
    RISEN,
    START,
    count,
)

PER: Final = ("turn", "decision")
POSSIBLE: Final = "time=1s, time=300ms or simulations=400, and then per=turn or per=decision"
_TIME: Final = re.compile(r"(\d+(?:\.\d+)?)(ms|s)?")
# The part of what is left of a turn's budget that one decision may take, by the kind of step.
_PARTS: Final = {
    PICK: 0.45,
    CHOOSE: 0.4,
    LATE_DECLINE: 0.8,
    START: 0.2,
    ASK: 0.2,
    RISEN: 0.2,
    CONQUEST: 0.28,
    REDEPLOY: 0.4,
}
_OTHER: Final = 0.3
StopCheck = Callable[[], bool]  # whether nobody wants to know any more
# Browsers have no clock for a thread's own time; there the clock on the wall has to do.
processor_time: Final[Callable[[], float]] = getattr(time, "thread_time", time.perf_counter)
_LEAST: Final = 0.03  # of the budget; with less than that nobody begins to think
_SHORTEST: Final = 0.003  # seconds; nor with less than a simulation or two may take
_SPARE: Final = 0.04  # of a time, for what is not simulations: a turn never takes longer


@dataclass(frozen=True)
class Budget:
    """Seconds of processor time or a number of simulations, for each turn or each decision.

    >>> Budget.from_setting("time=300ms,per=decision")
    Budget(seconds=0.3, simulations=None, per='decision')
    """

    seconds: float | None = None
    simulations: int | None = None
    per: str = "turn"

    def __post_init__(self) -> None:
        if (self.seconds is None) == (self.simulations is None):
            raise GameError(f"a budget is a time or a number of simulations: {POSSIBLE}")
        if self.seconds is not None and not 0 < self.seconds <= 3600:
            raise GameError(f"a time is more than 0 and at most 3600 seconds, not {self.seconds}")
        if self.simulations is not None and self.simulations < 1:
            raise GameError(f"there is at least 1 simulation, not {self.simulations}")
        if self.per not in PER:
            raise GameError(f"a budget is per {' or '.join(PER)}, not per {self.per!r}")

    @staticmethod
    def from_setting(text: str) -> Budget:
        """Read what stands after the colon of a player's name."""
        seconds: float | None = None
        simulations: int | None = None
        per = "turn"
        for part in text.split(","):
            key, _, value = part.strip().partition("=")
            if key == "time":
                seconds = _read_time(value)
            elif key == "simulations":
                if not (value.isascii() and value.isdigit()):
                    raise GameError(f"simulations are a whole number, not {value!r}: {POSSIBLE}")
                simulations = int(value)
            elif key == "per":
                per = value
            else:
                raise GameError(f"there is no setting {part.strip()!r}; possible are {POSSIBLE}")
        return Budget(seconds, simulations, per)


def _read_time(value: str) -> float:
    found = _TIME.fullmatch(value)
    if found is None:
        raise GameError(f"{value!r} is no time: {POSSIBLE}")
    return float(found[1]) / (1000 if found[2] == "ms" else 1)


class RemainingBudget:
    """What is left of a player's budget in the running turn, handed out decision by decision."""

    def __init__(self, budget: Budget) -> None:
        self.budget: Final = budget
        self._turn = (-1, -1)
        self._left = 0.0

    def allot(self, s: State) -> Budget | None:
        """A budget for the decision that is next in s; None: too little is left to think."""
        whole = self._whole()
        if self.budget.per == "decision":
            return self.budget
        turn = (int(s.turn), int(s.seat))
        if turn != self._turn:
            self._turn = turn
            self._left = whole * _left_at(s)
            if self.budget.seconds is not None:
                self._left *= 1 - _SPARE
        if self._left < whole * _LEAST:
            return None
        if self.budget.seconds is not None and self._left < min(_SHORTEST, whole / 4):
            return None
        part = self._left * _PARTS.get(int(s.step()), _OTHER)
        if self.budget.seconds is not None:
            return Budget(seconds=max(part, 1e-4), per="decision")
        return Budget(simulations=max(int(part), 1), per="decision")

    def share(self, allotted: Budget) -> float:
        """Which part of the whole budget that is."""
        if self.budget.per == "decision":
            return 1.0
        return (allotted.seconds or allotted.simulations or 0) / self._whole()

    def pay(self, spent: float) -> None:
        """Seconds or simulations that a decision took."""
        self._left = max(0.0, self._left - spent)

    def _whole(self) -> float:
        if self.budget.seconds is not None:
            return self.budget.seconds
        assert self.budget.simulations is not None
        return float(self.budget.simulations)


def _left_at(s: State) -> float:
    """About which part of a turn's budget is left to somebody asked only now."""
    step = s.step()
    if step in (CONQUEST, RISEN, REDEPLOY):
        done = 0.6 * (1 - _PARTS[CONQUEST]) ** int(count(s.now.taken))
        return float(done)
    return 0.1 if step == DEFENDERS else 1.0


class ThoughtStopped(GameError):
    """Nobody wants to know any more."""


def never() -> bool:
    """Somebody wants to know to the end."""
    return False


class Clock:
    """Says when the budget of one decision is spent.

    `longest`: seconds after which it is, also if it was meant as simulations.
    """

    def __init__(
        self, budget: Budget, stopped: StopCheck = never, longest: float | None = None
    ) -> None:
        self._longest: Final = longest
        self._stopped: Final = stopped
        self._seconds: Final = budget.seconds
        self._simulations: Final = budget.simulations
        self._begun: Final = processor_time()
        self.simulations = 0

    def count(self) -> None:
        """One simulation more; `ThoughtStopped` if nobody wants to know any more."""
        self.simulations += 1
        if self._stopped():
            raise ThoughtStopped("nobody wants to know any more what would be best here")

    def spent(self) -> float:
        """Seconds, or simulations, that were used."""
        if self._seconds is not None:
            return processor_time() - self._begun
        return float(self.simulations)

    def part(self) -> float:
        """How much of the budget is used: 0 at the beginning, 1 when it is spent."""
        if self._seconds is not None:
            return (processor_time() - self._begun) / self._seconds
        assert self._simulations is not None
        counted = self.simulations / self._simulations
        if self._longest is None:
            return counted
        return max(counted, (processor_time() - self._begun) / self._longest)

    def is_late(self) -> bool:
        """Whether the time is over; simulations that were promised are all made."""
        return self._seconds is not None and self.spent() >= self._seconds

    def room(self, part: float, most: int, each: int) -> int:
        """How many times `each` simulations may be made at once until that part is used.

        At least once, and not many more than `most` simulations.
        """
        many = max(1, most // each)
        if self._simulations is None:
            return many
        left = self._simulations * part - self.simulations
        return max(1, min(many, int(left / each)))
