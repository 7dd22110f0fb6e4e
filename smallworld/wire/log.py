"""What happened at a table, as data: each page puts it into words for its reader."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from smallworld.engine.query import Part
from smallworld.wire.actions import ActionView
from smallworld.wire.quick import quick, sparse

EntryKind = Literal[
    "move", "luck",  # what each line of the record begins with; the engine's events follow
    "turn", "picked", "revealed", "rolled", "conquered", "repelled", "lost", "withdrawn", "left",
    "deployed", "placed", "found", "granted", "declined", "vanished", "paid", "scored", "over",
]  # fmt: skip


@quick
@dataclass(frozen=True, slots=True)
class RegionCoins:
    """What a region was worth when its holder scored."""

    region: str
    coins: int


@sparse
@dataclass(frozen=True)
class LogEntry:
    """One entry of the log: a move, an outcome of luck, or something that came of it."""

    line: int  # of the record
    turn: int
    kind: EntryKind
    seat: str | None = None
    action: ActionView | None = None  # of a move or luck
    region: str | None = None
    race: str | None = None  # that did it, or that it befell
    power: str | None = None  # of that race, or turned up, or granted
    thing: str | None = None  # a piece, place or relic put down or found; why coins were paid
    other: str | None = None  # a second seat: from whom, or to whom
    tokens: int = 0
    pieces: int = 0
    coins: int = 0
    pips: int = 0
    parts: tuple[Part, ...] = ()  # of a score, or the coins of a combo
    paying: tuple[RegionCoins, ...] = ()  # of a score: what came from each region
