"""`smallworld puzzles`: positions from games in which one turn is clearly best."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from smallworld.cli.console import say, warn
from smallworld.content.loader import MAPS
from smallworld.engine.game import GameError
from smallworld.game.records.record import Record
from smallworld.game.setup import prepare
from smallworld.players.registry import make_player
from smallworld.puzzles.maker import PuzzleMaker, PuzzlePlan
from smallworld.puzzles.puzzle import GRADES, PuzzleGame, Question, place_of, read_games

_MOST_OF_A_QUESTION = 0.5  # of a board's puzzles


def puzzles(
    out: Annotated[Path, typer.Argument(help="The file for them; what is there is kept.")],
    board: Annotated[
        list[str] | None, typer.Option(help="A board; may be said again. All, if none is.")
    ] = None,
    world: Annotated[
        str, typer.Option(help="base, underground or mixed; without it, that of each board.")
    ] = "",
    each: Annotated[int, typer.Option(min=1, help="How many there shall be on each board.")] = 40,
    player: Annotated[str, typer.Option(help="Who plays the games.")] = "planner",
    simulations: Annotated[
        int, typer.Option(min=512, help="Games played out from the end of each turn, at most.")
    ] = 2048,
    seed: Annotated[int, typer.Option(min=0, help="The luck of the first game.")] = 1,
    minutes: Annotated[
        float | None, typer.Option(min=0, help="Stop after that long; the command goes on later.")
    ] = None,
) -> None:
    """Make puzzles from games of a player against itself: which combo, decline or not, where to go.

    Stopped at any time, the same command goes on where it was.

    Example:
    smallworld puzzles mine.jsonl --board base-2 --each 12
    """
    make_player(player)
    boards = board or list(MAPS)
    for name in boards:
        if name not in MAPS:
            raise GameError(f"there is no board {name!r}; there are {', '.join(MAPS)}")
    until = None if minutes is None else time.monotonic() + 60 * minutes
    progress = PuzzleProgress(out, each)
    plans = [PuzzlePlan(name, world, player, simulations) for name in boards]
    makers = {_place(plan): PuzzleMaker(plan) for plan in plans}
    try:
        while due := [name for name in makers if progress.made[name] < each]:
            if until is not None and time.monotonic() > until:
                break
            name = min(due, key=lambda name: progress.made[name])
            found = makers[name].make(progress.next_seed(name, seed), partial(progress.wants, name))
            kept = progress.keep(name, found)
            say(f"{name}: {kept} more, {progress.made[name]} of {each}")
    except KeyboardInterrupt:
        warn(f"Stopped; the same command goes on from there. {progress.told()}")
        raise
    say(f"{out}: {progress.told()}")


def _place(plan: PuzzlePlan) -> str:
    prepare(plan.table)  # refuses a world that the board is not for
    return place_of(plan.table)


class PuzzleProgress:
    """What a file holds, and what it still lacks."""

    def __init__(self, path: Path, each: int) -> None:
        self._path = path
        self._each = each
        self._kinds: Counter[tuple[str, Question | int]] = Counter()
        self._seeds: dict[str, int] = {}
        self.made: Counter[str] = Counter()
        for game in read_games(path):
            self._count(game)

    def next_seed(self, board: str, first: int) -> int:
        """The luck of the board's next game."""
        found = max(first, self._seeds.get(board, first - 1) + 1)
        self._seeds[board] = found
        return found

    def wants(self, board: str, question: Question, grade: int) -> bool:
        """Whether there are too few of that grade and question."""
        return (
            self._kinds[board, grade] < -(-self._each // len(GRADES))
            and self._kinds[board, question] < _MOST_OF_A_QUESTION * self._each
        )

    def keep(self, board: str, game: PuzzleGame) -> int:
        """Write down the puzzles of a game that are still wanted; how many they were."""
        named = []
        for puzzle in game.puzzles:
            if self.made[board] < self._each and self.wants(board, puzzle.question, puzzle.grade):
                self._note(board, puzzle.question, puzzle.grade)
                named.append(replace(puzzle, id=f"{board}-{self.made[board]}"))
        if named:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(PuzzleGame(game.record, tuple(named)).to_line())
        return len(named)

    def told(self) -> str:
        """How many there are, in words."""
        grades = ", ".join(
            f"{sum(n for (_, kind), n in self._kinds.items() if kind == grade)} of grade {grade}"
            for grade in GRADES
        )
        return f"{self.made.total()} puzzles, {grades}"

    def _count(self, game: PuzzleGame) -> None:
        record = Record.from_text(game.record)
        board = place_of(record.table)
        for puzzle in game.puzzles:
            self._note(board, puzzle.question, puzzle.grade)
        self._seeds[board] = max(self._seeds.get(board, 0), record.header.seed or 0)

    def _note(self, board: str, question: Question, grade: int) -> None:
        self.made[board] += 1
        self._kinds[board, question] += 1
        self._kinds[board, grade] += 1
