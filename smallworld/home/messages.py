"""What pages are told, as plain fields; how they become text is the home's own."""

from __future__ import annotations

from dataclasses import asdict, fields
from functools import cache
from typing import Any, Final

from smallworld.engine.game import GameError
from smallworld.home.lessons.messages import LessonMessage
from smallworld.table.interface import CloseReason
from smallworld.table.messages import MESSAGES, AnswerMessage, PageMessage
from smallworld.table.problems import kind_of, text_of, told_of

# The codes of WebSockets by which a page knows why its line was closed; from 4000 on our own.
CLOSE_CODES: Final[dict[CloseReason, int]] = {
    "forbidden": 4403,
    "crowded": 1013,
    "replaced": 4409,
    "trouble": 1011,
    "reload": 1012,
}
NOTHING_THERE: Final = 4404


def message_fields(message: PageMessage) -> dict[str, object]:
    """A message of a table."""
    told: dict[str, object] = {"t": MESSAGES[type(message)]}
    if isinstance(message, AnswerMessage):
        told["id"] = message.id
        return told | fields_of(message.body)
    return told | fields_of(message)


def fields_of(value: Any) -> dict[str, object]:
    """The fields of a dataclass as they are called in JSON."""
    return {name: getattr(value, field) for name, field in _names_in(value.__class__)}


@cache
def _names_in(kind: Any) -> list[tuple[str, str]]:
    """What the fields are called in JSON, and in Python."""
    return [(each.name.removesuffix("_"), each.name) for each in fields(kind)]


def lesson_fields(message: LessonMessage) -> dict[str, object]:
    """What the voice of a lesson says."""
    return {"t": "lesson", **asdict(message)}


def error_fields(error: GameError) -> dict[str, object]:
    """An error as the body of an answer to a request."""
    why, facts = told_of(error)
    return {"error": {"code": kind_of(error), "why": why, "facts": facts, "text": text_of(error)}}
