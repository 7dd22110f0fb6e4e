"""A turn that somebody played in a puzzle, judged by what it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from smallworld.engine.game import GameError, State
from smallworld.engine.notation import from_text
from smallworld.engine.pack import fingerprint
from smallworld.players.analysis.hint import Consideration, reasons_for
from smallworld.players.budget import Budget, Clock, StopCheck, never
from smallworld.players.policy.policy import Policy
from smallworld.players.policy.weights import weights_for
from smallworld.puzzles.judge import ROUND, TurnDifference, TurnJudge, compare
from smallworld.puzzles.messages import Answer
from smallworld.puzzles.puzzle import PlacedPuzzle, shipped
from smallworld.puzzles.turn import PlayedTurn, kind_of, play_turn, repeat

MOST: Final = 32 * ROUND  # simulations of a turn
PATIENCE: Final = Budget(seconds=4.0, per="decision")  # about so long somebody may wait
FINE: Final = 0.25  # coins: a smaller error changes nobody's mind
CLEAR: Final = 4.0  # likely errors after which more simulations are a waste
EQUAL: Final = 0.5  # of the gain: whoever loses less has found a turn that is as good


@dataclass(frozen=True)
class Solution:
    """A turn that somebody played in a puzzle: the decisions of its seat."""

    puzzle: str
    texts: tuple[str, ...]


@dataclass(frozen=True)
class TurnVerdict:
    """What a turn lost against the best one, and what kind of answer it was."""

    answer: Answer
    lost: TurnDifference


def judge_solution(
    asked: Solution, stopped: StopCheck = never, budget: Budget = PATIENCE
) -> TurnVerdict:
    """The verdict on a turn in a shipped puzzle."""
    if asked.puzzle not in shipped():
        raise GameError(f"there is no puzzle {asked.puzzle!r}")
    return judge_turn(shipped()[asked.puzzle], asked.texts, stopped, budget)


def judge_turn(
    placed: PlacedPuzzle,
    texts: Sequence[str],
    stopped: StopCheck = never,
    budget: Budget = PATIENCE,
) -> TurnVerdict:
    """What the turn with these decisions is worth beside the best one.

    More simulations are played until it is clear, or the budget is spent.
    """
    puzzle = placed.puzzle
    s = placed.position()
    others = answering_policy(placed)
    best = repeat(s, puzzle.best, others, puzzle.luck)
    turn = repeat(s, texts, others, puzzle.luck)
    if fingerprint(turn.end) == fingerprint(best.end) and not turn.rolls:
        return TurnVerdict("best", TurnDifference(0.0, 0.0, 0))
    judge = TurnJudge(int(s.seats), 2 * puzzle.luck + 1)
    clock = Clock(budget, stopped)
    one, other = judge.judge(best, 0), judge.judge(turn, 0)
    while True:
        for judged in (one, other):
            clock.count()
            judge.look_on(judged, len(judged.leads) + ROUND)
        lost = compare(one, other)
        fine = lost.error <= max(FINE, puzzle.gain / 8) or abs(lost.coins) > CLEAR * lost.error
        if (fine and lost.simulations >= 4 * ROUND) or lost.simulations >= MOST:
            break
        if clock.part() >= 1:
            break
    return TurnVerdict(_answer(placed, best, turn, lost), lost)


def _answer(
    placed: PlacedPuzzle, best: PlayedTurn, turn: PlayedTurn, lost: TurnDifference
) -> Answer:
    puzzle = placed.puzzle
    if lost.coins <= EQUAL * puzzle.gain:
        return "best"
    same = kind_of(puzzle.question, turn) == kind_of(puzzle.question, best)
    return "idea" if same else "other"


def explain(placed: PlacedPuzzle) -> tuple[list[Consideration], list[Consideration]]:
    """What speaks for and against the first decision in which the best turn differs."""
    puzzle = placed.puzzle
    same = 0
    while puzzle.best[same : same + 1] == puzzle.other[same : same + 1]:
        same += 1
    others = answering_policy(placed)
    found: list[tuple[list[Consideration], list[Consideration]]] = []
    left = list(puzzle.best)

    def choose(s: State) -> int:
        action = from_text(s, left.pop(0)) if left else int(others.choose(s))
        if len(puzzle.best) - len(left) == same + 1 and not found:
            found.append(reasons_for(s, int(s.seat), action))
        return action

    play_turn(placed.position(), choose, others, puzzle.luck)
    return found[0] if found else ([], [])


def answering_policy(placed: PlacedPuzzle) -> Policy:
    """Decides what the other seats have to decide in the turn."""
    return Policy(weights_for(placed.record.table.players))
