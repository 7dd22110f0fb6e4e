"""What stands where in an encoded position; docs/learning.md shows it to people.

Everything is a byte: a count, a yes or no, or the small number of something. Nothing is scaled;
`most` says about how large a number gets, for models that like theirs small. Whoever changes
anything here raises `ENCODING_VERSION`: models and data say which one they were made for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from smallworld.content.library import full_library
from smallworld.encoding.compiled import columns as c
from smallworld.engine.actions import DONE, VERB_NAMES
from smallworld.engine.query import BEST_DIE, HOOKS, PHASES, PIECES, ROW, SYMBOLS, TERRAINS

ENCODING_VERSION: Final = 2

MOST_SEATS: Final = 5
SEAT_NAMES: Final = ("own", "next", "second next", "third next", "fourth next")
VERBS: Final = ("", *VERB_NAMES[:DONE])  # decisions by their number; luck is none
NOTHING: Final = "none"
HOME_MADE: Final = "home-made"
TRAITS: Final = (NOTHING, *(trait.name for trait in full_library("mixed").traits))
TRAIT_ROW: Final = {name: row for row, name in enumerate(TRAITS) if row}
KINDS: Final = (NOTHING, "race", "power", "place", "relic")
PIECE_NAMES: Final = (*(piece.name for piece in PIECES), HOME_MADE)
HOOK_NAMES: Final = (*HOOKS, "rolls_ahead")
FACTS: Final = (
    *("works active", "works in decline", "keeps all", "keeps a choice", "keeps none"),
    *("lingers", "late decline", "conquers in decline", "waits in hand", "swaps its badge"),
    *("badge kept", "has a piece", "piece defends", "piece closes"),
    *("way: anywhere", "way: as if empty", "way: less", "way: one token", "way: swaps"),
    *("way: swaps from hand", "way: spares", "way: joins"),
)


@dataclass(frozen=True)
class Field:
    """One column of an array, or one for each of the names in `of`."""

    name: str
    text: str
    most: int = 1
    of: tuple[str, ...] = ()
    means: tuple[str, ...] = ()  # what the numbers from 0 on stand for

    @property
    def width(self) -> int:
        """How many columns it takes."""
        return len(self.of) or 1


@dataclass(frozen=True)
class Sizes:
    """What the sizes of arrays depend on."""

    regions: int
    seats: int
    traits: int = len(TRAITS)  # more of them with home-made ones

    def joined(self, other: Sizes) -> Sizes:
        """Sizes that both fit into."""
        return Sizes(
            max(self.regions, other.regions),
            max(self.seats, other.seats),
            max(self.traits, other.traits),
        )

    def of(self, axis: str) -> int:
        """How long that axis is."""
        found = {
            "region": self.regions,
            "other region": self.regions,
            "seat": self.seats,
            "empire": c.empire_rows(self.seats),
            "combo": ROW,
            "trait": self.traits,
        }
        return found[axis]


class Array:
    """An array of the encoding: rows of what, and what its columns mean."""

    def __init__(
        self, name: str, axes: tuple[str, ...], text: str, *fields: tuple[int, Field]
    ) -> None:
        self.name: Final = name
        self.axes: Final = axes  # those before the columns
        self.text: Final = text
        self.fields: Final = tuple(field for _, field in fields)
        self.at: Final[dict[str, int]] = {}  # where each field begins
        self.width = 0
        for column, field in fields:
            assert column == self.width, f"{name}: {field.name} is said to be column {column}"
            self.at[field.name] = column
            self.width += field.width

    def shape(self, sizes: Sizes) -> tuple[int, ...]:
        """How long each axis is; of `actions` without the first, which always differs."""
        axes = self.axes if self is not ACTIONS else ()
        return (*(sizes.of(axis) for axis in axes), *((self.width,) if self.fields else ()))

    def most(self) -> list[int]:
        """About how large each column gets."""
        return [field.most for field in self.fields for _ in range(field.width)]


def _listed(*fields: Field) -> tuple[tuple[int, Field], ...]:
    """Fields whose columns nobody names: one after the other."""
    found, column = [], 0
    for field in fields:
        found.append((column, field))
        column += field.width
    return tuple(found)


_TRAIT: Final = len(TRAITS) - 1
_REGIONS: Final = 62
_EMPIRES: Final = c.empire_rows(MOST_SEATS)

GLOBALS: Final = Array(
    "globals",
    (),
    "What belongs to no row.",
    (c.TURN, Field("turn", "of the game, from 1", 10)),
    (c.TURNS_LEFT, Field("turns left", "after the running one", 10)),
    (c.PHASE, Field("phase", "the step that waits", len(PHASES) - 1, means=tuple(PHASES))),
    (c.CURRENT, Field("current", "whose turn it is", 4, means=SEAT_NAMES)),
    (c.ACTING, Field("acting", "who decides", 5, means=("luck, or nobody", *SEAT_NAMES))),
    (c.ROLLED, Field("die", "rolled ahead and waiting: its pips and one more", BEST_DIE + 1)),
    (c.RACES_LEFT, Field("races in the stack", "banners, those at its bottom included", 30)),
    (c.POWERS_LEFT, Field("powers in the stack", "badges", 40)),
    (c.FINDS_LEFT, Field("finds", "places and relics that may still be turned up", 15)),
)
SEATS: Final = Array(
    "seats",
    ("seat",),
    "The viewer's own seat first, then in the order of play.",
    (c.COINS_KNOWN, Field("coins known", "to the viewer")),
    (c.SEAT_COINS, Field("coins", "0 where they are not known", 100)),
    (c.PLAYS_FIRST, Field("plays first", "in every turn")),
    (c.TURNS_TO_COME, Field("turns to come", "of that seat, a running one included", 10)),
    (c.HAS_ACTIVE, Field("active", "it has an active race")),
    (c.SEAT_REGIONS, Field("regions", "held, in decline too", 20)),
    (c.SEAT_TOKENS, Field("tokens", "on the map", 30)),
    (c.SEAT_INCOME, Field("income", "what it would score as things stand", 20)),
)
EMPIRES: Final = Array(
    "empires",
    ("empire",),
    "Active races in the order of seats, then those in decline, seat by seat, the youngest first; "
    "three rows for each seat and one more. Races beyond that have no row.",
    (c.EMPIRE_HERE, Field("here", "there is such a race")),
    (c.EMPIRE_SEAT, Field("seat", "whose", 4, means=SEAT_NAMES)),
    (c.EMPIRE_DECLINED, Field("declined", "")),
    (c.CONQUERING, Field("conquering", "it is the one whose conquests are being made")),
    (c.FIRST_TURN, Field("first turn", "picked in this turn")),
    (c.LINGERS, Field("lingers", "does not count toward the limit of one in decline")),
    (c.HAND, Field("hand", "tokens", 12)),
    (c.WITHDRAWN, Field("withdrawn", "tokens driven out, waiting for the end of the turn", 8)),
    (c.TRAY, Field("tray", "tokens not in play", 20)),
    (c.HAMMERS, Field("hammers", "left in this turn", 7)),
    (c.PIECES_BACK, Field("pieces back", "stacked pieces driven out", 5)),
    (c.EMPIRE_REGIONS, Field("regions", "held", 15)),
    (c.EMPIRE_COINS, Field("coins", "what the bank would pay for it as things stand", 20)),
    (c.EMPIRE_RACE, Field("race", "its row in `traits`", _TRAIT)),
    (c.EMPIRE_POWER, Field("power", "its row in `traits`; 0: it has none any more", _TRAIT)),
    (c.RACE_SPEAKS, Field("race speaks", "the race's own trait is at work now")),
    (c.POWER_SPEAKS, Field("power speaks", "the power is at work now")),
    (
        c.ALSO_SPEAKS,
        Field(
            "also speak",
            "rows in `traits` of places, relics and what is lent; more than four are left out",
            _TRAIT,
            of=tuple(str(n + 1) for n in range(c.ALSO)),
        ),
    ),
)
COMBOS: Final = Array(
    "combos",
    ("combo",),
    "The combos on offer from the top; the first is free, each further one costs a coin more.",
    (c.COMBO_HERE, Field("here", "there is such a combo")),
    (c.COMBO_COINS, Field("coins", "lying on it", 8)),
    (c.COMBO_TOKENS, Field("tokens", "it brings", 15)),
    (c.COMBO_RACE, Field("race", "its row in `traits`", _TRAIT)),
    (c.COMBO_POWER, Field("power", "its row in `traits`", _TRAIT)),
)
COMBO_REGIONS: Final = Array(
    "combo_regions",
    ("combo", "region"),
    "What the traits of a combo answer for each region, before it is on the map.",
    (c.WOULD_PAY, Field("pays", "coins beyond the first, if it held all there is", 2)),
    (c.WOULD_BE_CHEAPER, Field("cheaper", "tokens less", 2)),
    (c.WOULD_BE_DEARER, Field("dearer", "tokens more", 2)),
    (
        c.WOULD_ENTER,
        Field(
            "enters",
            "its First Conquest",
            2,
            means=("as the map says", "may begin here as well", "may not begin here"),
        ),
    ),
    (c.WOULD_LIVE_ON, Field("lives on", "water it may keep")),
    (c.WOULD_BE_EMPTY, Field("as if empty", "taken as if nobody were there")),
)
REGIONS: Final = Array(
    "regions",
    ("region",),
    "In the order of the map file.",
    (c.REGION_EMPIRE, Field("empire", "who holds it: its row in `empires` and one more", _EMPIRES)),
    (c.REGION_SEAT, Field("seat", "who holds it", 5, means=("nobody", *SEAT_NAMES))),
    (c.REGION_DECLINED, Field("declined", "held by a race in decline")),
    (c.REGION_TOKENS, Field("tokens", "of a race, a Lost Tribe or Monsters", 8)),
    (c.REGION_STRENGTH, Field("strength", "what it costs before the attacker's modifiers", 8)),
    (c.REGION_COINS, Field("coins", "it brings its holder now", 3)),
    (c.TRIBE, Field("tribe", "a Lost Tribe is there")),
    (c.MONSTERS, Field("monsters", "Monsters are there")),
    (c.SHIELDED, Field("shielded", "closed to every seat but the holder's")),
    (c.BARRED, Field("barred", "closed to everyone")),
    (c.TAKEN, Field("taken", "conquered in this turn")),
    (c.WON, Field("won", "conquered in this turn, and not empty before")),
    (c.REGION_PLACE, Field("place", "lying there: its row in `traits`", _TRAIT)),
    (c.REGION_RELIC, Field("relic", "lying there, the first: its row in `traits`", _TRAIT)),
    (c.REGION_RELICS, Field("relics", "how many lie there", 2)),
    (c.REGION_PIECES, Field("pieces", "how many of each", 2, of=PIECE_NAMES)),
)
FRONTS: Final = Array(
    "fronts",
    ("seat", "region"),
    "What the active race of each seat could attack now, the own seat first.",
    (c.PRICE, Field("price", "tokens it would take; 0: it is no target", 10)),
    (c.BONUS, Field("bonus", "coins beyond the first, if that race held all there is", 2)),
)
TRAITS_NOW: Final = Array(
    "traits",
    ("trait",),
    "Where banners, badges, places and relics are. Row 0 stands for none; then come all of both "
    "boxes, whether in this game or not; then home-made ones, in the order of their files.",
    (c.IN_STACK, Field("in the stack", "it may be turned up as a banner or badge")),
    (c.AT_BOTTOM, Field("at the bottom", "a banner known to lie there: its place, from 1", 30)),
    (c.DISCARDED, Field("discarded", "a badge put aside")),
    (c.TO_BE_FOUND, Field("to be found", "a place or relic that may be turned up")),
    (c.LIES_IN, Field("lies in", "the region of a place or relic, and one more", _REGIONS)),
    (c.REMEMBERS, Field("remembers", "something lasting")),
    (c.REMEMBERS_NOW, Field("remembers now", "something until the end of the turn")),
)
ACTIONS: Final = Array(
    "actions",
    ("action",),
    "The legal actions, in the order of the view.",
    (c.VERB, Field("verb", "what is done", DONE, means=VERBS)),
    (c.ACTION_REGION, Field("region", "where, and one more; 0: nowhere", _REGIONS)),
    (c.AMOUNT, Field("amount", "tokens or pieces", 10)),
    (c.COMBO, Field("combo", "picked, from 1", ROW)),
    (c.SWAP, Field("swap", "the combo whose badge is taken, from 1; 0: none", ROW)),
    (c.ACTION_SEAT, Field("seat", "that is meant", 5, means=("none", *SEAT_NAMES))),
    (c.ACTION_PRICE, Field("price", "tokens a conquest or roll needs", 10)),
    (c.MISSING, Field("missing", "pips the die has to bring", BEST_DIE)),
    (
        c.ACTION_TRAIT,
        Field(
            "traits",
            "named, by their rows in `traits`: whose own action it is, the ways of a conquest",
            _TRAIT,
            of=tuple(str(n + 1) for n in range(c.NAMED)),
        ),
    ),
    (c.VIA, Field("via", "the marker stood for: its row in `traits`", _TRAIT)),
)

# The same throughout a game.
TABLE: Final = Array(
    "table",
    (),
    "What the table agreed on.",
    *_listed(
        Field("seats", "how many play", MOST_SEATS),
        Field("turns", "of the game", 10),
        Field("own decline defends", "the setting of that name"),
        Field("coins open", "the setting of that name"),
    ),
)
MAP: Final = Array(
    "map",
    ("region",),
    "The printed map.",
    *_listed(
        Field("terrain", "printed", len(TERRAINS) - 1, means=tuple(TERRAINS)),
        Field("ground", "what it costs when nobody is there", 3),
        Field("symbols", "printed", of=tuple(SYMBOLS)),
        Field("edge", "of the map"),
        Field("entry", "open to a First Conquest of any race"),
        Field("coast", "land at the water"),
    ),
)
BORDERS: Final = Array("borders", ("region", "other region"), "1 where two regions are neighbours.")
TRAIT_FACTS: Final = Array(
    "trait_facts",
    ("trait",),
    "What each trait is and does, by rows like those of `traits`. Home-made ones are told in full "
    "as well, so a network can make something of races it has never seen.",
    *_listed(
        Field("in the game", "it is in the box that is played with"),
        Field("kind", "", len(KINDS) - 1, means=KINDS),
        Field("tokens", "printed on banner or badge", 10),
        Field("supply", "all tokens of a race", 20),
        Field("hooks", "the questions it answers (engine/trait.py)", of=HOOK_NAMES),
        Field("facts", "what it says of itself", of=FACTS),
    ),
)

POSITION: Final = (*(GLOBALS, SEATS, EMPIRES, COMBOS, COMBO_REGIONS, REGIONS, FRONTS, TRAITS_NOW),)
STATIC: Final = (TABLE, MAP, BORDERS, TRAIT_FACTS)
ARRAYS: Final = {array.name: array for array in (*POSITION, ACTIONS, *STATIC)}

_WIDTHS: Final = {
    **{GLOBALS: c.GLOBAL_WIDTH, SEATS: c.SEAT_WIDTH, EMPIRES: c.EMPIRE_WIDTH},
    **{COMBOS: c.COMBO_WIDTH, COMBO_REGIONS: c.COMBO_REGION_WIDTH, REGIONS: c.REGION_WIDTH},
    **{FRONTS: c.FRONT_WIDTH, TRAITS_NOW: c.TRAIT_WIDTH, ACTIONS: c.ACTION_WIDTH},
}
for _array, _width in _WIDTHS.items():
    assert _array.width == _width, f"{_array.name} is {_array.width} wide"


def digest() -> str:
    """A hash of the whole layout; it changes with any name, order or size."""
    parts: list[str] = []
    for array in ARRAYS.values():
        parts.append(f"{array.name} {array.axes} {array.width}")
        parts += [f"{field.name} {field.of} {field.means}" for field in array.fields]
    parts += TRAITS
    return sha256("\n".join(parts).encode()).hexdigest()[:16]


def describe_layout() -> str:
    """All arrays and their columns, as the tables of docs/learning.md."""
    return "\n".join(line for array in ARRAYS.values() for line in _describe(array))


def _describe(array: Array) -> Iterable[str]:
    sizes = [f"{axis}s" for axis in array.axes] + [str(array.width)] * bool(array.fields)
    yield f"### `{array.name}` ({' × '.join(sizes)})"
    yield ""
    yield array.text
    yield ""
    if array is TRAITS_NOW:
        yield "Rows: " + ", ".join(f"{row} {name}" for row, name in enumerate(TRAITS)) + "."
        yield ""
    if not array.fields:
        return
    yield "| columns | field | about | meaning |"
    yield "|---|---|---|---|"
    for field in array.fields:
        first = array.at[field.name]
        last = first + field.width - 1
        columns = str(first) if last == first else f"{first}–{last}"
        about = "0 or 1" if field.most == 1 else f"to {field.most}"
        text = field.text or field.name
        if field.of:
            text += f": {', '.join(field.of)}"
        if field.means:
            text += f": {', '.join(f'{n} {name}' for n, name in enumerate(field.means) if name)}"
        yield f"| {columns} | {field.name} | {about} | {text} |"
    yield ""
