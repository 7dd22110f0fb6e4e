"""A game looked at afterwards: what was expected when, where coins were lost, and what was luck.

A position is worth the coins that every seat has at the end on average, when quick policies play on
(`rollout_ensemble.py`). What a move changed in that is put down to the seat that decided, or to
luck, which is compared with the mean of all it could have brought. The games played out have the
same luck before and after a move, so that nothing is put down to a decision that did not matter.
Mistakes are found by the search, and measured with luck that had no part in finding them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from smallworld.engine.actions import verb_of
from smallworld.engine.game import (
    GameError,
    State,
    is_chance,
    is_over,
    legal,
    outcomes,
    state_after,
    to_act,
)
from smallworld.engine.notation import from_text, to_text
from smallworld.game.records.record import Record
from smallworld.players.analysis.hint import lead
from smallworld.players.budget import Budget
from smallworld.players.search.rollout_ensemble import RolloutEnsemble
from smallworld.players.search.search import think

SIMULATIONS: Final = 320  # of each position
MISTAKES: Final = 10  # told of at most
LEAST: Final = 0.5  # coins that make a mistake
_LOOKED_AT: Final = 2  # times as many simulations to find a better action
_CHECKED: Final = 4  # ... and to look at the biggest mistakes once more
_FEW_OUTCOMES: Final = 4  # where luck may bring more, each is given a part of the simulations
_COMMON, _SEARCH, _CHECK = range(3)  # streams of luck in the games played out

PLAY: Final = "play"
LUCK: Final = "luck"

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Step:
    """One move of the game, and what it changed in the coins every seat could expect."""

    move: int  # its number in the record, from 1
    turn: int
    seat: int  # who decided, or whose turn it was when luck spoke
    kind: str  # play or luck
    do: str
    expected: list[float]  # coins of every seat at the end, after this move
    change: list[float]


@dataclass(frozen=True)
class Mistake:
    """A decision that cost coins, and what would have been better."""

    move: int
    turn: int
    seat: int
    do: str
    better: str
    lost: float  # in coins at the end, over the mean of the others
    own: float  # ... and in the seat's own coins alone


@dataclass(frozen=True)
class Review:
    """What became of every seat's expectations; for each seat start + luck + own + others = end."""

    seats: list[str]
    players: list[str]
    map: str
    turns: int
    finished: bool
    simulations: int
    seed: int
    start: list[float]
    steps: list[Step]
    mistakes: list[Mistake] = field(default_factory=list)

    @property
    def end(self) -> list[float]:
        """Coins at the end, or what was expected last."""
        return self.steps[-1].expected if self.steps else self.start

    @property
    def luck(self) -> list[float]:
        """Coins that luck brought each seat, or took."""
        return self._sums(lambda step, _: step.kind == LUCK)

    @property
    def own(self) -> list[float]:
        """Coins each seat won or lost by its own play, beside what the policies would have made."""
        return self._sums(lambda step, seat: step.kind == PLAY and step.seat == seat)

    @property
    def others(self) -> list[float]:
        """Coins each seat won or lost by the play of the others."""
        return self._sums(lambda step, seat: step.kind == PLAY and step.seat != seat)

    def _sums(self, counts: Callable[[Step, int], bool]) -> list[float]:
        return [
            sum(step.change[seat] for step in self.steps if counts(step, seat))
            for seat in range(len(self.seats))
        ]

    def luckiest(self, number: int = 5) -> list[Step]:
        """The moves of luck that changed most, the greatest change first."""
        spoken = [step for step in self.steps if step.kind == LUCK]
        return sorted(spoken, key=lambda step: -max(map(abs, step.change)))[:number]

    def to_dict(self) -> dict[str, object]:
        """In plain lists and dicts."""
        return {
            "seats": self.seats,
            "players": self.players,
            "map": self.map,
            "turns": self.turns,
            "finished": self.finished,
            "simulations": self.simulations,
            "seed": self.seed,
            "start": _rounded(self.start),
            "end": _rounded(self.end),
            "luck": _rounded(self.luck),
            "own": _rounded(self.own),
            "others": _rounded(self.others),
            "steps": [
                {
                    **{"move": step.move, "turn": step.turn, "seat": self.seats[step.seat]},
                    **{"kind": step.kind, "do": step.do},
                    **{"expected": _rounded(step.expected), "change": _rounded(step.change)},
                }
                for step in self.steps
            ],
            "mistakes": [
                {
                    **{"move": found.move, "turn": found.turn, "seat": self.seats[found.seat]},
                    **{"do": found.do, "better": found.better},
                    **{"lost": round(found.lost, 2), "own": round(found.own, 2)},
                }
                for found in self.mistakes
            ],
        }


def _rounded(coins: list[float]) -> list[float]:
    return [round(n, 2) for n in coins]


def review(
    record: Record,
    simulations: int = SIMULATIONS,
    seed: int = 1,
    progress: Progress | None = None,
) -> Review:
    """Look at a whole game; `progress` is told how many of how many steps are done."""
    if simulations < 1:
        raise GameError(f"a review takes at least 1 simulation of each position, not {simulations}")
    game = _Game(record, simulations, seed)
    return game.look_at_all(progress or (lambda done, total: None))


