"""Lessons: every way through each of them, what is said on it, and a page that learns."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from smallworld.engine.game import legal
from smallworld.engine.notation import to_text
from smallworld.engine.pack import fingerprint
from smallworld.engine.query import BIT, Front
from smallworld.home.lessons.lesson_game import LessonGame, resume
from smallworld.home.lessons.lesson_session import LessonSession
from smallworld.home.lessons.library import Lesson, lesson_list, lessons
from smallworld.home.lessons.messages import LearnRequest, LessonMessage, StepRequest
from smallworld.table.messages import (
    AckMessage,
    ErrorMessage,
    MoveRequest,
    ViewMessage,
    WelcomeMessage,
)
from tests.server.harness import Page, running

LONGEST = 160
LESSONS = list(lessons())


def price(game: LessonGame, region: str) -> int | None:
    front = Front(game.state, game.state.active(game.state.seat))
    r = game.state.board.number[region]
    return int(front.price(r)) if front.targets & BIT[r] else None


def check(game: LessonGame, facts: dict[Any, Any] | None, where: str) -> None:
    """Facts as a lesson claims them."""
    rest = {key: value for key, value in (facts or {}).items() if key not in ("if", "cost")}
    for region, cost in (facts or {}).get("cost", {}).items():
        assert price(game, str(region)) == cost, f"{where}: the price of {region}"
    if rest:
        assert game.holds(game.lesson.facts(rest)), f"{where}: {rest}"


def texts(game: LessonGame) -> list[str]:
    return [to_text(game.state, action) for action in legal(game.state)]


def answers(game: LessonGame) -> Iterator[list[str]]:
    """Everything the step accepts, each as the page would send it; else it is answered."""
    step = game.step
    do = step.get("do")
    if isinstance(do, dict) and "spread" in do:
        yield from game._spreads()
        return
    for text in texts(game):
        trial = resume(game.lesson, game.played)
        before = fingerprint(trial.state)
        if trial.act([text]):
            yield [text]
        elif trial.said == "tried":
            assert trial.go_on()
            assert fingerprint(trial.state) == before
            assert trial.said == "say"
        else:
            assert trial.refused["de"]
            assert fingerprint(trial.state) == before


def walk(lesson: Lesson, played: list[str], seen: set[tuple[object, ...]]) -> int:
    """Every way on from there; how often the end was reached."""
    game = resume(lesson, played)
    key = (fingerprint(game.state), game.said, game.step.get("id"), game.flags, game._done)
    if key in seen:
        return 0
    seen.add(key)
    for lang in ("en", "de"):
        shown = game.text(lang)
        assert len(shown) <= LONGEST
        assert not re.search(r"[{}]", shown)
    if game.over:
        assert game.said == "end"
        return 1
    step, where = game.step, f"{lesson.id}/{game.step['id']}"
    if game.said == "say" and not game._done:
        check(game, step.get("shows"), where)
    ends = 0
    if game.goes_on:
        game.go_on()
        if step.get("do") == "next":
            after_step(game, step, where)
        return walk(lesson, game.played, seen)
    for way in answers(game):
        went = resume(lesson, played)
        assert went.act(way)
        if went.said == "well":
            option = next(o for o in step["options"] if o["well"] == went.words)
            check(went, option.get("expect"), where)
            if option.get("rewind"):
                before = fingerprint(game.state)
                assert went.played == played
                assert went.go_on()
                assert fingerprint(went.state) == before
                continue
        elif went.step is not step:
            after_step(went, step, where)
        ends += walk(lesson, went.played, seen)
    return ends


def after_step(game: LessonGame, step: dict[str, Any], where: str) -> None:
    """What must be true after a step, unless the next one has begun with moves of its own."""
    if game.step.get("before"):
        return
    check(game, step.get("expect"), where)
    fitting = [one for one in step.get("expects", []) if {*one["if"]} <= {*game.flags}]
    assert fitting or not step.get("expects")
    for one in fitting:
        check(game, one, where)
    for seat, least in step.get("least", {}).get("scored", {}).items():
        number = game.state.options.seats.index(seat)
        assert game._scored()[number] >= least


@pytest.mark.parametrize("name", LESSONS)
def test_every_way_through_a_lesson_leads_to_its_end(name: str) -> None:
    seen: set[tuple[object, ...]] = set()
    assert walk(lessons()[name], [], seen) > 0
    reached = {key[2] for key in seen}
    assert {step["id"] for step in lessons()[name].steps} <= reached


@pytest.mark.parametrize("name", LESSONS)
def test_showing_it_step_by_step_gets_there_too(name: str) -> None:
    game = LessonGame(lessons()[name])
    last = 0
    for _ in range(40):
        step, steps = game.progress()
        assert last <= step <= steps
        last = step
        if game.over:
            break
        assert game.show()
    assert game.over
    assert last == game.progress()[1]


def test_all_that_is_said_is_said_in_both_languages() -> None:
    for lesson in lessons().values():
        words = [lesson.title, lesson.goal, lesson.other, lesson.end]
        for step in lesson.steps:
            words += [step["say"], *(one["well"] for one in step.get("options", []))]
            words += [one["say"] for one in step.get("other", [])]
        assert all(set(one) == {"en", "de"} and all(one.values()) for one in words)


# ---- a page ----


def begin(name: str = "first-land", **options: Any) -> LessonSession:
    return LessonSession(lessons()[name], LearnRequest("learn", **options))


def said(told: list[Any]) -> LessonMessage:
    assert isinstance(told[-1], LessonMessage)
    return told[-1]


def do(session: LessonSession, *words: str) -> list[Any]:
    return session.ask(MoveRequest("1", "P1", 1, words[-1], words[:-1]))


def go(session: LessonSession, act: Any = "next") -> list[Any]:
    return session.ask(StepRequest("step", "2", act))


def test_a_page_is_told_where_to_look_and_what_was_done() -> None:
    session = begin(lang="de")
    welcome, message = session.welcome()
    assert isinstance(welcome, WelcomeMessage)
    assert isinstance(message, LessonMessage)
    assert [seat.name for seat in welcome.table.seats] == ["Spieler", "Bodo"]
    assert (message.step, message.goes_on, message.text[:10]) == (1, True, "Willkommen")
    go(session)
    refused = do(session, "pick 1")
    assert [type(one) for one in refused] == [AckMessage, LessonMessage]
    assert said(refused).refused.startswith("Ein andermal gern")
    done = do(session, "pick 2")
    assert [type(one) for one in done] == [AckMessage, ViewMessage, LessonMessage]
    assert done[0].n == done[1].n
    assert [event.kind for event in done[1].events][:2] == ["move", "picked"]
    assert said(done).played == ["next", "pick 2"]
    marks = [(mark.kind, mark.name) for mark in said(done).marks]
    assert marks == [("region", "5"), ("hand", "P1")]
    illegal = do(session, "conquer 6")
    assert isinstance(illegal[0], ErrorMessage)
    assert illegal[0].code == "illegal"


def test_what_is_tried_is_taken_back() -> None:
    session = begin(played=("next", "pick 2"))
    session.welcome()
    tried = do(session, "conquer 9")
    assert said(tried).said == "tried"
    line = tried[1].line
    back = go(session)
    assert (back[1].line, back[1].from_) == (line - 1, line - 1)
    assert said(back).said == "say"


def test_a_lesson_goes_on_where_it_was_left_and_begins_again_if_it_has_changed() -> None:
    played = ("next", "pick 2", "conquer 5", "conquer 8")
    digest = lessons()["first-land"].digest
    assert said(begin(played=played, digest=digest).welcome()).said == "well"
    for other in (
        begin(played=played, digest="another"),
        begin(played=("pick 2",), digest=digest),
        begin(played=("next", "pick 9"), digest=digest),
    ):
        message = said(other.welcome())
        assert (message.changed, message.played) == (True, [])


def test_a_step_back_and_all_again() -> None:
    session = begin(played=("next", "pick 2", "conquer 5"))
    session.welcome()
    back = go(session, "back")
    assert said(back).played == ["next", "pick 2"]
    assert back[1].from_ == 0
    assert said(go(session, "again")).played == []


def test_a_page_learns_from_a_server(tmp_path: Path) -> None:
    async def learn() -> None:
        async with running(tmp_path) as server:
            listed = await server.json("/api/lessons")
            assert [one["lesson"] for one in listed["lessons"]] == LESSONS
            page = await Page.connect(server.port, "lesson-underground")
            await page.send({"t": "do", "id": "x", "seat": "P1", "at": 1, "do": "conquer 2"})
            await page.until(lambda: "x" in page.replies)
            assert page.replies["x"]["why"] == "not_joined"
            await page.send({"t": "learn", "lang": "en"})
            await page.until(lambda: bool(page.table))
            drawing = await server.json(f"/api/drawing/{page.table['drawing']}")
            assert len(drawing["facts"]) == 12
            assert (await page.do("conquer 2"))["t"] == "ack"
            assert (await page.ask({"t": "why", "seat": "P1", "region": "3"}))["price"] == 2
            await page.until(lambda: page.n == 2)
            await page.send({"t": "hint", "id": "h", "seat": "P1"})
            await page.until(lambda: "h" in page.replies)
            assert page.replies["h"]["why"] == "not_in_lesson"
            await page.send("{")
            await page.close()
            gone = await Page.connect(server.port, "lesson-none")
            await gone.until(lambda: gone.closed is not None)
            assert gone.closed == 4404

    asyncio.run(learn())
    assert len(lesson_list().lessons) == len(LESSONS)
