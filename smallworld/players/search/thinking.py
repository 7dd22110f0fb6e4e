"""Players who tell what they thought, for others to learn from."""

from __future__ import annotations

from dataclasses import replace
from math import exp
from typing import Final

from smallworld.game.compiled.dealer import Dealer
from smallworld.game.views.view import View
from smallworld.learn.targets import PlayerThinker, PolicyTarget, Thinker
from smallworld.players.budget import Budget, RemainingBudget, processor_time
from smallworld.players.registry import make_player
from smallworld.players.search.master import MasterPlayer
from smallworld.players.search.search import Scope, SearchPlayer, seen_by, think

_SEEDS: Final = 1 << 30
_SEARCHING: Final[dict[str, type[SearchPlayer]]] = {"search": SearchPlayer, "master": MasterPlayer}
_SOFT: Final = 0.01  # how much surely better, in shares of the result, counts e times as much


class SearchThinker(Thinker):
    """The search: an action has the more of the share the more surely it is better."""

    def __init__(self, name: str, scope: Scope, budget: Budget, seed: int = 0) -> None:
        super().__init__(name)
        self._scope: Final = scope
        self._purse: Final = RemainingBudget(budget)
        self._luck: Final = Dealer(seed)

    def think(self, view: View) -> list[PolicyTarget]:
        """Every candidate of the search, the best first."""
        assert view.seat is not None
        s = seen_by(view)
        # Others would not think any more, but a target is wanted for every decision.
        budget = self._purse.allot(s) or Budget(simulations=1)
        begun = processor_time()
        thoughts = think(s, view.seat, budget, self._luck.pick(_SEEDS) << 20, self._scope)
        simulations = sum(thought.simulations for thought in thoughts)
        timed = budget.seconds is not None
        self._purse.pay(processor_time() - begun if timed else float(simulations))
        best = thoughts[0].merit
        shares = [exp(min(thought.merit - best, 0.0) / _SOFT) for thought in thoughts]
        return [
            PolicyTarget(thought.action, share / sum(shares), tuple(thought.coins))
            for thought, share in zip(thoughts, shares, strict=True)
        ]


def make_thinker(spec: str, seed: int = 0) -> Thinker:
    """The player of that name as one who tells; who cannot tell gives all to what he does."""
    name, _, setting = spec.strip().partition(":")
    player = make_player(spec, seed)  # what is wrong with the name or setting is said there
    if name not in _SEARCHING:
        return PlayerThinker(player)
    kind = _SEARCHING[name]
    budget = Budget.from_setting(setting or kind.DEFAULT)
    # A player may answer as soon as it is certain; who learns wants the others looked at too.
    return SearchThinker(player.name, replace(kind.SCOPE, hasty=False), budget, seed)
