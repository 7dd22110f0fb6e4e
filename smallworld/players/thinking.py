"""Players who tell what they thought, for others to learn from."""

from __future__ import annotations

from time import thread_time
from typing import Final

from smallworld.learn.targets import PlayerThinker, Target, Thinker
from smallworld.play.dealer import Dealer
from smallworld.play.view import View
from smallworld.players.budget import Budget, Purse
from smallworld.players.master import MasterPlayer
from smallworld.players.registry import make_player
from smallworld.players.search import SearchPlayer, seen_by, think

_SEEDS: Final = 1 << 30
_SEARCHING: Final = {"search": SearchPlayer.DEFAULT, "master": MasterPlayer.DEFAULT}


class SearchThinker(Thinker):
    """The search: its share of an action is that of its simulations."""

    def __init__(self, name: str, budget: Budget, seed: int = 0) -> None:
        super().__init__(name)
        self._purse: Final = Purse(budget)
        self._luck: Final = Dealer(seed)

    def think(self, view: View) -> list[Target]:
        """Every candidate of the search, the best first."""
        assert view.seat is not None
        s = seen_by(view)
        # Others would not think any more, but a target is wanted for every decision.
        budget = self._purse.allot(s) or Budget(simulations=1)
        begun = thread_time()
        thoughts = think(s, view.seat, budget, self._luck.pick(_SEEDS) << 20)
        total = sum(thought.simulations for thought in thoughts)
        timed = budget.seconds is not None
        self._purse.pay(thread_time() - begun if timed else float(total))
        return [
            Target(thought.action, thought.simulations / total, tuple(thought.coins))
            for thought in thoughts
            if thought.simulations
        ]


def make_thinker(spec: str, seed: int = 0) -> Thinker:
    """The player of that name as one who tells; who cannot tell gives all to what he does."""
    name, _, setting = spec.strip().partition(":")
    player = make_player(spec, seed)  # what is wrong with the name or setting is said there
    if name not in _SEARCHING:
        return PlayerThinker(player)
    return SearchThinker(player.name, Budget.from_setting(setting or _SEARCHING[name]), seed)
