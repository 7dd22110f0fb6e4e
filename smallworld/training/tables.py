"""The tables that are trained on: every board, two to five seats, and both boxes mixed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from smallworld.content.loader import MAPS, load_map
from smallworld.encoding.layout import MOST_SEATS, Sizes
from smallworld.engine.game import GameError
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.setup import GameSetup
from smallworld.learn.position_rows import PositionRows

MIXED: Final = "mixed"
MIXED_PART: Final = 4  # one game of so many is played with both boxes
OTHER_SEATS_PART: Final = 4  # ... and one by another number of people than the board is for


@dataclass(frozen=True)
class TrainingTable:
    """A board, a world and a number of seats."""

    board: str
    world: str  # empty: that of the board
    seats: int

    @staticmethod
    def from_text(text: str) -> TrainingTable:
        """Read what `text` writes: base-3, base-3/mixed, base-3/mixed/5.

        >>> TrainingTable.from_text("base-3/5").text
        'base-3/5'
        """
        board, *rest = text.split("/")
        if board not in MAPS:
            raise GameError(f"there is no board {board!r} to train on; there are {', '.join(MAPS)}")
        world, seats = "", load_map(board).players
        for part in rest:
            if part == MIXED:
                world = MIXED
            elif part.isdigit() and 2 <= int(part) <= MOST_SEATS:
                seats = int(part)
            else:
                raise GameError(f"{text!r} is no table; write base-3, base-3/mixed or base-3/5")
        return TrainingTable(board, world, seats)

    @property
    def text(self) -> str:
        """The table in a word."""
        usual = load_map(self.board).players
        parts = [self.board, self.world, "" if self.seats == usual else str(self.seats)]
        return "/".join(part for part in parts if part)

    @property
    def setup(self) -> GameSetup:
        """The table, with coins open: those who think have counted them."""
        return GameSetup(map=self.board, world=self.world, players=self.seats, coins="open")


def draw_table(boards: tuple[str, ...], dealer: Dealer) -> TrainingTable:
    """A table by chance: all boards as often, most of them played as they are meant to be."""
    board = boards[dealer.pick(len(boards))]
    world = MIXED if dealer.pick(MIXED_PART) == 0 else ""
    seats = load_map(board).players
    if dealer.pick(OTHER_SEATS_PART) == 0:
        seats = 2 + dealer.pick(MOST_SEATS - 1)
    return TrainingTable(board, world, seats)


@lru_cache(maxsize=1)
def largest() -> Sizes:
    """Sizes that positions of all boards fit into."""
    regions = max(load_map(board).board.size for board in MAPS)
    return Sizes(regions, MOST_SEATS)


@lru_cache(maxsize=64)
def rows_of(table: TrainingTable) -> PositionRows:
    """Writes positions of that table, as large as those of the largest."""
    return PositionRows(table.setup, largest())
