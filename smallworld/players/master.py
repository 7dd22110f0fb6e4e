"""The strongest player: compares whole turns, drafted in many ways, by playing them out."""

from __future__ import annotations

from typing import ClassVar, Final

from smallworld.play.dealer import Dealer
from smallworld.play.seat import Player
from smallworld.play.view import View
from smallworld.players.budget import Budget, Clock, Purse
from smallworld.players.plans import Plans, moods
from smallworld.players.policy import Policy
from smallworld.players.search import policy_for, seen_by


class MasterPlayer(Player):
    """Plans, compares, and plans again at every decision."""

    DEFAULT: ClassVar = "time=4s"

    def __init__(self, budget: Budget, seed: int = 0) -> None:
        super().__init__("master")
        self._purse: Final = Purse(budget)
        self._luck: Final = Dealer(seed)
        self._policy: Policy | None = None
        self._moods: list[Policy] = []
        self._planned: list[int] = []

    def choose(self, view: View) -> int:
        """The first decision of the best plan."""
        if len(view.legal) == 1:
            self._planned = self._planned[1:]
            return view.legal[0]
        assert view.seat is not None
        s = seen_by(view)
        if self._policy is None:
            self._policy = policy_for(s)
            self._moods = moods(int(s.seats), self._luck)
        clock = Clock(self._purse.allot(s))
        plans = Plans(s, view.seat, self._policy, self._luck.pick(1 << 30) << 20)
        plans.begin(self._moods, self._planned)
        plans.run(clock)
        self._purse.pay(clock.spent())
        best = plans.alive[0]
        self._planned = best.actions[1:]
        return best.actions[0]
