"""Somebody whose browser asks for German finds no English beside the game either."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from smallworld.game.setup import GameSetup
from smallworld.puzzles.puzzle import shipped
from tests.browser.catalogue import MORE, read_catalogue
from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import PHONE
from tests.browser.positions import find_finished, find_positions, plant
from tests.browser.test_german import check, english_names, english_only
from tests.browser.test_screens import PLAYED
from tests.browser.test_specials import EVERY


def test_no_english_is_left_beside_the_game(visit: Visit, server: LiveServer) -> None:
    """Lessons, puzzles, deals, statistics, records, coach and what if."""
    patterns = english_only()
    names = english_names(server)
    person = visit(locale="de-DE", size=PHONE, touch=True)
    page = person.page
    pages = {
        "/learn": ".lessons li",
        "/learn/hold-on": ".ring",
        "/puzzles": ".puzzles li",
        f"/puzzles/{next(iter(shipped()))}": "[role=dialog], dialog[open]",
        "/import": "textarea",
    }
    person.go("/")
    for path, sign in pages.items():
        person.follow(path)
        expect(page.locator(sign).first).to_be_visible()
        check(person, patterns, names, path)
    page.evaluate("(games) => localStorage.setItem('smallworld.games', games)", PLAYED)
    person.follow("/statistics")
    expect(page.get_by_role("row", name=re.compile("Orks"))).to_be_visible()
    check(person, patterns, names, "statistics")

    person.follow("/deal/base-2-german")
    expect(page.get_by_role("heading", name="Nebeneinander")).to_be_visible()
    check(person, patterns, names, "deal")

    finished = plant(server, find_finished(GameSetup("base-2", turns=1)))
    person.follow(f"/replay/{finished.id}#{finished.watch}")
    person.button(read_catalogue("de")["menu"]).click()  # on phones it stands there alone
    person.button(read_catalogue("de")["whatIf"]).click()
    expect(
        page.get_by_role("dialog", name=read_catalogue("de", MORE)["whatIfTitle"])
    ).to_be_visible()
    check(person, patterns, names, "what if")

    person.move_to(plant(server, find_positions(EVERY)["decline"], hints=True))
    person.wait_for(lambda s: bool(s.heading), "the panel")
    page.keyboard.press("t")
    coach = page.get_by_role("dialog", name=read_catalogue("de")["coach"])
    expect(coach.get_by_role("checkbox")).to_have_count(3)
    check(person, patterns, names, "coach")
