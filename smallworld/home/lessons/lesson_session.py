"""A page at a lesson: requests of the page in, messages out, as at a table but kept by nobody."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from smallworld.engine.game import GameError
from smallworld.home.lessons.lesson_game import LessonBroken, LessonGame, resume
from smallworld.home.lessons.library import Lesson, lessons
from smallworld.home.lessons.messages import (
    LearnRequest,
    LessonMark,
    LessonMessage,
    StepRequest,
)
from smallworld.table.messages import (
    AckMessage,
    AnswerMessage,
    MoveRequest,
    PageMessage,
    PageRequest,
    PastPosition,
    PositionRequest,
    RegionRequest,
    SeatStatus,
    TableInfo,
    TryRequest,
    UndoRange,
    ViewMessage,
    WelcomeMessage,
    error_message,
)
from smallworld.table.problems import Refused
from smallworld.table.publishing import views
from smallworld.table.publishing.views import Views
from smallworld.table.seats.orders import ASK
from smallworld.wire.table import TableOptions

log: Final = logging.getLogger("smallworld.server")

TABLE: Final = "lesson-"  # and the lesson: what its table is called
_NEVER: Final = 1e9  # seconds
_NO_UNDO: Final = UndoRange(None, None)  # the lesson has a way back of its own

LessonReply = PageMessage | LessonMessage


class LessonSession:
    """One page in one lesson, from its first message on."""

    def __init__(self, lesson: Lesson, request: LearnRequest) -> None:
        self._lesson: Final = lesson
        self._lang: Final = request.lang if request.lang in lesson.title else "en"
        self._changed = bool(request.digest) and request.digest != lesson.digest
        self._n = 1
        self._line = 0  # that the page has been told of
        try:
            self._game = resume(lesson, () if self._changed else request.played)
        except GameError:
            self._changed = True
            self._game = LessonGame(lesson)

    def welcome(self) -> list[LessonReply]:
        """All there is to know."""
        history = self._game.history
        self._line = history.line
        message = WelcomeMessage(
            table=self._describe(),
            you=[self._lesson.learner],
            orders=[ASK],
            n=self._n,
            line=history.line,
            view=Views(history.state, history.table).show(0),
            undo=_NO_UNDO,
            events=[entry for line in history.log for entry in line],
            from_=0,
            over=history.over,
        )
        return [message, self._told()]

    def ask(self, request: PageRequest | StepRequest) -> list[LessonReply]:
        """What the page is told about a request."""
        try:
            if isinstance(request, StepRequest):
                return self._step(request)
            return self._ask(request)
        except LessonBroken as error:
            log.error("%s", error)
            return [error_message(request.id, Refused("lesson_broken"))]
        except GameError as error:
            return [error_message(request.id, error)]

    def _step(self, request: StepRequest) -> list[LessonReply]:
        if request.act == "next":
            return self._change(request.id, self._game.go_on)
        if request.act == "show":
            return self._change(request.id, self._game.show)
        played = [] if request.act == "again" else self._game.played[:-1]
        if request.act == "back" and self._game.said == "tried":
            return self._change(request.id, self._game.go_on)
        self._game = resume(self._lesson, played)
        self._changed = False
        self._line = 0
        self._game.shown = [self._game.history.line]
        return self._tell(request.id)

    def _ask(self, request: PageRequest) -> list[LessonReply]:
        history = self._game.history
        if isinstance(request, MoveRequest):
            texts = (*request.first, request.do)
            return self._change(request.id, lambda: self._game.act(texts))
        if isinstance(request, TryRequest):
            texts = (*request.first, request.do)
            trial = views.try_out(history.state, history.table, 0, history.line, texts)
            return [AnswerMessage(request.id, trial)]
        if isinstance(request, RegionRequest):
            found = views.explain_region(history.state, history.table, 0, request.region)
            return [AnswerMessage(request.id, found)]
        if isinstance(request, PositionRequest):
            shown = views.show_past(history.position(request.line), history.table, history.over)
            return [AnswerMessage(request.id, PastPosition(request.line, shown))]
        raise Refused("not_in_lesson")

    def _change(self, id_: str, change: Callable[[], bool]) -> list[LessonReply]:
        change()
        return self._tell(id_)

    def _tell(self, id_: str) -> list[LessonReply]:
        """That it is done, then every position on the way, then what the voice says."""
        history = self._game.history
        lines = [line for line in self._game.shown if line != self._line or self._line == 0]
        told: list[LessonReply] = []
        for line in lines:
            self._n += 1
            base = min(self._line, line)
            told.append(self._view(line, base))
            self._line = line
        ack = AckMessage(id_, self._n, history.line)
        return [ack, *told, self._told()]

    def _view(self, line: int, base: int) -> ViewMessage:
        history = self._game.history
        state = history.state if line == history.line else history.position(line)
        return ViewMessage(
            n=self._n,
            line=line,
            view=Views(state, history.table).show(0),
            undo=_NO_UNDO,
            events=[entry for entries in history.log[base:line] for entry in entries],
            from_=base,
            seats=self._seats(),
            over=history.over,
        )

    def _told(self) -> LessonMessage:
        game, lesson = self._game, self._lesson
        step, steps = game.progress()
        names = list(lessons())
        after = names[names.index(lesson.id) + 1 :][:1]
        marked = game.said == "say"
        return LessonMessage(
            lesson=lesson.id,
            title=lesson.title[self._lang],
            step=step,
            steps=steps,
            text=game.text(self._lang),
            said=game.said,  # type: ignore[arg-type]
            goes_on=game.goes_on and not game.over,
            marks=[_mark(point) for point in game.step.get("point", ())] if marked else [],
            delight=game.step.get("delight", "") if marked else "",
            refused=game.refused.get(self._lang, ""),
            played=game.played,
            digest=lesson.digest,
            changed=self._changed,
            next=after[0] if after else "",
        )

    def _seats(self) -> list[SeatStatus]:
        person = SeatStatus("", "", "device", None, True, None, None, False, False, None, None)
        return [
            replace(person, seat=seat, name=words[self._lang])
            for seat, words in self._lesson.names.items()
        ]

    def _describe(self) -> TableInfo:
        table = self._lesson.table
        assert table.own_map is not None
        options = TableOptions("hidden", True, "P1", table.settings.values(), (), (), False)
        return TableInfo(
            id=TABLE + self._lesson.id,
            map=table.map,
            drawing=table.own_map.digest,
            world=table.world,
            turns=table.turns,
            options=options,
            seats=self._seats(),
            watch="",
            open=False,
            created=0.0,
            begun=0,
            deal="",
            takeover_after=_NEVER,
            takeover_levels=(),
            host=self._lesson.learner,
            closed=False,
            rematch=None,
            chat=False,
            said=(),
            clock=None,
        )


def _mark(point: str) -> LessonMark:
    kind, _, name = point.partition(" ")
    if kind == "button" and name.startswith("way "):
        return LessonMark("way", name.removeprefix("way "))
    return LessonMark(kind, name)  # type: ignore[arg-type]
