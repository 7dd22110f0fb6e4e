"""Home-made maps: in the form for a new table, and played on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.live_server import ROOT, LiveServer
from tests.browser.person import Person
from tests.browser.playing import play_into_round, play_turn

EXAMPLES = sorted((ROOT / "docs" / "examples" / "maps").glob("*.toml"))


@pytest.fixture(scope="module")
def host(home: Path | None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server that offers two maps of its own; the page has been built for the usual one."""
    live = LiveServer(tmp_path_factory.mktemp("maps"), maps=tuple(EXAMPLES), home=home)
    live.start()
    yield live
    live.stop()


@pytest.fixture
def person(browser: Browser, host: LiveServer) -> Iterator[Person]:
    found = Person(browser, host)
    yield found
    found.close()
    assert found.complaints == []


def shapes(person: Person) -> set[str]:
    """The regions that are drawn on the board."""
    hits = person.page.locator("path.hit")
    found: list[str] = hits.evaluate_all(
        "all => all.filter((e) => e.getBBox().width > 40).map((e) => e.dataset.region)"
    )
    return set(found)


def test_a_turn_on_a_home_made_map(person: Person) -> None:
    person.go("/new")
    page = person.page
    expect(page.locator("svg[data-board='base-2']")).to_be_visible()
    page.get_by_text("Heron Lake").click()
    expect(page.get_by_text("2 players, 19 regions, 10 rounds")).to_be_visible()
    preview = page.get_by_role("img", name="The board Heron Lake")
    expect(preview).to_be_visible()
    expect(preview.locator("clipPath")).to_have_count(19)
    person.shoot("new-table-own-map")
    page.get_by_label("Who starts").select_option("P1")
    person.button("Start the game").click()
    sight = person.look_until("Your turn")
    assert set(sight.regions) == shapes(person) == {str(n) for n in range(1, 20)}
    assert "lake" in sight.regions["11"].lower()
    play_into_round(person, 2)
    person.wait_for(lambda s: s.lit(r"\(Computer\)"), "the computer plays on this map, too")
    person.shoot("own-map")
    # It is still that board after a reload, and in the list of games.
    page.reload()
    person.look_until("Round 2/")
    assert shapes(person) == {str(n) for n in range(1, 20)}
    person.go("/")
    expect(page.get_by_text("Heron Lake").first).to_be_visible()


def test_a_home_made_map_below_ground(person: Person) -> None:
    person.go("/new")
    page = person.page
    page.get_by_text("Ember Hollow").click()
    # It is for three, and the peoples that live below are offered.
    expect(page.get_by_label("Who plays seat 3")).to_be_visible()
    expect(page.get_by_label("With places and relics", exact=False)).to_be_visible()
    page.get_by_label("Who starts").select_option("P1")
    person.button("Start the game").click()
    person.look_until("Your turn")
    assert shapes(person) == {str(n) for n in range(1, 19)}
    play_turn(person, conquests=2)
    person.shoot("own-map-below")


def test_every_file_of_the_examples_is_offered(host: LiveServer) -> None:
    names = [board["name"] for board in host.get("/api/setup")["maps"]]
    assert names[8:] == ["ember-hollow.toml", "heron-lake.toml"]
