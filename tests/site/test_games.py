"""Whole games without a server, in a real browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from playwright.sync_api import TimeoutError, Worker, expect

from tests.browser.person import Person
from tests.browser.playing import play_to_the_end
from tests.effort import usually
from tests.site.conftest import Visitor, why_not_installable
from tests.site.file_server import FileServer
from tests.site.shared import BELOW, WholeBrowser

# A whole game is one from its first decision to its result.
ROUNDS: Final = usually("1", "10")


def choose_rounds(person: Person) -> None:
    """How long a new table's game is."""
    person.page.get_by_label("Rounds", exact=True).select_option(ROUNDS)


def test_a_whole_game_offline_and_back(site: Path, visit_site: Visitor) -> None:
    """Opened, cut off, opened again, played to the end, and still there when the host is back."""
    host = FileServer(site)
    person = visit_site(host)
    person.go("./#/new")
    choose_rounds(person)
    person.button("Start the game").click()
    begun = f"Round 1/{ROUNDS}|Choose a race"
    person.look_until(begun)
    person.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    address = person.page.url
    host.stop()
    person.page.reload()
    person.look_until(begun)
    assert person.page.url == address
    play_to_the_end(person, conquests=1)
    host.start()
    person.go("./")
    expect(person.page.get_by_role("link", name="Replay").first).to_be_visible()


def test_underground_against_search_below_a_path(
    host_below: FileServer, visit_site: Visitor, whole_browser: WholeBrowser
) -> None:
    person = visit_site(host_below, browser=whole_browser)
    person.go("./")
    assert why_not_installable(person.page) == []
    person.page.get_by_role("link", name="New table").click()
    person.page.get_by_role("radio", name=re.compile("Underground, 3 players")).check()
    choose_rounds(person)
    person.page.get_by_label("Level of seat 3").select_option("search")
    person.button("Start the game").click()
    play_to_the_end(person)
    assert all(path.startswith(BELOW) for path in host_below.asked)


def test_a_thought_is_stopped_when_nobody_waits_for_it_any_more(
    host: FileServer, visit_site: Visitor
) -> None:
    """The worker that thinks is ended with its thought, and another one is there at once."""
    person = visit_site(host)
    thinkers: list[Worker] = []
    ended: list[Worker] = []

    def note(worker: Worker) -> None:
        if "thinker" in worker.url:
            thinkers.append(worker)
            worker.on("close", lambda worker: ended.append(worker))

    for worker in person.page.workers:  # of a window in which others have played
        note(worker)
    person.page.on("worker", note)
    person.go("./#/new")
    person.page.get_by_role("radio", name=re.compile("^Small World, 5 players")).check()
    person.page.get_by_label("Who starts").select_option("P2")
    for seat in (2, 3, 4, 5):
        person.page.get_by_label(f"Level of seat {seat}").select_option("search")
    person.button("Start the game").click()
    leave = person.page.get_by_role("link", name="Start page")
    for _ in range(10):  # whoever leaves just before an answer stops nothing
        person.look_until("is thinking")
        try:
            with person.page.expect_event("worker", timeout=1_000):
                leave.click()
            break
        except TimeoutError:
            person.page.get_by_role("link", name="Continue").first.click()
    assert len(thinkers) > 1
    person.wait_for(lambda _: ended == thinkers[:-1], "the end of all but the last worker")
