"""A position as it is written by hand, as plain data: names are text, nothing is looked up."""

from __future__ import annotations

from dataclasses import dataclass, field

WORLDS = ("base", "underground", "mixed")
TERRAINS = (
    *("farmland", "forest", "hill", "swamp", "mountain", "sea", "lake"),
    *("mushroom", "mud", "mine", "crystal", "black_mountain", "river", "chasm"),
)
SYMBOLS = ("mine", "magic", "cavern")
FLAGS = ("edge", "lost_tribe", "monster", "volcano")
PIECES = (
    *("lair", "fortress", "encampment", "hole", "hero", "dragon", "queen", "ghost", "ancient"),
    *("volcano", "balrog", "armor", "bag", "mountain"),
)
PHASES = ("start", "pick", "choose", "ready", "conquest", "redeploy", "placements")


@dataclass(frozen=True)
class RegionSpec:
    name: str
    terrain: str | None = None
    symbols: tuple[str, ...] = ()
    edge: bool = False
    lost_tribe: bool = False
    monster: bool = False
    volcano: bool = False


@dataclass(frozen=True)
class BoardSpec:
    regions: tuple[RegionSpec, ...]
    borders: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class EmpireSpec:
    race: str
    power: str | None = None
    at: dict[str, int] = field(default_factory=dict)
    hand: int = 0
    first_turn: bool = False
    hammers: int = 0


@dataclass(frozen=True)
class SeatSpec:
    name: str
    coins: int = 5
    active: EmpireSpec | None = None
    declined: tuple[EmpireSpec, ...] = ()


@dataclass(frozen=True)
class ComboSpec:
    race: str
    power: str
    coins: int


@dataclass(frozen=True)
class StackSpec:
    """All that is left in the stacks, unordered; None where the file does not say."""

    races: tuple[str, ...] | None = None
    powers: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Given:
    """The position: either `board` or `map` is set; `turns` is None where the map decides.

    `natives` are the regions where Lost Tribes or Monsters still stand; None: wherever printed.
    """

    world: str
    board: BoardSpec | None
    map: str | None
    turn: int
    turns: int | None
    settings: dict[str, bool | str]
    natives: tuple[str, ...] | None
    seats: tuple[SeatSpec, ...]
    pieces: dict[str, dict[str, int]]
    places: dict[str, str]
    relics: dict[str, str]
    row: tuple[ComboSpec, ...] | None
    discards: tuple[str, ...]
    stack: StackSpec | None
    phase: str
    to_act: str
    stonehedge: str | None
    vengeance: dict[str, tuple[str, ...]]
    peace: dict[str, str]
    attacked: tuple[str, ...]
