"""What a turn is worth: how far ahead its seat is at the end of the game, on average.

Games are played on from the end of the turn by several policies, all turns compared with the same
luck. Where the die was rolled in a turn, what it brought is taken out again: the worth of what came
less the mean of all that could have come. So a bold attempt that was right stays right when it
fails.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import erf, sqrt
from typing import Final

from smallworld.engine.game import State, is_over, outcomes, state_after
from smallworld.engine.pack import fingerprint
from smallworld.players.search.rollout_ensemble import VARIED, RolloutEnsemble
from smallworld.players.search.search import lead
from smallworld.puzzles.turn import PlayedTurn

ROUND: Final = 4 * len(VARIED)  # simulations added at a time: every policy plays equally often
LEAST_ERROR: Final = 0.01  # coins; games may agree by chance


@dataclass
class JudgedTurn:
    """A turn, and the leads of its seat in simulations one after another, luck taken out."""

    turn: PlayedTurn
    leads: list[float] = field(default_factory=list)

    @property
    def worth(self) -> float:
        """The mean of them."""
        return _mean(self.leads)


@dataclass(frozen=True)
class TurnDifference:
    """How much more one turn is worth than another, in coins at the end of the game."""

    coins: float
    error: float  # the likely error of that
    simulations: int

    @property
    def certainty(self) -> float:
        """How sure it is that the one turn is better, from 0 to 1."""
        return 0.5 * (1 + erf(self.coins / max(self.error, LEAST_ERROR) / sqrt(2)))


class TurnJudge:
    """Plays games on from the ends of turns; one judge has one luck for all of them."""

    def __init__(self, seats: int, luck: int) -> None:
        self._ensemble: Final = RolloutEnsemble(seats)
        self._luck: Final = luck << 32

    def judge(self, turn: PlayedTurn, simulations: int = ROUND) -> JudgedTurn:
        """The turn, looked at that often."""
        judged = JudgedTurn(turn)
        self.look_on(judged, simulations)
        return judged

    def look_on(self, judged: JudgedTurn, simulations: int) -> None:
        """Go on until it has been looked at that often."""
        first = len(judged.leads)
        more = simulations - first
        if more <= 0:
            return
        turn = judged.turn
        leads = self._leads(turn.end, turn.seat, first, more)
        for before, came in turn.rolls:
            for n, luck in enumerate(self._luck_of_roll(before, came, turn.seat, first, more)):
                leads[n] -= luck
        judged.leads += leads

    def _leads(self, s: State, seat: int, first: int, more: int) -> list[float]:
        if is_over(s):
            coins = [float(s.coins[other]) for other in range(s.seats)]
            return [lead(coins, seat)] * more
        ends = self._ensemble.ends(s, more, self._luck, first)
        return [lead([float(n) for n in end], seat) for end in ends]

    def _luck_of_roll(
        self, before: State, came: int, seat: int, first: int, more: int
    ) -> list[float]:
        """What came less the mean of all that could have come, simulation by simulation."""
        possible = outcomes(before)
        whole = sum(weight for _, weight in possible)
        found = [0.0] * more
        known: dict[str, list[float]] = {}  # pips that change nothing are looked at once
        for action, weight in possible:
            after = state_after(before, action)
            name = fingerprint(after)
            if name not in known:
                known[name] = self._leads(after, seat, first, more)
            part = (1.0 if action == came else 0.0) - weight / whole
            for n, value in enumerate(known[name]):
                found[n] += part * value
        return found


def compare(one: JudgedTurn, other: JudgedTurn) -> TurnDifference:
    """The one less the other, as far as both have been looked at."""
    pairs = [a - b for a, b in zip(one.leads, other.leads, strict=False)]
    mean = _mean(pairs)
    spread = sum((one - mean) ** 2 for one in pairs)
    error = sqrt(spread / (len(pairs) - 1) / len(pairs)) if len(pairs) > 1 else 0.0
    return TurnDifference(mean, error, len(pairs))


def _mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)
