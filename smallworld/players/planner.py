"""The planning player: the quick policy, and a few dozen simulations of every choice it has.

Which combo, and whether to decline, it sees by playing on to the end of the game; conquests and
redeployment by the rest of the round.
"""

from __future__ import annotations

from typing import Final

from smallworld.play.dealer import Dealer
from smallworld.play.seat import Player
from smallworld.play.view import View
from smallworld.players.budget import Budget, Clock
from smallworld.players.policy import Policy
from smallworld.players.prospect import BIG
from smallworld.players.search import policy_for, search, seen_by

# For one decision, all its candidates together.
BIG_SIMULATIONS: Final = 200
SMALL_SIMULATIONS: Final = 120


class PlannerPlayer(Player):
    """Plans the whole turn; answers at once."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__("planner")
        self._luck: Final = Dealer(seed)
        self._policy: Policy | None = None

    def choose(self, view: View) -> int:
        """The action that ends best in a few simulations."""
        if len(view.legal) == 1:
            return view.legal[0]
        assert view.seat is not None
        s = seen_by(view)
        if self._policy is None:
            self._policy = policy_for(s)
        simulations = BIG_SIMULATIONS if s.step() in BIG else SMALL_SIMULATIONS
        clock = Clock(Budget(simulations=simulations))
        seed = self._luck.pick(1 << 30) << 20
        return search(s, view.seat, clock, seed, self._policy)[0].action
