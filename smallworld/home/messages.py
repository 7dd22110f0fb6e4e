"""What pages are told, as plain fields; how they become text is the home's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from smallworld.engine.game import GameError
from smallworld.home.lessons.messages import LessonMessage
from smallworld.table.messages import MESSAGES, AnswerMessage, PageMessage
from smallworld.table.problems import kind_of, text_of, told_of

Ready = Callable[[object], object]  # makes of a value what an encoder can write


def message_fields(message: PageMessage, ready: Ready) -> dict[str, object]:
    """A message of a table."""
    fields: dict[str, object] = {"t": MESSAGES[type(message)]}
    if isinstance(message, AnswerMessage):
        return fields | {"id": message.id, **_fields_of(message.body, ready)}
    return fields | _fields_of(message, ready)


def _fields_of(value: Any, ready: Ready) -> dict[str, object]:
    names = value.__dataclass_fields__
    return {name.removesuffix("_"): ready(getattr(value, name)) for name in names}


def lesson_fields(message: LessonMessage) -> dict[str, object]:
    """What the voice of a lesson says."""
    return {"t": "lesson", **asdict(message)}


def error_fields(error: GameError) -> dict[str, object]:
    """An error as the body of an answer to a request."""
    why, facts = told_of(error)
    return {"error": {"code": kind_of(error), "why": why, "facts": facts, "text": text_of(error)}}
