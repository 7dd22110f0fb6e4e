"""The game as PettingZoo plays it."""

import pickle
from functools import partial
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, InvalidAction, ResetNeeded
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test

import smallworld as sw
from smallworld.env import smallworld_v0
from smallworld.env.rewards import REWARDS

# What PettingZoo warns of in its own games with masks, too.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),  # out of the game
]


@pytest.mark.parametrize(
    "words",
    [
        {"board": "base-2"},
        {"board": "underground-3", "world": "mixed", "reward": "rank"},
        {"board": "base-3", "world": "mixed", "reward": "coins", "turns": 3},
        {"board": "base-2", "rounds": True, "turns": 3},
    ],
    ids=str,
)
def test_pettingzoo_finds_nothing_wrong(words: dict[str, Any]) -> None:
    api_test(smallworld_v0.env(**words), num_cycles=120)
    api_test(smallworld_v0.raw_env(**words), num_cycles=40)


def test_the_same_seed_gives_the_same_game() -> None:
    seed_test(smallworld_v0.env, num_cycles=100)
    seed_test(partial(smallworld_v0.env, board="base-3", world="mixed"), num_cycles=30)


def test_it_is_drawn_in_every_way() -> None:
    drawn = {"svg": lambda found: found.startswith("<svg")}
    render_test(partial(smallworld_v0.env, board="base-2"), custom_tests=drawn)


def test_cycles_are_counted() -> None:
    for _ in range(3):  # actions are drawn without a seed there
        max_cycles_test(smallworld_v0)


def test_without_rounds_cycles_are_decisions() -> None:
    env = smallworld_v0.raw_env(max_cycles=5, rounds=False)
    env.reset(seed=1)
    for _ in range(5):
        assert not any(env.truncations.values())
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert all(env.truncations.values())
    assert env.action_space("player_0").n == len(env.game.observer.actions)  # nobody waits


def test_all_agents_may_act_at_once() -> None:
    parallel_api_test(smallworld_v0.parallel_env(board="base-3"), num_cycles=60)


def play(env: Any, seed: int) -> dict[str, float]:
    """A random game; what every agent was rewarded with."""
    env.reset(seed=seed)
    for n, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(n)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        over = terminated or truncated
        mask = observation["action_mask"]
        env.step(None if over else env.action_space(agent).sample(mask))
    return total


def test_it_is_the_game_of_that_seed() -> None:
    env = smallworld_v0.raw_env(board="base-3")
    env.reset(seed=7)
    game = sw.Game("base-3", seed=7)
    space = env.game.observer.actions
    for _ in range(60):
        seat = game.to_act
        assert seat is not None
        assert env.agent_selection == f"player_{int(seat[1:]) - 1}"
        mask = env.observe(env.agent_selection)["action_mask"]
        ids = [space.id(action, seat) for action in game.legal_actions]
        assert sorted(ids) == np.flatnonzero(mask).tolist()
        game.push(game.legal_actions[0])
        env.step(ids[0])


@pytest.mark.parametrize("reward", REWARDS)
def test_rewards_are_what_they_are_said_to_be(reward: str) -> None:
    env = smallworld_v0.env(board="base-3", reward=reward, turns=4)
    found = [play(env, seed=seed) for seed in (1, 2, 3)]
    for seed, total in zip((1, 2, 3), found, strict=True):
        assert total == play(smallworld_v0.env(board="base-3", reward=reward, turns=4), seed)
        coins = [int(env.unwrapped.game.state.coins[n]) for n in range(3)] if seed == 3 else None
        given = list(total.values())
        if reward == "coins" and coins is not None:
            assert given == [own - 5 for own in coins]
        elif reward == "margin" and coins is not None:
            for n, own in enumerate(coins):
                assert given[n] == own - max(coins[:n] + coins[n + 1 :])
        elif reward == "win":
            assert sum(given) == pytest.approx(1)
        elif reward == "rank":
            assert sum(given) == pytest.approx(1.5)
            assert max(given) <= 1
            assert min(given) >= 0


def test_observations_may_be_words() -> None:
    env = smallworld_v0.env(board="base-2", observation="text")
    env.reset(seed=7)
    seen = env.observe("player_0")
    assert seen in env.observation_space("player_0")
    text = seen["observation"]
    assert text.startswith("You are P1.\nbase-2: turn 1 of 10, P1 decides (pick)")
    assert "P2  coins hidden" in text
    assert "1: pick 2" in text.splitlines()
    assert env.observe("player_1")["action_mask"].sum() == 0


