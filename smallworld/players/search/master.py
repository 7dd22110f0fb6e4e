"""The strongest player: the search, further ahead, wider, and for longer."""

from __future__ import annotations

from typing import ClassVar

from smallworld.players.budget import Budget
from smallworld.players.search.search import Scope, SearchPlayer


class MasterPlayer(SearchPlayer):
    """Follows conquests to its third turn from now."""

    DEFAULT: ClassVar = "time=1s"
    SCOPE: ClassVar = Scope(conquests=10, turns=3, hasty=True)

    def __init__(self, budget: Budget, seed: int = 0) -> None:
        super().__init__(budget, seed, "master")
