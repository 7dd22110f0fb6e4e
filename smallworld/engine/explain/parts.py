"""The parts of a sum that people ask about: a price, a score, the coins for a combo.

A part is a code and, where it speaks of somebody or something, its name, so that every reader can
be told in their own words; `text` is the English.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

Code = Literal[
    "land",  # the price of any region
    "terrain",  # ... and what its ground adds, or costs by itself (name: the terrain)
    "natives",  # Lost Tribe or Monsters
    "race",  # tokens (name: whose)
    "piece",
    "trait",  # a race, power, place or relic makes it more or less
    "as_if_empty",  # a trait leaves those out who are there
    "own_decline",  # tokens of one's own race in decline, where they do not defend
    "die",
    "one_token",  # whatever is there
    "at_least_one",
    "regions",  # held by a race, a coin each
    "paid",  # for a combo further down the row
    "found",  # on a combo
]

_TEXTS = {
    "as_if_empty": "{name}: as if empty",
    "own_decline": "own race in decline",
    "one_token": "one token",
    "at_least_one": "at least one token",
    "regions": "{name}: regions",
}


@dataclass(frozen=True)
class Part:
    """One part of a sum.

    >>> Part("terrain", 1, "black_mountain")
    Part('black mountain', 1)
    """

    stores_no_defaults: ClassVar = True  # so an encoder of JSON need not leave them out

    code: Code
    amount: int
    name: str = ""  # of a terrain, race, piece, place, relic or power

    def __init__(self, code: Code, amount: int, name: str = "") -> None:
        # Views have many of them: written directly, and no name if there is none to send.
        facts = self.__dict__
        facts["code"] = code
        facts["amount"] = amount
        if name:
            facts["name"] = name

    @property
    def text(self) -> str:
        """What the part is called in English."""
        said = _TEXTS.get(self.code)
        if said is not None:
            return said.replace("{name}", self.name)
        return self.name.replace("_", " ") if self.code == "terrain" else self.name or self.code

    def __repr__(self) -> str:
        return f"Part({self.text!r}, {self.amount})"


Parts = list[Part]


def sum_of(parts: Parts) -> int:
    """What the parts come to."""
    return sum(part.amount for part in parts)
