"""Players with the compiled rules: they keep their time, and each beats the one below."""

import json
from pathlib import Path

import pytest

from tests.effort import only_long, usually

from .test_compiled import ROOT, run

THINK = ROOT / "tests" / "compiled" / "think.py"


def think(package: Path, *arguments: object) -> object:
    answer = run(THINK, *arguments, PYTHONPATH=str(package))
    assert answer.returncode == 0, answer.stderr
    return json.loads(answer.stdout)


def times(package: Path, *arguments: object) -> list[float]:
    found = think(package, *arguments)
    assert isinstance(found, list)
    assert found
    return found


@pytest.mark.parametrize(
    "player",
    ["master", *(pytest.param(other, marks=only_long) for other in ("search", "champion"))],
)
def test_the_time_of_a_turn_is_kept(compiled: Path, player: str) -> None:
    *found, longest = sorted(times(compiled, "turns", f"{player}:time=50ms", "underground-3"))
    assert max(found) < 1.2 * 0.05
    assert longest < 3 * 0.05  # one may meet a pause of the whole process


@pytest.mark.parametrize("player", ["search", pytest.param("master", marks=only_long)])
def test_the_time_of_a_decision_is_kept(compiled: Path, player: str) -> None:
    found = times(compiled, "decisions", f"{player}:time=300ms,per=decision", "base-2")
    # Where the best choice is certain it answers earlier, but never later.
    assert 0.8 * 0.3 < max(found) < 1.2 * 0.3


@pytest.mark.parametrize("player", ["random", "careless", "greedy", "planner"])
def test_a_turn_of_a_level_below_search_takes_less_than_100_ms(compiled: Path, player: str) -> None:
    assert max(times(compiled, "turns", player, "base-5")) < 0.1


@pytest.mark.parametrize(
    ("better", "worse", "games", "least"),
    [
        ("planner", "greedy", 20, 15),
        ("search", "planner", usually(10, 20), usually(5, 11)),
        pytest.param("master:simulations=1000", "search", 12, 7, marks=only_long),
    ],
)
def test_each_level_beats_the_one_below(
    compiled: Path, better: str, worse: str, games: int, least: int
) -> None:
    won = think(compiled, "wins", better, worse, games)
    assert isinstance(won, int)
    assert won >= least
