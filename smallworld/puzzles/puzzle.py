"""A puzzle, and the file that puzzles are kept in: a line of JSON for each game they are from."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

from smallworld.engine.game import GameError, State
from smallworld.game.records.record import Record
from smallworld.game.setup import GameSetup

SHIPPED: Final = Path(__file__).with_name("puzzles.jsonl")
GRADES: Final = (1, 2, 3)
Question = Literal["combo", "decline", "campaign"]
QUESTIONS: Final[tuple[Question, ...]] = ("combo", "decline", "campaign")


@dataclass(frozen=True)
class Puzzle:
    """A position in a game, the best turn there, and the best of another kind.

    `gain` is what the best turn is worth more than the other, in coins at the end of the game over
    the mean of the others; it was measured in so many simulations with luck that had no part in
    finding it.
    """

    id: str
    line: int  # of the game: the position is the one after it
    turn: int  # the round it is from
    seat: str
    question: Question
    grade: int
    luck: int  # what the die brings: the same for everybody
    best: tuple[str, ...]  # the seat's decisions
    other: tuple[str, ...]
    gain: float
    error: float  # the likely error of the gain
    certainty: float  # that the best turn is better, from 0 to 1
    simulations: int
    found_by: tuple[str, ...]  # players whose turn was as good


@dataclass(frozen=True)
class PuzzleGame:
    """A game, and the puzzles in it."""

    record: str
    puzzles: tuple[Puzzle, ...] = field(default_factory=tuple)

    def to_line(self) -> str:
        """As a line of the file."""
        puzzles = [asdict(puzzle) for puzzle in self.puzzles]
        return json.dumps({"record": self.record, "puzzles": puzzles}, ensure_ascii=False) + "\n"

    @staticmethod
    def from_line(line: str) -> PuzzleGame:
        """Read it back."""
        data = json.loads(line)
        return PuzzleGame(data["record"], tuple(_puzzle(one) for one in data["puzzles"]))


@dataclass(frozen=True)
class PlacedPuzzle:
    """A puzzle with the game it is from."""

    puzzle: Puzzle
    record: Record

    def position(self) -> State:
        """Where it begins."""
        return self.record.replay(self.puzzle.line).copy()


def _puzzle(data: dict[str, Any]) -> Puzzle:
    texts = {name: tuple(data[name]) for name in ("best", "other", "found_by")}
    return Puzzle(**{**data, **texts})


def read_games(path: Path) -> Iterator[PuzzleGame]:
    """The games of a file; `GameError` names a line that is none."""
    if not path.exists():
        return
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            yield PuzzleGame.from_line(line)
        except (ValueError, KeyError, TypeError) as error:
            raise GameError(
                f"{path}, line {number}: this is no game with puzzles: {error}"
            ) from None


@cache
def shipped() -> dict[str, PlacedPuzzle]:
    """The puzzles that come with the game, by name: the easier before the harder, boards mixed."""
    return in_order(read_games(SHIPPED))


def in_order(games: Iterable[PuzzleGame]) -> dict[str, PlacedPuzzle]:
    """The puzzles of these games by name."""
    found = [
        PlacedPuzzle(puzzle, record)
        for game in games
        for record in [Record.from_text(game.record)]
        for puzzle in game.puzzles
    ]
    found.sort(
        key=lambda placed: (placed.puzzle.grade, _number(placed.puzzle.id), placed.puzzle.id)
    )
    return {placed.puzzle.id: placed for placed in found}


def place_of(table: GameSetup) -> str:
    """What puzzles of such a table are numbered by: the board, and whether both boxes are mixed."""
    return f"{table.map}-mixed" if table.world == "mixed" else table.map


def _number(name: str) -> int:
    return int(name.rpartition("-")[2])
