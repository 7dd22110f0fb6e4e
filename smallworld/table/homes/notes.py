"""What homes of the same table tell each other of it, beside what is kept.

A table may have several homes at once, each with pages of its own. What is kept they all read from
the same place; who looks on, what is said and who was warned they tell each other by these notes.
Any of them may get lost: who looks on is told anew now and then, and nothing that is kept depends
on a note.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from smallworld.table.messages import ChatLine


@dataclass(frozen=True)
class HomeGreeting:
    """A home has just loaded the table, and asks what the others know."""


@dataclass(frozen=True)
class PageAtHome:
    """A page that looks on: the seats it opens, and what its address is counted by."""

    seats: tuple[int, ...]
    address: str


@dataclass(frozen=True)
class HomePages:
    """All pages of a home, by its names for them; and guests that it seated, by seat."""

    pages: Mapping[str, PageAtHome] = field(default_factory=dict)
    guests: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class HomeFarewell:
    """A home has let the table go."""


@dataclass(frozen=True)
class LineSaid:
    """Somebody said something."""

    line: ChatLine


@dataclass(frozen=True)
class TalkSwitched:
    """The host lets people talk, or not."""

    on: bool


@dataclass(frozen=True)
class TalkSoFar:
    """For a home that has just come: what was said."""

    on: bool
    lines: Sequence[ChatLine]


@dataclass(frozen=True)
class SeatWarned:
    """A computer will play a seat from that moment on, unless its person says a word."""

    seat: int
    level: str
    until: float


@dataclass(frozen=True)
class SeatAnswered:
    """The person of a seat has said a word."""

    seat: int


@dataclass(frozen=True)
class HintTaken:
    """A hint was asked for, which counts for all homes."""


HomeNote = (
    HomeGreeting
    | HomePages
    | HomeFarewell
    | LineSaid
    | TalkSwitched
    | TalkSoFar
    | SeatWarned
    | SeatAnswered
    | HintTaken
)
