"""A game looked at afterwards: what was expected when, where coins were lost, and what was luck.

A position is worth the coins that every seat has at the end on average: quick policies play on for
two rounds, and the learned judge says how the game will end (`rollout_ensemble.py`). What a move
changed in that is put down to the seat that decided, or to luck, which is compared with the mean of
all it could have brought. The rounds played out have the same luck before and after a move, so
that nothing is put down to a decision that did not matter. Mistakes are found by the search, and
measured a round further on, with luck that had no part in finding them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil
from typing import Final

from smallworld.engine.actions import DEPLOY, verb_of
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
from smallworld.engine.query import COMPILED
from smallworld.game.records.record import Record
from smallworld.players.analysis.look_ahead import look_ahead
from smallworld.players.budget import Budget
from smallworld.players.policy.evaluation import BIG
from smallworld.players.search.rollout_ensemble import JudgedEnsemble, rounds_on
from smallworld.players.search.search import lead

SIMULATIONS: Final = 80 if COMPILED else 8  # of each position, where the game is not too long
# Turns that are played on in thought for one game at most; a judgement counts as some. In plain
# Python that is a minute of a processor, in a browser as well, where Python is three times as slow.
IN_BROWSER: Final = sys.platform == "emscripten"
TURNS: Final = 500_000 if COMPILED else 80_000 if IN_BROWSER else 250_000
MISTAKES: Final = 10  # told of at most
LEAST: Final = 0.5  # coins that make a mistake
_CHECKED: Final = 4  # times as many simulations to look at the biggest mistakes once more
# Rounds that are played on before the judge is asked; the search looks no further than so many.
_ROUNDS: Final = 2
_CHECKED_ROUNDS: Final = 3
_SEARCHED_ROUNDS: Final = 2
_SEARCHED: Final = 2  # times as many simulations for the search, which divides them up
_JUDGED: Final = 1 if COMPILED else 3  # turns that take as long as a judgement
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
    simulations: int | None = None,
    seed: int = 1,
    progress: Progress | None = None,
) -> Review:
    """Look at a whole game; `progress` is told how many of how many steps are done.

    Unless told otherwise it takes some seconds, see `TURNS`.
    """
    game = ReviewedGame(record, seed)
    notes = game.begin(game.simulations_within(TURNS) if simulations is None else simulations)
    while game.look_further(notes):
        if progress is not None and notes.suspects is None:
            progress(len(notes.steps), len(game.moves) + 1)
    if progress is not None:
        progress(len(game.moves) + 1, len(game.moves) + 1)
    return game.finish(notes)


@dataclass
class ReviewNotes:
    """How far a review has come: all that must be known to go on with it, here or elsewhere."""

    simulations: int  # of each position
    now: list[float]  # what is expected after the moves that have not been looked at
    same_luck: list[float]  # the same, in the luck of the position after the last of them ...
    last: int  # ... judged after that moment
    steps: list[Step] = field(default_factory=list)  # the last move first
    # By position: what the search would rather do, and coins lost by not doing it.
    better: dict[int, int] = field(default_factory=dict)
    lost: dict[int, float] = field(default_factory=dict)
    suspects: list[int] | None = None  # moves to be looked at once more; None: not known yet
    mistakes: list[Mistake] = field(default_factory=list)


class ReviewedGame:
    """The positions of a record, and how they are looked at: every move from the last to the
    first, then the biggest mistakes once more.
    """

    def __init__(self, record: Record, seed: int = 1) -> None:
        self.record: Final = record
        self.seed: Final = seed
        self.states: Final = [s.copy() for _, s in record.positions()]
        self.ensemble: Final = JudgedEnsemble(int(self.states[0].seats), self.states[0].library)
        self.moves: Final = record.moves
        self.actions: Final = [
            from_text(s, move.text) for s, move in zip(self.states, self.moves, strict=False)
        ]
        # Of each move, for one simulation of each position: turns that are played on in thought.
        self._work: Final = [
            _work_at(s, self._goes_on(n)) for n, s in enumerate(self.states[: len(self.moves)])
        ]
        self._check: Final = 2 * _CHECKED * max(_turns_of(s, _CHECKED_ROUNDS) for s in self.states)

    # ---- how much it is ----

    def work(self, simulations: int) -> int:
        """At most so many turns are played on in thought, all simulations together."""
        return simulations * (sum(self._work) + self._check * 2 * MISTAKES)

    def simulations_within(self, turns: int, most: int = SIMULATIONS) -> int:
        """So many simulations of each position that no more turns are played on; a few at least."""
        return max(_FEW_OUTCOMES, min(most, turns // max(1, self.work(1))))

    def part(self, notes: ReviewNotes) -> float:
        """How much of the work is done, from 0 to 1."""
        done = sum(self._work[len(self.moves) - len(notes.steps) :])
        if notes.suspects is not None:
            done += self._check * (2 * MISTAKES - len(notes.suspects))
        return done / max(1, self.work(1))

    # ---- piece by piece ----

    def begin(self, simulations: int) -> ReviewNotes:
        """Nothing but the end of the game has been looked at."""
        if simulations < 1:
            raise GameError(
                f"a review takes at least 1 simulation of each position, not {simulations}"
            )
        s = self.states[-1]
        last = rounds_on(s, _ROUNDS)
        end = self.ensemble.forecast(s, simulations, self._luck_of(_COMMON), last)
        return ReviewNotes(simulations, end, end, last)

    def look_further(self, notes: ReviewNotes) -> bool:
        """Look at one move more; False if all is done."""
        n = len(self.moves) - len(notes.steps) - 1
        if n >= 0:
            self._look_at(n, notes)
        elif notes.suspects is None:
            notes.suspects = self._suspects(notes)
        elif notes.suspects:
            notes.mistakes.append(self._mistake(notes.suspects.pop(0), notes))
        else:
            return False
        return True

    def finish(self, notes: ReviewNotes) -> Review:
        """The review, once all is done."""
        first = self.states[0]
        mistakes = sorted(notes.mistakes, key=lambda mistake: (-mistake.lost, mistake.move))
        return Review(
            list(first.options.seats),
            self.record.players,
            self.record.table.map,
            int(first.options.turns),
            is_over(self.states[-1]),
            notes.simulations,
            self.seed,
            notes.now,
            notes.steps[::-1],
            [mistake for mistake in mistakes if mistake.lost >= LEAST][:MISTAKES],
        )

    def _look_at(self, n: int, notes: ReviewNotes) -> None:
        s = self.states[n]
        change = [0.0] * int(s.seats)
        last = rounds_on(s, _ROUNDS)
        if is_chance(s):
            change = self._luck(n, notes)
            notes.same_luck, notes.last = self._forecast(s, notes.simulations, last), last
        elif len(legal(s)) > 1:
            after = notes.same_luck
            if notes.last != last:  # it was judged further on, which would be taken for the move's
                after = self._forecast(self.states[n + 1], notes.simulations, last)
            before = self._forecast(s, notes.simulations, last)
            change = _minus(after, before)
            notes.same_luck, notes.last = before, last
            if not self._goes_on(n):
                self._look_for_better(n, notes)
        notes.steps.append(self._step(n, notes.now, change))
        notes.now = _minus(notes.now, change)

    def _goes_on(self, n: int) -> bool:
        """Whether tokens are put down one by one: to people that is one decision."""
        return n > 0 and verb_of(self.actions[n - 1]) == verb_of(self.actions[n]) == DEPLOY

    def _step(self, n: int, expected: list[float], change: list[float]) -> Step:
        s = self.states[n]
        kind, seat = (LUCK, int(s.seat)) if is_chance(s) else (PLAY, to_act(s))
        return Step(n + 1, int(s.turn), seat, kind, self.moves[n].text, expected, change)

    def _forecast(self, s: State, simulations: int, last: int) -> list[float]:
        """Coins at the end, in the luck that all positions share."""
        return self.ensemble.forecast(s, simulations, self._luck_of(_COMMON), last)

    def _luck_of(self, stream: int) -> int:
        """The same stream brings the same luck."""
        return (8 * self.seed + stream) << 32

    def _luck(self, n: int, notes: ReviewNotes) -> list[float]:
        """The value of what came, less the mean of all that could have come."""
        s = self.states[n]
        came = notes.now
        possible = outcomes(s)
        few = len(possible) <= _FEW_OUTCOMES
        each = notes.simulations if few else max(1, notes.simulations // _FEW_OUTCOMES)
        whole = sum(weight for _, weight in possible)
        mean = [0.0] * s.seats
        for action, weight in possible:
            value = came
            if action != self.actions[n]:
                value = self._forecast(state_after(s, action), each, rounds_on(s, _ROUNDS))
            mean = [sum_ + weight / whole * coins for sum_, coins in zip(mean, value, strict=True)]
        return _minus(came, mean)

    def _look_for_better(self, n: int, notes: ReviewNotes) -> None:
        """Remember what the search would rather have done, and what the difference was."""
        s = self.states[n]
        budget = Budget(simulations=_SEARCHED * notes.simulations, per="decision")
        best = look_ahead(s, to_act(s), budget, self._luck_of(_SEARCH))[0].action
        if best != self.actions[n]:
            notes.better[n] = best
            change = self._compared(n, best, _COMMON, notes.simulations, _ROUNDS)
            notes.lost[n] = -lead(change, to_act(s))

    def _compared(
        self, n: int, better: int, stream: int, simulations: int, rounds: int
    ) -> list[float]:
        """What was done, less the better action."""
        s = self.states[n]
        luck, last = self._luck_of(stream), rounds_on(s, rounds)
        done, other = (
            self.ensemble.forecast(state_after(s, action), simulations, luck, last)
            for action in (self.actions[n], better)
        )
        return _minus(done, other)

    def _suspects(self, notes: ReviewNotes) -> list[int]:
        """The decisions that seem to have cost most."""
        worst: dict[tuple[int, int, int], tuple[float, int]] = {}
        for n, lost in notes.lost.items():
            s = self.states[n]
            # Conquests of a turn are one decision to people, too.
            key = (int(s.turn), to_act(s), int(verb_of(self.actions[n])))
            worst[key] = max(worst.get(key, (0.0, 0)), (lost, n))
        suspects = sorted(worst.values(), reverse=True)[: 2 * MISTAKES]
        return [n for lost, n in suspects if lost >= LEAST / 2]

    def _mistake(self, n: int, notes: ReviewNotes) -> Mistake:
        """Once more with new luck: the biggest of many are biggest by chance, too."""
        s = self.states[n]
        seat = to_act(s)
        better = notes.better[n]
        games = _CHECKED * notes.simulations
        change = self._compared(n, better, _CHECK, games, _CHECKED_ROUNDS)
        texts = to_text(s, self.actions[n]), to_text(s, better)
        return Mistake(n + 1, int(s.turn), seat, *texts, -lead(change, seat), -change[seat])


def _work_at(s: State, goes_on: bool) -> int:
    """Turns that are played on in thought for one move, with one simulation of each position."""
    each = _turns_of(s, _ROUNDS)
    if is_chance(s):
        possible = len(outcomes(s))
        return each * (
            possible if possible <= _FEW_OUTCOMES else 1 + ceil(possible / _FEW_OUTCOMES)
        )
    if len(legal(s)) < 2:
        return 0
    # It, once more what came of it where a turn ends, and what a search found compared with it.
    searched = _turns_to_come(s) if s.step() in BIG else _turns_of(s, _SEARCHED_ROUNDS)
    return 2 * each if goes_on else (2 + 2) * each + _SEARCHED * searched


def _turns_of(s: State, rounds: int) -> int:
    """Turns that are played on in so many rounds, with the judgement."""
    return min(_turns_to_come(s), rounds * int(s.seats)) + _JUDGED


def _turns_to_come(s: State) -> int:
    """Turns of all seats until the end of the game, the running one included."""
    if is_over(s):
        return 0
    return int(s.seats) * (int(s.options.turns) - int(s.turn) + 1)


def _minus(one: list[float], other: list[float]) -> list[float]:
    return [a - b for a, b in zip(one, other, strict=True)]
