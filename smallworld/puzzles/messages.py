"""What a page and a puzzle say to each other, beside the messages of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from smallworld.table.limits import Length, RequestId
from smallworld.table.messages import HintReason
from smallworld.wire.log import LogEntry

Asked = Annotated[str, Length(1, 1500)]  # decisions that were asked for together
# Whether to decline is part of the turn that is asked for: who asked for it would tell the answer.
Asking = Literal["combo", "turn"]
Answer = Literal["best", "idea", "other"]
PuzzleState = Literal["play", "judging", "judged", "shown"]


@dataclass(frozen=True)
class PuzzleRequest:
    """The first message: what was done in the turn so far."""

    t: Literal["puzzle"]
    lang: Annotated[str, Length(0, 10)] = "en"
    played: Annotated[tuple[Asked, ...], Length(0, 100)] = ()


@dataclass(frozen=True)
class SolveRequest:
    """Once more from the beginning; or show the best turn."""

    t: Literal["solve"]
    id: RequestId
    act: Literal["again", "show"]


@dataclass(frozen=True)
class PuzzleVerdict:
    """What the turn was worth, and what would have been best."""

    answer: Answer  # the best or as good; the right answer, but coins were lost; another
    about: Literal["combo", "decline", "campaign"]  # what the answer is right or wrong about
    lost: float  # coins at the end of the game, against the best turn
    error: float  # the likely error of that
    best: Sequence[LogEntry]  # the best turn as it is told in the log
    other: Sequence[LogEntry]  # the best of another kind ...
    gain: float  # ... and how much less it is worth
    gain_error: float
    certainty: float  # that the one is better, from 0 to 1
    simulations: int  # in which that was measured
    reasons: Sequence[HintReason]  # for the decision in which they differ
    risks: Sequence[HintReason]
    found_by: Sequence[str]  # levels whose turn was as good


@dataclass(frozen=True)
class PuzzleMessage:
    """Where somebody is in a puzzle."""

    puzzle: str
    seat: str
    question: Asking
    grade: int
    state: PuzzleState
    played: Sequence[str]  # to come back here
    verdict: PuzzleVerdict | None
    next: str  # the puzzle after this one; empty: there is none


@dataclass(frozen=True)
class PuzzleSummary:
    """A puzzle in a list."""

    puzzle: str
    map: str
    world: str  # base, underground or mixed
    question: Asking
    grade: int
    players: int
    turn: int  # the round it is from
    turns: int


@dataclass(frozen=True)
class PuzzleList:
    """All of them, the easier before the harder."""

    puzzles: Sequence[PuzzleSummary]
