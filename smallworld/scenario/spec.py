"""What a scenario file says, as plain data: names are text, nothing is looked up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from smallworld.game.given.spec import PHASES, Given

EXPECTED_PHASES = (*PHASES, "ghouls", "defenders", "stout", "over")


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
class ExpectOnly:
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


Line: TypeAlias = (
    Act | ScriptedLuck | Finish | ExpectLegal | ExpectRefusal | ExpectOnly | Cost | Expect
)


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
