"""Players by name, and the one that plays at random."""

from collections import Counter

import pytest

from smallworld.engine.errors import GameError
from smallworld.engine.game import apply, is_chance
from smallworld.play.dealer import Dealer
from smallworld.play.table import Table, start_table
from smallworld.play.view import View
from smallworld.players.random_player import RandomPlayer
from smallworld.players.registry import make_player, player_names


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
    table = Table(map="base-2")
    s = start_table(table)
    dealer = Dealer(1)
    while is_chance(s):
        apply(s, dealer.draw(s))
    return View(s, table, 0)


def test_random_players_with_the_same_seed_play_the_same() -> None:
    view = picking()

    def choices(seed: int) -> list[int]:
        player = make_player("random", seed)
        return [player.choose(view) for _ in range(20)]

    assert choices(1) == choices(1)
    assert choices(1) != choices(2)


def test_all_actions_are_equally_likely() -> None:
    view = picking()
    player = RandomPlayer(5)
    found = Counter(player.choose(view) for _ in range(600))
    assert set(found) == set(view.legal)
    assert all(abs(times - 100) < 40 for times in found.values())