def test_nothing_hidden_is_seen() -> None:
    env = smallworld_v0.raw_env(board="base-2")
    env.reset(seed=7)
    before = env.observe("player_1")["observation"]
    env.game.state.coins[0] += 20
    assert np.array_equal(env.observe("player_1")["observation"], before)
    assert not np.array_equal(env.observe("player_0")["observation"], before)


def test_the_arrays_of_an_observation_have_names() -> None:
    env = smallworld_v0.raw_env(board="base-2")
    env.reset(seed=7)
    observer = env.game.observer
    arrays = observer.arrays(env.observe("player_0")["observation"])
    assert arrays["regions"].shape == (23, 29)
    assert arrays["seats"][0].tolist()[:2] == [1, 5]
    assert observer.static()["borders"].sum() > 0


def test_it_can_be_pickled() -> None:
    env = pickle.loads(pickle.dumps(smallworld_v0.raw_env(board="base-3", reward="coins")))
    env.reset(seed=1)
    assert len(env.agents) == 3


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(sw.GameError, match="there is no map"):
        smallworld_v0.env(board="atlantis")
    with pytest.raises(sw.GameError, match="seats is a whole number from 2 to 5, not 9"):
        smallworld_v0.env(seats=9)
    with pytest.raises(sw.GameError, match="the reward is one of coins, margin, win, rank"):
        smallworld_v0.env(reward="gold")
    with pytest.raises(sw.GameError, match="an observation is one of arrays, text, not 'smell'"):
        smallworld_v0.env(observation="smell")
    with pytest.raises(sw.GameError, match="render_mode is one of human, ansi, svg, rgb_array"):
        smallworld_v0.env(render_mode="oil")
    with pytest.raises(sw.GameError, match="max_cycles is a whole number from 1 on"):
        smallworld_v0.env(max_cycles=0)
    env = smallworld_v0.raw_env()
    with pytest.raises(ResetNeeded, match="reset comes first"):
        env.step(0)
    with pytest.raises(sw.GameError, match="a seed is a whole number of at most 39 digits"):
        env.reset(seed="seven")  # type: ignore[arg-type]
    env.reset(seed=1)
    with pytest.raises(InvalidAction, match=r"action 7 is masked: .*P1 may take 0 \(pick 1\), 1"):
        env.step(7)
    with pytest.raises(InvalidAction, match=r"numbers from 0 to \d+; there is no 99999"):
        env.step(99999)
    for wrong in ("pick 1", 1.0, None, True):
        with pytest.raises(InvalidAction, match="an action is a whole number, not"):
            env.step(wrong)
    for ask in (env.observe, env.action_space, env.observation_space):
        with pytest.raises(KeyError, match="no agent 'player_9'; there are player_0, player_1"):
            ask("player_9")
    env.step(np.int32(0))  # and nothing has changed
    env.close()
    env.close()
    for use in (env.reset, partial(env.step, 0), partial(env.observe, "player_0"), env.render):
        with pytest.raises(ClosedEnvironmentError, match="has been closed"):
            use()


def test_a_masked_action_loses_where_pettingzoo_says_so(caplog: pytest.LogCaptureFixture) -> None:
    env = smallworld_v0.env()
    env.reset(seed=1)
    env.last()
    env.step(7)
    assert "Illegal move made" in caplog.text
    _, reward, terminated, _, _ = env.last()
    assert (reward, terminated) == (-1.0, True)


def test_in_rounds_who_does_not_decide_waits() -> None:
    env = smallworld_v0.raw_env(board="base-2", rounds=True)
    env.reset(seed=1)
    assert env.agent_selection == "player_0"
    with pytest.raises(InvalidAction, match="player_0 decides now and cannot wait"):
        env.step(env.wait)
    env.step(0)
    assert env.agent_selection == "player_1"
    assert np.flatnonzero(env.observe("player_1")["action_mask"]).tolist() == [env.wait]
    with pytest.raises(InvalidAction, match="player_1 does not decide now and can only wait"):
        env.step(0)
    env.step(env.wait)
    assert env.agent_selection == "player_0"
