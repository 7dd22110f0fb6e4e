"""What a thinking player says of each legal action: the targets that others learn from."""

from __future__ import annotations

from dataclasses import dataclass

from smallworld.game.player import Player
from smallworld.game.views.view import View


@dataclass(frozen=True)
class PolicyTarget:
    """One legal action: how much speaks for it, and the final coins the player expects of it."""

    action: int
    share: float  # the shares of a position add up to 1
    coins: tuple[float, ...] = ()  # by seat; empty: not looked at


class Thinker:
    """Derive from this and write `think`."""

    def __init__(self, name: str) -> None:
        self.name = name

    def think(self, view: View) -> list[PolicyTarget]:
        """The actions thought about, the best first; those left out have no share."""
        raise NotImplementedError(f"{self.name} does not know how to think")


class PlayerThinker(Thinker):
    """A player that only says what it would do: all speaks for that."""

    def __init__(self, player: Player) -> None:
        super().__init__(player.name)
        self._player = player

    def think(self, view: View) -> list[PolicyTarget]:
        """Its choice."""
        return [PolicyTarget(self._player.choose_number(view), 1.0)]
