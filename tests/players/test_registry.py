"""Players by name, and the one that plays at random."""

from collections import Counter
from pathlib import Path

import pytest

from smallworld.engine.errors import GameError
from smallworld.engine.game import apply, is_chance
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.setup import GameSetup, start_game
from smallworld.game.views.view import View
from smallworld.players.random_player import RandomPlayer
from smallworld.players.registry import (
    LEVELS,
    MAKERS,
    RATINGS,
    make_player,
    player_names,
    read_ratings,
    split_players,
)
from smallworld.players.settings import read_number, read_seconds, read_settings

ROOT = Path(__file__).parents[2]
SETTINGS = {"time": "1s", "per": "turn or decision"}


@pytest.mark.parametrize("name", player_names())
def test_every_name_makes_a_player_of_that_name(name: str) -> None:
    assert make_player(name, seed=3).name.startswith(name)


@pytest.mark.parametrize("spec", ["", "gredy", "Greedy", "random player", ":3"])
def test_a_bad_name_lists_the_possible_ones(spec: str) -> None:
    with pytest.raises(GameError, match=r"there is no player .*random, careless, greedy"):
        make_player(spec, 0)


@pytest.mark.parametrize("name", ["random", "careless", "greedy", "planner"])
def test_settings_are_refused_where_there_are_none(name: str) -> None:
    with pytest.raises(GameError, match=f"write {name} and not {name}:9"):
        make_player(f"{name}:9", 0)


def picking() -> View:
    """The view of the first player to pick a combo: six choices."""
    table = GameSetup(map="base-2")
    s = start_game(table)
    dealer = Dealer(1)
    while is_chance(s):
        apply(s, dealer.draw(s))
    return View(s, table, 0)


def test_random_players_with_the_same_seed_play_the_same() -> None:
    view = picking()

    def choices(seed: int) -> list[int]:
        player = make_player("random", seed)
        return [player.choose_number(view) for _ in range(20)]

    assert choices(1) == choices(1)
    assert choices(1) != choices(2)


def test_all_actions_are_equally_likely() -> None:
    view = picking()
    player = RandomPlayer(5)
    found = Counter(player.choose_number(view) for _ in range(600))
    assert set(found) == set(view.legal)
    assert all(abs(times - 100) < 40 for times in found.values())


# ---- settings ----


def test_settings_are_read_by_name() -> None:
    assert read_settings("search", " time = 1s,per=turn", SETTINGS) == {"time": "1s", "per": "turn"}
    assert read_settings("search", "", SETTINGS) == {}


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("tiem=1s", "search has no setting 'tiem'; search has time=1s, per=turn or decision"),
        ("400", "'400' is no setting of search; search has time=1s, per=turn or decision"),
        ("time=", "'time=' is no setting of search; search has time=1s"),
        ("time=1s,", "'' is no setting of search"),
        ("time=1s,time=2s", "search is given time twice: 1s and 2s"),
    ],
)
def test_bad_settings_list_the_possible_ones(text: str, part: str) -> None:
    with pytest.raises(GameError) as error:
        read_settings("search", text, SETTINGS)
    assert part in str(error.value)


@pytest.mark.parametrize(("text", "seconds"), [("300ms", 0.3), ("1.5s", 1.5), ("2min", 120.0)])
def test_times_have_units(text: str, seconds: float) -> None:
    assert read_seconds("search", "time", text) == pytest.approx(seconds)


@pytest.mark.parametrize("text", ["1", "s", "-1s", "0s", "1h", "61min", "1e3s", "٣s", "nans"])
def test_other_times_are_refused(text: str) -> None:
    with pytest.raises(GameError, match="time of search is a time such as 300ms"):
        read_seconds("search", "time", text)


@pytest.mark.parametrize("text", ["0", "101", "1.5", "-3", "ten", "9" * 5000, "٣"])
def test_numbers_are_whole_and_in_bounds(text: str) -> None:
    assert read_number("search", "simulations", "100", 1, 100) == 100
    with pytest.raises(GameError, match="simulations of search is a number from 1 to 100"):
        read_number("search", "simulations", text, 1, 100)


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("greedy, random", ["greedy", "random"]),
        ("greedy,bob", ["greedy", "bob"]),
        ("search:simulations=9,per=turn,greedy", ["search:simulations=9,per=turn", "greedy"]),
        ("external:./bot a,b,greedy", ["external:./bot a,b", "greedy"]),
        (" , ", []),
    ],
)
def test_commas_part_players_not_settings(text: str, players: list[str]) -> None:
    assert split_players(text) == players


# ---- levels ----


def test_levels_are_players_and_none_runs_programs() -> None:
    assert {level.name for level in LEVELS} <= set(player_names()) < set(MAKERS)
    assert "external" not in player_names()


def test_levels_have_the_ratings_of_the_file() -> None:
    kept = read_ratings((ROOT / "smallworld" / "players" / RATINGS).read_text(encoding="utf-8"))
    assert [level.rating for level in LEVELS] == [kept.get(level.name) for level in LEVELS]


def test_ratings_are_whole_numbers_by_player() -> None:
    assert read_ratings('[ratings]\n"search:time=1s" = 1200\n') == {"search:time=1s": 1200}
    for wrong in ("[ratings", "ratings = 3", "[ratings]\na = 1.5", "[ratings]\na = true"):
        with pytest.raises(GameError, match=r"ratings\.toml"):
            read_ratings(wrong)


# ---- all together ----


@pytest.mark.parametrize(
    ("spec", "part"),
    [
        ("search:tiem=1s", "search has no setting 'tiem'; search has time=1s or 300ms, simul"),
        ("master:400", "'400' is no setting of master; master has time=1s or 300ms"),
        ("search:simulations=0", "at least 1 simulation"),
        ("search:time=1s,per=game", "per turn or decision, not per 'game'"),
        ("search:per=turn", "a time or a number of simulations"),
        ("net", "net needs a model, as in net:model=mine.onnx"),
        ("net:model=no.onnx", "there is no such model"),
        ("net:file=no.onnx", "net has no setting 'file'; net has model=FILE, temperature=0.5"),
        ("net:model=a.onnx,temperature=hot", "temperature of net is a number from 0 to 100"),
    ],
)
def test_bad_settings_of_players_say_what_would_work(spec: str, part: str) -> None:
    with pytest.raises(GameError) as error:
        make_player(spec)
    assert part in str(error.value)


@pytest.mark.parametrize("spec", ["search:simulations=20,per=decision", "master:time=300ms"])
def test_players_with_settings_are_named_with_them(spec: str) -> None:
    assert make_player(f" {spec} ").name == spec
