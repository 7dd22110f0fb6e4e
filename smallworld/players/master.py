"""The strongest player: the search with more time."""

from __future__ import annotations

from typing import ClassVar

from smallworld.players.budget import Budget
from smallworld.players.search import SearchPlayer


class MasterPlayer(SearchPlayer):
    """Searches longer."""

    DEFAULT: ClassVar = "time=4s"

    def __init__(self, budget: Budget, seed: int = 0) -> None:
        super().__init__(budget, seed)
        self.name = "master"
