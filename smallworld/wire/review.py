"""A finished game looked through: what was expected when, and where it was lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from smallworld.wire.actions import LegalAction


@dataclass(frozen=True, slots=True)
class ReviewStep:
    """One move, and what it changed in the coins every seat could expect."""

    move: int  # its line in the record
    turn: int
    seat: str
    kind: Literal["play", "luck"]
    expected: tuple[float, ...]  # coins of every seat at the end, after this move
    change: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class ReviewMistake:
    """A decision that cost coins, and what would have been better."""

    move: int
    turn: int
    seat: str
    done: LegalAction
    better: LegalAction
    lost: float  # coins at the end, compared with the others'
    own: float


@dataclass(frozen=True, slots=True)
class GameReview:
    """For each seat start + luck + own + others = end."""

    seats: tuple[str, ...]
    turns: int
    simulations: int
    start: tuple[float, ...]
    end: tuple[float, ...]
    luck: tuple[float, ...]
    own: tuple[float, ...]
    others: tuple[float, ...]
    steps: tuple[ReviewStep, ...]
    mistakes: tuple[ReviewMistake, ...]
