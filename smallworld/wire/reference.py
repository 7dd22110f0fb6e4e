"""What is the same for every table of a server: how boards look, what can be set up, all texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from smallworld.wire.game import Natives

EntryOf = Literal["race", "power", "relic", "place", "piece", "term"]


@dataclass(frozen=True, slots=True)
class Emblem:
    """A picture: one of the art by its id, or what a home-made file brings."""

    symbol: str = ""  # in the art
    plate: str = ""  # in the art: what it lies on
    fill: str = ""  # a path as SVG writes it, in a box from -12 to 12
    drawing: str = ""  # a whole SVG, made anew from allowed elements and attributes only


@dataclass(frozen=True, slots=True)
class TextEntry:
    """What is said of one name, in one language, and its picture."""

    name: str
    kind: EntryOf
    text: str
    rulings: tuple[str, ...] = ()
    tokens: int | None = None  # on a banner or badge
    supply: int | None = None  # of a race
    action: str = ""  # what a home-made trait calls its own action
    emblem: Emblem | None = None  # None: it has none of its own
    short: str = ""  # its effect in a few words; empty: there are none


@dataclass(frozen=True, slots=True)
class CustomTexts:
    """What a home-made file brings, by the names the game uses."""

    traits: dict[str, TextEntry]
    pieces: dict[str, TextEntry]


@dataclass(frozen=True, slots=True)
class SettingTexts:
    """A house rule in words."""

    text: str
    values: dict[str, str]  # by value; none for a switch


@dataclass(frozen=True, slots=True)
class Texts:
    """The encyclopedia in one language, by the names the game uses."""

    lang: str
    traits: dict[str, TextEntry]
    pieces: dict[str, TextEntry]
    terms: dict[str, TextEntry]
    natives: dict[Natives, TextEntry]
    settings: dict[str, SettingTexts]
    customs: dict[str, CustomTexts]  # by file: all that the host has loaded


@dataclass(frozen=True, slots=True)
class MapInfo:
    """A board to choose."""

    name: str
    title: str  # of a home-made map; empty for a shipped one
    drawing: str  # what its drawing is asked for by
    players: int
    turns: int
    underground: bool
    regions: int


@dataclass(frozen=True, slots=True)
class LevelInfo:
    """A computer player to choose."""

    name: str
    text: str  # what to expect, in English
    rating: int | None  # None: not measured


@dataclass(frozen=True, slots=True)
class SettingInfo:
    """A point of the rules that a table may decide otherwise."""

    values: tuple[bool | str, ...]
    usual: bool | str
    worlds: tuple[str, ...]  # where it makes a difference
    rule: str  # the paragraph it changes


@dataclass(frozen=True, slots=True)
class CustomInfo:
    """A home-made file that tables may use."""

    file: str
    races: tuple[str, ...]
    powers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Setup:
    """What a table can be like."""

    maps: tuple[MapInfo, ...]
    levels: tuple[LevelInfo, ...]
    beginners: str  # the level to meet first
    worlds: tuple[str, ...]
    settings: dict[str, SettingInfo]
    customs: tuple[CustomInfo, ...]
    languages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RegionDrawing:
    """How a region looks: its outline, its middle, and places for what stands there."""

    path: str
    center: tuple[float, float]
    radius: float
    spots: tuple[tuple[float, float], ...]
    marks: tuple[tuple[float, float, float], ...]


@dataclass(frozen=True, slots=True)
class BorderDrawing:
    """A line on the board."""

    kind: str
    path: str


@dataclass(frozen=True, slots=True)
class RegionFacts:
    """What is printed of a region."""

    terrain: str
    symbols: tuple[str, ...]
    edge: bool
    neighbours: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """How a board looks, and what is printed on it."""

    map: str
    width: float
    height: float
    scale: float
    regions: dict[str, RegionDrawing]
    borders: tuple[BorderDrawing, ...]
    facts: dict[str, RegionFacts]
