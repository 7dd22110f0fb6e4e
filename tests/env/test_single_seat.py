"""The game as Gymnasium plays it: one seat against players."""

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env

import smallworld as sw
import smallworld.env
from smallworld.game.views.view import View

assert smallworld.env  # makes the name known to Gymnasium


def play(env: Any, seed: int) -> tuple[float, list[int], dict[str, Any]]:
    """A game by the first legal action; the reward, what was done, and how it ended."""
    observation, info = env.reset(seed=seed)
    total, done = 0.0, []
    over = False
    while not over:
        done.append(int(np.flatnonzero(observation["action_mask"])[0]))
        observation, reward, over, truncated, info = env.step(done[-1])
        assert not truncated
        total += reward
    return total, done, info


@pytest.mark.parametrize(
    "words",
    [
        {},
        {"board": "base-3", "seat": "P2", "reward": "coins"},
        {"observation": "text", "turns": 2},
        {"illegal": "lose"},
    ],
    ids=str,
)
@pytest.mark.filterwarnings("ignore:.*human.*")
def test_gymnasium_finds_nothing_wrong(words: dict[str, Any]) -> None:
    check_env(gymnasium.make("SmallWorld-v0", **words).unwrapped)


def test_the_same_seed_gives_the_same_game_against_any_players() -> None:
    for opponents in ("random", ["careless", "random"]):
        env = gymnasium.make("SmallWorld-v0", board="base-3", turns=3, opponents=opponents)
        first, other = play(env, 5), play(env, 6)
        assert play(env, 5) == first
        assert other != first


def test_every_seat_may_learn_and_rewards_add_up() -> None:
    for seat in ("P1", "P2", "P3"):
        env = gymnasium.make("SmallWorld-v0", board="base-3", turns=3, seat=seat, reward="coins")
        total, _, info = play(env, 4)
        assert total == info["coins"][int(seat[1:]) - 1] - 5
        winning = gymnasium.make("SmallWorld-v0", board="base-3", turns=3, seat=seat)
        won, _, info = play(winning, 4)
        assert (won > 0) == (seat in info["winners"])


def test_players_of_ones_own_are_asked() -> None:
    class Last(sw.Player):
        asked = 0

        def choose_number(self, view: View) -> int:
            self.asked += 1
            return view.legal[-1]

    player = Last()
    play(gymnasium.make("SmallWorld-v0", turns=2, opponents=player), 1)
    assert player.asked > 2


def test_the_long_name_needs_no_import() -> None:
    code = "import gymnasium; gymnasium.make('smallworld.env:SmallWorld-v0').reset(seed=1)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_it_is_drawn() -> None:
    found = {}
    for mode in ("ansi", "svg", "rgb_array"):
        env = gymnasium.make("SmallWorld-v0", render_mode=mode)
        env.reset(seed=1)
        found[mode] = env.render()
    assert str(found["ansi"]).startswith("base-2: turn 1 of 10")
    assert "coins hidden" in str(found["ansi"])
    assert str(found["svg"]).startswith("<svg")
    pixels = found["rgb_array"]
    assert isinstance(pixels, np.ndarray)
    assert pixels.shape[1:] == (800, 3)
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 100


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(sw.GameError, match="the seat that learns is one of P1, P2, not 'P3'"):
        gymnasium.make("SmallWorld-v0", seat="P3")
    with pytest.raises(sw.GameError, match="there is no player 'gredy'"):
        gymnasium.make("SmallWorld-v0", opponents="gredy")
    with pytest.raises(sw.GameError, match="there are 1 seats, and 2 players are given"):
        gymnasium.make("SmallWorld-v0", opponents=["greedy", "random"])
    with pytest.raises(sw.GameError, match="illegal is one of raise, lose"):
        gymnasium.make("SmallWorld-v0", illegal="ignore")
    env = gymnasium.make("SmallWorld-v0").unwrapped
    with pytest.raises(ResetNeeded, match="reset comes first"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(InvalidAction, match=r"action 50 is masked.*P1 may take 0 \(pick 1\)"):
        env.step(50)
    env.step(0)
    env.close()
    env.close()
    with pytest.raises(ClosedEnvironmentError):
        env.reset()


def test_a_masked_action_may_lose_instead() -> None:
    env = gymnasium.make("SmallWorld-v0", illegal="lose").unwrapped
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(50)
    assert (reward, terminated) == (-1.0, True)
    assert "action 50 is masked" in info["illegal"]
    with pytest.raises(ResetNeeded, match="lost by an action that was masked"):
        env.step(0)
    env.reset(seed=1)
    env.step(0)


def test_samples_without_a_mask_are_legal() -> None:
    env = gymnasium.make("SmallWorld-v0").unwrapped
    env.reset(seed=3)
    env.action_space.seed(1)
    for _ in range(40):
        _, _, over, _, _ = env.step(env.action_space.sample())
        if over:
            env.reset()


def test_samples_between_a_seed_and_a_reset_are_for_the_next_game() -> None:
    env = gymnasium.make("SmallWorld-v0", board="base-3", seat="P3").unwrapped
    space: Any = env.action_space
    env.reset(seed=3)
    for seed in range(20):
        env.step(space.sample())
        space.seed(seed)
        action = space.sample()
        env.reset(seed=seed)
        env.step(action)
    space.seed(1)
    assert space.sample(np.eye(1, space.n, 17, dtype=np.int8)[0]) == 17  # a mask counts as ever
