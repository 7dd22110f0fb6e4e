"""The champion with numbers of one's own: how far it looks, how sure it must be, what the policy
holds dear. `smallworld respond` looks for numbers that beat somebody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from smallworld.game.views.view import View
from smallworld.players.budget import Budget, Clock
from smallworld.players.judge.judge_file import JudgeFile
from smallworld.players.policy.judge import Judge
from smallworld.players.policy.policy import Policy
from smallworld.players.policy.weights import Weights, weights_for
from smallworld.players.search.champion import ChampionPlayer
from smallworld.players.search.search import Scope, Thought, search, seen_by
from smallworld.players.settings import read_fraction, read_number

TUNED: Final = "tuned"
# How much the search takes in: the least and the most of each.
SCOPES: Final = {"conquests": (2, 20), "turns": (1, 5), "big": (1, 8)}
DOUBT: Final = 3  # likely errors, at most
# Of the quick policy, in hundredths of the usual: a token and a coin of a combo, what a new race
# promises, harm to others, a coin of the next turn, danger, and how far simulations waver.
POLICY: Final = ("token", "coin", "fresh", "harm", "later", "exposed", "noise")
PARTS: Final = (10, 500)
SETTINGS: Final = {
    **{name: f"{least} to {most}" for name, (least, most) in SCOPES.items()},
    "doubt": f"0 to {DOUBT}",
    **dict.fromkeys(POLICY, "100, in hundredths of the usual"),
}


@dataclass(frozen=True)
class Tuning:
    """Numbers that differ from the champion's."""

    scope: dict[str, int] = field(default_factory=dict)
    doubt: float | None = None
    policy: dict[str, int] = field(default_factory=dict)  # in hundredths

    @staticmethod
    def read(found: Mapping[str, str]) -> Tuning:
        """From settings by name; those that are not ours are left alone."""
        doubt = found.get("doubt")
        return Tuning(
            {
                name: read_number(TUNED, name, found[name], *bounds)
                for name, bounds in SCOPES.items()
                if name in found
            },
            None if doubt is None else read_fraction(TUNED, "doubt", doubt, DOUBT),
            {
                name: read_number(TUNED, name, found[name], *PARTS)
                for name in POLICY
                if name in found
            },
        )

    def scope_for(self, seats: int) -> Scope:
        """The champion's for so many seats, with these numbers."""
        usual = ChampionPlayer.OF_FEW.get(seats, ChampionPlayer.SCOPE)
        return replace(
            usual,
            conquests=self.scope.get("conquests", usual.conquests),
            turns=self.scope.get("turns", usual.turns),
            big=self.scope.get("big", usual.big),
            doubt=usual.doubt if self.doubt is None else self.doubt,
        )

    def weights_for(self, seats: int) -> Weights:
        """The usual ones for so many seats, with these numbers."""
        found = weights_for(seats)
        for name, part in self.policy.items():
            setattr(found, name, int(getattr(found, name)) * part // 100)
        return found


class TunedPlayer(ChampionPlayer):
    """Searches as the champion does, with other numbers."""

    def __init__(self, tuning: Tuning, judge: JudgeFile, budget: Budget, seed: int = 0) -> None:
        super().__init__(judge, budget, seed)
        self.name = TUNED
        self.tuning: Final = tuning

    def choose_number(self, view: View) -> int:
        """The action that ends best."""
        if self._policy is None:
            self._policy = Policy(self.tuning.weights_for(int(view.state.seats)))
        return super().choose_number(view)

    def thoughts(self, view: View, clock: Clock, seed: int, policy: Policy) -> list[Thought]:
        """What it expects of the candidates, the best first."""
        assert view.seat is not None
        s = seen_by(view)
        if self._judge is None:
            self._judge = Judge(self._file.numbers_for(s.library), policy)
        scope = self.tuning.scope_for(int(s.seats))
        return search(s, view.seat, clock, seed, policy, scope, self._judge)
