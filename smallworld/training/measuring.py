"""How much of what can be foreseen a judge explains, beside the signs of the hand-made one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from smallworld.encoding.layout import ARRAYS, MOST_SEATS
from smallworld.engine.game import GameError
from smallworld.learn.position_rows import Floats
from smallworld.training.samples import Samples
from smallworld.training.tables import TrainingTable, rows_of

MOST_TURNS: Final = 8  # more turns are like so many, as in the hand-made evaluation
FEWEST: Final = 30  # positions that a line is fitted to
STIFF: Final = 1.0  # keeps the numbers of a line small where there is little to fit it to


@dataclass(frozen=True)
class Unexplained:
    """Parts of the variance that could be explained and is not; 1: as good as the mean."""

    net: float
    signs: float  # the hand-made evaluation as it is
    refitted: float  # its signs, with lines fitted to the same samples as the net
    positions: int

    def words(self) -> str:
        """The figures in a line."""
        parts = (f"net {self.net:.1%}", f"signs {self.signs:.1%}", f"refitted {self.refitted:.1%}")
        return f"unexplained of {self.positions} positions: {', '.join(parts)}"


def measurable(samples: Samples) -> Samples:
    """Those at the beginning of a turn whose worth is known well enough."""
    known = samples.fresh & ~np.isnan(samples.error[:, 0])
    return samples.pick(np.flatnonzero(known))


def measure(held: Samples, net_coins: Floats, learnt: Samples) -> Unexplained:
    """How the net and the signs do on positions that neither has seen.

    `held` and `learnt` are as `measurable` gives them, `net_coins` what the net says of `held`.
    """
    if len(held) < FEWEST or len(learnt) < FEWEST:
        raise GameError(f"at least {FEWEST} positions are needed to measure a judge")
    return Unexplained(
        net=unexplained(held, net_coins),
        signs=unexplained(held, held.prior),
        refitted=unexplained(held, refit(learnt, held)),
        positions=len(held),
    )


def unexplained(samples: Samples, coins: Floats) -> float:
    """The part of the variance of leads that these expected coins leave unexplained.

    A lead is what a seat will gain less the mean of what the others will; the mean of all
    positions with as many turns and seats left explains nothing. What luck alone changes in the
    measured leads, as far as it is known, is taken off.
    """
    here = samples.told.here
    others = np.maximum(samples.seats - 1, 1)

    def lead(values: Floats) -> NDArray[np.float64]:
        some = np.where(here, values - _coins_now(samples), 0.0).astype(np.float64)
        found: NDArray[np.float64] = some[:, 0] - some[:, 1:].sum(1) / others
        return found

    error = np.where(here, np.nan_to_num(samples.error), 0.0)
    luck = float((error[:, 0] + error[:, 1:].sum(1) / others**2).mean())
    true, guessed = lead(samples.coins), lead(coins)
    groups = samples.turns * 10 + samples.seats
    usual = np.zeros(len(true))
    for group in np.unique(groups):
        usual[groups == group] = true[groups == group].mean()
    explainable = float(((true - usual) ** 2).mean()) - luck
    return (float(((true - guessed) ** 2).mean()) - luck) / max(explainable, 1e-9)


def refit(learnt: Samples, asked: Samples) -> Floats:
    """Final coins by lines through the signs: one for each number of turns and kind of seat."""
    found = asked.prior.copy()
    lines = _lines_of(learnt)
    wanted = _lines_of(asked)
    gained = np.where(learnt.told.here, learnt.coins - _coins_now(learnt), 0.0)
    now = _coins_now(asked)
    for line in np.unique(wanted[asked.told.here]):
        fitted = (lines == line) & learnt.told.here
        if fitted.sum() < FEWEST:
            continue  # the line as it is
        signs = _with_one(learnt.signs[fitted])
        weight = signs.T @ signs + STIFF * np.eye(signs.shape[1])
        answer = np.linalg.solve(weight, signs.T @ gained[fitted])
        there = (wanted == line) & asked.told.here
        found[there] = now[there] + _with_one(asked.signs[there]) @ answer
    return found


def _with_one(signs: Floats) -> NDArray[np.float64]:
    return np.concatenate([np.ones((len(signs), 1)), signs.astype(np.float64)], 1)


def _lines_of(samples: Samples) -> NDArray[np.int64]:
    """Which line is for each seat of each position."""
    turns = np.minimum(_seat_column(samples, "turns to come"), MOST_TURNS)
    moves = np.arange(MOST_SEATS) == 0
    two = samples.seats[:, None] == 2
    found: NDArray[np.int64] = turns.astype(np.int64) * 4 + moves * 2 + two
    return found


def _coins_now(samples: Samples) -> Floats:
    return _seat_column(samples, "coins")


def _seat_column(samples: Samples, field: str) -> Floats:
    rows = rows_of(TrainingTable.from_text(samples.tables[0]))
    seats = rows.arrays(samples.rows)["seats"]
    found: Floats = seats[:, :, ARRAYS["seats"].at[field]].astype(np.float32)
    return found
