"""What a game is started with: the options of the table, and the library of traits in the box."""

from __future__ import annotations

from typing import Final

from smallworld.engine.board import Board
from smallworld.engine.errors import GameError
from smallworld.engine.pieces import Piece
from smallworld.engine.regions import LIMIT
from smallworld.engine.shim import i64
from smallworld.engine.trait import Marker, Power, Race, Trait

WAYS_LIMIT: Final = 16  # an action names them by bits
RULES: Final = 2  # goes up when the same moves lead to another game; older games keep theirs


class Options:
    """The table: board, seats, length and the settings the engine itself reads (0.11)."""

    def __init__(
        self,
        board: Board,
        seats: list[str],
        turns: int,
        *,
        first: int = 0,
        own_decline_defends: bool = True,
        monster_sites: int = -1,
        rules: int = RULES,
    ) -> None:
        if not 1 <= len(seats) <= 5 or len(set(seats)) < len(seats):
            raise GameError(f"a game needs 1 to 5 seats with names of their own, not {seats}")
        if not 0 <= first < len(seats):
            raise GameError(f"the first player is a seat from 0 to {len(seats) - 1}, not {first}")
        self.board: Final = board
        self.seats: Final = seats  # their names in the notation: P1, P2 …
        self.turns: Final[i64] = turns
        self.first: Final[i64] = first
        self.own_decline_defends: Final = own_decline_defends
        self.rules: Final[i64] = rules  # the version of our rulings the game is played by
        # Where Monsters stand at the start: the printed symbols, or on a surface map a choice (C5).
        self.monster_sites: Final[i64] = (
            int(board.monster_sites) if monster_sites < 0 else monster_sites
        )


class Library:
    """Every trait in the box, in order, with the numbers the state knows them by."""

    def __init__(
        self,
        races: list[Race],
        powers: list[Power],
        markers: list[Marker],
        pieces: list[Piece],
        *,
        may_fail: bool = False,
    ) -> None:
        if max(len(races), len(powers)) > LIMIT:
            raise GameError(f"a game takes at most {LIMIT} races and {LIMIT} powers")
        self.may_fail: Final = may_fail  # some hook is a program of somebody else
        self.races: Final = races
        self.powers: Final = powers
        self.markers: Final = markers  # places, then relics
        self.pieces: Final = pieces[:]  # those of the box, then those that traits bring
        traits: list[Trait] = []
        traits.extend(races)
        traits.extend(powers)
        traits.extend(markers)
        self.traits: Final = traits
        self.ways: Final = [trait for trait in traits if trait.way is not None]
        for number, trait in enumerate(traits):
            trait.number = number
            trait.hooks = trait.answered()
            if trait.brings is not None:
                trait.piece = len(self.pieces)
                self.pieces.append(trait.brings)
        if len(self.ways) > WAYS_LIMIT:
            raise GameError(f"a game takes at most {WAYS_LIMIT} traits with a way to conquer")
        for number, trait in enumerate(self.ways):
            trait.way_number = number
        for index, race in enumerate(races):
            race.index = index
        for index, power in enumerate(powers):
            power.index = index
        for index, marker in enumerate(markers):
            marker.index = index
        self.by_name: Final = {trait.name: trait for trait in traits}
        if len(self.by_name) < len(traits):
            names = [trait.name for trait in traits]
            twice = sorted({name for name in names if names.count(name) > 1})
            raise GameError(f"two traits share one name: {', '.join(twice)}")
