"""Positions to learn from, in arrays: what was seen, what it was worth, what was best to do."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, fields
from io import BytesIO
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from smallworld.encoding.layout import ACTIONS, ENCODING_VERSION, MOST_SEATS
from smallworld.engine.game import GameError, State
from smallworld.learn.arrays import Bytes
from smallworld.learn.judge.net_judge import seat_signs
from smallworld.learn.position_rows import SIGNS, Floats, SeatSigns
from smallworld.learn.shards import write_whole
from smallworld.players.policy.evaluation import turns_to_come
from smallworld.players.policy.policy import Policy
from smallworld.players.search.judged import signs_of
from smallworld.training.tables import TrainingTable, rows_of

UNKNOWN: Final = float("nan")


@dataclass
class Sample:
    """One position; all that is by seat begins with the seat that is named."""

    table: TrainingTable
    row: Bytes
    signs: list[list[float]]
    prior: list[float]  # the final coins the hand-made evaluation expects
    seat: int
    turns: int  # that seat still has
    fresh: bool  # nothing was done yet in this turn
    coins: list[float]  # at the end: what is to be learnt
    error: list[float]  # variance of those coins, as far as they are a mean; NaN: not known
    won: list[float]
    actions: Bytes
    share: Floats  # how much speaks for each action; none: nobody thought about it


def look_at(s: State, table: TrainingTable, seat: int, policy: Policy, fresh: bool) -> Sample:
    """A sample of what is seen now; what it is worth is added later."""
    signs, prior = signs_of(s, policy, seat)
    return Sample(
        table=table,
        row=rows_of(table).rows([s], [seat])[0],
        signs=signs,
        prior=prior,
        seat=seat,
        turns=int(turns_to_come(s, seat)),
        fresh=fresh,
        coins=[],
        error=[UNKNOWN] * len(prior),
        won=[],
        actions=np.zeros((0, ACTIONS.width), np.uint8),
        share=np.zeros(0, np.float32),
    )


def by_seat(values: Sequence[float], seat: int) -> list[float]:
    """The same, beginning with that seat."""
    return [values[(seat + n) % len(values)] for n in range(len(values))]


@dataclass
class Samples:
    """Many of them, as arrays."""

    tables: list[str]  # by name
    table: NDArray[np.int64]  # of each position, by its place among the names
    rows: Bytes
    signs: Floats
    prior: Floats
    seats: NDArray[np.int64]
    turns: NDArray[np.int64]
    fresh: NDArray[np.bool_]
    coins: Floats
    error: Floats
    won: Floats
    starts: NDArray[np.int64]  # where the actions of each position begin, and where all end
    actions: Bytes
    share: Floats

    def __len__(self) -> int:
        return len(self.table)

    @property
    def told(self) -> SeatSigns:
        """What the hand-made evaluation says of them."""
        return SeatSigns(self.signs, self.prior, self.seats)

    def pick(self, which: NDArray[np.int64]) -> Samples:
        """Some of them, in that order."""
        actions = self.actions_of(which)
        counts = self.starts[which + 1] - self.starts[which]
        return Samples(
            self.tables,
            *(self.table[which], self.rows[which], self.signs[which], self.prior[which]),
            *(self.seats[which], self.turns[which], self.fresh[which], self.coins[which]),
            *(self.error[which], self.won[which]),
            starts=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
            actions=self.actions[actions],
            share=self.share[actions],
        )

    def actions_of(self, which: NDArray[np.int64]) -> NDArray[np.int64]:
        """The numbers of the actions of these positions."""
        first = self.starts[which]
        counts = self.starts[which + 1] - first
        ends = np.cumsum(counts)
        found: NDArray[np.int64] = np.repeat(first - ends + counts, counts)
        return found + np.arange(len(found))

    @staticmethod
    def of(samples: Sequence[Sample]) -> Samples:
        """These, as arrays."""
        names = sorted({one.table.text for one in samples})
        told = seat_signs([one.signs for one in samples], [one.prior for one in samples])

        def seats(lists: list[list[float]]) -> Floats:
            found = np.full((len(lists), MOST_SEATS), UNKNOWN, np.float32)
            for n, values in enumerate(lists):
                found[n, : len(values)] = values
            return found

        return Samples(
            names,
            np.array([names.index(one.table.text) for one in samples], np.int64),
            np.stack([one.row for one in samples]),
            *(told.signs, told.prior, told.seats),
            np.array([one.turns for one in samples], np.int64),
            np.array([one.fresh for one in samples], np.bool_),
            seats([one.coins for one in samples]),
            seats([one.error for one in samples]),
            seats([one.won for one in samples]),
            np.cumsum([0, *(len(one.share) for one in samples)]).astype(np.int64),
            np.concatenate([one.actions for one in samples]),
            np.concatenate([one.share for one in samples]),
        )

    @staticmethod
    def joined(parts: Sequence[Samples]) -> Samples:
        """All of them behind each other."""
        names = sorted({name for part in parts for name in part.tables})
        table = [
            np.array([names.index(name) for name in part.tables])[part.table] for part in parts
        ]
        starts, total = [np.zeros(1, np.int64)], 0
        for part in parts:
            starts.append(part.starts[1:] + total)
            total += int(part.starts[-1])
        rest = {
            name: np.concatenate([getattr(part, name) for part in parts])
            for name in (field.name for field in fields(Samples))
            if name not in ("tables", "table", "starts")
        }
        return Samples(names, np.concatenate(table), starts=np.concatenate(starts), **rest)


def samples_bytes(samples: Sequence[Sample]) -> bytes:
    """The contents of a file of these."""
    found = Samples.of(samples)
    arrays = {field.name: np.array(getattr(found, field.name)) for field in fields(found)}
    content = BytesIO()
    np.savez_compressed(content, allow_pickle=False, encoding=np.array(ENCODING_VERSION), **arrays)
    return content.getvalue()


def write_samples(path: Path, content: bytes) -> None:
    """Write a file that is there whole or not at all."""
    write_whole(path, content)


def read_samples(path: Path) -> Samples:
    """The samples of one file."""
    try:
        with np.load(path, allow_pickle=False) as kept:
            found = {name: kept[name] for name in kept.files}
        version = int(found.pop("encoding"))
        samples = Samples(tables=[str(name) for name in found.pop("tables")], **found)
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise GameError(f"{path}: it is no file of samples: {error}") from None
    if version != ENCODING_VERSION:
        raise GameError(
            f"{path}: it was written in encoding {version}, and this is {ENCODING_VERSION}; "
            "begin a new run in another folder"
        )
    assert samples.signs.shape[2] == SIGNS
    return samples
