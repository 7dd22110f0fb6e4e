"""What a scenario file says, as plain data: names are text, nothing is looked up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

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
EXPECTED_PHASES = (*PHASES, "ghouls", "defenders", "stout", "over")


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


@dataclass(frozen=True)
class Act:
    line: int
    seat: str
    text: str


@dataclass(frozen=True)
class ScriptedLuck:
    line: int
    text: str


@dataclass(frozen=True)
class Finish:
    """`seat` is a seat's name or "game"."""

    line: int
    seat: str


@dataclass(frozen=True)
class ExpectLegal:
    line: int
    actions: tuple[str, ...]


@dataclass(frozen=True)
class ExpectRefusal:
    line: int
    actions: tuple[str, ...]


@dataclass(frozen=True)
class Only:
    line: int
    actions: tuple[str, ...]


@dataclass(frozen=True)
class Cost:
    """Tokens for each region; None: not a legal target at any price."""

    line: int
    prices: dict[str, int | None]


@dataclass(frozen=True)
class Expect:
    """Facts by their key in the file; what each value is stands in the table below.

    at                     dict[region, ExpectedEmpire]
    hand                   dict[Hand, int]
    tray                   dict[race, int]
    stack                  dict["races" | "powers", int]
    coins, scored          dict[seat, int]; inside a view a hidden one is None
    hammers                dict[seat, int]
    pieces                 dict[piece, dict[region, int]], as in Given
    places, relics         dict[name, region]
    row                    tuple[ComboSpec, ...], a prefix
    discards               tuple[power, ...]
    stack_bottom, immune, winner            tuple[str, ...]
    stonehedge, phase, to_act               str
    active                 dict[seat, "Ratmen Alchemist" | None]
    declined               dict[seat, tuple[race, ...]]
    turn                   int
    view P2                dict of the facts above, as P2 is shown them
    """

    line: int
    facts: dict[str, object]


Line: TypeAlias = Act | ScriptedLuck | Finish | ExpectLegal | ExpectRefusal | Only | Cost | Expect


class Hand(NamedTuple):
    """Whose tokens in hand: those of a seat's active race, or of its declined Ghouls."""

    seat: str
    declined: bool = False


@dataclass(frozen=True)
class ExpectedEmpire:
    """Who stands in a region: a race, "Lost Tribe" or "Monster"; nobody when `who` is None."""

    who: str | None = None
    count: int = 0
    declined: bool = False


@dataclass(frozen=True)
class Scenario:
    id: str
    rule: str
    file: str
    line: int
    given: Given
    play: tuple[Line, ...]
