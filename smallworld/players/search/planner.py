"""The planning player: the quick policy, and a few simulations of every combo it may take.

The policy plans the campaign of a turn, its last die, the decline and the redeployment; what a
combo is worth shows only when it is played on to the end of the game.
"""

from __future__ import annotations

from typing import ClassVar, Final

from smallworld.engine.game import State
from smallworld.engine.query import PICK
from smallworld.players.budget import Budget
from smallworld.players.search.search import Scope, SearchPlayer

SIMULATIONS: Final = 60  # for one choice, all its combos together


class PlannerPlayer(SearchPlayer):
    """Plans the whole turn; answers at once."""

    SCOPE: ClassVar = Scope()  # its few simulations are all played

    def __init__(self, seed: int = 0) -> None:
        super().__init__(Budget(simulations=SIMULATIONS, per="decision"), seed, "planner")

    def allot(self, s: State) -> Budget | None:
        """Simulations for combos; the policy decides the rest."""
        return super().allot(s) if s.step() == PICK else None
