"""The names by which Gymnasium finds the environments."""

from __future__ import annotations

from typing import Final

from gymnasium.envs.registration import register, registry

NAME: Final = "SmallWorld-v0"


def register_environments() -> None:
    """Tell Gymnasium, once."""
    if NAME not in registry:
        register(
            NAME,
            entry_point="smallworld.env.single_seat:SmallWorldEnv",
            vector_entry_point="smallworld.env.vector:SmallWorldVectorEnv",
        )
