"""Puzzles made from games that players play: every turn is looked at, few are puzzles."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Final

from smallworld.engine.actions import EXPAND, verb_of
from smallworld.engine.game import State, is_chance, legal, state_after, to_act
from smallworld.engine.query import CONQUEST
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.match import Match
from smallworld.game.records.header import full_table
from smallworld.game.records.record import Record
from smallworld.game.setup import GameSetup
from smallworld.game.views.view import View
from smallworld.players.policy.features import moment
from smallworld.players.policy.policy import Policy
from smallworld.players.policy.weights import weights_for
from smallworld.players.registry import make_player
from smallworld.players.search.candidates import candidates
from smallworld.players.search.rollout_ensemble import varied_policies
from smallworld.puzzles.judge import ROUND, JudgedTurn, TurnDifference, TurnJudge, compare
from smallworld.puzzles.puzzle import Puzzle, PuzzleGame, Question
from smallworld.puzzles.turn import (
    Chooser,
    PlayedTurn,
    asks_for_combo,
    following,
    kind_of,
    play_turn,
)

# A gain is worth asking for from so many coins on, and if it is so many likely errors.
LEAST_GAIN: Final[dict[Question, float]] = {"combo": 1.5, "decline": 1.5, "campaign": 0.8}
MOST_GAIN: Final = 9.0  # coins; from there on nobody need be asked
SURE: Final = 3.0
HOPELESS: Final = 1.0  # likely errors under which a gain is not followed up
SECOND_CONQUESTS: Final = 4  # tried after each first one
SECOND_LOOK: Final = 4 * ROUND
SECOND_LOOKED_AT: Final = 6  # turns
LEAST_CHECK: Final = 16 * ROUND
FAR_BEHIND: Final = 4.0  # likely errors after which a turn need not be looked at any more
RIVALS: Final = 3  # turns of other kinds that the best is compared with in the end
STRONGEST: Final = "master"
LEVELS: Final = ("greedy", "planner", "search")  # the first that finds it tells how hard it is

Accepts = Callable[[Question, int], bool]  # whether a puzzle of that grade is wanted


@dataclass(frozen=True)
class PuzzlePlan:
    """What is played, and how carefully it is looked at."""

    map: str
    world: str = ""  # base, underground or mixed; empty: that of the map
    player: str = "planner"
    simulations: int = 2048  # of each turn that is compared in the end, at most
    strongest: int = 1200  # simulations of the strongest player for one turn
    most: int = 3  # puzzles from one game

    @property
    def table(self) -> GameSetup:
        """Where the games are played."""
        return full_table(GameSetup(map=self.map, world=self.world))


@dataclass(frozen=True)
class TurnStart:
    """The position at the beginning of a turn, after that line of the game."""

    state: State
    line: int


def play_game(plan: PuzzlePlan, seed: int) -> tuple[Record, list[TurnStart]]:
    """A game, and the beginnings of the turns in which there was a choice."""
    table = plan.table
    players = [make_player(plan.player, 8 * seed + seat) for seat in range(table.players)]
    match = Match(table, players, seed)
    found: list[TurnStart] = []
    turn = -1
    while not match.is_over():
        s = match.state
        if not is_chance(s) and to_act(s) == s.seat and int(moment(s)) != turn:
            turn = int(moment(s))
            if len(legal(s)) > 1:
                found.append(TurnStart(s.copy(), len(match.record.moves)))
        match.step()
    return match.record, found


class PuzzleMaker:
    """Looks for puzzles in the games of one plan."""

    def __init__(self, plan: PuzzlePlan) -> None:
        self.plan: Final = plan
        self._table: Final = plan.table
        self._others: Final = Policy(weights_for(self._table.players))
        self._varied: Final = varied_policies(self._table.players)

    def make(self, seed: int, accepts: Accepts = lambda _question, _grade: True) -> PuzzleGame:
        """Play the game of that seed and find its puzzles, as far as they are wanted."""
        record, starts = play_game(self.plan, seed)
        puzzles: list[Puzzle] = []
        for n in Dealer(seed).shuffled(len(starts)):
            if len(puzzles) == self.plan.most:
                break
            puzzle = self.look_at(starts[n], 1000 * seed + starts[n].line, accepts)
            if puzzle is not None:
                puzzles.append(puzzle)
        puzzles.sort(key=lambda puzzle: puzzle.line)
        return PuzzleGame(_up_to_last(record, puzzles), tuple(puzzles))

    def look_at(self, start: TurnStart, luck: int, accepts: Accepts) -> Puzzle | None:
        """The puzzle of that position, if it is one."""
        s = start.state
        looked = self._look(TurnJudge(self._table.players, 2 * luck), self.turns(s, luck))
        for question in _questions(s):
            rivals = _of_other_kinds(question, looked)
            if not rivals or not _is_promising(question, compare(looked[0], rivals[0])):
                continue
            found_by = self._found_by(question, s, looked[0].turn, luck)
            if not accepts(question, grade_of(found_by)):
                continue
            checked = self._check(question, s, looked[0].turn, rivals, luck)
            if checked is None:
                continue
            best, other, gain, strongest = checked
            asked: Question = "decline" if best.declined else question
            return Puzzle(
                id="",
                line=start.line,
                turn=int(s.turn),
                seat=s.options.seats[s.seat],
                question=asked,
                grade=grade_of(found_by),
                luck=luck,
                best=tuple(best.texts),
                other=tuple(other.texts),
                gain=round(gain.coins, 2),
                error=round(gain.error, 2),
                certainty=round(gain.certainty, 5),
                simulations=gain.simulations,
                found_by=(*found_by, *([STRONGEST] if strongest else [])),
            )
        return None

    # ---- the turns that are compared ----

    def turns(self, s: State, luck: int) -> list[PlayedTurn]:
        """Turns worth comparing, one for each outcome."""
        found: dict[Hashable, PlayedTurn] = {}
        plans: list[list[int]] = [[], *([action] for action in candidates(s, self._others))]
        if not asks_for_combo(s):
            plans += self._campaigns(s)
        for plan in plans:
            for policy in self._varied if len(plan) < 2 else self._varied[:1]:
                turn = play_turn(s, following(plan, _by(policy)), self._others, luck)
                found.setdefault(turn.outcome, turn)
        return list(found.values())

    def _campaigns(self, s: State) -> list[list[int]]:
        """What leads to each conquest worth trying, and on to a second one."""
        expanding = [int(action) for action in legal(s) if verb_of(action) == EXPAND]
        if not expanding:
            return []
        plan = expanding[:1]
        after = state_after(s, plan[0])
        while not is_chance(after) and to_act(after) == s.seat and after.step() != CONQUEST:
            plan.append(int(self._others.choose(after)))
            after = state_after(after, plan[-1])
        if after.step() != CONQUEST:
            return []
        found: list[list[int]] = []
        for first in candidates(after, self._others):
            found.append([*plan, first])
            then = state_after(after, first)
            if then.step() == CONQUEST and to_act(then) == s.seat:
                second = candidates(then, self._others)[:SECOND_CONQUESTS]
                found += [[*plan, first, action] for action in second]
        return found

    # ---- looking at them ----

    def _look(self, judge: TurnJudge, turns: Sequence[PlayedTurn]) -> list[JudgedTurn]:
        """The turns, the best first; those that seem good are looked at more closely."""
        looked = [judge.judge(turn) for turn in turns]
        looked.sort(key=lambda judged: -judged.worth)
        closer = looked[:SECOND_LOOKED_AT]
        # What is of another kind by all questions may lie further behind.
        coarse: tuple[Question, ...] = ("combo", "decline")
        for question in coarse:
            closer += [one for one in _of_other_kinds(question, looked)[:1] if one not in closer]
        for judged in closer:
            judge.look_on(judged, SECOND_LOOK)
        return sorted(closer, key=lambda judged: -judged.worth)

    def _check(
        self,
        question: Question,
        s: State,
        best: PlayedTurn,
        rivals: Sequence[JudgedTurn],
        luck: int,
    ) -> tuple[PlayedTurn, PlayedTurn, TurnDifference, bool] | None:
        """The best turn, the best of another kind, what the one is worth more, and whether the
        strongest player found it; None if that is not clear. The luck is new.
        """
        judge = TurnJudge(self._table.players, 2 * luck + 1)
        strongest = self._turn_of(f"{STRONGEST}:simulations={self.plan.strongest}", s, luck)
        found = kind_of(question, strongest) == kind_of(question, best)
        turns = [best, strongest, *(rival.turn for rival in rivals[:RIVALS])]
        judged = [judge.judge(turn, SECOND_LOOK) for turn in turns]
        looked = SECOND_LOOK
        while True:
            same = [one for one in judged if kind_of(question, one.turn) == kind_of(question, best)]
            first = max(same, key=lambda one: one.worth)
            second = max((one for one in judged if one not in same), key=lambda one: one.worth)
            gain = compare(first, second)
            if gain.coins < HOPELESS * gain.error or not _is_asked_for(question, gain):
                return None
            if looked >= LEAST_CHECK and gain.coins >= SURE * gain.error:
                return first.turn, second.turn, gain, found
            if looked >= self.plan.simulations:
                return None
            judged = [one for one in judged if one is first or not _is_far_behind(one, second)]
            looked = min(2 * looked, self.plan.simulations)
            for one in judged:
                judge.look_on(one, looked)

    def _found_by(
        self, question: Question, s: State, best: PlayedTurn, luck: int
    ) -> tuple[str, ...]:
        kind = kind_of(question, best)
        return tuple(
            level for level in LEVELS if kind_of(question, self._turn_of(level, s, luck)) == kind
        )

    def _turn_of(self, player: str, s: State, luck: int) -> PlayedTurn:
        seated = make_player(player, luck)
        seat = int(s.seat)

        def choose(state: State) -> int:
            return seated.choose_number(View(state, self._table, seat))

        return play_turn(s, choose, self._others, luck)


def _questions(s: State) -> tuple[Question, ...]:
    return ("combo",) if asks_for_combo(s) else ("campaign", "decline")


def grade_of(found_by: Sequence[str]) -> int:
    """1: whoever takes what pays at once finds it; 2: it takes planning; 3: neither is enough."""
    if LEVELS[0] in found_by:
        return 1
    return 2 if found_by else 3


def _by(policy: Policy) -> Chooser:
    return lambda s: int(policy.choose(s))


def _of_other_kinds(question: Question, looked: Sequence[JudgedTurn]) -> list[JudgedTurn]:
    """Those that differ in kind from the first, the best first."""
    best = kind_of(question, looked[0].turn)
    return [one for one in looked[1:] if kind_of(question, one.turn) != best]


def _is_asked_for(question: Question, gain: TurnDifference) -> bool:
    return LEAST_GAIN[question] <= gain.coins <= MOST_GAIN


def _is_promising(question: Question, gain: TurnDifference) -> bool:
    return _is_asked_for(question, gain) and gain.coins >= HOPELESS * gain.error


def _is_far_behind(one: JudgedTurn, other: JudgedTurn) -> bool:
    behind = compare(other, one)
    return behind.coins > FAR_BEHIND * behind.error


def _up_to_last(record: Record, puzzles: Sequence[Puzzle]) -> str:
    """The game as far as a puzzle needs it."""
    short = Record(record.header)
    last = max((puzzle.line for puzzle in puzzles), default=0)
    for move in record.moves[:last]:
        short.add(move.who, move.text)
    return short.to_text()
