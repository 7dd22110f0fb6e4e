"""The start page and what lies around it: a board that lives, its people, one thing to do first."""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from itertools import cycle
from typing import Final

import pytest
from playwright.sync_api import expect

from smallworld.content.texts import load_texts
from smallworld.game.setup import GameSetup
from smallworld.players.registry import BEGINNERS
from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import DESK, Person
from tests.browser.positions import find_finished, find_positions, plant
from tests.browser.test_screens import AXE, RUN_AXE
from tests.effort import LONG, usually

WINDOWS: Final = ((390, 844), (844, 390), (820, 1180), (1180, 820), (1280, 720), (2560, 1440))
RACES: Final = [entry.name for entry in load_texts() if entry.kind == "race"]
_TOKENS: Final = (
    "[...document.querySelectorAll('.living use')].map((e) => e.getAttribute('href')).join()"
)
# The first thing to do, seen without scrolling, and by nothing else covered.
_FIRST: Final = """() => {
  const main = document.querySelector('main .main');
  const {left, top, right, bottom} = main.getBoundingClientRect();
  const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return inside && main.contains(hit);
}"""
_LARGEST: Final = """() => {
  const area = ({width, height}) => width * height;
  const {left, top, right, bottom} = document.querySelector('.living').getBoundingClientRect();
  const seen = Math.max(0, Math.min(right, innerWidth) - Math.max(left, 0))
    * Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
  return seen / (innerWidth * innerHeight);
}"""


def open_start(person: Person) -> None:
    person.go("/")
    expect(person.page.locator(".living use[href^='#race-']").first).to_be_attached()


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_board_and_first_thing_to_do_are_in_sight_everywhere(visit: Visit, locale: str) -> None:
    person = visit(locale=locale)
    open_start(person)
    for width, height in WINDOWS:
        person.page.set_viewport_size({"width": width, "height": height})
        person.until(lambda: person.page.evaluate(_FIRST), lambda: "the first thing to do")
        assert person.page.evaluate(_LARGEST) > 0.12, (width, height)
        assert person.page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
        person.shoot(f"start-{width}-{locale}")


# Threads of the weaves on the living board, in pixels: how wide, and how far apart.
_WEAVES: Final = """() => [...document.querySelectorAll('.living pattern.weave')].map((pattern) => {
  const svg = pattern.ownerSVGElement;
  const pixels = svg.clientWidth / svg.viewBox.baseVal.width
    * pattern.patternTransform.baseVal.getItem(0).matrix.a;
  const thread = pattern.firstElementChild;
  const width = thread.matches('circle')
    ? 2 * thread.r.baseVal.value : parseFloat(getComputedStyle(thread).strokeWidth);
  return [width * pixels, pattern.width.baseVal.value * pixels];
})"""


def test_weaves_of_the_seats_can_be_seen_on_small_boards(visit: Visit) -> None:
    person = visit()
    found: list[tuple[float, float]] = []

    def measured() -> bool:
        found[:] = person.page.evaluate(_WEAVES)
        return len(found) == 5 and found[0][1] > 9.99

    for width in (360, 440, 1280):
        person.page.set_viewport_size({"width": width, "height": 900})
        person.follow("/learn") if found else person.go("/learn")
        expect(person.page.get_by_role("link", name="Your first land")).to_be_visible()
        person.follow("/")  # measured anew where it is shown anew
        person.until(measured, lambda: f"five weaves wide enough, not {found}")
        assert all(thread >= 2.5 and apart >= 2.5 * thread / 2 for thread, apart in found), width


def test_the_people_lead_to_what_they_can_do(visit: Visit) -> None:
    person = visit()
    open_start(person)
    faces = person.page.get_by_role("list").get_by_role("link")
    assert [text.strip() for text in faces.all_inner_texts()] == RACES
    faces.nth(3).click()
    expect(person.page.get_by_role("searchbox")).to_have_value(RACES[3])
    expect(person.page.get_by_role("heading", level=3).first).to_have_text(RACES[3])


def test_the_board_lives_but_not_for_those_who_want_no_motion(visit: Visit) -> None:
    still, moving = visit(), visit(motion=True)
    open_start(still)
    open_start(moving)
    first, before = still.page.evaluate(_TOKENS), moving.page.evaluate(_TOKENS)
    moving.until(lambda: moving.page.evaluate(_TOKENS) != before, lambda: "a step of the scene")
    assert still.page.evaluate(_TOKENS) == first


