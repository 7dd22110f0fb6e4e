"""The game as OpenSpiel plays it, by OpenSpiel's own tests."""

import copy
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

import smallworld as sw
from smallworld.env import openspiel

GAMES = [
    f"{openspiel.NAME}(turns=2)",
    "smallworld(board=underground-3,world=mixed,seats=2,turns=2,reward=coins)",
    "smallworld(board=base-3,turns=2,reward=margin)",
]


@pytest.mark.parametrize("name", GAMES)
def test_random_games_of_openspiel_itself(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


# In a process of its own: what OpenSpiel's tests import takes over this one's logging, and closes
# whatever it wrote to.
OWN_TESTS = """
import sys, unittest
import pyspiel
from open_spiel.integration_tests import api_test
from open_spiel.python.tests import games_sim_test
from smallworld.env import openspiel

for name in sys.argv[1:]:
    games_sim_test.GamesSimTest("test_efg_game").sim_game(pyspiel.load_game(name))
made = type("ApiOfSmallWorld", (api_test.EnforceAPIOnPartialTreeBase,), {})
made.game_name = openspiel.NAME
made.game = pyspiel.load_game("smallworld(turns=1)")
found = unittest.TestResult()
unittest.defaultTestLoader.loadTestsFromTestCase(made).run(found)
print(*[text for _, text in found.failures + found.errors], file=sys.stderr)
print("tests", found.testsRun, "wrong", len(found.failures + found.errors))
"""


def test_the_interface_is_what_openspiel_asks_for() -> None:
    """Random games with copies and pickles, and its tests of what a game must answer."""
    done = subprocess.run(
        [sys.executable, "-c", OWN_TESTS, *GAMES[:2]], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    _, tests, _, wrong = done.stdout.splitlines()[-1].split()
    assert int(wrong) == 0, done.stderr
    assert int(tests) >= 5


def play(game: Any, seed: int) -> Any:
    rng = np.random.default_rng(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=chances)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    return state


def test_it_is_the_same_game() -> None:
    state = play(pyspiel.load_game("smallworld(turns=3,reward=coins)"), 4)
    game = sw.Game("base-2", turns=3)
    for text in state.told:
        game.push(text)
    assert game.is_over
    assert [float(coins) for coins in game.coins.values()] == state.returns()


def test_the_chances_are_those_of_the_game() -> None:
    state = pyspiel.load_game("smallworld").new_initial_state()
    chances = [chance for _, chance in state.chance_outcomes()]
    assert chances == [pytest.approx(1 / 14)] * 14
    assert state.action_to_string(state.chance_outcomes()[0][0]) == "race Amazons"


def test_nothing_hidden_is_seen() -> None:
    game = pyspiel.load_game("smallworld(turns=3)")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    other = copy.deepcopy(state)
    other.position.coins[1] += 30
    observation = make_observation(game)
    for ask in ("observation_string", "information_state_string", "observation_tensor"):
        assert getattr(state, ask)(0) == getattr(other, ask)(0)
    observation.set_from(state, 0)
    before = observation.tensor.copy()
    observation.set_from(other, 0)
    assert np.array_equal(before, observation.tensor)
    observation.set_from(other, 1)
    assert not np.array_equal(before, observation.tensor)
    assert observation.dict["regions"].shape == (23, 29)


def test_copies_are_their_own_and_share_the_table() -> None:
    state = pyspiel.load_game("smallworld(turns=1)").new_initial_state()
    twin = state.clone()
    twin.apply_action(twin.chance_outcomes()[0][0])
    assert state.told == []
    assert twin.table is state.table
    assert str(pickle.loads(pickle.dumps(twin))) == str(twin)


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(sw.GameError, match="there is no map"):
        pyspiel.load_game("smallworld(board=atlantis)")
    with pytest.raises(sw.GameError, match="the reward is one of"):
        pyspiel.load_game("smallworld(reward=gold)")
    with pytest.raises(sw.GameError, match="seats is a whole number from 2 to 5, not 7"):
        pyspiel.load_game("smallworld(seats=7)")
    state = pyspiel.load_game("smallworld").new_initial_state()
    with pytest.raises(sw.GameError, match="luck cannot bring 61 now"):
        state.apply_action(61)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    with pytest.raises(sw.Illegal, match="not possible in this phase"):
        state.apply_action(100)
    with pytest.raises(sw.GameError, match="numbers from 0 to"):
        state.apply_action(10**6)
