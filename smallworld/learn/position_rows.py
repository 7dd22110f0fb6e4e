"""States of one table as rows of bytes, with all coins told, and what a judge is given of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from smallworld.encoding.encoder import Encoder
from smallworld.encoding.layout import ACTIONS, MOST_SEATS, Sizes
from smallworld.engine.game import GameError, State
from smallworld.game.setup import GameSetup
from smallworld.learn.arrays import Arrays, Bytes

SIGNS: Final = 8  # of a seat: what the hand-made evaluation of a position looks at
Floats = NDArray[np.float32]


class PositionRows:
    """Writes states as the seat sees them that is named, with everybody's coins.

    Whoever thinks has counted the coins of others, so hiding them would make the judge blind to
    what is known.
    """

    def __init__(self, setup: GameSetup, sizes: Sizes | None = None) -> None:
        encoder = Encoder.of(replace(setup, coins="open"))
        self.encoder: Final = encoder if sizes is None else encoder.padded(sizes)
        self.static: Final[Arrays] = {
            name: np.frombuffer(content, np.uint8).reshape(self.encoder.shapes[name])
            for name, content in self.encoder.static().items()
        }

    def fits(self, s: State) -> bool:
        """Whether that position is of this table."""
        if int(self.encoder.options.turns) != int(s.options.turns):
            return False
        try:
            self.encoder.check_fits(s)
        except GameError:
            return False
        return True

    def rows(self, states: Sequence[State], seats: Sequence[int]) -> Bytes:
        """A row for each state, as that seat sees it."""
        size = self.encoder.size
        found = np.empty((len(states), size), np.uint8)
        room = found.reshape(-1).data
        for n, (s, seat) in enumerate(zip(states, seats, strict=True)):
            self.encoder.writer.write(s, seat, room, n * size)
        return found

    def actions(self, s: State, seat: int, offered: list[int]) -> Bytes:
        """A row for each of these actions."""
        row = np.empty(self.encoder.size, np.uint8)
        found = np.empty((len(offered), ACTIONS.width), np.uint8)
        self.encoder.writer.write_with_actions(
            s, seat, offered, row.data, 0, found.reshape(-1).data, 0
        )
        return found

    def arrays(self, rows: Bytes) -> Arrays:
        """The rows as named arrays, an axis for positions in front."""
        return {
            name: rows[:, part].reshape(-1, *self.encoder.shapes[name])
            for name, part in self.encoder.slices.items()
        }


@dataclass(frozen=True)
class SeatSigns:
    """What the hand-made evaluation says of positions; the seat that is named comes first."""

    signs: Floats  # positions × seats × signs, in coins, regions and tokens
    prior: Floats  # positions × seats: the final coins it expects
    seats: NDArray[np.int64]  # how many play

    @property
    def here(self) -> NDArray[np.bool_]:
        """Positions × seats: whether there is such a seat."""
        found: NDArray[np.bool_] = np.arange(MOST_SEATS) < self.seats[:, None]
        return found
