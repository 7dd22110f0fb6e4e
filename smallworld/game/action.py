"""Actions as values: their text, its parts by name, and the numbers the engine knows them by."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from smallworld.content.library import full_library
from smallworld.engine.game import Library, State, Unreadable
from smallworld.engine.notation import from_text, to_text

LUCK: Final = ("die", "race", "power", "find", "grant")
_ALONE: Final = ("expand", "stop", "pass", "done", "roll", "decline")
_IN_REGION: Final = ("abandon", "give up")
_SEAT: Final = re.compile(r"P[1-5]", re.ASCII)
_MOST: Final = 60  # the largest number an action can name
_RUNS: Final = re.compile(r"\d+|\D+", re.ASCII)


class _Parts(NamedTuple):
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


class _Own(NamedTuple):
    """Whose own action some words are, and which piece it places, if any."""

    trait: str
    piece: str | None


_Words = dict[str, _Own]


class Action:
    """One thing that happens in a game: a decision of a seat, or an outcome of luck.

    Its text is the notation of docs/notation.md. Two actions are equal if they say the same.

    >>> import smallworld as sw
    >>> action = sw.Action("deploy 14 2")
    >>> action.verb, action.region, action.tokens
    ('deploy', '14', 2)
    >>> str(action), action == sw.Action("deploy  14  2")
    ('deploy 14 2', True)
    >>> sorted([sw.Action("conquer 10"), sw.Action("conquer 9")])
    [Action('conquer 9'), Action('conquer 10')]

    A part that an action does not have is None. Whether an action is possible only a game can
    tell, and only a game knows the words of home-made races and powers: `Game.action` reads those.
    """

    __slots__ = ("_number", "_parts", "_source", "_text")

    _text: str | None
    _parts: _Parts | None
    _source: Notation | None
    _number: int

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise TypeError(f"an action is made from its text, such as 'pick 2', not from {text!r}")
        self._text = " ".join(text.split())
        self._parts = read_parts(self._text, _box_words())
        self._source = None
        self._number = 0

    # ---- parts ----

    @property
    def verb(self) -> str:
        """What is done: the first word or words of the text.

        >>> Action("give up 3").verb, Action("place hero 3").verb, Action("die 2").verb
        ('give up', 'place', 'die')
        """
        return self._read().verb

    @property
    def region(self) -> str | None:
        """The region it happens in, by its name on the board.

        >>> Action("conquer 14 with Sorcerers").region
        '14'
        """
        return self._read().region

    @property
    def tokens(self) -> int | None:
        """How many tokens or pieces are put down, where the text says a number.

        >>> Action("deploy 14 2").tokens, Action("place encampment 14 3").tokens
        (2, 3)
        """
        return self._read().tokens

    @property
    def combo(self) -> int | None:
        """Which combo of the row is taken, from 1.

        >>> Action("pick 3 swap 5").combo
        3
        """
        return self._read().combo

    @property
    def swap(self) -> int | None:
        """The combo whose badge is taken in exchange, from 1.

        >>> Action("pick 3 swap 5").swap
        5
        """
        return self._read().swap

    @property
    def seat(self) -> str | None:
        """The seat it is addressed to; who acts is not part of an action.

        >>> Action("ally P2").seat
        'P2'
        """
        return self._read().seat

    @property
    def trait(self) -> str | None:
        """The race, power, place or relic whose own action it is, or that luck turned up.

        >>> Action("place fortress 14").trait, Action("race Elves").trait
        ('Fortified', 'Elves')
        """
        return self._read().trait

    @property
    def ways(self) -> tuple[str, ...]:
        """The races, powers and relics by whose means it is done: what stands after `with`.

        >>> Action("conquer 14 with Flying Doormat + Shiny Orb").ways
        ('Flying Doormat', 'Shiny Orb')
        """
        return self._read().ways

    @property
    def stands_for(self) -> str | None:
        """The relic that another trait is used in place of.

        >>> action = Action("conquer 14 with Magic as Shiny Orb")
        >>> action.ways, action.stands_for
        (('Magic',), 'Shiny Orb')
        """
        return self._read().stands_for

    @property
    def piece(self) -> str | None:
        """The piece that is placed.

        >>> Action("place fortress 14").piece
        'fortress'
        """
        return self._read().piece

    @property
    def pips(self) -> int | None:
        """What the die shows.

        >>> Action("die 2").pips
        2
        """
        return self._read().pips

    @property
    def is_luck(self) -> bool:
        """Whether it is an outcome of luck and not a decision.

        >>> Action("die 2").is_luck, Action("roll 14").is_luck
        (True, False)
        """
        return self.verb in LUCK

    def _read(self) -> _Parts:
        if self._parts is None:
            assert self._source is not None
            self._parts = read_parts(str(self), self._source.words)
        return self._parts

    # ---- as a value ----

    def __str__(self) -> str:
        if self._text is None:
            assert self._source is not None
            self._text = self._source.text(self._number)
        return self._text

    def __repr__(self) -> str:
        return f"Action({str(self)!r})"

    def _same(self) -> str | tuple[str, ...]:
        """What makes it this action: its text, but ways may be named in any order."""
        text = str(self)
        if " + " not in text:
            return text
        before, _, ways = text.partition(" with ")
        return (before, *sorted(ways.split(" + ")))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Action):
            return NotImplemented
        if self._source is not None and self._source is other._source:
            return self._number == other._number
        return self._same() == other._same()

    def __hash__(self) -> int:
        return hash(self._same())

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Action):
            return NotImplemented
        return _order(str(self)) < _order(str(other))

    def __le__(self, other: object) -> bool:
        if not isinstance(other, Action):
            return NotImplemented
        return self == other or self < other

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (str(self), tuple(self._read()))


def _restore(text: str, parts: tuple[object, ...]) -> Action:
    """An action from a pickle, home-made words and all."""
    found = Action.__new__(Action)
    found._text = text
    found._parts = _Parts(*parts)  # type: ignore[arg-type]
    found._source = None
    found._number = 0
    return found


def _order(text: str) -> list[tuple[int, str]]:
    """Texts in the order people expect: 9 before 10."""
    runs: list[str] = _RUNS.findall(text)
    return [(int(run), "") if run.isdigit() else (-1, run) for run in runs]


class Notation:
    """The actions of one game: text to number, number to action; each action is made once."""

    def __init__(self, s: State) -> None:
        self._s: Final = s.copy()  # any state will do: only what never changes is asked for
        self._made: Final[dict[int, Action]] = {}
        self._words: _Words | None = None

    @property
    def words(self) -> _Words:
        """The words of the traits' own actions in this game."""
        if self._words is None:
            self._words = _own_words(self._s.library)
        return self._words

    def action(self, number: int) -> Action:
        """The action the engine knows by that number."""
        found = self._made.get(number)
        if found is None:
            found = Action.__new__(Action)
            found._text = None
            found._parts = None
            found._source = self
            found._number = number
            self._made[number] = found
        return found

    def text(self, number: int) -> str:
        """The text of that action."""
        return to_text(self._s, number)

    def number(self, action: Action | str) -> int:
        """The number of an action or text; `Unreadable` says what would have been understood."""
        if isinstance(action, Action):
            if action._source is self:
                return action._number
        elif not isinstance(action, str):
            raise TypeError(f"an action is an Action or its text, such as 'pick 2', not {action!r}")
        return from_text(self._s, str(action))


