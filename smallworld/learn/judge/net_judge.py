"""A trained net that judges positions of any table, many at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np
import torch

from smallworld.encoding.layout import MOST_SEATS
from smallworld.engine.game import State
from smallworld.game.setup import GameSetup
from smallworld.learn.judge.batch import NetTables, make_batch
from smallworld.learn.judge.net_file import load_net
from smallworld.learn.position_rows import SIGNS, PositionRows, SeatSigns

_KEPT: Final = 8  # tables that are remembered


def seat_signs(
    signs: Sequence[Sequence[Sequence[float]]], prior: Sequence[Sequence[float]]
) -> SeatSigns:
    """The same as arrays, with room for five seats; all begin with the seat that is judged for."""
    found = np.zeros((len(signs), MOST_SEATS, SIGNS), np.float32)
    expected = np.zeros((len(signs), MOST_SEATS), np.float32)
    for n, (rows, coins) in enumerate(zip(signs, prior, strict=True)):
        found[n, : len(rows)] = rows
        expected[n, : len(coins)] = coins
    return SeatSigns(found, expected, np.array([len(rows) for rows in signs], np.int64))


class NetJudge:
    """Asks a net on this processor, with one thread: games are played side by side."""

    def __init__(self, path: str | Path) -> None:
        torch.set_num_threads(1)
        self.path: Final = Path(path)
        self.shape, self._net = load_net(self.path)
        self._tables: Final[list[tuple[PositionRows, NetTables]]] = []

    def coins(
        self,
        setup: GameSetup,
        states: Sequence[State],
        signs: Sequence[Sequence[Sequence[float]]],
        prior: Sequence[Sequence[float]],
    ) -> list[list[float]]:
        """Final coins expected in each position, the seat whose turn it is first."""
        if not states:
            return []
        table, facts = self._table(setup, states[0])
        seats = [int(s.seat) for s in states]
        seen = table.arrays(table.rows(states, seats))
        told = seat_signs(signs, prior)
        batch = make_batch(seen, facts, np.zeros(len(states), np.int64), told)
        with torch.inference_mode():
            found: list[list[float]] = self._net(batch).coins.tolist()
        return [row[: int(s.seats)] for row, s in zip(found, states, strict=True)]

    def scores(
        self,
        setup: GameSetup,
        s: State,
        seat: int,
        offered: list[int],
        signs: Sequence[Sequence[float]],
        prior: Sequence[float],
    ) -> list[float]:
        """How good each of these actions looks to the seat that decides, in logits."""
        table, facts = self._table(setup, s)
        seen = table.arrays(table.rows([s], [seat]))
        batch = make_batch(
            *(seen, facts, np.zeros(1, np.int64), seat_signs([signs], [prior])),
            *(table.actions(s, seat, offered), np.zeros(len(offered), np.int64)),
        )
        with torch.inference_mode():
            found: list[float] = self._net(batch).scores.tolist()
        return found

    def _table(self, setup: GameSetup, s: State) -> tuple[PositionRows, NetTables]:
        for known in reversed(self._tables):
            if known[0].fits(s):
                return known
        rows = PositionRows(setup)
        self._tables.append((rows, NetTables.of([rows.static])))
        del self._tables[:-_KEPT]
        return self._tables[-1]


@lru_cache(maxsize=8)
def net_judge(path: str) -> NetJudge:
    """The net of that file, read once."""
    return NetJudge(path)
