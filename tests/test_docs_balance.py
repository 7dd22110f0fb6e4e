"""The tables of docs/balance.md are those of docs/balance.csv, of games anybody can play again."""

import csv
import re
from pathlib import Path

import pytest

from smallworld.arena.statistics import Interval
from smallworld.balance.games_file import game_line, read_board
from smallworld.balance.observed_game import observe_game
from smallworld.balance.tally import SHARE
from smallworld.content.loader import MAPS
from tools.balance import FIGURES, PLAN
from tools.balance_page import percent, words

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "balance.md").read_text(encoding="utf-8")
SOME_GAMES = ROOT / "tests" / "data" / "balance-games.jsonl.gz"  # the first of base-2
ROWS = [*csv.DictReader(FIGURES.read_text(encoding="utf-8").splitlines())]


def told(row: dict[str, str], figure: str, unit: float = 1) -> tuple[float, float]:
    """A mean and half its interval, as in the table."""
    mean, low, high = (unit * float(row[f"{figure} {end}".strip()]) for end in ("", "low", "high"))
    return mean, (high - low) / 2


def shown(start: str, column: int) -> list[tuple[float, float]]:
    """The same on the page: of every row that begins so, in that column."""
    lines = [line for line in PAGE.splitlines() if line.startswith(start)]
    cells = [line.removeprefix(start).split("|")[column] for line in lines]
    found = [re.fullmatch(r" ([+−]?[\d.]+) ± ([\d.]+) ", cell) for cell in cells]
    return [(float(one[1].replace("−", "-")), float(one[2])) for one in found if one]


def is_shown(figure: tuple[float, float], places: list[tuple[float, float]]) -> bool:
    """Both are rounded, the page to one digit."""
    return any(figure == pytest.approx(place, abs=0.051) for place in places)


@pytest.mark.parametrize("board", MAPS)
def test_there_are_twenty_thousand_games_of_each_board(board: str) -> None:
    assert f"| {board} | 20,000 | 2,500 |" in PAGE


def test_figures_on_the_page_are_those_of_the_table() -> None:
    rows = [row for row in ROWS if row["board"] == "base-2"]
    seats = [row for row in rows if row["kind"] == "seat"]
    assert len(seats) == 2
    for n, row in enumerate(seats):
        assert is_shown(told(row, SHARE, 100), shown("| base-2 | 50.0 |", n))
    for row in rows:
        if row["kind"] in ("race", "power"):
            places = shown(f"| {row['name']} |", 0)
            assert is_shown(told(row, "tokens"), places), row["name"]
            assert is_shown(told(row, SHARE, 100), places), row["name"]


def test_the_games_can_be_played_again() -> None:
    """If this fails `planner` plays otherwise than it did: the page needs new games."""
    board, header, _ = read_board(SOME_GAMES)
    assert (header["player"], header["seed"]) == (PLAN.player, PLAN.seed)
    for number in (0, 8):  # the other is a varied one
        played = observe_game(PLAN, board.place, number, None)
        assert game_line(played) == game_line(board.games[number])


def test_numbers_are_written_as_on_the_page() -> None:
    assert words(Interval(-0.04, -0.1, 0.02), signed=True) == "0.0 ± 0.1"
    assert words(Interval(1.25, 1.0, 1.5), 2, signed=True) == "+1.25 ± 0.25"
    assert words(Interval(-1.5, -2.0, -1.0)) == "−1.5 ± 0.5"
    assert words(None) == percent(None) == ""
