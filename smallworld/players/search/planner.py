"""The planning player: the quick policy, and a few simulations of every combo it may take.

The policy plans the campaign of a turn, its last die, the decline and the redeployment; what a
combo is worth shows only when it is played on, for a round, after which the learned judge says how
the game will end.
"""

from __future__ import annotations

from typing import ClassVar, Final

from smallworld.engine.game import State
from smallworld.engine.query import PICK
from smallworld.game.views.view import View
from smallworld.players.budget import Budget, Clock
from smallworld.players.judge.judge_file import shipped_judge
from smallworld.players.policy.judge import Judge
from smallworld.players.policy.policy import Policy
from smallworld.players.search.search import Scope, SearchPlayer, Thought, search, seen_by

SIMULATIONS: Final = 36  # for one choice, all its combos together


class PlannerPlayer(SearchPlayer):
    """Plans the whole turn; answers at once."""

    SCOPE: ClassVar = Scope(big=1)  # its few simulations are all played

    def __init__(self, seed: int = 0) -> None:
        super().__init__(Budget(simulations=SIMULATIONS, per="decision"), seed, "planner")
        self._judge: Judge | None = None

    def allot(self, s: State) -> Budget | None:
        """Simulations for combos; the policy decides the rest."""
        return super().allot(s) if s.step() == PICK else None

    def thoughts(self, view: View, clock: Clock, seed: int, policy: Policy) -> list[Thought]:
        """What it expects of the combos, the best first."""
        assert view.seat is not None
        s = seen_by(view)
        if self._judge is None:
            self._judge = Judge(shipped_judge().numbers_for(s.library), policy)
        return search(s, view.seat, clock, seed, policy, self.SCOPE, self._judge)
