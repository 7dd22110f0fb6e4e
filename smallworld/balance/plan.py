"""What is played to see how balanced things are: boards, a player in every seat, and luck.

Games of a board have numbers from 0 on, and a number is the same game wherever and whenever it is
played. Of every nine games one is *varied*: each combo brings a few tokens more or less than it
says, drawn when it is taken. What a token is worth shows there, and only there; all else is counted
in the others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Final

from smallworld.arena.plan import ArenaTable, Rules, derive_seed, table_of_rules
from smallworld.content.library import Custom
from smallworld.engine.game import RULES, GameError
from smallworld.game.setup import GameSetup, prepare
from smallworld.players.registry import check_player

CYCLE: Final = 9  # so many games, the last of them varied
MOST_CHANGED: Final = 2  # tokens more or less in a varied game
PIECE: Final = 20  # games that are played, kept and lost together


@dataclass(frozen=True)
class BalancePiece:
    """Some games of one board."""

    place: int  # its number in the plan
    games: tuple[int, ...]


@dataclass(frozen=True)
class BalancePlan:
    """Everything that decides what is played; plain enough to be sent to another process."""

    places: tuple[ArenaTable, ...]
    player: str = "planner"
    seed: int = 1
    rules: Rules = field(default_factory=Rules)
    rulings: int = RULES

    def check(self) -> None:
        """Refuse what cannot be played, before anything is."""
        check_player(self.player)
        if len(set(self.places)) < len(self.places):
            raise GameError(f"a board is named twice: {', '.join(map(str, self.places))}")
        custom = self.rules.load_custom()
        for place in self.places:
            prepare(self.table(place, custom))

    def table(self, place: ArenaTable, custom: Custom | None) -> GameSetup:
        """The table of all games in that place."""
        return table_of_rules(place, self.rules, self.rulings, custom)

    def luck(self, place: ArenaTable, game: int) -> int:
        """The dealer's seed; no game of an arena has the same."""
        rules = self.rules
        return derive_seed("balance", self.seed, place.map, place.seats, rules.world, game)

    def player_seed(self, place: ArenaTable, game: int, seat: int) -> int:
        """The seed of the player in that seat."""
        return derive_seed(self.luck(place, game), "seat", seat)

    def pieces(self, games: int, there: list[Collection[int]]) -> Iterator[BalancePiece]:
        """What is to be played for so many games of each board, beside what is there.

        All boards grow evenly, so that whoever stops early knows about as much of each.
        """
        due = [[n for n in range(all_games(games)) if n not in done] for done in there]
        for first in range(0, max(map(len, due), default=0), PIECE):
            for place, numbers in enumerate(due):
                if numbers[first : first + PIECE]:
                    yield BalancePiece(place, tuple(numbers[first : first + PIECE]))


def is_varied(game: int) -> bool:
    """Whether tokens are changed in the game of that number."""
    return game % CYCLE == CYCLE - 1


def all_games(games: int) -> int:
    """How many games there are, varied ones included, if so many are not.

    >>> [n for n in range(all_games(20)) if is_varied(n)]
    [8, 17]
    """
    return games + games // (CYCLE - 1)
