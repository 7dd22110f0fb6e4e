"""A player that takes any legal action."""

from __future__ import annotations

from smallworld.game.compiled.dealer import Dealer
from smallworld.game.player import Player
from smallworld.game.views.view import View


class RandomPlayer(Player):
    """All legal actions are equally likely; the same seed plays the same way."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__("random")
        self._dealer = Dealer(seed)

    def choose_number(self, view: View) -> int:
        """Any legal action."""
        return view.legal[self._dealer.pick(len(view.legal))]
