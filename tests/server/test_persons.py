"""One personal key for all seats of somebody: games are listed and opened by it on any device."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

from smallworld.server.app_state import DATABASE
from tests.server.harness import Json, Page, Running, running

KEY, OTHER = "k" * 32, "o" * 32


async def games(server: Running, *secrets: str, person: str | None = None) -> list[Json]:
    body = {"secrets": [*secrets], **({"person": person} if person else {})}
    found: list[Json] = (await server.json("/api/mine", body))["running"]
    return found


def test_a_key_lists_and_opens_seats_on_another_device(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            made = [await server.create("link", "link", map="base-2") for _ in range(12)]
            secrets = [table["seats"][1]["secret"] for table in made]
            assert await games(server, person=KEY) == []
            for _ in range(2):  # some of them at a time
                assert len(await games(server, *secrets, person=KEY)) == 12
            phone = await games(server, person=KEY)  # without any secret of a seat
            assert {game["table"] for game in phone} == {table["table"] for table in made}
            assert all(game["you"] == ["P2"] for game in phone)
            page = await Page.connect(server.port, made[0]["table"])
            await page.send({"t": "join", "secrets": [], "person": KEY})
            await page.until(lambda: bool(page.table))
            assert page.you == ["P2"]
            await page.close()
            for _ in range(2):  # a new link; the old one opens nothing any more
                await games(server, KEY, person=OTHER)
            assert await games(server, person=KEY) == []
            assert len(await games(server, person=OTHER)) == 12

    asyncio.run(play())


def test_a_table_that_is_joined_with_a_key_belongs_to_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            made = await server.create("device", "link", map="base-2")
            page = await Page.connect(server.port, made["table"])
            secret = made["seats"][0]["secret"]
            await page.send({"t": "join", "secrets": [secret], "person": KEY})
            await page.until(lambda: bool(page.table))
            assert [game["you"] for game in await games(server, person=KEY)] == [["P1"]]
            await page.close()
        db = sqlite3.connect(tmp_path / DATABASE)
        kept = str(db.execute("SELECT * FROM seats").fetchall())
        db.close()
        assert KEY not in kept
        assert secret not in kept

    asyncio.run(play())


def test_standing_orders_are_kept_and_told_to_their_seat(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            made = await server.create("device", "device", map="base-2")
            secrets = [seat["secret"] for seat in made["seats"]]
            page = await Page.open(server.port, made["table"], secrets)
            answer = await page.ask({"t": "orders", "seat": "P2", "orders": "spread"})
            assert answer["t"] == "ack"
            wrong = await page.ask({"t": "orders", "seat": "P2", "orders": "run"})
            assert wrong["why"] == "bad_message"
            await page.close()
        async with running(tmp_path) as server:
            page = await Page.open(server.port, made["table"], secrets)
            assert '"orders":["ask","spread"]' in page.heard[0]
            await page.close()

    asyncio.run(play())


def test_a_key_that_could_be_guessed_owns_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            made = await server.create("device", "link")
            secret = made["seats"][0]["secret"]
            for weak in ("", "a", "k" * 31, "k" * 101, "key of somebody, with spaces in it"):
                status, error = await server.refused(
                    "/api/mine", {"secrets": [secret], "person": weak}
                )
                assert (status, error["code"]) == (400, "malformed")
                page = await Page.connect(server.port, made["table"])
                await page.send({"t": "join", "secrets": [secret], "person": weak})
                await page.until(lambda here=page: bool(here.loose))  # type: ignore[misc]
                assert page.loose[0]["code"] == "malformed"
                await page.close()

    asyncio.run(play())