# ---- reading ----


@cache
def _box_words() -> _Words:
    return _own_words(full_library("mixed"))


@cache
def _markers() -> tuple[str, ...]:
    """The places and relics of the box, by name; there are no home-made ones."""
    return tuple(marker.name for marker in full_library("mixed").markers)


def _own_words(library: Library) -> _Words:
    """The words of the traits' own actions."""
    found: _Words = {}
    for trait in library.traits:
        piece = library.pieces[trait.piece].name if trait.piece >= 0 else None
        found[trait.word] = _Own(trait.name, piece if trait.word.startswith("place ") else None)
    return found


def read_parts(text: str, words: _Words) -> _Parts:
    """The parts of a text; `Unreadable` if it has not the form of an action."""
    if text in _ALONE:
        return _Parts(text)
    own = _own_word(text, words)
    if own:
        return _read_own(text, own, words[own])
    for verb in _IN_REGION:
        if text.startswith(f"{verb} "):
            return _Parts(verb, region=_region(text[len(verb) + 1 :], text))
    verb, _, rest = text.partition(" ")
    if verb == "pick":
        combo, _, swap = rest.partition(" swap ")
        exchanged = _number(swap, text) if swap else None
        return _Parts(verb, combo=_number(combo, text), swap=exchanged)
    if verb == "deploy":
        region, _, tokens = rest.rpartition(" ")
        return _Parts(verb, region=_region(region, text), tokens=_number(tokens, text))
    if verb == "die":
        return _Parts(verb, pips=_number(rest, text))
    if verb in LUCK and rest:
        return _Parts(verb, trait=rest)
    if verb == "decline" and rest.startswith("with "):
        return _Parts(verb, ways=(rest[len("with ") :],))
    if verb in ("conquer", "roll"):
        return _read_conquest(text, verb, rest)
    raise Unreadable(
        f"{text!r} is no action; actions begin with pick, expand, decline, abandon, conquer, roll, "
        "stop, deploy, place, ally, sacrifice, replace, use, give up, pass, done, or for luck with "
        f"{', '.join(LUCK)}; Game.action reads the words of home-made races and powers"
    )


def _own_word(text: str, words: _Words) -> str:
    """The words of a trait's own action that the text begins with, if any."""
    for word in words:
        if text == word or text.startswith(f"{word} "):
            return word
    return ""


def _read_own(text: str, word: str, own: _Own) -> _Parts:
    """What follows a trait's own words: a region, a region and a number, a seat, or nothing."""
    first = word.split(" ")[0]
    verb = first if first in ("place", "use") else word
    rest = text[len(word) :].strip()
    stands_for: str | None = None
    for marker in _markers():
        if rest == f"as {marker}" or rest.startswith(f"as {marker} "):
            stands_for = marker
            rest = rest[len(marker) + 4 :]
    parts = _Parts(verb, trait=own.trait, piece=own.piece, stands_for=stands_for)
    if not rest:
        return parts
    if _SEAT.fullmatch(rest):
        return parts._replace(seat=rest)
    region, _, tokens = rest.rpartition(" ")
    if not region:
        return parts._replace(region=rest)
    return parts._replace(region=region, tokens=_number(tokens, text))


def _read_conquest(text: str, verb: str, rest: str) -> _Parts:
    region, _, names = rest.partition(" with ")
    ways: list[str] = []
    stands_for: str | None = None
    for name in names.split(" + ") if names else []:
        way, _, relic = name.partition(" as ")
        ways.append(way)
        stands_for = relic or stands_for
    return _Parts(verb, region=_region(region, text), ways=tuple(ways), stands_for=stands_for)


def _region(name: str, text: str) -> str:
    if not name or name.startswith("with "):
        raise Unreadable(f"{text!r} names no region")
    return name


def _number(word: str, text: str) -> int:
    if not (word.isascii() and word.isdigit()) or int(word[:9]) > _MOST:
        raise Unreadable(f"{text!r}: {word!r} should be a number from 0 to {_MOST}")
    return int(word)
