"""What a page and a lesson say to each other, beside the messages of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from smallworld.table.limits import Length, RequestId

Played = Annotated[str, Length(1, 400)]  # one answer of the learner
MarkKind = Literal[
    "region", "combo", "button", "way", "coins", "hand", "seat", "row", "log", "die", "turn"
]


@dataclass(frozen=True)
class LearnRequest:
    """The first message: the language, and what the learner has done so far."""

    t: Literal["learn"]
    lang: Annotated[str, Length(0, 10)] = "en"
    played: Annotated[tuple[Played, ...], Length(0, 80)] = ()
    digest: Annotated[str, Length(0, 40)] = ""  # of the lesson it was done in


@dataclass(frozen=True)
class StepRequest:
    """Go on; back to before the last answer; show how it is done; from the beginning."""

    t: Literal["step"]
    id: RequestId
    act: Literal["next", "back", "show", "again"]


@dataclass(frozen=True)
class LessonMark:
    """Something that is pointed at."""

    kind: MarkKind
    name: str


@dataclass(frozen=True)
class LessonMessage:
    """Where the lesson is, and what the voice says."""

    lesson: str
    title: str
    step: int  # from 1 on
    steps: int
    text: str
    said: Literal["say", "well", "tried", "end"]  # a step, praise, something taken back, the end
    goes_on: bool  # by the button alone
    marks: Sequence[LessonMark]
    delight: str
    refused: str  # why what was done last was not accepted; empty: it was
    played: Sequence[str]  # to come back here
    digest: str
    changed: bool  # what was played before does not fit the lesson any more
    next: str  # the lesson after this one; empty: there is none


@dataclass(frozen=True)
class LessonSummary:
    """A lesson in a list."""

    lesson: str
    title: dict[str, str]  # by language
    goal: dict[str, str]
    seconds: int
    world: str
    digest: str


@dataclass(frozen=True)
class LessonList:
    """All of them."""

    lessons: Sequence[LessonSummary]