def test_who_has_chosen_nobody_meets_the_beginners_opponent(visit: Visit) -> None:
    person = visit()
    open_start(person)
    expect(person.page.get_by_label("Opponent")).to_have_value(BEGINNERS)
    person.page.get_by_role("link", name="New table").click()
    expect(person.page.get_by_label("Level of seat 2")).to_have_value(BEGINNERS)
    person.follow("/")
    person.page.get_by_label("Opponent").select_option("random")
    person.follow("/new")
    expect(person.page.get_by_label("Level of seat 2")).to_have_value("random")


def test_an_unknown_address_has_a_page_for_people_and_json_for_programs(
    visit: Visit, server: LiveServer
) -> None:
    person = visit()
    person.load("/no/such/page")
    expect(person.page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    expect(person.page.get_by_text("/no/such/page")).to_be_visible()
    assert all("404" in complaint for complaint in person.complaints)
    person.complaints.clear()  # a browser says of itself that the page was not found
    person.page.get_by_role("link", name=re.compile("Start page|Encyclopedia")).first.click()
    expect(person.page.get_by_role("button", name="Play now")).to_be_visible()
    for accept, kind in (("text/html", "text/html"), ("*/*", "application/json")):
        request = urllib.request.Request(f"{server.url}/nix", headers={"Accept": accept})
        with pytest.raises(urllib.error.HTTPError) as error:
            urllib.request.urlopen(request, timeout=20)
        with error.value as answer:
            assert answer.code == 404
            assert str(answer.headers["content-type"]).startswith(kind)


def test_looking_up_a_word_finds_the_word_first(visit: Visit) -> None:
    person = visit()
    person.go("/encyclopedia?entry=decline")
    first = person.page.get_by_role("article").first
    expect(first.get_by_role("heading")).to_have_text(re.compile("^decline$", re.I))
    expect(first).to_contain_text("Words")
    assert person.page.get_by_role("article").count() > 20


def test_high_contrast_by_the_system_or_by_choice(visit: Visit) -> None:
    person = visit()
    page = person.page
    open_start(person)
    expect(page.locator("html[data-contrast=usual]")).to_be_attached()
    page.emulate_media(contrast="more")
    expect(page.locator("html[data-contrast=more]")).to_be_attached()
    page.emulate_media(contrast="no-preference")
    expect(page.locator("html[data-contrast=usual]")).to_be_attached()
    person.button("Settings").click()
    page.get_by_label("Contrast").select_option("more")
    expect(page.locator("html[data-contrast=more]")).to_be_attached()
    page.reload()
    expect(page.locator("html[data-contrast=more]")).to_be_attached()


def test_every_screen_can_be_read_in_high_contrast(visit: Visit, server: LiveServer) -> None:
    person = visit(size=DESK, bypass_csp=True, painted=True)
    page = person.page
    wrong: list[str] = []
    themes = cycle(("light", "dark"))

    def look(screen: str) -> None:
        asked = {"colours": True, "whole": False, "board": LONG, "preload": False}
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE)
        # In a usual run each screen is seen in one of them.
        for theme in usually((next(themes),), ("light", "dark")):
            page.emulate_media(color_scheme=theme, contrast="more")
            expect(page.locator(f"html[data-contrast=more][data-theme={theme}]")).to_be_attached()
            person.shoot(f"contrast-{screen}-{theme}")
            wrong.extend(f"{screen} {theme}: {each}" for each in page.evaluate(RUN_AXE, asked))

    open_start(person)
    look("start")
    person.button("Settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    look("settings")
    page.keyboard.press("Escape")
    person.follow("/new")
    expect(person.button("Start the game")).to_be_visible()
    look("new")
    person.follow("/encyclopedia?entry=dragon")
    expect(page.get_by_role("heading", name="Dragon Master").first).to_be_visible()
    look("encyclopedia")
    person.move_to(plant(server, find_positions(("deploy .*",))["deploy .*"]))
    person.wait_for(lambda s: bool(s.heading or s.dialog), "the panel")
    look("table")
    person.move_to(plant(server, find_finished(GameSetup("base-3", turns=4))))
    expect(page.get_by_role("dialog", name="The game is over")).to_be_visible()
    look("end")
    assert wrong == [], "\n".join(wrong)
