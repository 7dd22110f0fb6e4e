"""A position of a game as one seat, or a spectator, sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Natives = Literal["Lost Tribe", "Monsters"]


@dataclass(frozen=True, slots=True)
class EmpireView:
    """A race of a seat."""

    race: str
    power: str | None
    regions: tuple[str, ...]
    hand: int
    withdrawn: int
    tray: int
    hammers: int
    first_turn: bool
    speaks: tuple[str, ...]  # its traits: places, relics and lent badges included


@dataclass(frozen=True, slots=True)
class SeatView:
    """What lies before a seat."""

    name: str
    coins: int | None  # None: hidden
    active: EmpireView | None
    declined: tuple[EmpireView, ...]


@dataclass(frozen=True, slots=True)
class RegionView:
    """A region, and what is in it."""

    name: str
    terrain: str
    symbols: tuple[str, ...]
    holder: str | None
    race: str | None
    natives: Natives | None
    tokens: int
    declined: bool
    pieces: dict[str, int]
    markers: tuple[str, ...]
    immune: bool


@dataclass(frozen=True, slots=True)
class Combo:
    """A race and a power in the row."""

    race: str
    power: str
    tokens: int  # it brings whoever takes it
    coins: int  # lying on it
    cost: int


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended; coins and tokens in the order of the seats.

    >>> import smallworld as sw
    >>> sw.Game("base-2", seed=7, turns=1).play("greedy").winners
    ('P1',)
    """

    coins: tuple[int, ...]
    tokens: tuple[int, ...]
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameView:
    """Everything the viewer may see."""

    seat: str | None  # None: a spectator
    map: str
    coins: Literal["hidden", "open"]
    turn: int
    turns: int
    current: str  # whose turn it is
    to_act: str | None  # None: luck is next, or the game is over
    die: int | None  # pips that wait to be used
    seats: tuple[SeatView, ...]
    regions: tuple[RegionView, ...]
    row: tuple[Combo, ...]
    result: Ending | None
