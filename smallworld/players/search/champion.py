"""The search with the learned judge: it looks less far, and sees more where it stops.

In its simulations the judge also chooses how each turn is played (`judged_turns.py`): with time
enough it is not luck that misleads a search, but opponents that play as the quick policy does.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Final

from smallworld.game.views.view import View
from smallworld.players.budget import Budget, Clock
from smallworld.players.judge.judge_file import JudgeFile
from smallworld.players.policy.judge import Judge
from smallworld.players.policy.policy import Policy
from smallworld.players.search.search import Scope, SearchPlayer, Thought, search, seen_by


class ChampionPlayer(SearchPlayer):
    """Plays every choice on for a round or a few, then asks the judge how the game will end."""

    DEFAULT: ClassVar = "time=1s"
    SCOPE: ClassVar = Scope(
        conquests=12, turns=1, big=1, doubt=1.0, hasty=True, unsure=0.005, combos=3
    )
    # The fewer play the shorter is a round, and further ones cost little.
    OF_FEW: ClassVar = {
        2: replace(SCOPE, turns=2, big=3, own=2),
        3: replace(SCOPE, big=2),
    }

    def __init__(self, judge: JudgeFile, budget: Budget, seed: int = 0) -> None:
        super().__init__(budget, seed, "champion")
        self._file: Final = judge
        self._judge: Judge | None = None

    def thoughts(self, view: View, clock: Clock, seed: int, policy: Policy) -> list[Thought]:
        """What it expects of the candidates, the best first."""
        assert view.seat is not None
        s = seen_by(view)
        if self._judge is None:
            self._judge = Judge(self._file.numbers_for(s.library), policy)
        scope = self.OF_FEW.get(int(s.seats), self.SCOPE)
        return search(s, view.seat, clock, seed, policy, scope, self._judge)
