"""The page of a server that is gone: who plays alone goes on in the browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Request, expect

from tests.browser.live_server import LiveServer
from tests.browser.person import Person
from tests.browser.playing import Wanderer, play_turn
from tests.site.conftest import why_not_installable
from tests.site.shared import WholeBrowser

CACHED = "caches.open('smallworld-engine').then((c) => c.keys()).then((all) => all.length)"

START = 90.0  # seconds that Python may take to start beside other tests
SECRET = """(table) => JSON.parse(localStorage['smallworld.seats'])[table].seats
  .find(({ secret }) => secret).secret"""


def text_of(request: Request) -> str:
    answer = request.response()
    return answer.text() if answer else ""


@pytest.fixture
def server(site: Path, tmp_path: Path) -> LiveServer:
    return LiveServer(tmp_path, site=site)


def test_who_plays_alone_goes_on_without_the_server(server: LiveServer, chromium: Browser) -> None:
    server.start()
    person = Person(chromium, server, keeps=True)
    taken: list[Request] = []  # along, in case the server goes

    def note(request: Request) -> None:
        if request.url.endswith("/record"):
            taken.append(request)

    person.page.on("requestfinished", note)
    person.go("/")
    person.button("Play now").click()
    Wanderer(person, conquests=1).wait_for_turn()
    play_turn(person, conquests=1)
    Wanderer(person, conquests=1).wait_for_turn()
    newest = server.record(person.table, person.page.evaluate(SECRET, person.table))
    person.until(lambda: text_of(taken[-1]) == newest, lambda: "the record, taken along")
    board = person.look().regions
    person.until(lambda: person.page.evaluate(CACHED) == 5, lambda: "the engine in the cache")
    kept = "navigator.serviceWorker.controller !== null"
    person.until(lambda: bool(person.page.evaluate(kept)), lambda: "the page's files are kept")
    server.kill()
    expect(person.button("Go on here")).to_be_visible()
    person.button("Go on here").click()
    failed = person.page.get_by_role("alert").filter(has_text="cannot go on here")
    person.until(
        lambda: "/t/here-" in person.page.url,
        lambda: f"the table here; told: {failed.all_inner_texts()}",
        seconds=START,
    )
    person.look_until("Round 2/", "the same round")
    person.wait_for(lambda sight: sight.regions == board, "the same board")
    Wanderer(person, conquests=1).wait_for_turn()
    play_turn(person, conquests=1)
    person.close()


def test_the_page_of_a_server_can_be_installed(
    server: LiveServer, whole_browser: WholeBrowser
) -> None:
    server.start()
    person = Person(whole_browser, server, keeps=True)  # type: ignore[arg-type]
    person.go("/")
    assert why_not_installable(person.page) == []
    manifest = server.get("/app.webmanifest")
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    person.page.close()
    server.stop()
