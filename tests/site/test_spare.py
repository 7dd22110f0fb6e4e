"""The page of a server that is gone: who plays alone goes on in the browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.live_server import LiveServer
from tests.browser.person import Person
from tests.browser.playing import Wanderer, play_turn

CACHED = "caches.open('smallworld-engine').then((c) => c.keys()).then((all) => all.length)"


@pytest.fixture
def server(site: Path, tmp_path: Path) -> LiveServer:
    return LiveServer(tmp_path, site=site)


def test_who_plays_alone_goes_on_without_the_server(server: LiveServer, chromium: Browser) -> None:
    server.start()
    person = Person(chromium, server, keeps=True)
    person.go("/")
    person.button("Play now").click()
    Wanderer(person, conquests=1).wait_for_turn()
    play_turn(person, conquests=1)
    Wanderer(person, conquests=1).wait_for_turn()
    board = person.look().regions
    person.until(lambda: person.page.evaluate(CACHED) == 5, lambda: "the engine in the cache")
    kept = "navigator.serviceWorker.controller !== null"
    person.until(lambda: bool(person.page.evaluate(kept)), lambda: "the page's files are kept")
    server.kill()
    expect(person.button("Go on here")).to_be_visible()
    person.button("Go on here").click()
    person.page.wait_for_url("**/t/here-*")
    person.look_until("Round 2/", "the same round")
    person.wait_for(lambda sight: sight.regions.keys() == board.keys(), "the same board")
    Wanderer(person, conquests=1).wait_for_turn()
    play_turn(person, conquests=1)
    person.close()


def test_the_page_of_a_server_can_be_installed(server: LiveServer) -> None:
    server.start()
    try:
        script = server.get_text("/sw.js")
        assert '"assets/' in script
        assert "const SERVER = true" in script
        assert 'name="spare"' in server.get_text("/", {"Accept": "text/html"})
        manifest = server.get("/app.webmanifest")
        assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    finally:
        server.stop()
