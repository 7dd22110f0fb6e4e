"""A judge as a file: whole numbers in JSON, and how they become the judge of a game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from smallworld.engine.game import GameError, Library
from smallworld.players.judge.trait_facts import FACTS, trait_facts
from smallworld.players.policy import position_signs as signs
from smallworld.players.policy.judge import LANE_BITS, LANES, LINES, PAIR_BITS, JudgeNumbers, Rows

FORMAT: Final = 1  # goes up when the same numbers mean something else
SHIPPED: Final = "judge.json"  # of how the quick policy plays on
CHAMPION: Final = "champion.json"  # of how those play on who use a judge
# Things that go through the first layer: how many signs each has. Traits of races in decline have
# no signs of their own, and are added to those of their seat.
KINDS: Final = {
    "region": signs.REGION_SIGNS,
    "seat": signs.SEAT_SIGNS,
    "declined": 0,
    "combo": signs.COMBO_SIGNS,
}
WIDEST: Final = 48  # of the first layer: a row for each of five seats must fit into a table
MOST_HIDDEN: Final = 256
KEPT: Final = 8  # libraries; each table of a server has its own

Told = list[tuple[str, list[int]]]  # the traits of a library: their names, and what they do


class JudgeFile:
    """The numbers of a judge, for any library of traits."""

    def __init__(self, found: dict[str, Any]) -> None:
        if found.get("format") != FORMAT:
            raise GameError(f"its format is {found.get('format')!r}, and this is {FORMAT}")
        self.widths: Final[dict[str, int]] = found["widths"]
        self.hidden: Final[int] = found["hidden"]
        self.traits: Final[dict[str, int]] = {name: n for n, name in enumerate(found["traits"])}
        self.signs: Final[dict[str, list[int]]] = found["signs"]
        self.facts: Final[dict[str, list[int]]] = found["facts"]
        self.known: Final[dict[str, list[int]]] = found["known"]
        self.second: Final[list[int]] = found["second"]
        self.lines: Final[list[int]] = found["lines"]
        self._made: list[tuple[Library, Told, JudgeNumbers]] = []  # what was asked for last
        self._check()

    def _check(self) -> None:
        wide = self.widths.values()
        if any(width % LANES or not 0 < width <= WIDEST for width in wide):
            raise GameError(f"its first layer is {LANES} to {WIDEST} wide, in steps of {LANES}")
        if self.hidden % 2 or not 0 < self.hidden <= MOST_HIDDEN:
            raise GameError(f"its second layer is 2 to {MOST_HIDDEN} wide, in steps of 2")
        inputs = 3 * self.widths["region"] + 2 * self.widths["seat"] + self.widths["combo"]
        sizes = [(self.second, inputs * self.hidden), (self.lines, LINES * (self.hidden + 1))]
        for kind, many in KINDS.items():
            width = self.widths[kind]
            sizes += [
                (self.signs[kind], many * width),
                (self.facts[kind], FACTS * width),
                (self.known[kind], len(self.traits) * width),
            ]
        for numbers, size in sizes:
            if len(numbers) != size or not all(type(n) is int for n in numbers):
                raise GameError(f"{size} whole numbers are missing; there are {len(numbers)}")

    def numbers_for(self, library: Library) -> JudgeNumbers:
        """The judge of games with these traits; home-made ones are told by what they do."""
        for known, _, made in self._made:
            if known is library:
                return made
        # Each game has a library of its own; most are told in the same words.
        told = [(trait.name, trait_facts(trait)) for trait in library.traits]
        alike = [made for _, known_as, made in self._made if known_as == told]
        made = alike[0] if alike else self._make(told)
        self._made = [(library, told, made), *self._made[: KEPT - 1]]
        return made

    def _make(self, told: Told) -> JudgeNumbers:
        rows = {kind: self._rows(kind, told) for kind in KINDS}
        return JudgeNumbers(
            rows["seat"],
            rows["declined"],
            rows["combo"],
            rows["region"],
            self.hidden,
            packed(self.second, 2, PAIR_BITS),
            self.lines,
        )

    def _rows(self, kind: str, told: Told) -> Rows:
        width = self.widths[kind]
        facts, known = self.facts[kind], self.known[kind]
        found: list[int] = []
        for name, trait in told:
            row = [0] * width
            for n, fact in enumerate(trait):
                if fact:
                    row = [a + fact * b for a, b in zip(row, facts[n * width :], strict=False)]
            if name in self.traits:
                first = self.traits[name] * width
                row = [a + b for a, b in zip(row, known[first:], strict=False)]
            found += row
        return Rows(
            width, packed(self.signs[kind], LANES, LANE_BITS), packed(found, LANES, LANE_BITS)
        )


def packed(numbers: Sequence[int], lanes: int, bits: int) -> list[int]:
    """So many numbers to a word, the first lowest.

    >>> packed([1, 2, -1, 0], 2, 8)
    [513, -1]
    """
    return [
        sum(number << bits * n for n, number in enumerate(numbers[first : first + lanes]))
        for first in range(0, len(numbers), lanes)
    ]


def read_judge(text: str, name: str) -> JudgeFile:
    """The judge that stands in that file."""
    try:
        found = json.loads(text)
        return JudgeFile(found)
    except GameError as error:
        raise GameError(f"{name} is no judge: {error}") from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise GameError(f"{name} is no judge of `smallworld learn`: {error!r}") from None


def shipped_judge() -> JudgeFile:
    """The judge that comes with the package, for what the quick policy plays on."""
    return _packaged(SHIPPED)


def champion_judge() -> JudgeFile:
    """The judge of `champion`, for games of those who use a judge themselves."""
    return _packaged(CHAMPION)


@cache
def _packaged(name: str) -> JudgeFile:
    text = files("smallworld.players.judge").joinpath(name).read_text(encoding="utf-8")
    return read_judge(text, name)


@cache
def judge_of(path: str) -> JudgeFile:
    """The judge of a file of one's own."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise GameError(f"{path}: it cannot be read: {error}") from None
    return read_judge(text, path)
