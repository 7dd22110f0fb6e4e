"""The game as OpenSpiel plays it, by OpenSpiel's own tests."""

import copy
import itertools
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

import smallworld as sw
from smallworld.engine.pack import fingerprint
from smallworld.env import openspiel
from tests.compiled.build import Do

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
    for kind in ("observation", "information_state"):
        for form in ("string", "tensor"):
            ask = f"{kind}_{form}"
            assert getattr(state, ask)(0) == getattr(other, ask)(0)
            assert getattr(state, ask)(1) != getattr(other, ask)(1)
    observation.set_from(state, 0)
    before = observation.tensor.copy()
    observation.set_from(other, 0)
    assert np.array_equal(before, observation.tensor)
    observation.set_from(other, 1)
    assert not np.array_equal(before, observation.tensor)
    assert observation.dict["regions"].shape == (23, 29)


def recalled(state: Any, seat: int) -> tuple[Any, list[str]]:
    """What the information state of a seat shows: the position, and all that happened, in words."""
    game = state.get_game()
    everything = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    everything.set_from(state, seat)
    position = everything.tensor[: game.table.encoder.size]
    numbers = [int(number) - 1 for number in everything.dict["history"] if number]
    again = game.new_initial_state()
    for number in numbers:
        own = number - len(game.table.actions) if again.is_chance_node() else number
        again.apply_action(own)
    return position, again.told


def test_an_information_state_is_the_position_and_all_that_happened() -> None:
    game = pyspiel.load_game("smallworld(turns=2)")
    state = play(game, 3)
    position, told = recalled(state, 1)
    assert told == state.told
    assert np.array_equal(position, state.observation_tensor(1))
    tensor = state.information_state_tensor(1)
    assert len(tensor) == game.information_state_tensor_size() > len(position)


def test_the_page_tells_how_long_an_information_state_is() -> None:
    size = pyspiel.load_game("smallworld").information_state_tensor_size()
    page = Path(__file__).parents[2] / "docs" / "environments.md"
    assert f"{size:,} numbers on base-2" in page.read_text(encoding="utf-8")


def after(state: Any, *actions: int) -> Any:
    """The state after these actions; nothing if one of them is not legal then."""
    found = state.clone()
    for action in actions:
        if found.is_chance_node() or action not in found.legal_actions():
            return None
        found.apply_action(action)
    return found


def test_who_came_by_another_way_recalls_another_way() -> None:
    """Two conquests in either order lead to one position, and to two information states."""
    game = pyspiel.load_game("smallworld(turns=2)")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    state.apply_action(game.table.actions.id("pick 1", "P1"))
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    once, again = next(
        (one, other)
        for first, second in itertools.permutations(state.legal_actions(), 2)
        if (one := after(state, first, second)) and (other := after(state, second, first))
    )
    assert once.observation_tensor(0) == again.observation_tensor(0)
    for seat in (0, 1):
        assert once.information_state_tensor(seat) != again.information_state_tensor(seat)
        assert once.information_state_string(seat) != again.information_state_string(seat)


def test_copies_are_their_own_and_share_the_table() -> None:
    state = pyspiel.load_game("smallworld(turns=1)").new_initial_state()
    twin = state.clone()
    twin.apply_action(twin.chance_outcomes()[0][0])
    assert state.told == []
    assert twin.table is state.table
    assert str(pickle.loads(pickle.dumps(twin))) == str(twin)


def saved_and_read() -> list[str]:
    """A game under way as OpenSpiel saves it, and what it is when it has been read again."""
    state = pyspiel.load_game(GAMES[1]).new_initial_state()
    for _ in range(30):
        actions = state.legal_actions()
        state.apply_action(actions[len(state.told) % len(actions)])
    text = pyspiel.serialize_game_and_state(state.get_game(), state)
    _, again = pyspiel.deserialize_game_and_state(text)
    assert fingerprint(again.position) == fingerprint(state.position)
    assert again.table is state.table
    return [text, *again.told, *map(again.action_to_string, again.legal_actions())]


def test_a_game_is_saved_the_same_way_in_both_builds(quickly: Do) -> None:
    assert saved_and_read() == quickly(saved_and_read)


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
