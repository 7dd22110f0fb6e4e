"""A home-made class with a fault, on a real server: it is named, and the table goes on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from smallworld.game.compiled.dealer import ScriptedDealer
from tests.server.harness import Json, Page, Running, legal, lines_of, running

RACES = """
from pathlib import Path

from smallworld.engine.trait import Race
from smallworld.engine.verbs import gain

FAULT = Path(__file__).with_name("fault")


class _Folk(Race):
    def __init__(self):
        super().__init__(f"Folk{self.numeral}", tokens=6, supply=11)

    def HOOK:
        BODY


for _n in range(40):
    globals()[f"Folk{_n}"] = type(f"Folk{_n}", (_Folk,), {"numeral": _n})
"""
FAILS = "gain(s, e.seat, 3, 'nothing')\n        1 / 0"
FAILS_IF_WANTED = "if FAULT.exists():\n            1 / 0\n        return 0"
POWERS = ["Hill", "Swamp", "Forest", "Wealthy", "Merchant", "Commando"]
LUCK = [text for n, power in enumerate(POWERS) for text in (f"race Folk{n}", f"power {power}")]


@asynccontextmanager
async def table(
    folder: Path, hook: str, body: str, *kinds: str, **request: Any
) -> AsyncIterator[tuple[Running, Json]]:
    """A server with a table at which every race on offer has that hook."""
    (folder / "data").mkdir()
    file = folder / "folk.py"
    file.write_text(RACES.replace("HOOK", hook).replace("BODY", body), encoding="utf-8")
    luck = ScriptedDealer(LUCK)
    async with running(folder / "data", lambda: luck, customs=(str(file),)) as server:
        made = await server.create(
            *(kinds or ("device", "device")), custom=["folk.py"], map="base-2", **request
        )
        yield server, made


async def sit(server: Running, made: Json, *seats: str) -> Page:
    """A page with the secrets of these seats, or of all."""
    secrets = [
        seat["secret"]
        for seat in made["seats"]
        if seat["secret"] and (not seats or seat["seat"] in seats)
    ]
    return await Page.open(server.port, made["table"], secrets)


def check_told(reply: Json, hook: str) -> None:
    """Who is told knows file, class and hook, and not where the file lies."""
    assert (reply["t"], reply["code"], reply["why"]) == ("error", "trouble", "hook_failed")
    assert (reply["facts"]["file"], reply["facts"]["hook"]) == ("folk.py", hook)
    assert reply["facts"]["owner"].startswith("Folk")
    assert "ZeroDivisionError" in reply["facts"]["problem"]
    assert reply["text"].startswith("folk.py, class Folk")


async def move(page: Page, text: str) -> None:
    """Make a move that must be possible, and see it."""
    reply = await page.do(text)
    assert reply["t"] == "ack", reply
    await page.reach(reply["n"])


def first(page: Page, verb: str) -> str:
    return next(text for text in legal(page) if text.startswith(verb))


@pytest.mark.parametrize(
    ("hook", "failing"),
    [
        ("on_pick(self, s, e)", "pick"),
        ("on_conquered(self, s, e, r)", "conquer"),
        ("on_redeploy(self, s, e)", "stop"),
    ],
)
def test_the_mover_is_told_and_nothing_is_kept(tmp_path: Path, hook: str, failing: str) -> None:
    async def play() -> None:
        async with table(tmp_path, hook, FAILS) as (server, made):
            page, other = await sit(server, made, "P1"), await sit(server, made, "P2")
            for verb in ("pick", "conquer"):
                if verb == failing:
                    break
                await move(page, first(page, verb))
            n, lines, view = page.n, lines_of(page), page.view
            check_told(await page.do(first(page, failing)), hook.split("(")[0])
            assert (await page.ask({"t": "position", "line": 0}))["t"] == "answer"
            assert (page.n, lines_of(page)) == (n, lines)
            again = await sit(server, made, "P1")
            assert (again.n, again.view, lines_of(again)) == (n, view, lines)
            if failing == "conquer":  # what has no fault can still be done
                await move(again, "stop")
                await other.reach(n + 1)
            for one in (page, other, again):
                await one.close()

    asyncio.run(play())


def test_a_position_that_could_not_be_shown_is_not_entered(tmp_path: Path) -> None:
    async def play() -> None:
        body = "return 1 // (0 if e.regions else 1)"
        async with table(tmp_path, "pays(self, s, e)", body) as (server, made):
            page = await sit(server, made)
            await move(page, "pick 1")
            n = page.n
            check_told(await page.do(first(page, "conquer")), "pays")
            check_told(await page.do(first(page, "conquer")), "pays")
            assert page.n == n
            await move(page, "stop")
            await page.close()

    asyncio.run(play())


def test_who_cannot_be_shown_the_table_is_told_why(tmp_path: Path) -> None:
    async def play() -> None:
        async with table(tmp_path, "pays(self, s, e)", FAILS_IF_WANTED) as (server, made):
            page = await sit(server, made)
            await move(page, "pick 1")
            await move(page, first(page, "conquer"))
            await move(page, "stop")
            n = page.n
            await page.close()
        (tmp_path / "fault").touch()
        luck = ScriptedDealer([])
        customs = (str(tmp_path / "folk.py"),)
        async with running(tmp_path / "data", lambda: luck, customs=customs) as server:
            page = await sit(server, made)
            assert page.closed == 1011
            (told,) = page.loose
            check_told(told, "pays")
            (tmp_path / "fault").unlink()
            page = await sit(server, made)
            assert page.n == n
            assert legal(page)
            await page.close()

    asyncio.run(play())


def test_questions_that_fail_are_answered_with_the_fault(tmp_path: Path) -> None:
    async def play() -> None:
        async with table(tmp_path, "on_conquered(self, s, e, r)", FAILS) as (server, made):
            page = await sit(server, made)
            await move(page, "pick 1")
            trial = {"t": "try", "seat": "P1", "do": first(page, "conquer")}
            check_told(await page.ask(trial), "on_conquered")
            region = first(page, "conquer").split()[1]
            why = await page.ask({"t": "why", "seat": "P1", "region": region})
            assert (why["t"], why["region"]) == ("answer", region)
            await page.close()

    asyncio.run(play())


def test_a_computer_whose_move_fails_does_something_else(tmp_path: Path) -> None:
    async def play() -> None:
        kinds = ("device", "greedy")
        async with table(tmp_path, "on_conquered(self, s, e, r)", FAILS, *kinds) as (server, made):
            page = await sit(server, made)
            for text in ("pick 1", "stop", "done"):
                await move(page, text)
            await page.until(lambda: page.view["turn"] == 2 and page.view["to_act"] == "P1", 60)
            await page.close()

    asyncio.run(play())


def test_where_a_computer_can_do_nothing_everybody_is_told(tmp_path: Path) -> None:
    async def play() -> None:
        kinds = ("device", "random")
        async with table(tmp_path, "on_pick(self, s, e)", "1 / (s.seat - 1)", *kinds) as (
            server,
            made,
        ):
            page = await sit(server, made)
            for text in ("pick 1", "stop", "done"):
                await move(page, text)
            await page.until(lambda: bool(page.loose), 60)
            check_told(page.loose[0], "on_pick")
            assert (await page.ask({"t": "position", "line": 0}))["t"] == "answer"
            await page.close()

    asyncio.run(play())
