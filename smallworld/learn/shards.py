"""Decisions to learn from, in compressed files: written whole or not at all, and read back."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from smallworld.encoding.layout import ENCODING_VERSION, MOST_SEATS
from smallworld.engine.game import GameError, Result
from smallworld.learn.arrays import OBSERVED, PER_ACTION, PER_GAME, Arrays
from smallworld.learn.targets import PolicyTarget

# Of the first encoding, whose files are still read: arrays of each action, those that are the same
# in all games of a file, and what stands for actions that are padded; the rest is by position.
FIRST_PER_ACTION: Final = {"actions": 0, "action_region": 62}
FIRST_PER_GAME: Final[tuple[str, ...]] = ("borders",)
ABOUT: Final = ("encoding", "starts", "chosen", "game", "seat", "share", "coins", "final", "won")
UNKNOWN: Final = float("nan")  # coins of an action that was not looked at, of a seat not there

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Decision:
    """One decision: what was seen, what could be done, what was thought, how the game ended.

    All that is by seat begins with the seat that decided.
    """

    arrays: Arrays
    share: Floats  # how much speaks for each legal action
    coins: Floats  # expected at the end: by action and seat
    chosen: int  # the number of the action taken
    game: int
    seat: int
    final: Floats  # coins at the end, by seat
    won: Floats  # 1 for the winner, parts of it where a win is shared


def decision(
    arrays: Arrays,
    legal: Sequence[int],
    targets: Sequence[PolicyTarget],
    chosen: int,
    game: int,
    seat: int,
    seats: int,
) -> Decision:
    """A decision of a game that goes on; `finished` adds how it ended."""
    share = np.zeros(len(legal), np.float32)
    coins = np.full((len(legal), MOST_SEATS), UNKNOWN, np.float32)
    row = {action: n for n, action in enumerate(legal)}
    for target in targets:
        share[row[target.action]] += target.share
        for n in range(len(target.coins)):
            coins[row[target.action], n] = target.coins[(seat + n) % seats]
    nothing = np.full(MOST_SEATS, UNKNOWN, np.float32)
    return Decision(arrays, share, coins, row[chosen], game, seat, nothing, nothing.copy())


def finished(made: Decision, end: Result) -> Decision:
    """The same, with how the game ended."""
    seats = len(end.coins)
    for n in range(seats):
        seat = (made.seat + n) % seats
        made.final[n] = end.coins[seat]
        made.won[n] = 1 / len(end.winners) if seat in end.winners else 0
    return made


def write_shard(path: Path, decisions: Sequence[Decision]) -> None:
    """Write them all; a file that is there is complete."""
    write_whole(path, shard_bytes(decisions))


def write_whole(path: Path, content: bytes) -> None:
    """Write a file that is there whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(content)
    os.replace(part, path)


def shard_bytes(decisions: Sequence[Decision]) -> bytes:
    """The contents of a file of these decisions."""
    starts = np.cumsum([0, *(len(made.share) for made in decisions)])
    found: dict[str, NDArray[np.generic]] = {
        "encoding": np.array(ENCODING_VERSION),
        "starts": starts.astype(np.int64),
        "chosen": np.array([made.chosen for made in decisions], np.int32),
        "game": np.array([made.game for made in decisions], np.int32),
        "seat": np.array([made.seat for made in decisions], np.int32),
        "share": np.concatenate([made.share for made in decisions]),
        "coins": np.concatenate([made.coins for made in decisions]),
        "final": np.stack([made.final for made in decisions]),
        "won": np.stack([made.won for made in decisions]),
    }
    for name in OBSERVED:
        found[name] = np.stack([made.arrays[name] for made in decisions])
    for name in PER_ACTION:
        found[name] = np.concatenate([made.arrays[name] for made in decisions])
    for name in PER_GAME:
        found[name] = decisions[0].arrays[name]
    content = BytesIO()
    np.savez_compressed(content, allow_pickle=False, **found)
    return content.getvalue()


def read_shard(path: Path) -> list[Decision]:
    """The decisions of one file."""
    try:
        with np.load(path, allow_pickle=False) as kept:
            found = {name: kept[name] for name in kept.files}
        version = int(found["encoding"])
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise GameError(f"{path}: it is no file of decisions: {error}") from None
    per_action: tuple[str, ...]
    if version == 1:
        per_action, per_game = tuple(FIRST_PER_ACTION), FIRST_PER_GAME
        observed = tuple(set(found) - {*per_action, *per_game, *ABOUT})
    elif version == ENCODING_VERSION:
        per_action, per_game, observed = PER_ACTION, PER_GAME, OBSERVED
    else:
        raise GameError(
            f"{path}: it was written in encoding {version}, and this is {ENCODING_VERSION}; "
            "play those games again with `smallworld selfplay`"
        )
    starts = found["starts"]
    return [
        Decision(
            arrays={
                **{name: found[name][n] for name in observed},
                **{name: found[name][starts[n] : starts[n + 1]] for name in per_action},
                **{name: found[name] for name in per_game},
            },
            share=found["share"][starts[n] : starts[n + 1]],
            coins=found["coins"][starts[n] : starts[n + 1]],
            chosen=int(found["chosen"][n]),
            game=int(found["game"][n]),
            seat=int(found["seat"][n]),
            final=found["final"][n],
            won=found["won"][n],
        )
        for n in range(len(starts) - 1)
    ]


def read_decisions(folder: Path) -> Iterator[Decision]:
    """All decisions of a folder that `smallworld selfplay` wrote, file by file.

    Random access is had by listing `shard_files` and reading one of them with `read_shard`.
    """
    paths = shard_files(folder)
    if not paths:
        raise GameError(f"{folder}: there are no decisions; `smallworld selfplay` writes some")
    for path in paths:
        yield from read_shard(path)


def shard_files(folder: Path) -> list[Path]:
    """The complete files of a folder, in the order of the games."""
    return sorted(folder.glob("games-*.npz"))


def collate(decisions: Sequence[Decision]) -> dict[str, NDArray[np.generic]]:
    """Decisions side by side: actions padded, `action_mask` says how far.

    Arrays stay as small as they are kept. Padded actions are rows of zeros and have no share.
    All decisions must be of one table, and of one encoding.
    """
    most = max(len(made.share) for made in decisions)

    def padded(rows: NDArray[np.generic], by: float) -> NDArray[np.generic]:
        width = [(0, most - len(rows)), *[(0, 0)] * (rows.ndim - 1)]
        return np.pad(rows, width, constant_values=by)

    found: dict[str, NDArray[np.generic]] = {}
    for name in decisions[0].arrays:
        rows = [made.arrays[name] for made in decisions]
        if name in FIRST_PER_ACTION:
            found[name] = np.stack([padded(row, FIRST_PER_ACTION[name]) for row in rows])
        else:
            found[name] = np.stack(rows)
    found["share"] = np.stack([padded(made.share, 0) for made in decisions])
    found["coins"] = np.stack([padded(made.coins, UNKNOWN) for made in decisions])
    found["action_mask"] = np.stack(
        [padded(np.ones(len(made.share), np.float32), 0) for made in decisions]
    )
    found["final"] = np.stack([made.final for made in decisions])
    found["won"] = np.stack([made.won for made in decisions])
    return found
