"""Tastes and the scale of strength: they change what is chosen, within bounds."""

from __future__ import annotations

from itertools import pairwise

import pytest

from smallworld.engine import actions
from smallworld.engine.game import GameError, State, do, is_chance, legal
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.match import Match
from smallworld.game.player import Player
from smallworld.game.setup import GameSetup, start_game
from smallworld.game.views.view import View
from smallworld.players.handicap import STEPS, HandicappedPlayer
from smallworld.players.registry import (
    LEVELS,
    STEP_LEVELS,
    STYLE_LEVELS,
    levels_by_strength,
    make_player,
    offered_levels,
)
from smallworld.players.search.search import SearchPlayer
from smallworld.players.search.styles import STYLES, Style, StyledPlayer, liking


def fighting(seed: int = 3) -> State:
    """A position in which the seat may conquer what another player holds."""
    s = start_game(GameSetup(map="base-2"))
    dealer = Dealer(seed)
    policy = make_player("planner", 1)
    table = GameSetup(map="base-2")
    while True:
        if is_chance(s):
            do(s, dealer.draw(s))
            continue
        seat = int(s.seat)
        if any(liking(s, seat, action, Style("", attack=1.0)) for action in legal(s)):
            return s
        do(s, policy.choose_number(View(s.copy(), table, seat)))


def test_a_raider_likes_what_others_hold_and_a_builder_does_not() -> None:
    s = fighting()
    seat = int(s.seat)
    for action in legal(s):
        taken = actions.verb_of(action) == actions.CONQUER
        holder = s.holder(actions.region_of(action)).seat if taken else -1
        if taken and holder not in (-1, seat):
            assert liking(s, seat, action, STYLES["raider"]) > 0
            assert liking(s, seat, action, STYLES["builder"]) < 0
        elif taken:
            assert liking(s, seat, action, STYLES["raider"]) == 0


def test_a_gambler_likes_the_die_and_a_builder_keeps_its_race() -> None:
    s = fighting()
    assert liking(s, 0, actions.ROLL_AHEAD, STYLES["gambler"]) > 0
    assert liking(s, 0, actions.ROLL_AHEAD, STYLES["raider"]) == 0
    assert liking(s, 0, actions.DECLINE, STYLES["builder"]) < 0


def test_a_taste_decides_between_what_is_nearly_as_good() -> None:
    """With a taste that outweighs everything every conquest of the turn is an attack."""
    s = fighting()
    seat = int(s.seat)
    table = GameSetup(map="base-2")
    player = make_player("raider:simulations=20", 1)
    assert isinstance(player, StyledPlayer)
    chosen = []
    for style in (Style("", attack=9.0), Style("", attack=-9.0)):
        eager = StyledPlayer("raider", player._purse.budget, 1)
        object.__setattr__(eager, "style", style)
        action = eager.choose_number(View(s.copy(), table, seat))
        chosen.append(liking(s, seat, action, Style("", attack=1.0)))
    assert chosen == [1.0, 0.0]


@pytest.mark.parametrize("style", STYLES)
def test_styles_take_budgets_and_play_the_same_for_a_seed(style: str) -> None:
    def game() -> list[int]:
        players = [make_player(f"{style}:simulations=4", 5), make_player("greedy", 1)]
        match = Match(GameSetup(map="base-2", turns=3), players, seed=2)
        match.run()
        return [int(coins) for coins in match.state.coins]

    assert game() == game()
    with pytest.raises(GameError, match=f"{style} has no setting 'speed'"):
        make_player(f"{style}:speed=3")


# ---- the scale ----


@pytest.mark.parametrize("number", range(1, len(STEPS) + 1))
def test_every_step_is_a_player(number: int) -> None:
    player = make_player(f"level:{number}", 3)
    assert player.name == f"level:{number}"
    assert isinstance(player, HandicappedPlayer)


@pytest.mark.parametrize("setting", ["", "0", "11", "x", "-1", "3,time=1s", "99999999999"])
def test_a_step_that_is_not_there_is_refused(setting: str) -> None:
    with pytest.raises(GameError, match=r"a number from 1 .* to 10, as in level:4"):
        make_player(f"level:{setting}")


class First(Player):
    """Takes the first action there is."""

    def choose_number(self, view: View) -> int:
        return view.legal[0]


def test_who_does_not_look_so_often_does_something_else_so_often() -> None:
    s = fighting()
    view = View(s, GameSetup(map="base-2"), int(s.seat))
    for blunders in (0, 300, 1000):
        player = HandicappedPlayer(First(), blunders, "level:1", 7)
        other = sum(player.choose_number(view) != view.legal[0] for _ in range(1000))
        least = blunders * (1 - 1 / len(view.legal))
        assert abs(other - least) <= 60


def test_the_scale_goes_up_and_ends_with_the_best() -> None:
    rated = [(n, step.rating) for n, step in enumerate(STEPS) if step.rating is not None]
    assert len(rated) >= len(STEPS) - 1
    steps = [(b - a) / (n - m) for (m, a), (n, b) in pairwise(rated)]
    assert 70 < min(steps) < max(steps) < 130
    assert STEPS[-1].player == LEVELS[-1].name


def test_who_plays_on_at_a_table_of_a_step_is_no_weaker() -> None:
    names = levels_by_strength()
    assert sorted(names) == sorted(level.name for level in offered_levels())
    steps = [level.name for level in STEP_LEVELS]
    assert [name for name in names if name in steps] == steps
    ladder = [level.name for level in LEVELS]
    assert [name for name in names if name in ladder] == ladder
    allowed = names[names.index("level:5") :]
    assert {"planner", "search", "master", "level:6"} <= set(allowed)
    assert not {"random", "careless", "greedy", "level:4", "builder"} & set(allowed)


def test_tables_are_offered_the_ladder_tastes_and_steps() -> None:
    names = [level.name for level in offered_levels()]
    assert len(set(names)) == len(names)
    for level in (*STYLE_LEVELS, *STEP_LEVELS):
        assert level.name in names
        make_player(level.name).close()
    assert isinstance(make_player("builder"), SearchPlayer)
