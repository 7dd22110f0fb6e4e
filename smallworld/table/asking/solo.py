"""A page that plays alone, at a table that nobody keeps: it begins, then asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, Protocol, TypeVar

from smallworld.table.messages import JoinRequest
from smallworld.table.problems import Refused


class SoloSession(Protocol):
    """What is played there: a lesson, a puzzle."""

    def welcome(self) -> Sequence[Any]:
        """What the page is told first."""

    def ask(self, request: Any) -> Sequence[Any]:
        """What the page is told about a request."""


S = TypeVar("S", bound=SoloSession)


class SoloTable(Generic[S]):
    """One page; a request of the type `opening` begins a session, and begins it anew."""

    def __init__(self, opening: type, begin: Callable[[Any], S]) -> None:
        self._opening: Final = opening
        self._begin: Final = begin
        self.session: S | None = None

    def answer(self, request: object) -> Sequence[Any]:
        """What the page is told about a request; `Refused` if it has not begun."""
        if isinstance(request, self._opening):
            self.session = self._begin(request)
            return self.session.welcome()
        if self.session is None or isinstance(request, JoinRequest):
            raise Refused("not_joined")
        return self.session.ask(request)
