"""What is the same in all games at a table: board, box, seats, and a number for every trait."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import Self

from smallworld.content.settings import Value
from smallworld.encoding.layout import TRAIT_ROW, TRAITS, Sizes
from smallworld.engine.game import GameError, Library, Options, State
from smallworld.game.arguments import CustomContent, make_setup, read_board
from smallworld.game.box import PrintedBoard
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.match import set_table
from smallworld.game.records.header import full_table
from smallworld.game.setup import GameSetup, prepare


def rows_of_traits(library: Library) -> tuple[list[int], int]:
    """The row of every trait by its number, and how many rows there are with home-made ones."""
    rows: list[int] = []
    total = len(TRAITS)
    for trait in library.traits:
        if trait.name in TRAIT_ROW:
            rows.append(TRAIT_ROW[trait.name])
        else:
            rows.append(total)
            total += 1
    return rows, total


class TableBound:
    """Something made for one table, given in the words of `Game`."""

    def __init__(
        self,
        board: str | PathLike[str] | PrintedBoard = "base-2",
        *,
        world: str | None = None,
        seats: int | None = None,
        turns: int | None = None,
        coins: str = "hidden",
        places: bool = True,
        settings: Mapping[str, Value] | None = None,
        custom: CustomContent = (),
    ) -> None:
        board = read_board(board)
        words = (world, seats, turns, "P1", coins, places, (), settings, custom)
        self._take(full_table(make_setup(board, *words)))

    def _take(self, setup: GameSetup) -> None:
        self.setup: GameSetup = setup
        # The box is the same wherever luck puts the Monsters.
        options, library = prepare(set_table(setup, Dealer(0)))
        self.options: Options = options
        self.library: Library = library
        self.trait_rows, traits = rows_of_traits(library)
        self.sizes = Sizes(options.board.size, len(options.seats), traits)
        self._fitting: Library = library  # the last one that was found to be the same

    @classmethod
    def of(cls, setup: GameSetup) -> Self:
        """For the games that are set up like this."""
        found = cls.__new__(cls)
        found._take(full_table(setup))
        return found

    def check_fits(self, s: State) -> None:
        """Refuse a position of another table, which would be written wrongly."""
        known = s.library is self._fitting and s.board is self.options.board
        seats = len(self.options.seats)
        if known and s.seats == seats:
            return
        names = [trait.name for trait in s.library.traits]
        mine = [trait.name for trait in self.library.traits]
        if (s.board.names, s.seats, names) != (self.options.board.names, seats, mine):
            raise GameError(
                f"this {type(self).__name__} is for {self._words()}; the position is of "
                f"{s.board.name} with {s.seats} seats and {len(names)} traits in the box"
            )
        self._fitting = s.library

    def _words(self) -> str:
        return (
            f"{self.setup.map} with {len(self.options.seats)} seats, world {self.setup.world} "
            f"and {len(self.library.traits)} traits in the box"
        )
