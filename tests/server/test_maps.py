"""Maps of the host's own: offered, drawn, played on by people and computers, kept with tables."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from smallworld.engine.errors import GameError
from smallworld.game.records.record import Record
from smallworld.home.boards import Boards
from smallworld.server.run import serve
from tests.server.harness import Json, Page, legal, running

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "maps" / "heron-lake.toml"


@pytest.fixture
def my_map(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SMALLWORLD_CACHE", str(tmp_path / "cache"))
    return Path(shutil.copy(EXAMPLE, tmp_path / "lake.toml"))


def test_a_table_on_a_map_of_the_hosts_own(tmp_path: Path, my_map: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, maps=(str(my_map),)) as server:
            offered = (await server.json("/api/setup"))["maps"]
            assert [board["title"] for board in offered[:-1]] == [""] * 8
            board = offered[-1]
            assert (board["name"], board["title"]) == ("lake.toml", "Heron Lake")
            assert (board["players"], board["regions"], board["underground"]) == (2, 19, False)
            drawing = await server.json(f"/api/drawing/{board['drawing']}")
            assert len(drawing["regions"]) == len(drawing["facts"]) == 19
            assert drawing["facts"]["11"]["terrain"] == "lake"
            made: Json = await server.create(
                "device", "greedy", map="lake.toml", turns=1, first="P1", open=True
            )
            secret = made["seats"][0]["secret"]
            page = await Page.open(server.port, made["table"], [secret])
            assert page.table["map"] == "lake.toml"
            assert page.table["drawing"] == board["drawing"]
            assert page.view["map"] == "Heron Lake"
            assert len(page.view["regions"]) == 19
            await page.do("pick 1")
            mine = await server.json("/api/mine", {"secrets": [secret]})
            assert mine["running"][0]["title"] == "Heron Lake"
        # The table goes on though the map is gone: what it says is kept with the table.
        my_map.unlink()
        async with running(tmp_path) as server:
            assert len((await server.json("/api/setup"))["maps"]) == 8
            refused = {"seats": [{"kind": "device"}] * 2, "map": "lake.toml"}
            status, why = await server.refused("/api/tables", refused)
            assert (status, why["why"]) == (400, "no_map")
            assert (await server.refused(f"/api/drawing/{board['drawing']}"))[0] == 404
            page = await Page.open(server.port, made["table"], [secret])
            assert await server.json(f"/api/drawing/{page.table['drawing']}") == drawing
            while not page.over:  # the computer thinks in a process that has never seen the file
                await page.until(lambda: page.over or page.view["to_act"] == "P1", 60)
                if not page.over:
                    await page.reach((await page.do(legal(page)[-1]))["n"])
            _, text, _ = await server.record(made)
            assert str(tmp_path) not in text.decode()
            assert Record.from_text(text.decode()).is_finished()

    asyncio.run(play())


def test_shipped_maps_are_drawn_by_their_names(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            made: Json = await server.create("device", "device", map="underground-2")
            page = await Page.open(server.port, made["table"], [made["seats"][0]["secret"]])
            assert page.table["drawing"] == "underground-2"

    asyncio.run(play())


def test_a_changed_map_is_another_map(tmp_path: Path, my_map: Path) -> None:
    """Tables that were begun on it keep the old one, and its drawing."""

    async def play() -> None:
        async with running(tmp_path, maps=(str(my_map),)) as server:
            made: Json = await server.create("device", "device", map="lake.toml")
        text = my_map.read_text(encoding="utf-8")
        my_map.write_text(text.replace('"lake"', '"sea"'), encoding="utf-8")
        async with running(tmp_path, maps=(str(my_map),)) as server:
            page = await Page.open(server.port, made["table"], [made["seats"][0]["secret"]])
            old = page.table["drawing"]
            new = (await server.json("/api/setup"))["maps"][-1]["drawing"]
            facts = [
                (await server.json(f"/api/drawing/{key}"))["facts"]["11"]["terrain"]
                for key in (old, new)
            ]
            assert facts == ["lake", "sea"]

    asyncio.run(play())


def test_maps_that_cannot_be_offered(tmp_path: Path, my_map: Path) -> None:
    with pytest.raises(GameError, match="base-2 is on offer without being named"):
        Boards(["base-2"])
    again = tmp_path / "elsewhere"
    again.mkdir()
    shutil.copy(my_map, again / "lake.toml")
    with pytest.raises(GameError, match=r"two maps are called lake\.toml"):
        Boards([str(my_map), str(again / "lake.toml")])
    long = tmp_path / f"{'x' * 100}.toml"
    shutil.copy(my_map, long)
    with pytest.raises(GameError, match="a name of at most 100 letters"):
        Boards([str(long)])
    my_map.write_text("players = 2", encoding="utf-8")
    with pytest.raises(GameError, match=r"map .*lake\.toml, `regions`: it is missing"):
        serve(data=tmp_path / "games", maps=[str(my_map)])


def test_drawings_are_made_before_anybody_asks(tmp_path: Path, my_map: Path) -> None:
    Boards([str(my_map)]).draw_all()
    assert len([*(tmp_path / "cache" / "drawings").iterdir()]) == 1
