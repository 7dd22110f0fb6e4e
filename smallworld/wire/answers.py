"""Answers to questions about a position."""

from __future__ import annotations

from dataclasses import dataclass

from smallworld.engine.query import Part
from smallworld.wire.game import ScorePreview
from smallworld.wire.log import LogEntry

Facts = dict[str, int | str | list[str]]  # filled into the words for a reason


@dataclass(frozen=True, slots=True)
class Trial:
    """What an action would bring about."""

    do: str
    events: tuple[LogEntry, ...]
    final: bool
    score: ScorePreview | None  # of the turn, if it then ended


@dataclass(frozen=True, slots=True)
class RegionAnswer:
    """What a conquest of a region costs, and what stands in its way if anything does."""

    region: str
    price: int | None
    parts: tuple[Part, ...]
    force: int
    reason: str | None  # in English
    rule: str | None
    why: str | None  # the reason by its name, and its facts
    facts: Facts
