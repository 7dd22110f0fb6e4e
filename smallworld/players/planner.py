"""The planning player: the quick policy, with a few simulations where a turn is decided.

Which combo, and whether to decline, it sees by playing each choice on with the same luck; the
rest of the turn follows the policy.
"""

from __future__ import annotations

from typing import Final

from smallworld.engine.terms import CHOOSE, LATE_DECLINE, PICK
from smallworld.play.dealer import Dealer
from smallworld.play.seat import Player
from smallworld.play.view import View
from smallworld.players.budget import Budget, Clock
from smallworld.players.policy import Policy
from smallworld.players.search import policy_for, search, seen_by

SIMULATIONS: Final = 24  # for one big decision, all its candidates together


class PlannerPlayer(Player):
    """Plans the whole turn; answers at once."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__("planner")
        self._luck: Final = Dealer(seed)
        self._policy: Policy | None = None

    def choose(self, view: View) -> int:
        """The policy's choice, or at a big decision what ends best."""
        if len(view.legal) == 1:
            return view.legal[0]
        assert view.seat is not None
        s = seen_by(view)
        if self._policy is None:
            self._policy = policy_for(s)
        if s.step() not in (PICK, CHOOSE, LATE_DECLINE):
            return int(self._policy.choose(s))
        clock = Clock(Budget(simulations=SIMULATIONS))
        seed = self._luck.pick(1 << 30) << 20
        return search(s, view.seat, clock, seed, self._policy)[0].action
