"""Hints where they are allowed, and reviews of finished games."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from smallworld.players.analysis.hint_words import REASONS
from tests.server import jobs
from tests.server.gate import Gate
from tests.server.harness import Json, Page, Running, legal, running


async def sit(server: Running, *kinds: str, **wish: object) -> tuple[Json, Page]:
    made = await server.create(*kinds, **wish)
    secrets = [seat["secret"] for seat in made["seats"] if seat["secret"]]
    return made, await Page.open(server.port, made["table"], secrets[:1])


@pytest.mark.parametrize(
    ("kinds", "hints", "allowed"),
    [
        (("device", "greedy"), None, True),
        (("device", "greedy", "random"), None, True),
        (("link", "link"), None, False),
        (("device", "device", "greedy"), None, False),
        (("device", "greedy"), False, False),
        (("link", "link"), True, True),
    ],
)
def test_who_may_ask_for_hints(
    kinds: tuple[str, ...], hints: bool | None, allowed: bool, tmp_path: Path
) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            server.state.computers.adviser = jobs.advise_quickly
            made, page = await sit(server, *kinds, hints=hints)
            assert page.table["options"]["hints"] is allowed
            answer = await page.ask({"t": "hint", "seat": "P1"})
            if allowed:
                assert answer["do"] in legal(page)
            else:
                assert (answer["code"], answer["why"]) == ("forbidden", "hints_off")
        async with running(tmp_path) as server:
            again = await Page.open(server.port, made["table"], watch=made["watch"])
            assert again.table["options"]["hints"] is allowed

    asyncio.run(play())


def test_a_hint_says_what_to_do_and_why(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            made, page = await sit(server, "device", "greedy", turns=2)
            answer = await page.ask({"t": "hint", "seat": "P1"})
            assert answer["n"] == page.n
            assert answer["do"].startswith("pick ")
            assert answer["reason"].endswith(".")
            assert answer["expected"]["do"] == answer["do"]
            assert set(answer["expected"]) == {"do", "coins", "lead"}
            for reason in [*answer["gains"], *answer["risks"]]:
                assert reason["code"] in REASONS
                assert set(reason) == {"code", "facts"}
            assert answer["gains"]
            again = await page.ask({"t": "hint", "seat": "P1"})
            assert {**again, "id": ""} == {**answer, "id": ""}  # thought of once
            await page.reach((await page.do(answer["do"]))["n"])
            after = await page.ask({"t": "hint", "seat": "P1"})
            assert after["do"] in legal(page)
            guest = await Page.open(server.port, made["table"], watch=made["watch"])
            assert (await guest.ask({"t": "hint", "seat": "P1"}))["why"] == "not_your_seat"
            assert (await page.ask({"t": "hint", "seat": "P2"}))["why"] == "not_your_seat"

    asyncio.run(play())


def test_nobody_waits_for_a_hint_and_a_late_one_is_not_told(tmp_path: Path, gate: Gate) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            server.state.computers.adviser = jobs.advise_slowly
            _, page = await sit(server, "link", "link", hints=True)
            asked = asyncio.create_task(page.ask({"t": "hint", "seat": "P1", "id": "late"}))
            await gate.begun()
            assert (await page.do("pick 1"))["t"] == "ack"
            answer = await asked
            assert (answer["code"], answer["why"]) == ("stale", "stale")
            gate.open()
            server.state.computers.adviser = jobs.give_no_advice
            await page.reach(2)
            answer = await page.ask({"t": "hint", "seat": "P1"})
            assert (answer["code"], answer["why"]) == ("trouble", "no_hint")
            assert (await page.do(legal(page)[0]))["t"] == "ack"

    asyncio.run(play())


def test_hints_are_not_without_end(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, hints_burst=8, hints_rate=0.01) as server:
            server.state.computers.adviser = jobs.advise_quickly
            _, page = await sit(server, "link", "link", hints=True)
            await page.reach((await page.do("pick 1"))["n"])
            while "stop" not in legal(page):
                await page.reach((await page.do(legal(page)[0]))["n"])
            told: list[str] = []
            for _ in range(6):  # on and back again: each time it is a new question
                answer = await page.ask({"t": "hint", "seat": "P1"})
                told.append(answer["t"])
                await page.reach((await page.do(legal(page)[0]))["n"])
                answer = await page.ask({"t": "hint", "seat": "P1"})
                told.append(answer["t"])
                back = {"t": "undo", "seat": "P1", "at": page.n, "to": page.undo["step"]}
                await page.reach((await page.ask(back))["n"])
            assert told == ["answer"] * 8 + ["error"] * 4
            assert answer["why"] == "too_fast"

    asyncio.run(play())


async def play_out(page: Page) -> None:
    while not page.over:
        await page.reach((await page.do(legal(page)[-1]))["n"])


def reviews_of(page: Page) -> list[Json]:
    """The reviews a page was sent."""
    return [told["review"] for told in page.loose if told["t"] == "review"]


async def finished(server: Running) -> tuple[Json, Page]:
    made = await server.create("device", "device", turns=1)
    secrets = [seat["secret"] for seat in made["seats"]]
    page = await Page.open(server.port, made["table"], secrets)
    assert (await page.ask({"t": "review"}))["why"] == "not_over"
    await play_out(page)
    return made, page


def test_a_finished_game_is_looked_through_once_and_kept(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            server.state.reviews.reviewer = jobs.review_in_small_pieces
            made, page = await finished(server)
            guest = await Page.open(server.port, made["table"], watch=made["watch"])
            assert (await page.ask({"t": "review"}))["review"] is None
            assert (await guest.ask({"t": "review"}))["review"] is None  # it is under way
            await page.until(lambda: bool(reviews_of(page)), 120)
            await guest.until(lambda: bool(reviews_of(guest)), 120)
            assert page.loose == guest.loose
            percent = [told["percent"] for told in page.loose[:-1]]
            assert percent == sorted({*percent})
            assert len(percent) > 1  # piece by piece
            assert 0 < percent[-1] < 100
            (review,) = reviews_of(page)
            assert review["seats"] == ["P1", "P2"]
            assert review["end"] == page.view["result"]["coins"]
            assert len(review["steps"]) == page.record_line
            assert (await guest.ask({"t": "review"}))["review"] == review
        async with running(tmp_path) as server:
            server.state.reviews.reviewer = jobs.review_in_vain
            guest = await Page.open(server.port, made["table"], watch=made["watch"])
            assert (await guest.ask({"t": "review"}))["review"] == review

    asyncio.run(play())


def test_a_review_that_fails_can_be_asked_for_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            _, page = await finished(server)
            server.state.reviews.reviewer = jobs.review_in_vain
            assert (await page.ask({"t": "review"}))["review"] is None
            await page.until(lambda: bool(page.loose))
            assert page.loose[0]["why"] == "no_review"
            server.state.reviews.reviewer = jobs.review_quickly
            assert (await page.ask({"t": "review"}))["review"] is None
            await page.until(lambda: bool(reviews_of(page)))
            assert len(reviews_of(page)[0]["steps"]) > 5

    asyncio.run(play())
