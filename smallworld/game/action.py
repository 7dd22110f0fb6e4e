"""Actions as values: their text, its parts by name, and the numbers the engine knows them by."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from smallworld.engine.game import State
from smallworld.engine.notation import from_text, to_text
from smallworld.game.action_parts import (
    LUCK,
    ActionParts,
    OwnWords,
    box_words,
    own_words,
    read_parts,
)

_RUNS: Final = re.compile(r"\d+|\D+", re.ASCII)


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
    _parts: ActionParts | None
    _source: Notation | None
    _number: int

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise TypeError(f"an action is made from its text, such as 'pick 2', not from {text!r}")
        self._text = " ".join(text.split())
        self._parts = read_parts(self._text, box_words())
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

    def _read(self) -> ActionParts:
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
    found._parts = ActionParts(*parts)  # type: ignore[arg-type]
    found._source = None
    found._number = 0
    return found


def _order(text: str) -> list[tuple[int, str]]:
    """Texts in the order people expect: 9 before 10."""
    runs: list[str] = _RUNS.findall(text)
    return [(int(run), "") if run.isdigit() else (-1, run) for run in runs]


class _Made(dict[int, Action]):
    """The actions of a game by the engine's numbers; one that is missing is made."""

    def __init__(self, source: Notation) -> None:
        super().__init__()
        self._source: Final = source

    def __missing__(self, number: int) -> Action:
        found = Action.__new__(Action)
        found._text = None
        found._parts = None
        found._source = self._source
        found._number = number
        self[number] = found
        return found


class Notation:
    """The actions of one game: text to number, number to action; each action is made once."""

    def __init__(self, s: State) -> None:
        self._s: Final = s.copy()  # any state will do: only what never changes is asked for
        self._made: Final = _Made(self)
        self._words: OwnWords | None = None

    @property
    def words(self) -> OwnWords:
        """The words of the traits' own actions in this game."""
        if self._words is None:
            self._words = own_words(self._s.library)
        return self._words

    def action(self, number: int) -> Action:
        """The action the engine knows by that number."""
        return self._made[number]

    def actions(self, numbers: Iterable[int]) -> tuple[Action, ...]:
        """The actions of those numbers."""
        made = self._made
        return tuple([made[number] for number in numbers])

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
