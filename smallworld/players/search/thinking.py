"""Players who tell what they thought, for others to learn from."""

from __future__ import annotations

from dataclasses import replace
from math import exp
from typing import TYPE_CHECKING, Final

from smallworld.engine.game import State
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.views.view import View
from smallworld.learn.targets import PlayerThinker, PolicyTarget, Thinker
from smallworld.players.budget import Budget, Clock, RemainingBudget, processor_time
from smallworld.players.registry import make_player
from smallworld.players.search.judged import LearnedPlayer, PositionJudge, judged_search
from smallworld.players.search.master import MasterPlayer
from smallworld.players.search.search import (
    Scope,
    SearchPlayer,
    Thought,
    policy_for,
    seen_by,
    think,
)

if TYPE_CHECKING:  # its packages are an extra, and slow to load
    from smallworld.learn.judge.net_judge import NetJudge

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
        thoughts = self.thoughts(view, s, budget, self._luck.pick(_SEEDS) << 20)
        simulations = sum(thought.simulations for thought in thoughts)
        timed = budget.seconds is not None
        self._purse.pay(processor_time() - begun if timed else float(simulations))
        best = thoughts[0].merit
        shares = [exp(min(thought.merit - best, 0.0) / _SOFT) for thought in thoughts]
        return [
            PolicyTarget(thought.action, share / sum(shares), tuple(thought.coins))
            for thought, share in zip(thoughts, shares, strict=True)
        ]

    def thoughts(self, view: View, s: State, budget: Budget, seed: int) -> list[Thought]:
        """What is expected of the candidates, the best first."""
        assert view.seat is not None
        return think(s, view.seat, budget, seed, self._scope)


class LearnedThinker(SearchThinker):
    """The search with a net as its judge."""

    def __init__(self, net: NetJudge, budget: Budget, seed: int = 0) -> None:
        super().__init__("learned", LearnedPlayer.SCOPE, budget, seed)
        self._net: Final = net

    def thoughts(self, view: View, s: State, budget: Budget, seed: int) -> list[Thought]:
        """What is expected of the candidates, the best first."""
        assert view.seat is not None
        policy = policy_for(s)
        judge = PositionJudge(self._net, view.table, policy)
        clock = Clock(budget)
        return judged_search(s, view.seat, clock, seed, policy, self._scope, judge)


def make_thinker(spec: str, seed: int = 0) -> Thinker:
    """The player of that name as one who tells; who cannot tell gives all to what he does."""
    name, _, setting = spec.strip().partition(":")
    player = make_player(spec, seed)  # what is wrong with the name or setting is said there
    if isinstance(player, LearnedPlayer):
        return LearnedThinker(player.net, player.budget, seed)
    if name not in _SEARCHING:
        return PlayerThinker(player)
    kind = _SEARCHING[name]
    budget = Budget.from_setting(setting or kind.DEFAULT)
    # A player may answer as soon as it is certain; who learns wants the others looked at too.
    return SearchThinker(player.name, replace(kind.SCOPE, hasty=False), budget, seed)
