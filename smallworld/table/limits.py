"""Limits of what may come from outside, as annotations of fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final


@dataclass(frozen=True)
class Length:
    """How many letters a text, or entries a list, may have."""

    least: int
    most: int


@dataclass(frozen=True)
class Between:
    """The least and the greatest number."""

    least: int
    most: int


@dataclass(frozen=True)
class Matching:
    """A regular expression that a text must match."""

    pattern: str


LONGEST_NAME: Final = 40

RequestId = Annotated[str, Length(1, 64)]
SeatName = Annotated[str, Matching("^P[1-5]$")]
Secret = Annotated[str, Length(0, 100)]
PersonName = Annotated[str, Length(0, LONGEST_NAME)]
LevelName = Annotated[str, Length(1, 40)]
ActionText = Annotated[str, Length(1, 200)]
Count = Annotated[int, Between(0, 1_000_000_000)]
