"""What a judging net is given: positions side by side, and the actions that are possible there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from smallworld.encoding.layout import MOST_SEATS
from smallworld.learn.arrays import Arrays
from smallworld.learn.position_rows import SeatSigns

STATIC = ("map", "borders", "trait_facts")


@dataclass(frozen=True)
class NetTables:
    """What never changes at each of some tables, one behind the other."""

    arrays: dict[str, Tensor]

    @staticmethod
    def of(tables: Sequence[Arrays], device: str = "cpu") -> NetTables:
        """The arrays of these tables, which all have the same sizes."""
        return NetTables(
            {
                name: torch.from_numpy(np.stack([table[name] for table in tables])).to(device)
                for name in STATIC
            }
        )


@dataclass(frozen=True)
class Batch:
    """Positions of several tables and sizes; whatever is by seat begins with who is judged."""

    seen: dict[str, Tensor]  # the arrays of a position, as bytes
    facts: NetTables
    table: Tensor  # of each position, by its place in `facts`
    signs: Tensor  # positions × seats × signs
    prior: Tensor  # positions × seats
    here: Tensor  # positions × seats
    actions: Tensor  # all of them, one behind the other
    owner: Tensor  # the position each action belongs to

    def __len__(self) -> int:
        return len(self.table)


def make_batch(
    seen: Arrays,
    facts: NetTables,
    table: np.ndarray,
    signs: SeatSigns,
    actions: np.ndarray | None = None,
    owner: np.ndarray | None = None,
    device: str = "cpu",
) -> Batch:
    """The same from arrays of numpy."""
    width = 13 if actions is None else actions.shape[1]
    no_actions, no_owner = np.zeros((0, width), np.uint8), np.zeros(0, np.int64)

    def moved(array: np.ndarray) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(array)).to(device)

    found = {
        name: moved(padded_seats(array) if name in ("seats", "fronts") else array)
        for name, array in seen.items()
    }
    return Batch(
        found,
        facts,
        moved(table.astype(np.int64)),
        moved(signs.signs),
        moved(signs.prior),
        moved(signs.here),
        moved(no_actions if actions is None else actions),
        moved(no_owner if owner is None else owner),
    )


def padded_seats(array: np.ndarray) -> np.ndarray:
    """Rows of zeros for seats that nobody has: a net has a place for each."""
    missing = MOST_SEATS - array.shape[1]
    if not missing:
        return array
    return np.pad(array, [(0, 0), (0, missing), *[(0, 0)] * (array.ndim - 2)])
