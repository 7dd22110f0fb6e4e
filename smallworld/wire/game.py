"""A position of a game as one seat, or a spectator, sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from smallworld.engine.query import Part
from smallworld.wire.actions import ActionView, LegalAction
from smallworld.wire.quick import quick, sparse

PhaseKind = Literal[
    "pick", "start", "choose", "risen", "ready", "conquest", "redeploy", "placements",
    "defenders", "late decline", "ask", "over", "die", "race", "power", "find", "grant",
]  # fmt: skip
Natives = Literal["Lost Tribe", "Monsters"]


@sparse
@dataclass(frozen=True)
class Phase:
    """What is being decided, or which luck is due."""

    kind: PhaseKind
    trait: str | None = None  # the one that brings it about


@quick
@dataclass(frozen=True, slots=True)
class EmpireView:
    """A race of a seat."""

    race: str
    power: str | None
    regions: tuple[str, ...]
    hand: int
    usable: int  # of those in hand: what can be done something with now
    returning: int  # of those in hand: they never stay on the map
    withdrawn: int
    tray: int
    hammers: int
    first_turn: bool
    speaks: tuple[str, ...]  # its traits: places, relics and lent badges included


@quick
@dataclass(frozen=True, slots=True)
class SeatView:
    """What lies before a seat."""

    name: str
    coins: int | None  # None: hidden
    active: EmpireView | None
    declined: tuple[EmpireView, ...]


@quick
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


@quick
@dataclass(frozen=True, slots=True)
class Combo:
    """A race and a power in the row."""

    number: int  # counted from 1, as in "pick 2"
    race: str
    power: str
    tokens: int  # it brings whoever takes it
    coins: int  # lying on it
    cost: int


@dataclass(frozen=True, slots=True)
class Stacks:
    """What has not been turned up."""

    races: int
    powers: int
    bottom: tuple[str, ...]  # races known to lie at the bottom
    finds: int


@dataclass(frozen=True, slots=True)
class Discards:
    """What was turned up and laid aside."""

    powers: tuple[str, ...]


@quick
@dataclass(frozen=True, slots=True)
class PoolRegion:
    """A region that can take tokens."""

    region: str
    proposed: int  # tokens a good player would put there


@dataclass(frozen=True, slots=True)
class Pool:
    """Tokens of one race that can be put down now, and where."""

    race: str
    tokens: int
    regions: tuple[PoolRegion, ...]


@dataclass(frozen=True, slots=True)
class ProposedUse:
    """A trait's own action that a good player would take: a piece put down, a seat named."""

    action: ActionView
    later: bool  # in the phase after the one that runs


@sparse
@dataclass(frozen=True)
class ScorePreview:
    """What the seat would score if its turn ended now, tried on a copy."""

    total: int
    parts: tuple[Part, ...]
    by: tuple[str, ...] = ()  # its own decisions up to there


@sparse
@dataclass(frozen=True)
class Ending:
    """How a game ended; coins, tokens and places in the order of the seats.

    >>> import smallworld as sw
    >>> sw.Game("base-2", seed=7, turns=1).play("greedy").winners
    ('P1',)
    """

    coins: tuple[int, ...]
    tokens: tuple[int, ...]
    winners: tuple[str, ...]
    places: tuple[int, ...] = ()  # from 1 on; older versions kept none


@quick
@dataclass(frozen=True, slots=True)
class GameView:
    """Everything the viewer may see."""

    seat: str | None  # None: a spectator
    map: str
    coins: Literal["hidden", "open"]
    turn: int
    turns: int
    current: str  # whose turn it is
    phase: Phase
    to_act: str | None  # None: luck is next, or the game is over
    die: int | None  # pips that wait to be used
    seats: tuple[SeatView, ...]
    regions: tuple[RegionView, ...]
    row: tuple[Combo, ...]
    stacks: Stacks
    discards: Discards
    notes: dict[str, tuple[int, int] | str]  # what traits remember, for ever and for this turn
    legal: tuple[LegalAction, ...]
    ahead: tuple[LegalAction, ...]  # what can be done at once with what comes `first`
    hand: int | None  # tokens the viewer can conquer with, now or when the turn goes on
    pools: tuple[Pool, ...]
    placements: tuple[ProposedUse, ...]
    score: ScorePreview | None
    result: Ending | None
