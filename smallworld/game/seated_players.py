"""Players take their seats: levels by name, or players of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from smallworld.engine.game import GameError
from smallworld.game.player import Player

_SEEDS_APART: Final = 8  # seats of neighbouring games, so that no two players are twins


class SeatedPlayers:
    """Who sits in the seats of a game; `close` lets go of those who were made for it."""

    def __init__(
        self, given: str | Player | Sequence[str | Player], seats: Sequence[str], seed: int
    ) -> None:
        listed = [given] * len(seats) if isinstance(given, (str, Player)) else [*given]
        if len(listed) != len(seats):
            raise GameError(f"there are {len(seats)} seats, and {len(listed)} players are given")
        for player in listed:
            if not isinstance(player, (str, Player)):
                raise TypeError(
                    f"a player is a level by name, such as 'greedy', or a Player, not {player!r}"
                )
        self.players: Final[list[Player]] = []
        self._made: Final[list[Player]] = []
        try:
            for seat, player in enumerate(listed):
                self.players.append(self._seat(player, seed * _SEEDS_APART + seat))
        except BaseException:
            self.close()
            raise

    def _seat(self, player: str | Player, seed: int) -> Player:
        if isinstance(player, Player):
            return player
        # Not at the top: players stand above games, and most games are played without them.
        from smallworld.players.registry import make_player

        made = make_player(player, seed)
        self._made.append(made)
        return made

    @property
    def names(self) -> list[str]:
        """What they are called, in the order of the seats."""
        return [player.name for player in self.players]

    def close(self) -> None:
        """Let go of whoever was made here."""
        for player in self._made:
            with suppress(GameError):
                player.close()
