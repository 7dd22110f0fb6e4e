"""A turn planned before it is played: conquests in order, and what would come of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from smallworld.wire.actions import LegalAction
from smallworld.wire.answers import Facts

Obstacle = Literal["", "rules", "luck"]


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One conquest of a plan."""

    region: str
    do: str  # in the notation; empty: it is not possible
    first: tuple[str, ...]  # what has to be done before it, and is sent with it
    price: int | None
    odds: int  # in per cent: 100, or how likely the die brings what is missing
    left: int  # tokens in hand after it
    obstacle: Obstacle  # why it cannot be: the rules, or luck that comes before; empty: it can
    why: str | None  # the reason of the rules by its name, and its facts
    facts: Facts


@dataclass(frozen=True, slots=True)
class PlannedTokens:
    """What would stand in a region at the end of the turn."""

    region: str
    tokens: int


@dataclass(frozen=True, slots=True)
class TurnPlan:
    """The conquests, what could follow them, and how the turn would end after them."""

    steps: tuple[PlanStep, ...]
    open: tuple[LegalAction, ...]  # conquests that are possible after them
    coins: int | None  # the turn would score; None: luck comes before, or it has scored already
    coins_failed: int | None  # ... if the last die does not bring enough
    standing: tuple[PlannedTokens, ...]  # of the seat, where a good player would put them
