"""The number of paths from fixed positions, one on every board and some of the mixed game."""

from pathlib import Path

import pytest

from smallworld.content.loader import MAPS
from smallworld.devtools.perft import perft
from smallworld.engine.game import apply, is_chance, legal, outcomes
from smallworld.engine.state import State
from smallworld.game.records.record import Comment, Record
from smallworld.game.setup import new_game

FILES = sorted((Path(__file__).parents[1] / "perft").glob("*.txt"))


def read(path: Path) -> tuple[Record, list[int]]:
    """A record of an opening, and the counts in its last comment."""
    record = Record.from_text(path.read_text(encoding="utf-8"))
    last = record.entries[-1]
    assert isinstance(last, Comment)
    word, *counts = last.text.split()
    assert word == "perft:"
    return record, [int(n) for n in counts]


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_as_many_paths_as_written(path: Path) -> None:
    record, counts = read(path)
    s = record.replay()
    assert [perft(s, depth) for depth in (1, 2, 3)] == counts, (
        "if that is right, python -m tools.perft"
    )


def test_every_board_and_the_mixed_game_above_and_below_is_there() -> None:
    tables = [read(path)[0].table for path in FILES]
    assert {table.map for table in tables} == set(MAPS)
    assert {table.map[:4] for table in tables if table.world == "mixed"} == {"base", "unde"}


def picking() -> State:
    """The first decision of a game."""
    s = new_game("base-2", turns=1)
    while is_chance(s):
        apply(s, outcomes(s)[0][0])
    return s


def test_the_first_decision_is_one_of_six_combos() -> None:
    s = picking()
    assert perft(s, 0) == 1
    assert perft(s, 1) == len(legal(s)) == 6


def test_every_outcome_of_luck_is_followed_and_luck_is_no_decision() -> None:
    s = picking()
    apply(s, legal(s)[0])
    assert is_chance(s)
    races = outcomes(s)
    expected = 0
    for race, _ in races:
        trial = s.copy()
        apply(trial, race)
        for power, _ in outcomes(trial):
            after = trial.copy()
            apply(after, power)
            expected += len(legal(after))
    assert len(races) == 14 - 6
    assert perft(s, 0) == 1
    assert perft(s, 1) == expected


def test_a_game_that_is_over_is_one_path() -> None:
    s = picking()
    while legal(s) or outcomes(s):
        apply(s, outcomes(s)[0][0] if is_chance(s) else legal(s)[-1])
    assert perft(s, 3) == 1
