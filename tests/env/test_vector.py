"""Many games at once: the same games as one by one, in arrays that fit all boards."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, InvalidAction, ResetNeeded

import smallworld as sw
from smallworld.env import smallworld_v0
from smallworld.env.rewards import REWARDS
from smallworld.env.vector import SmallWorldVectorEnv

MIX: list[Any] = [
    "base-2",
    {"board": "underground-2", "world": "mixed"},
    {"board": "base-2", "seats": 3},
]


def first_legal(observations: dict[str, Any]) -> Any:
    return observations["action_mask"].argmax(axis=1)


def test_games_are_those_of_their_seeds() -> None:
    env = SmallWorldVectorEnv(4, board="base-3")
    observations, infos = env.reset(seed=11)
    alone = [smallworld_v0.raw_env(board="base-3") for _ in range(4)]
    for n, one in enumerate(alone):
        one.reset(seed=11 + n)
    for _ in range(60):
        for n, one in enumerate(alone):
            assert one.agent_selection == f"player_{infos['seat'][n]}"
            seen = one.observe(one.agent_selection)
            assert np.array_equal(seen["observation"], observations["observation"][n])
            assert np.array_equal(seen["action_mask"], observations["action_mask"][n])
        actions = first_legal(observations)
        for one, action in zip(alone, actions, strict=True):
            one.step(action)
        observations, _, terminated, _, infos = env.step(actions)
        if terminated.any():
            break


def run(env: SmallWorldVectorEnv, seed: int, steps: int) -> list[Any]:
    """What is seen and given on the way, by actions drawn at random."""
    rng = np.random.default_rng(seed)
    observations, infos = env.reset(seed=seed)
    found: list[Any] = []
    for _ in range(steps):
        assert observations["observation"] in env.observation_space.spaces["observation"]  # type: ignore[attr-defined]
        masks = observations["action_mask"]
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
        acted = infos["seat"].copy()
        observations, rewards, terminated, truncated, infos = env.step(actions)
        assert not truncated.any()
        assert np.array_equal(rewards, infos["rewards"][np.arange(len(acted)), acted])
        found.append((observations["observation"].sum(), rewards.tolist(), terminated.tolist()))
        found[-1] += (infos["rewards"].tolist(), infos.get("final_info"))
    return found


def test_boards_may_be_mixed_and_games_begin_anew() -> None:
    env = SmallWorldVectorEnv(6, board=MIX, turns=2)
    assert env.seats == 3
    once, again = run(env, 5, 150), run(env, 5, 150)
    assert [step[:4] for step in once] == [step[:4] for step in again]
    over = np.array([step[2] for step in once])
    assert over.sum(axis=0).min() >= 2
    for _, _, terminated, rewards, ending in once:
        for n, ended in enumerate(terminated):
            assert sum(rewards[n]) == pytest.approx(1.0 if ended else 0.0)
            if ended:
                seats = 3 if n % 3 == 2 else 2
                assert (ending["coins"][n] >= 0).sum() == seats
                assert ending["won"][n].any()


def test_padding_is_empty_and_arrays_have_names() -> None:
    env = SmallWorldVectorEnv(3, board=MIX)
    observations, _ = env.reset(seed=1)
    arrays = env.arrays(observations)
    assert arrays["regions"].shape == (3, 28, 29)
    assert not arrays["regions"][0, 23:].any()
    assert arrays["regions"][1, 23:].any()
    assert not arrays["seats"][0, 2:].any()
    static = env.static()
    assert static["map"].shape[:2] == (3, 28)
    assert static["table"][:, 0].tolist() == [2, 2, 3]
    assert arrays["regions"].base is not None  # no copy


@pytest.mark.parametrize("reward", REWARDS)
def test_rewards_add_up(reward: str) -> None:
    env = SmallWorldVectorEnv(3, board="base-2", turns=2, reward=reward)
    total = np.zeros((3, 2))
    rng = np.random.default_rng(0)
    observations, _ = env.reset(seed=9)
    done = np.zeros(3, bool)
    while not done.all():
        masks = observations["action_mask"]
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
        observations, _, terminated, _, infos = env.step(actions)
        total[~done] += infos["rewards"][~done]
        for n in np.flatnonzero(terminated & ~done):
            coins = infos["final_info"]["coins"][n]
            wanted = {
                "coins": coins - 5,
                "margin": coins - coins[::-1],
                "win": total[n],
                "rank": total[n],
            }
            assert total[n].tolist() == wanted[reward].tolist()
        done |= terminated
    if reward in ("win", "rank"):
        assert (total.sum(axis=1) == 1).all()


def test_arrays_are_shared_unless_copies_are_asked_for() -> None:
    for copy in (False, True):
        env = SmallWorldVectorEnv(2, copy=copy)
        first, _ = env.reset(seed=1)
        kept = first["observation"].copy()
        env.step(first_legal(first))
        assert np.array_equal(first["observation"], kept) == copy


def test_gymnasium_makes_it_by_name() -> None:
    env = gymnasium.make_vec("SmallWorld-v0", num_envs=3, board="base-3")
    assert isinstance(env, SmallWorldVectorEnv)
    observations, _ = env.reset(seed=2)
    assert observations in env.observation_space
    assert env.step(first_legal(observations))[2].shape == (3,)


def test_it_is_drawn() -> None:
    env = SmallWorldVectorEnv(2, board=["base-2", "base-3"], render_mode="ansi")
    env.reset(seed=1)
    drawn = env.render()
    assert drawn is not None
    assert [str(text).split(":")[0] for text in drawn] == ["base-2", "base-3"]


def test_what_is_wrong_is_said_and_nothing_is_done() -> None:
    with pytest.raises(sw.GameError, match="num_envs is a whole number from 1 on, not 0"):
        SmallWorldVectorEnv(0)
    with pytest.raises(sw.GameError, match="the list is empty"):
        SmallWorldVectorEnv(2, board=[])
    with pytest.raises(sw.GameError, match="there is no map"):
        SmallWorldVectorEnv(2, board="atlantis")
    env = SmallWorldVectorEnv(2)
    with pytest.raises(ResetNeeded):
        env.step([0, 0])
    with pytest.raises(sw.GameError, match="there are 2 games, and 3 seeds are given"):
        env.reset(seed=[1, 2, 3])
    observations, _ = env.reset(seed=[1, None])
    before = observations["observation"].copy()
    with pytest.raises(InvalidAction, match=r"not possible in this phase.*action_mask"):
        env.step([0, 50])
    with pytest.raises(InvalidAction, match=r"numbers from 0 to \d+; there is no -1"):
        env.step([0, -1])
    with pytest.raises(InvalidAction, match="actions are 2 whole numbers, not int64 of"):
        env.step(np.array([0]))
    with pytest.raises(InvalidAction, match="actions are 2 whole numbers, not float64"):
        env.step([0.0, 1.0])
    assert np.array_equal(env._look()["observation"], before)
    env.close()
    with pytest.raises(ClosedEnvironmentError):
        env.reset()
