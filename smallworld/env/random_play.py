"""Uniformly random play through each kind of environment, as somebody would write it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def play_agents(env: Any, seed: int) -> int:
    """One game of a PettingZoo environment; how many decisions it took."""
    env.reset(seed=seed)
    decisions = 0
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
        else:
            env.step(env.action_space(agent).sample(observation["action_mask"]))
            decisions += 1
    return decisions


def play_seat(env: Any, seed: int) -> int:
    """One game of a Gymnasium environment; how many steps it took."""
    observation, _ = env.reset(seed=seed)
    steps = 0
    over = False
    while not over:
        action = env.action_space.sample(observation["action_mask"])
        observation, _, over, _, _ = env.step(action)
        steps += 1
    return steps


def play_side_by_side(env: Any, steps: int) -> Callable[[int], int]:
    """What takes so many steps in every game of a vector environment, and counts them all."""
    rng = np.random.default_rng(0)
    observations, _ = env.reset(seed=0)

    def play(_: int) -> int:
        nonlocal observations
        for _ in range(steps):
            masks = observations["action_mask"]
            # As booleans in one row, of which numpy finds the true ones twenty times as fast.
            open_ = np.flatnonzero(masks.view(np.bool_))
            rows, columns = np.divmod(open_, masks.shape[1])
            counts = np.bincount(rows, minlength=env.num_envs)
            chosen = (rng.random(env.num_envs) * counts).astype(np.int64)
            observations, *_ = env.step(columns[np.cumsum(counts) - counts + chosen])
        return steps * int(env.num_envs)

    return play
