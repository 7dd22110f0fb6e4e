"""Tables that begin elsewhere, as a server makes, keeps and shows them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import smallworld as sw
from smallworld.home.custom_files import CustomFiles
from smallworld.server.app_state import DATABASE
from smallworld.server.storage.checking import check_tables
from tests.server.harness import Page, running
from tests.table.test_start import GIVEN, MAP

SEATS = [{"kind": "device"}, {"kind": "device"}]


def test_a_position_is_begun_at_played_kept_and_told_as_a_record(tmp_path: Path) -> None:
    async def go() -> None:
        async with running(tmp_path) as server:
            made = await server.create("device", "greedy", start={"given": GIVEN}, coins="open")
            secret = made["seats"][0]["secret"]
            page = await Page.open(server.port, made["table"], [secret])
            assert (page.view["turn"], page.view["to_act"]) == (9, "P1")
            await page.do("decline")
            # The computer, in a process of its own, knows the position too.
            await page.until(lambda: page.view["turn"] == 10)
            await page.close()
        async with running(tmp_path) as server:  # the same after a restart
            page = await Page.open(server.port, made["table"], [secret])
            assert page.view["turn"] == 10
            status, text, _ = await server.record(made)
            assert status == 200
            assert sw.Game.from_record(text.decode()).turn == 10
            await page.close()
        assert check_tables(tmp_path / DATABASE, CustomFiles(())) == (1, [])

    asyncio.run(go())


def test_a_branch_a_map_and_what_is_wrong_with_others(tmp_path: Path) -> None:
    game = sw.Game("base-2", seed=5)
    game.play(["random", "random"])
    record = str(game.record)

    async def go() -> None:
        async with running(tmp_path) as server:
            start: dict[str, object] = {"record": record, "line": 33, "deal": "abc"}
            made = await server.create("device", "device", start=start)
            page = await Page.open(server.port, made["table"], [made["seats"][0]["secret"]])
            assert page.table["begun"] == 33
            assert page.record_line >= 33
            await page.close()

            own = MAP.replace('name = "base-2"', 'name = "Home"')
            made = await server.create("device", "device", start={"board": own})
            page = await Page.open(server.port, made["table"], [made["seats"][0]["secret"]])
            drawing = await server.json(f"/api/drawing/{page.table['drawing']}")
            assert len(drawing["facts"]) == len(page.view["regions"])
            await page.close()

            for wrong, words in (
                ({"given": {"seats": {}}}, "given, seats: a game needs at least one seat"),
                ({"given": GIVEN, "record": record}, "either `given` or `record`"),
                ({"record": record, "line": 9999}, "so there is none after 9999"),
                ({"board": "regions = 3"}, "board: map own.toml"),
                ({"luck": ["die 9"]}, "luck, number 1"),
            ):
                status, error = await server.refused(
                    "/api/tables", {"seats": SEATS, "start": wrong}
                )
                assert (status, error["why"]) == (400, "bad_start")
                assert words in error["text"]
            deep = '{"seats": [{"kind": "device"}, {"kind": "device"}], "start": {"given": {"row": '
            body = (deep + "[" * 20_000 + "]" * 20_000 + "}}}").encode()
            status, text, _ = await server.ask("/api/tables", body)
            assert status == 400, text

    asyncio.run(go())


def test_a_record_is_brought_along_and_looked_at(tmp_path: Path) -> None:
    game = sw.Game("base-2", seed=5)
    game.play(["random", "random"])
    lines = str(game.record).split("\n")
    cut = "\n".join(lines[: lines.index("") + 60]) + "\n"

    async def go() -> None:
        async with running(tmp_path) as server:
            made = await server.json("/api/records", {"record": str(game.record)})
            assert [seat["kind"] for seat in made["seats"]] == ["device", "device"]
            page = await Page.open(server.port, made["table"], watch=made["watch"])
            assert page.over
            status, text, _ = await server.record(made)
            assert status == 200
            assert sw.Game.from_record(text.decode()).moves == game.moves
            await page.close()
            made = await server.json("/api/records", {"record": cut})
            page = await Page.open(server.port, made["table"], [made["seats"][0]["secret"]])
            assert not page.over
            await page.close()
            status, error = await server.refused("/api/records", {"record": "nothing"})
            assert (status, error["why"]) == (400, "bad_start")
            assert "record: line 1" in error["text"]

    asyncio.run(go())


def test_a_damaged_position_says_so(tmp_path: Path) -> None:
    import sqlite3

    async def make() -> str:
        async with running(tmp_path) as server:
            made = await server.create("device", "device", start={"given": GIVEN})
            return str(made["table"])

    table = asyncio.run(make())
    db = sqlite3.connect(tmp_path / DATABASE)
    [[header]] = db.execute("SELECT header FROM tables").fetchall()
    db.execute("UPDATE tables SET header = ?", (header.replace("Trolls", "Drolls"),))
    db.commit()
    db.close()
    _, [fault] = check_tables(tmp_path / DATABASE, CustomFiles(()))
    assert fault.table_id == table
    assert "there is no race 'Drolls'" in fault.text
