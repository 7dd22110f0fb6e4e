"""All of it below a path, behind nginx with other things: page, lines, links, worker."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.live_server import LiveServer
from tests.browser.person import Person
from tests.browser.playing import play_turn
from tests.proxy import nginx
from tests.server.harness import Http

BASE = "/games/"
SCOPE = "async () => (await navigator.serviceWorker.ready).scope"


def test_a_game_below_a_path(browser: Browser, home: Path | None, tmp_path: Path) -> None:
    live = LiveServer(tmp_path, home=home, settings={"base_path": BASE})
    live.start()
    try:
        with nginx(tmp_path, [live.port], BASE) as port:
            url = f"http://127.0.0.1:{port}"
            assert Http(port).ask_now("/api/health")[0] == 404  # that is nobody's
            assert Http(port).ask_now("/gamesome")[0] == 404
            _play(browser, live, url)
    finally:
        live.stop()


def _play(browser: Browser, live: LiveServer, url: str) -> None:
    asked: list[str] = []
    ann = Person(browser, live, keeps=True)
    try:
        ann.page.on("request", lambda request: asked.append(request.url))
        ann.go(f"{url}{BASE[:-1]}")  # without its last slash it is found, too
        assert ann.page.url == f"{url}{BASE}"
        door = ann.page.get_by_role("link", name="New table")
        expect(door).to_have_attribute("href", f"{BASE}new")
        door.click()
        assert ann.page.url == f"{url}{BASE}new"
        ann.page.get_by_label("Who plays seat 2").select_option("link")
        ann.page.get_by_label("Who starts").select_option("P1")
        ann.button("Start the game").click()
        invited = ann.page.get_by_role("dialog").get_by_role("textbox").first.input_value()
        assert invited.startswith(f"{url}{BASE}t/{ann.table}/seat#")
        ann.button("To the table").click()
        ann.look_until("Choose a race")
        table = ann.table
        assert ann.page.url == f"{url}{BASE}t/{table}"
        play_turn(ann, conquests=1)
        ann.go(ann.page.url)  # as it is opened again
        ann.look_until("is playing")
        ann.page.evaluate("localStorage.clear()")  # as it is opened by a friend
        ann.go(invited)
        ann.look_until("What shall the others call you")
        assert ann.page.url == f"{url}{BASE}t/{table}"
        assert ann.page.evaluate(SCOPE) == f"{url}{BASE}"
        manifest = ann.page.locator("link[rel=manifest]").get_attribute("href")
        assert manifest == f"{BASE}app.webmanifest"
        found = ann.page.request.get(f"{url}{manifest}")
        assert json.loads(found.text())["start_url"] == "./"
        outside = [one for one in asked if one.startswith(url) and not one.startswith(url + BASE)]
        assert outside == [f"{url}{BASE[:-1]}"]
        assert ann.complaints == []
    finally:
        ann.close()
