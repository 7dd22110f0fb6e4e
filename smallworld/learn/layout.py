"""What stands where in the arrays a position is encoded as; docs/learning.md shows it to people.

Everything is a whole number: a count, or 1 for yes. Nothing is scaled; `most` says about how large
a number gets, for models that like theirs small. Whoever changes anything here raises
`ENCODING_VERSION`: models and data say which one they were made for.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from smallworld.content.library import full_library
from smallworld.encoding.layout import (
    FACTS,
    HOME_MADE,
    HOOK_NAMES,
    PIECE_NAMES,
    SEAT_NAMES,
    Field,
)
from smallworld.engine.actions import DONE, VERB_NAMES
from smallworld.engine.query import BEST_DIE, LIMIT, PHASES, ROW, SYMBOLS, TERRAINS

ENCODING_VERSION: Final = 1

SEATS: Final = 5
NOWHERE: Final = LIMIT  # the row of regions that is always empty
REGIONS: Final = LIMIT + 1
EMPIRES: Final = 16  # three for each of five seats, and one more
COMBOS: Final = ROW

VERBS: Final = tuple(VERB_NAMES[:DONE])  # decisions; luck is none
TRAITS: Final = (HOME_MADE, *(trait.name for trait in full_library("mixed").traits))
TRAIT_ROW: Final = {name: row for row, name in enumerate(TRAITS)}
PLACES_AND_RELICS: Final = tuple(marker.name for marker in full_library("mixed").markers)


class FixedArray:
    """An array of the encoding: rows of what, and what its columns mean."""

    def __init__(self, name: str, rows: tuple[str, ...], text: str, *fields: Field) -> None:
        self.name: Final = name
        self.rows: Final = rows  # the axes before the columns
        self.text: Final = text
        self.fields: Final = fields
        self.at: Final[dict[str, int]] = {}  # where each field begins
        self.width = 0
        for field in fields:
            self.at[field.name] = self.width
            self.width += field.width

    @property
    def shape(self) -> tuple[int | None, ...]:
        """How long each axis is; None where it differs from position to position."""
        columns = (self.width,) if self.fields else ()
        return (*(AXES[axis] for axis in self.rows), *columns)

    def most(self) -> list[int]:
        """About how large each column gets."""
        return [field.most for field in self.fields for _ in range(field.width)]


AXES: Final[dict[str, int | None]] = {
    "region": REGIONS,
    "other region": REGIONS,
    "empire": EMPIRES,
    "combo": COMBOS,
    "seat": SEATS,
    "trait": len(TRAITS),
    "action": None,
}

_SPEAKING: Final = (
    Field("hooks", "the questions its traits answer (engine/trait.py)", of=HOOK_NAMES),
    Field("facts", "what its traits say of themselves, any of them", of=FACTS),
)

GLOBALS: Final = FixedArray(
    "globals",
    (),
    "What belongs to no row.",
    Field("turn", "of the game, from 1", 10),
    Field("turns left", "after the running one", 10),
    Field("seats", "how many play", of=("2", "3", "4", "5")),
    Field("phase", "the step that waits (engine/terms.py)", of=tuple(PHASES)),
    Field("current", "whose turn it is", of=SEAT_NAMES),
    Field("acting", "who decides; nobody where luck does", of=SEAT_NAMES),
    Field("die", "rolled ahead and waiting", of=tuple(str(n) for n in range(BEST_DIE + 1))),
    Field("own decline defends", "the setting of that name"),
    Field("coins open", "the setting of that name"),
    Field("races in the stack", "banners, those at its bottom included", 30),
    Field("powers in the stack", "badges", 40),
    Field("finds", "places and relics that may still be turned up", 15),
)
SEAT: Final = FixedArray(
    "seats",
    ("seat",),
    "The viewer's own seat first, then in the order of play; rows of nobody are empty.",
    Field("here", "somebody sits there"),
    Field("coins known", "to the viewer"),
    Field("coins", "0 where they are not known", 100),
    Field("plays first", "in every turn"),
    Field("turns to come", "of that seat, a running one included", 10),
    Field("active", "it has an active race"),
    Field("regions", "held, in decline too", 20),
    Field("tokens", "on the map", 30),
    Field("income", "what it would score as things stand", 20),
)
EMPIRE: Final = FixedArray(
    "empires",
    ("empire",),
    "Active races in the order of seats, then those in decline, seat by seat, the youngest first; "
    "those for whom there is no row are left out.",
    Field("here", "there is such a race"),
    Field("seat", "whose", of=SEAT_NAMES),
    Field("declined", ""),
    Field("conquering", "it is the one whose conquests are being made"),
    Field("first turn", "picked in this turn"),
    Field("lingers", "does not count toward the limit of one in decline"),
    Field("hand", "tokens", 12),
    Field("withdrawn", "tokens driven out, waiting for the end of the turn", 8),
    Field("tray", "tokens not in play", 20),
    Field("hammers", "left in this turn", 7),
    Field("pieces back", "stacked pieces driven out", 5),
    Field("regions", "held", 15),
    Field("coins", "what the bank would pay for it as things stand", 20),
    Field("is", "its race and power", of=TRAITS),
    Field("speaks", "every trait that speaks for it now, lent ones too", of=TRAITS),
    *_SPEAKING,
)
COMBO: Final = FixedArray(
    "combos",
    ("combo",),
    "The combos on offer from the top.",
    Field("here", "there is such a combo"),
    Field("price", "coins it costs", 5),
    Field("coins", "lying on it", 8),
    Field("tokens", "it brings", 15),
    Field("is", "its race and power", of=TRAITS),
    *_SPEAKING,
)
REGION: Final = FixedArray(
    "regions",
    ("region",),
    "In the order of the map file; the last row is always empty and stands for nowhere.",
    Field("here", "there is such a region"),
    Field("terrain", "printed", of=tuple(TERRAINS)),
    Field("symbols", "printed", of=tuple(SYMBOLS)),
    Field("edge", "of the map"),
    Field("entry", "open to a First Conquest of any race"),
    Field("coast", "land at the water"),
    Field("holder", "the seat that holds it", of=SEAT_NAMES),
    Field("active", "held by an active race"),
    Field("declined", "held by a race in decline"),
    Field("tribe", "a Lost Tribe is there"),
    Field("monsters", "Monsters are there"),
    Field("tokens", "of a race, a Lost Tribe or Monsters", 8),
    Field("strength", "what it costs before the attacker's modifiers", 8),
    Field("shielded", "closed to every seat but the holder's"),
    Field("barred", "closed to everyone"),
    Field("pieces", "how many of each", 2, of=PIECE_NAMES),
    Field("markers", "places and relics lying there", of=PLACES_AND_RELICS),
    Field("taken", "conquered in this turn"),
    Field("won", "conquered in this turn, and not empty before"),
    Field("coins", "it brings its holder now", 3),
    Field("target", "the active race of that seat could attack it now", of=SEAT_NAMES),
    Field("price", "tokens that would take, where it is a target", 10, of=SEAT_NAMES),
    Field("bonus", "coins beyond the first, if that seat's active race held it", 2, of=SEAT_NAMES),
)
COMBO_REGION: Final = FixedArray(
    "combo_regions",
    ("combo", "region"),
    "What the traits of a combo answer for each region, before it is on the map.",
    Field("pays", "coins beyond the first, if it held that region", 2),
    Field("cheaper", "tokens less", 2),
    Field("dearer", "tokens more", 2),
    Field("enters", "open to its First Conquest"),
    Field("lives on", "water it may keep"),
    Field("as if empty", "taken as if nobody were there"),
)
TRAIT: Final = FixedArray(
    "traits",
    ("trait",),
    "Every trait of both boxes, whether in this game or not; the first row counts home-made ones.",
    Field("in the game", "it is in the box that is played with"),
    Field("in the stack", "it may be turned up as a banner or badge"),
    Field("at the bottom", "a banner known to lie under the stack"),
    Field("discarded", "a badge put aside"),
    Field("to be found", "a place or relic that may be turned up"),
    Field("on the map", "a place or relic that lies in a region"),
    Field("remembers", "something lasting"),
    Field("remembers now", "something until the end of the turn"),
)
ACTION: Final = FixedArray(
    "actions",
    ("action",),
    "The legal actions, in the order of the view.",
    Field("verb", "what is done", of=VERBS),
    Field("amount", "tokens or pieces", 10),
    Field("combo", "picked", of=tuple(str(n + 1) for n in range(COMBOS))),
    Field("swap", "the combo whose badge is taken", of=tuple(str(n + 1) for n in range(COMBOS))),
    Field("seat", "meant by a trait's own action", of=SEAT_NAMES),
    Field("price", "tokens a conquest or roll needs", 10),
    Field("missing", "pips the die has to bring", 3),
    Field("trait", "named: a trait's own action, way, or the marker stood for", of=TRAITS),
    *_SPEAKING,
)
BORDERS: Final = FixedArray(
    "borders", ("region", "other region"), "1 where two regions are neighbours."
)
HOLDINGS: Final = FixedArray("holdings", ("empire", "region"), "1 where the race holds the region.")
ACTION_REGION: Final = FixedArray(
    "action_region", ("action",), f"The row of the region an action names; {NOWHERE}: none."
)

ARRAYS: Final = {
    array.name: array
    for array in (
        *(GLOBALS, SEAT, EMPIRE, HOLDINGS, COMBO, COMBO_REGION, REGION, BORDERS, TRAIT),
        *(ACTION, ACTION_REGION),
    )
}


def digest() -> str:
    """A hash of the whole layout; it changes with any name, order or size."""
    parts: list[str] = []
    for array in ARRAYS.values():
        parts.append(f"{array.name} {array.shape}")
        parts += [f"{field.name} {field.of}" for field in array.fields]
    return sha256("\n".join(parts).encode()).hexdigest()[:16]


def describe_layout() -> str:
    """All arrays and their columns, as the tables of docs/learning.md."""
    return "\n".join(line for array in ARRAYS.values() for line in _describe(array))


def _describe(array: FixedArray) -> Iterable[str]:
    shape = " × ".join("actions" if size is None else str(size) for size in array.shape)
    yield f"### `{array.name}` ({shape})"
    yield ""
    yield array.text
    yield ""
    if array is TRAIT:
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
            text += f": {_names(field.of)}"
        yield f"| {columns} | {field.name} | {about} | {text} |"
    yield ""


def _names(names: tuple[str, ...]) -> str:
    if names == TRAITS:
        return "one column for each row of `traits`"
    return ", ".join(names)
