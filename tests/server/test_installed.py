"""A player of an installed package sits at tables of the server like one of ours."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from tests.server.harness import Page, running

ROOT = Path(__file__).parents[2]
MODULE = """
import smallworld as sw

class First(sw.Player):
    def __init__(self, setting, seed):
        super().__init__("first")

    def choose(self, view):
        return view.legal_actions[0]
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package as pip would leave it in a folder, for this process and the workers."""
    (tmp_path / "first_player.py").write_text(MODULE, encoding="utf-8")
    info = tmp_path / "firsts-0.3.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: firsts\nVersion: 0.3\n")
    (info / "entry_points.txt").write_text("[smallworld.players]\nfirst = first_player:First\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(ROOT)]))


@pytest.mark.usefixtures("package")
def test_it_is_offered_and_plays(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            *_, last = (await server.json("/api/setup"))["levels"]
            assert last == {
                "name": "first",
                "text": "firsts 0.3 (first = first_player:First)",
                "rating": None,
            }
            made = await server.create("first", "device")
            secrets = [seat["secret"] for seat in made["seats"] if seat["secret"]]
            page = await Page.open(server.port, made["table"], secrets)
            await page.reach(1)
            await page.until(lambda: any(event["kind"] == "move" for event in page.events))
            assert page.seats[0]["computer"] == "first"

    asyncio.run(play())
    assert "failed" not in caplog.text
