"""A player who means well and often does not look: greedy, with blunders."""

from __future__ import annotations

from typing import Final

from smallworld.game.compiled.dealer import Dealer
from smallworld.game.player import Player
from smallworld.game.views.view import View
from smallworld.players.greedy import GreedyPlayer

ONE_IN: Final = 3  # so many decisions hold one blunder


class CarelessPlayer(Player):
    """Greedy, but every third decision or so is made without looking."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__("careless")
        self._greedy: Final = GreedyPlayer()
        self._luck: Final = Dealer(seed)

    def choose_number(self, view: View) -> int:
        """What greed says, or any legal action."""
        if self._luck.pick(ONE_IN) == 0:
            return view.legal[self._luck.pick(len(view.legal))]
        return self._greedy.choose_number(view)
