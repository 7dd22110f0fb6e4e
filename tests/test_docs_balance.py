"""The tables of docs/balance.md are those of the games beside it."""

from pathlib import Path

import pytest

from smallworld.arena.statistics import Interval
from smallworld.balance.games_file import file_name, read_board
from smallworld.balance.plan import all_games, is_varied
from smallworld.balance.report import make_report
from smallworld.balance.tally import SHARE
from tools.balance import KEPT, PLAN
from tools.balance_page import percent, words

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "balance.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("place", PLAN.places, ids=str)
def test_the_page_counts_the_games_there_are(place: object) -> None:
    (place_of_plan,) = [one for one in PLAN.places if one is place]
    board, header, whole = read_board(KEPT / file_name(place_of_plan))
    assert whole == (KEPT / file_name(place_of_plan)).stat().st_size
    assert (header["player"], header["seed"]) == (PLAN.player, PLAN.seed)
    assert board.failures == {}
    varied = sum(is_varied(number) for number in board.games)
    assert f"| {place} | {len(board.games) - varied:,} | {varied:,} |" in PAGE
    assert max(board.games) < all_games(20_000)


def test_figures_on_the_page_are_those_of_the_games() -> None:
    (board,) = make_report([read_board(KEPT / "base-2.jsonl.gz")[0]]).boards
    shares = [percent(seat.figures[SHARE]) for seat in board.of_kind("seat")]
    assert f"| base-2 | 50.0 | {' | '.join(shares)} |" in PAGE
    for kind in ("race", "power"):
        for thing in board.of_kind(kind):
            assert f"\n| {thing.name} | {words(thing.correction, signed=True)} | " in PAGE
            assert f"\n| {thing.name} | {percent(thing.figures[SHARE])} | " in PAGE


def test_numbers_are_written_as_on_the_page() -> None:
    assert words(Interval(-0.04, -0.1, 0.02), signed=True) == "0.0 ± 0.1"
    assert words(Interval(1.25, 1.0, 1.5), 2, signed=True) == "+1.25 ± 0.25"
    assert words(Interval(-1.5, -2.0, -1.0)) == "−1.5 ± 0.5"
    assert words(None) == percent(None) == ""
