"""What a thinking player says of each legal action: the targets that others learn from."""

from __future__ import annotations

from dataclasses import dataclass

from smallworld.play.seat import Player
from smallworld.play.view import View


@dataclass(frozen=True)
class Target:
    """One legal action: the share of the thinking spent on it, and the final coins it expects."""

    action: int
    share: float  # of all simulations; the shares of a position add up to 1
    coins: tuple[float, ...] = ()  # by seat; empty: not looked at


class Thinker:
    """Derive from this and write `think`."""

    def __init__(self, name: str) -> None:
        self.name = name

    def think(self, view: View) -> list[Target]:
        """The actions thought about, the best first; those left out have no share."""
        raise NotImplementedError(f"{self.name} does not know how to think")


class PlayerThinker(Thinker):
    """A player that only says what it would do: all the thinking went into that."""

    def __init__(self, player: Player) -> None:
        super().__init__(player.name)
        self._player = player

    def think(self, view: View) -> list[Target]:
        """Its choice."""
        return [Target(self._player.choose(view), 1.0)]
