"""The line of a page to a table, a lesson or a puzzle: join first, then requests."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, cast

from smallworld.browser.local_table import LocalTable, write
from smallworld.browser.reading import read_plain
from smallworld.home.lessons.lesson_session import LessonReply, LessonSession
from smallworld.home.lessons.library import lessons
from smallworld.home.lessons.messages import LearnRequest, LessonMessage, StepRequest
from smallworld.home.messages import NOTHING_THERE, lesson_fields
from smallworld.players.budget import Budget
from smallworld.puzzles.messages import PuzzleMessage, PuzzleRequest, SolveRequest
from smallworld.puzzles.puzzle import shipped
from smallworld.puzzles.session import PuzzleReply, PuzzleSession
from smallworld.puzzles.verdict import judge_solution
from smallworld.table.asking.solo import SoloTable
from smallworld.table.messages import (
    REQUESTS,
    JoinRequest,
    PingRequest,
    PongMessage,
    error_message,
)
from smallworld.table.problems import Refused
from smallworld.wire.plain import plain

if TYPE_CHECKING:
    from smallworld.browser.home import BrowserHome

_LEARNING: Final[dict[str, type]] = {"learn": LearnRequest, "step": StepRequest}
_SOLVING: Final[dict[str, type]] = {"puzzle": PuzzleRequest, "solve": SolveRequest}
_SHORT: Final = Budget(seconds=2.0, per="decision")  # nothing else happens here meanwhile


def _read(text: str, kinds: dict[str, type]) -> Any:
    """The message a text means; `Refused` says what is wrong with it."""
    try:
        fields = json.loads(text)
    except ValueError as error:
        raise Refused("bad_message", text=str(error)) from None
    tag = fields.get("t") if isinstance(fields, dict) else None
    if tag not in kinds:
        raise Refused("bad_message", text=f"there is no message {tag!r}")
    if tag not in {**_LEARNING, **_SOLVING}:
        del fields["t"]
    return read_plain(fields, kinds[tag])


def _id_in(text: str) -> str | None:
    try:
        found = json.loads(text).get("id")
    except (ValueError, AttributeError):
        return None
    return found if isinstance(found, str) else None


class TableLine:
    """A page at a table."""

    def __init__(self, home: BrowserHome, number: int, table_id: str) -> None:
        self._home: Final = home
        self._number: Final = number
        self._table_id: Final = table_id
        self._table: LocalTable | None = None
        self._said: list[str] = []  # before the table was found
        self._joined = False
        self._ended = False
        home.find(table_id, self._found)

    def _found(self, table: LocalTable | Refused) -> None:
        if isinstance(table, Refused):
            self._home.tell(self._number, write(error_message(None, table)))
            self._home.hang_up(self._number, NOTHING_THERE)
        elif not self._ended:
            self._table = table
            said, self._said = self._said, []
            for text in said:
                self.hear(text)

    def hear(self, text: str) -> None:
        """What the page says."""
        if self._table is None:
            self._said.append(text)
            return
        try:
            self._do(_read(text, REQUESTS), self._table)
        except Refused as error:
            self._home.tell(self._number, write(error_message(_id_in(text), error)))

    def _do(self, request: Any, table: LocalTable) -> None:
        if isinstance(request, PingRequest):
            self._home.tell(self._number, write(PongMessage()))
        elif isinstance(request, JoinRequest):
            if self._joined:
                raise Refused("joined_already")
            self._joined = True
            table.join(self._number, self._with_secrets(request))
        elif not self._joined:
            raise Refused("not_joined")
        else:
            table.ask(self._number, request)

    def _with_secrets(self, request: JoinRequest) -> JoinRequest:
        """Whoever opens this browser sits in all its seats, also where the page has forgotten."""
        if request.secrets or request.watch is not None:
            return request
        return replace(request, secrets=self._home.tables[self._table_id].secrets)

    def end(self) -> None:
        """The page has closed the line."""
        self._ended = True
        if self._table is not None:
            self._table.leave(self._number)
            self._home.let_go(self._table)


class SoloLine:
    """A page that plays alone: one request, its answers, the next request."""

    def __init__(
        self,
        home: BrowserHome,
        number: int,
        exists: bool,
        kinds: dict[str, type],
        table: SoloTable[Any],
    ) -> None:
        self._home: Final = home
        self._number: Final = number
        self._kinds: Final = {**REQUESTS, **kinds}
        self._answer: Final = table.answer
        if not exists:
            home.tell(number, write(error_message(None, Refused("nothing_here"))))
            home.hang_up(number, NOTHING_THERE)

    def hear(self, text: str) -> None:
        """What the page says."""
        told: Sequence[LessonReply | PuzzleReply]
        try:
            request = _read(text, self._kinds)
            told = [PongMessage()] if isinstance(request, PingRequest) else self._answer(request)
        except Refused as error:
            told = [error_message(_id_in(text), error)]
        self._tell(told)

    def _tell(self, told: Sequence[LessonReply | PuzzleReply]) -> None:
        for message in told:
            self._home.tell(self._number, _written(message))

    def end(self) -> None:
        """The page has closed the line; there is nothing to keep."""


class LessonLine(SoloLine):
    """A page that learns."""

    def __init__(self, home: BrowserHome, number: int, lesson: str) -> None:
        table = SoloTable(LearnRequest, lambda asked: LessonSession(lessons()[lesson], asked))
        super().__init__(home, number, lesson in lessons(), _LEARNING, table)


class PuzzleLine(SoloLine):
    """A page at a puzzle; its turns are judged here."""

    def __init__(self, home: BrowserHome, number: int, puzzle: str) -> None:
        self._table: Final = SoloTable(
            PuzzleRequest, lambda asked: PuzzleSession(shipped()[puzzle], asked)
        )
        super().__init__(home, number, puzzle in shipped(), _SOLVING, self._table)

    def hear(self, text: str) -> None:
        """What the page says; a turn that is over is judged when all else is done."""
        super().hear(text)
        if self._table.session is not None and self._table.session.judging is not None:
            self._home.soon(self._judge)

    def _judge(self) -> None:
        session = self._table.session
        if session is not None and session.judging is not None:
            verdict = judge_solution(session.judging, budget=_SHORT)
            self._tell(session.judged(verdict))


def _written(message: LessonReply | PuzzleReply) -> str:
    if isinstance(message, LessonMessage):
        return json.dumps(lesson_fields(message), ensure_ascii=False)
    if isinstance(message, PuzzleMessage):
        return json.dumps({"t": "puzzle", **cast(dict[str, object], plain(message))})
    return write(message)
