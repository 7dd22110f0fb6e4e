"""A lesson as pages play it over a WebSocket."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import ClassVar, Final

from smallworld.home.lessons.lesson_session import LessonReply, LessonSession
from smallworld.home.lessons.library import lessons
from smallworld.home.lessons.messages import LearnRequest, LessonMessage, StepRequest
from smallworld.server.http.solo_socket import SoloPage
from smallworld.table.asking.solo import SoloTable
from smallworld.table.messages import JoinRequest, PageRequest

LessonRequest = LearnRequest | StepRequest | JoinRequest | PageRequest


class LessonPage(SoloPage):
    """One page in one lesson."""

    requests: ClassVar = {"learn": LearnRequest, "step": StepRequest}
    told: ClassVar = {LessonMessage: "lesson"}

    def __init__(self, lesson: str) -> None:
        self._lesson: Final = lesson
        self._table: Final = SoloTable(
            LearnRequest, lambda request: LessonSession(lessons()[lesson], request)
        )

    def exists(self) -> bool:
        """Whether there is such a lesson."""
        return self._lesson in lessons()

    async def answers(self, request: LessonRequest) -> AsyncIterator[LessonReply]:
        """What the page is told about a request."""
        for message in self._table.answer(request):
            yield message
