"""Clocks at a real server: turns end where somebody looks and where nobody does, and a server
that was away has taken nobody's time."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from smallworld.server import clocks
from smallworld.server.app_state import DATABASE
from smallworld.server.clocks import PATIENCE, ServedTime
from smallworld.server.storage.moving import MovedGames, move_games
from smallworld.server.storage.store import check_file
from tests.server.harness import Json, Page, Running, legal, running
from tests.waiting import until, until_told

SHORT = {"per": "turn", "seconds": 1, "level": "random"}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clocks are looked after more often than for people."""
    monkeypatch.setattr(clocks, "BEAT", 0.05)
    monkeypatch.setattr(clocks, "_LATE", 0.1)


async def sit(server: Running, made: Json) -> Page:
    return await Page.open(server.port, made["table"], [seat["secret"] for seat in made["seats"]])


def test_a_computer_plays_the_turn_of_who_is_late(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            made = await server.create("device", "device", map="base-2", clock=SHORT)
            page = await sit(server, made)
            assert page.table["clock"] == {**SHORT, "bonus": 0, "then": "turn"}
            await page.until(lambda: page.seats[0]["clock"]["runs"])
            await page.until(lambda: page.seats[0]["clock"]["late"])
            refused = await page.do(legal(page)[0], seat="P1")
            assert refused["why"] in ("time_over", "stale", "not_your_turn")
            await page.until(lambda: page.view["to_act"] == "P2")
            assert page.seats[1]["clock"]["runs"]
            assert not page.seats[0]["clock"]["late"]
            await page.close()

    asyncio.run(play())


def test_a_seat_that_is_given_up_stays_the_computers(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            clock = {**SHORT, "then": "seat"}
            made = await server.create("device", "device", map="base-2", clock=clock)
            page = await sit(server, made)
            await page.until(lambda: page.seats[0]["clock"]["lost"])
            assert page.seats[0]["computer"] == "random"
            refused = await page.ask({"t": "takeover", "seat": "P1", "level": None})
            assert refused["why"] == "seat_lost"
            await page.close()

    asyncio.run(play())


def test_turns_end_at_a_table_that_has_left_the_memory(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, idle=0.0, sweep=0.05) as server:
            made = await server.create("device", "device", map="base-2", turns=1, clock=SHORT)
            secrets = [seat["secret"] for seat in made["seats"]]
            await until(lambda: server.state.tables.in_memory == 0, "the table is let go")

            async def is_over() -> bool:
                mine = await server.json("/api/mine", {"secrets": secrets})
                return bool(mine["finished"])

            await until_told(is_over, "the game is over")

    asyncio.run(play())


def left(page: Page) -> float:
    return float(page.seats[0]["clock"]["left"])


def test_a_server_that_was_away_has_taken_nobodys_time(tmp_path: Path) -> None:
    async def play() -> None:
        clock = {"per": "game", "seconds": 100, "level": "random"}
        async with running(tmp_path) as server:
            made = await server.create("device", "device", map="base-2", clock=clock)
            page = await sit(server, made)
            await page.until(lambda: page.seats[0]["clock"]["runs"])
            before = left(page)
            await until(lambda: (tmp_path / DATABASE).exists(), "it is kept")
            await page.close()
        db = sqlite3.connect(tmp_path / DATABASE)
        assert db.execute("SELECT alive FROM life").fetchone()[0] > 0
        # As if all of this had been a day earlier.
        db.execute("UPDATE life SET alive = alive - 86400, away = away - 86400")
        db.commit()
        db.close()
        for _ in range(2):  # also when it is away again before anybody has moved
            async with running(tmp_path) as server:
                page = await sit(server, made)
                assert before - 10 < left(page) <= before
                mine = await server.json(
                    "/api/mine", {"secrets": [seat["secret"] for seat in made["seats"]]}
                )
                assert before - 10 < mine["running"][0]["left"] <= before
                await page.close()

    asyncio.run(play())


async def think_for_ever(*asked: object) -> str:
    await asyncio.Event().wait()
    return ""


def test_who_was_late_is_played_for_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            monkeypatch.setattr(server.state.computers, "choose", think_for_ever)
            made = await server.create("device", "device", map="base-2", clock=SHORT)
            page = await sit(server, made)
            await page.until(lambda: page.seats[0]["clock"]["late"])
            secrets = [seat["secret"] for seat in made["seats"]]
        async with running(tmp_path) as server:

            async def has_ended() -> bool:  # nobody opens the table
                mine = await server.json("/api/mine", {"secrets": secrets})
                return bool(mine["running"][0]["to_act"] == "P2")

            await until_told(has_ended, "the turn is played")

    asyncio.run(play())


def test_nothing_is_written_where_nobody_has_a_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            await server.create("device", "device", map="base-2")
            await server.state.time.begun()
            looks, beats = [], []
            store = server.state.store
            find, beat = store.find_running_clocks, store.beat

            async def count_looks(most: int) -> list[tuple[str, float]]:
                looks.append(most)
                return await find(most)

            async def count_beats(now: float, patience: float) -> float:
                beats.append(now)
                return await beat(now, patience)

            monkeypatch.setattr(store, "find_running_clocks", count_looks)
            monkeypatch.setattr(store, "beat", count_beats)
            await until(lambda: len(looks) > 5, "clocks are looked for")
            assert beats == []
            await server.create("device", "device", map="base-2", clock={**SHORT, "seconds": 99})
            await until(lambda: len(beats) > 2, "one runs")

    asyncio.run(play())


def test_a_clock_that_is_none_is_refused(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            seats = [{"kind": "device"}, {"kind": "device"}]
            for clock, why in (
                ({"per": "turn", "seconds": 0}, "bad_message"),
                ({"per": "week", "seconds": 5}, "bad_message"),
                ({"per": "turn", "seconds": 60, "bonus": 3}, "bonus_of_turn"),
                ({"per": "turn", "seconds": 60, "level": "nobody"}, "no_level"),
            ):
                status, error = await server.refused(
                    "/api/tables", {"seats": seats, "clock": clock}
                )
                assert (status, error["why"]) == (400, why)

    asyncio.run(play())


def test_games_moved_to_another_store_keep_what_was_left(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    clock = {"per": "game", "seconds": 100, "level": "random"}

    async def begin() -> Json:
        async with running(here) as server:
            made = await server.create("device", "device", map="base-2", clock=clock)
            page = await sit(server, made)
            await page.until(lambda: page.seats[0]["clock"]["runs"])
            await page.close()
            return made

    async def go_on(made: Json) -> None:
        async with running(there) as server:
            page = await sit(server, made)
            await page.until(lambda: page.seats[0]["clock"]["runs"])
            assert 80 < left(page) <= 100
            await page.close()

    made = asyncio.run(begin())
    # There it is another time: that store has counted for a year.
    there.mkdir()
    check_file(there / DATABASE)
    db = sqlite3.connect(there / DATABASE)
    db.execute("UPDATE life SET alive = 1e9, away = 1e9 - 31536000")
    db.commit()
    db.close()
    assert move_games(f"sqlite:{here}", f"sqlite:{there}") == MovedGames(1, 0)
    assert move_games(f"sqlite:{here}", f"sqlite:{there}") == MovedGames(0, 1)
    asyncio.run(go_on(made))


# ---- time as it is counted ----


def test_time_stands_still_when_no_sign_of_life_can_be_given() -> None:
    async def look() -> None:
        served = ServedTime()
        assert served.away(1e9) == 0.0  # nothing is known yet, and no clock is asked
        served.note(1000.0, 300.0)
        assert served.away(1000.0 + PATIENCE) == 300.0
        assert served.away(1000.0 + PATIENCE + 50.0) == 350.0
        served.note(1100.0, 300.0 + 100.0 - PATIENCE)  # what the database makes of it
        assert served.away(1100.0) == 400.0 - PATIENCE

    asyncio.run(look())
