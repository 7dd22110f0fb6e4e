"""Games in several threads at once do not disturb each other."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from smallworld.engine.game import apply, is_chance, is_over, legal
from smallworld.engine.pack import fingerprint
from smallworld.engine.state import State
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.setup import GameSetup, start_game

THREADS = 4
TABLES = [GameSetup(map=name, turns=3) for name in ("base-2", "underground-2", "base-3", "base-4")]


@pytest.fixture(autouse=True)
def hasty_threads() -> Iterator[None]:
    """Let the interpreter change threads as often as it can."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def positions(seed: int) -> list[State]:
    """Decisions of a random game, each on its own."""
    s = start_game(TABLES[seed % len(TABLES)])
    dealer = Dealer(seed)
    found: list[State] = []
    while not is_over(s):
        if is_chance(s):
            apply(s, dealer.draw(s))
        else:
            found.append(s.copy())
            offered = legal(s)
            apply(s, offered[dealer.pick(len(offered))])
    return found


def play(seed: int) -> str:
    """The end of a random game."""
    s = start_game(TABLES[seed % len(TABLES)])
    dealer = Dealer(seed)
    while not is_over(s):
        if is_chance(s):
            apply(s, dealer.draw(s))
        else:
            offered = legal(s)
            apply(s, offered[dealer.pick(len(offered))])
    return fingerprint(s)


def test_legal_actions_are_those_of_the_own_position() -> None:
    games = [positions(seed) for seed in range(THREADS)]
    expected = [[legal(s.copy()) for s in game] for game in games]
    with ThreadPoolExecutor(THREADS) as pool:
        for _ in range(3):
            found = list(pool.map(lambda game: [legal(s.copy()) for s in game], games))
            assert found == expected


def test_games_end_as_they_do_alone() -> None:
    seeds = range(4 * THREADS)
    alone = [play(seed) for seed in seeds]
    with ThreadPoolExecutor(THREADS) as pool:
        assert list(pool.map(play, seeds)) == alone