class _Game:
    """The positions of a record, and what is found out about them."""

    def __init__(self, record: Record, simulations: int, seed: int) -> None:
        self.record: Final = record
        self.simulations: Final = simulations
        self.seed: Final = seed
        self.states: Final = [s.copy() for _, s in record.positions()]
        self.ensemble: Final = RolloutEnsemble(int(self.states[0].seats))
        self.moves: Final = record.moves
        self.actions: Final = [
            from_text(s, move.text) for s, move in zip(self.states, self.moves, strict=False)
        ]
        # By position: what the search would rather do, and coins lost by not doing it.
        self.better: Final[dict[int, int]] = {}
        self.lost: Final[dict[int, float]] = {}

    def look_at_all(self, progress: Progress) -> Review:
        """Every move from the last to the first, then the biggest mistakes once more."""
        last = len(self.moves)
        now = self._forecast(self.states[last], _COMMON)  # what is expected
        same_luck = now  # the same, in the luck of the position after the move
        steps: list[Step] = []
        for n in reversed(range(last)):
            s = self.states[n]
            if is_chance(s):
                change = self._luck(n, now)
                same_luck = self._forecast(s, _COMMON)
            elif len(legal(s)) > 1:
                before = self._forecast(s, _COMMON)
                change = _minus(same_luck, before)
                same_luck = before
                self._look_for_better(n)
            else:
                change = [0.0] * s.seats
            steps.append(self._step(n, now, change))
            now = _minus(now, change)
            progress(last - n, last + 1)
        steps.reverse()
        mistakes = self._mistakes()
        progress(last + 1, last + 1)
        first = self.states[0]
        return Review(
            list(first.options.seats),
            self.record.players,
            self.record.table.map,
            int(first.options.turns),
            is_over(self.states[last]),
            self.simulations,
            self.seed,
            now,
            steps,
            mistakes,
        )

    def _step(self, n: int, expected: list[float], change: list[float]) -> Step:
        s = self.states[n]
        kind, seat = (LUCK, int(s.seat)) if is_chance(s) else (PLAY, to_act(s))
        return Step(n + 1, int(s.turn), seat, kind, self.moves[n].text, expected, change)

    def _forecast(self, s: State, stream: int, simulations: int = 0) -> list[float]:
        """Coins at the end; the same stream brings the same luck."""
        games = simulations or self.simulations
        return self.ensemble.forecast(s, games, (8 * self.seed + stream) << 32)

    def _luck(self, n: int, came: list[float]) -> list[float]:
        """The value of what came, less the mean of all that could have come."""
        s = self.states[n]
        possible = outcomes(s)
        few = len(possible) <= _FEW_OUTCOMES
        each = self.simulations if few else max(1, self.simulations // _FEW_OUTCOMES)
        whole = sum(weight for _, weight in possible)
        mean = [0.0] * s.seats
        for action, weight in possible:
            value = came
            if action != self.actions[n]:
                value = self._forecast(state_after(s, action), _COMMON, each)
            mean = [sum_ + weight / whole * coins for sum_, coins in zip(mean, value, strict=True)]
        return _minus(came, mean)

    def _look_for_better(self, n: int) -> None:
        """Remember what the search would rather have done, and what the difference was."""
        s = self.states[n]
        budget = Budget(simulations=_LOOKED_AT * self.simulations, per="decision")
        best = think(s, to_act(s), budget, (8 * self.seed + _SEARCH) << 32)[0].action
        if best != self.actions[n]:
            self.better[n] = best
            self.lost[n] = -lead(self._compared(n, _COMMON, self.simulations), to_act(s))

    def _compared(self, n: int, stream: int, simulations: int) -> list[float]:
        """What was done, less the better action."""
        s = self.states[n]
        done, better = (
            self._forecast(state_after(s, action), stream, simulations)
            for action in (self.actions[n], self.better[n])
        )
        return _minus(done, better)

    def _mistakes(self) -> list[Mistake]:
        worst: dict[tuple[int, int, int], tuple[float, int]] = {}
        for n, lost in self.lost.items():
            s = self.states[n]
            # Tokens put down one by one are one decision to people; so are conquests.
            key = (int(s.turn), to_act(s), int(verb_of(self.actions[n])))
            worst[key] = max(worst.get(key, (0.0, 0)), (lost, n))
        suspects = sorted(worst.values(), reverse=True)[: 2 * MISTAKES]
        checked = [self._mistake(n) for lost, n in suspects if lost >= LEAST / 2]
        checked.sort(key=lambda mistake: (-mistake.lost, mistake.move))
        return [mistake for mistake in checked if mistake.lost >= LEAST][:MISTAKES]

    def _mistake(self, n: int) -> Mistake:
        """Once more with new luck: the biggest of many are biggest by chance, too."""
        s = self.states[n]
        seat = to_act(s)
        change = self._compared(n, _CHECK, _CHECKED * self.simulations)
        texts = to_text(s, self.actions[n]), to_text(s, self.better[n])
        return Mistake(n + 1, int(s.turn), seat, *texts, -lead(change, seat), -change[seat])


def _minus(one: list[float], other: list[float]) -> list[float]:
    return [a - b for a, b in zip(one, other, strict=True)]
