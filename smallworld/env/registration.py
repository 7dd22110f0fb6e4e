"""The names by which Gymnasium finds the environments."""

from __future__ import annotations

from typing import Final

import gymnasium

NAME: Final = "SmallWorld-v0"


def register_environments() -> None:
    """Tell Gymnasium, once; installed packages are asked for this by Gymnasium itself."""
    if NAME not in gymnasium.registry:
        gymnasium.register(
            NAME,
            entry_point="smallworld.env.single_seat:SmallWorldEnv",
            vector_entry_point="smallworld.env.vector:SmallWorldVectorEnv",
        )
