"""Jobs for thinkers as they travel: a few functions by name, with plain data, and no pickles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import msgspec

from smallworld.engine.game import RULES
from smallworld.home.reviewing import PieceDone, ReviewPiece, review_piece
from smallworld.home.thinking import Question, advise, answer
from smallworld.players.budget import StopCheck
from smallworld.puzzles.verdict import Solution, TurnVerdict, judge_solution
from smallworld.server.workers.job_queue import Urgency
from smallworld.table.messages import HintAnswer

FORMAT: Final = 1  # of these messages; thinkers take jobs of their own format and rules
LANES: Final = {
    "front": (Urgency.PERSON_WAITS, Urgency.HINT),
    "back": (Urgency.NOBODY_WATCHES, Urgency.REVIEW),
}
STREAM: Final = f"SMALLWORLD-THINK-{FORMAT}"
SUBJECTS: Final = f"smallworld.think.{FORMAT}.>"
ANSWERS: Final = "smallworld.thought."  # and the name of the process that asked
STOP: Final = "smallworld.stop"
THINKERS: Final = "smallworld.thinkers"
QUEUES: Final = "smallworld.queues"
KEPT_FOR: Final = 120.0  # seconds a job may wait in the queue of the bus

# What a thinker can be asked: the function, what it is given, what it answers.
KINDS: Final[dict[str, tuple[Callable[..., Any], type[Any], type[Any]]]] = {
    "answer": (answer, Question, str),
    "advise": (advise, Question, HintAnswer),
    "review": (review_piece, ReviewPiece, PieceDone),
    "judge": (judge_solution, Solution, TurnVerdict),
}
_NAMES: Final = {function: name for name, (function, _, _) in KINDS.items()}


class ThinkJob(msgspec.Struct, frozen=True):
    """Something to think about."""

    id: str
    asker: str  # the process that waits for it
    kind: str
    urgency: int
    owner: str  # for whom it is done
    limit: float  # seconds of work
    given: bytes


class ThinkAnswer(msgspec.Struct, frozen=True):
    """How a job ended: an answer, or why there is none."""

    id: str
    answer: bytes = b""
    error: str = ""
    died: bool = False  # its process did, or took too long


class ThinkerSign(msgspec.Struct, frozen=True):
    """A thinker says that it is there, and for how many jobs at a time."""

    name: str
    rules: int
    front: int
    back: int
    ends: bool = False


class QueueSign(msgspec.Struct, frozen=True):
    """What waits at a process and what it has given out; so that shares are those of all."""

    name: str
    under_way: dict[str, int]  # by lane
    waiting: dict[int, dict[str, int]]  # by urgency and owner
    at_work: dict[str, dict[str, int]]  # by lane and owner
    paid: dict[int, dict[str, float]]  # seconds since it last said so, by urgency and owner


def subject_of(lane: str) -> str:
    """Where jobs of a lane wait, for thinkers with these rules."""
    return f"smallworld.think.{FORMAT}.{RULES}.{lane}"


def name_of(function: Callable[..., Any]) -> str:
    """The name of a function that thinkers know."""
    return _NAMES[function]


def write_given(kind: str, given: Any) -> bytes:
    """What a job is given; where files lie is known by the thinker alone."""
    return msgspec.msgpack.encode(replace(given, paths=()))


def read_given(
    job: ThinkJob, paths: tuple[str, ...]
) -> tuple[Callable[[Any, StopCheck], Any], Any]:
    """The function of a job and what to give it, with the thinker's own home-made files."""
    function, kind, _ = KINDS[job.kind]
    return function, replace(msgspec.msgpack.decode(job.given, type=kind), paths=paths)


def read_answer(kind: str, data: bytes) -> Any:
    """What a thinker has answered."""
    return msgspec.msgpack.decode(data, type=KINDS[kind][2])
