"""What the text of an action says, part by part."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from smallworld.content.library import full_library
from smallworld.engine.game import Library, Unreadable

LUCK: Final = ("die", "race", "power", "find", "grant")
_ALONE: Final = ("expand", "stop", "pass", "done", "roll", "decline")
_IN_REGION: Final = ("abandon", "give up")
_SEAT: Final = re.compile(r"P[1-5]", re.ASCII)
_MOST: Final = 60  # the largest number an action can name


class ActionParts(NamedTuple):
    """What a text says, part by part; see the attributes of `Action`."""

    verb: str
    region: str | None = None
    tokens: int | None = None
    combo: int | None = None
    swap: int | None = None
    seat: str | None = None
    trait: str | None = None
    ways: tuple[str, ...] = ()
    stands_for: str | None = None
    piece: str | None = None
    pips: int | None = None


class OwnAction(NamedTuple):
    """Whose own action some words are, and which piece it places, if any."""

    trait: str
    piece: str | None


OwnWords = dict[str, OwnAction]  # by the words


@cache
def box_words() -> OwnWords:
    return own_words(full_library("mixed"))


@cache
def _markers() -> tuple[str, ...]:
    """The places and relics of the box, by name; there are no home-made ones."""
    return tuple(marker.name for marker in full_library("mixed").markers)


def own_words(library: Library) -> OwnWords:
    """The words of the traits' own actions."""
    found: OwnWords = {}
    for trait in library.traits:
        piece = library.pieces[trait.piece].name if trait.piece >= 0 else None
        found[trait.word] = OwnAction(
            trait.name, piece if trait.word.startswith("place ") else None
        )
    return found


def read_parts(text: str, words: OwnWords) -> ActionParts:
    """The parts of a text; `Unreadable` if it has not the form of an action."""
    if text in _ALONE:
        return ActionParts(text)
    own = _own_word(text, words)
    if own:
        return _read_own(text, own, words[own])
    for verb in _IN_REGION:
        if text.startswith(f"{verb} "):
            return ActionParts(verb, region=_region(text[len(verb) + 1 :], text))
    verb, _, rest = text.partition(" ")
    if verb == "pick":
        combo, _, swap = rest.partition(" swap ")
        exchanged = _number(swap, text) if swap else None
        return ActionParts(verb, combo=_number(combo, text), swap=exchanged)
    if verb == "deploy":
        region, _, tokens = rest.rpartition(" ")
        return ActionParts(verb, region=_region(region, text), tokens=_number(tokens, text))
    if verb == "die":
        return ActionParts(verb, pips=_number(rest, text))
    if verb in LUCK and rest:
        return ActionParts(verb, trait=rest)
    if verb == "decline" and rest.startswith("with "):
        return ActionParts(verb, ways=(rest[len("with ") :],))
    if verb in ("conquer", "roll"):
        return _read_conquest(text, verb, rest)
    raise Unreadable(
        f"{text!r} is no action; actions begin with pick, expand, decline, abandon, conquer, roll, "
        "stop, deploy, place, ally, sacrifice, replace, use, give up, pass, done, or for luck with "
        f"{', '.join(LUCK)}; Game.action reads the words of home-made races and powers"
    )


def _own_word(text: str, words: OwnWords) -> str:
    """The words of a trait's own action that the text begins with, if any."""
    for word in words:
        if text == word or text.startswith(f"{word} "):
            return word
    return ""


def _read_own(text: str, word: str, own: OwnAction) -> ActionParts:
    """What follows a trait's own words: a region, a region and a number, a seat, or nothing."""
    first = word.split(" ")[0]
    verb = first if first in ("place", "use") else word
    rest = text[len(word) :].strip()
    stands_for: str | None = None
    for marker in _markers():
        if rest == f"as {marker}" or rest.startswith(f"as {marker} "):
            stands_for = marker
            rest = rest[len(marker) + 4 :]
    parts = ActionParts(verb, trait=own.trait, piece=own.piece, stands_for=stands_for)
    if not rest:
        return parts
    if _SEAT.fullmatch(rest):
        return parts._replace(seat=rest)
    region, _, tokens = rest.rpartition(" ")
    if not region:
        return parts._replace(region=rest)
    return parts._replace(region=region, tokens=_number(tokens, text))


def _read_conquest(text: str, verb: str, rest: str) -> ActionParts:
    region, _, names = rest.partition(" with ")
    ways: list[str] = []
    stands_for: str | None = None
    for name in names.split(" + ") if names else []:
        way, _, relic = name.partition(" as ")
        ways.append(way)
        stands_for = relic or stands_for
    return ActionParts(verb, region=_region(region, text), ways=tuple(ways), stands_for=stands_for)


def _region(name: str, text: str) -> str:
    if not name or name.startswith("with "):
        raise Unreadable(f"{text!r} names no region")
    return name


def _number(word: str, text: str) -> int:
    if not (word.isascii() and word.isdigit()) or int(word[:9]) > _MOST:
        raise Unreadable(f"{text!r}: {word!r} should be a number from 0 to {_MOST}")
    return int(word)
