"""A lesson as pages play it over a WebSocket."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import ClassVar, Final

from smallworld.home.lessons.lesson_session import LessonSession, Told
from smallworld.home.lessons.library import lessons
from smallworld.home.lessons.messages import LearnRequest, LessonMessage, StepRequest
from smallworld.server.http.solo_socket import SoloPage
from smallworld.table.messages import JoinRequest, PageRequest
from smallworld.table.problems import Refused

LessonRequest = LearnRequest | StepRequest | JoinRequest | PageRequest


class LessonPage(SoloPage):
    """One page in one lesson."""

    requests: ClassVar = {"learn": LearnRequest, "step": StepRequest}
    told: ClassVar = {LessonMessage: "lesson"}

    def __init__(self, lesson: str) -> None:
        self._lesson: Final = lesson
        self._session: LessonSession | None = None

    def exists(self) -> bool:
        """Whether there is such a lesson."""
        return self._lesson in lessons()

    async def answers(self, request: LessonRequest) -> AsyncIterator[Told]:
        """What the page is told about a request."""
        if isinstance(request, LearnRequest):
            self._session = LessonSession(lessons()[self._lesson], request)
            told = self._session.welcome()
        elif self._session is None or isinstance(request, JoinRequest):
            raise Refused("not_joined")
        else:
            told = self._session.ask(request)
        for message in told:
            yield message
