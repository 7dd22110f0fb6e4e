"""What comes up over the table, how it goes again, and where the focus is then."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from smallworld.game.setup import GameSetup
from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import PHONE, Person
from tests.browser.phases import find_phases
from tests.browser.playing import LIT, SURE
from tests.browser.positions import plant

SIDEWAYS = (844, 390)


def sit_at(visit: Visit, server: LiveServer, phase: str, **wishes: object) -> Person:
    """Somebody before a decision of that kind, on the board for two."""
    person = visit(**wishes)
    person.sit(plant(server, find_phases("base-2")[phase]))
    person.wait_for(lambda s: bool(s.heading), "the panel")
    return person


def focused(person: Person) -> Locator:
    """What has the focus."""
    return person.page.locator("*:focus")


def test_a_drawer_goes_by_escape_by_a_tap_beside_it_and_by_a_swipe(
    visit: Visit, server: LiveServer
) -> None:
    person = sit_at(visit, server, "conquest", size=PHONE, touch=True)
    log = person.page.get_by_role("dialog", name="Log")
    board = person.page.locator("main.board").bounding_box()
    opener = person.button("Log")
    for close in ("escape", "beside", "swipe"):
        opener.click()
        expect(log.get_by_role("log")).to_be_visible()
        assert person.page.locator("main.board").bounding_box() == board, "it pushes nothing"
        if close == "escape":
            person.shoot("drawer-log")
            person.page.keyboard.press("Escape")
        elif close == "beside":
            person.page.mouse.click(195, 60)
        else:
            still = "(dialog) => Promise.all(dialog.getAnimations().map((each) => each.finished))"
            log.evaluate(still)  # it comes up from below
            box = log.get_by_role("heading", name="Log").bounding_box()
            assert box is not None
            person.page.mouse.move(box["x"] + 5, box["y"] + 5)
            person.page.mouse.down()
            person.page.mouse.move(box["x"] + 5, box["y"] + 90)
            person.page.mouse.up()
        expect(log).to_have_count(0)
        expect(opener).to_be_focused()


def test_the_newest_stands_on_top_of_the_log(visit: Visit, server: LiveServer) -> None:
    person = sit_at(visit, server, "redeploy")
    lines = person.page.get_by_role("log").get_by_role("button").all()
    numbers = []
    for line in lines:
        told = re.search(r"after move (\d+)\)$", line.get_attribute("aria-label") or "")
        assert told is not None
        numbers.append(int(told[1]))
    assert len(numbers) > 5
    assert numbers == sorted(numbers, reverse=True)
    # A line that is pointed at rings its region.
    about = next(line for line in lines if "conquer region" in line.inner_text())
    expect(person.page.locator(".rung")).to_have_count(0)
    about.hover()
    expect(person.page.locator(".rung")).to_have_count(1)


def test_races_come_up_where_they_are_not_in_sight(visit: Visit, server: LiveServer) -> None:
    person = sit_at(visit, server, "pick", size=SIDEWAYS, touch=True)
    sheet = person.page.get_by_role("dialog", name="Choose a race")
    expect(sheet).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    person.press("Races to choose from")
    expect(sheet).to_be_visible()
    expect(sheet.get_by_role("button", name=re.compile("^Take them"))).to_be_disabled()
    person.take()
    person.look_until("Conquer")


def test_the_focus_comes_back(visit: Visit, server: LiveServer) -> None:
    person = sit_at(visit, server, "conquest")
    page = person.page
    # From one dialog to the next and out of it: to the button that opened the first.
    person.open_menu("Settings")
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    page.keyboard.press("Escape")
    expect(person.button("Menu")).to_be_focused()
    # The key for the races, arrows among them, their card and back.
    page.keyboard.press("c")
    page.keyboard.press("ArrowRight")
    expect(person.combos.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(person.combos.nth(1)).to_be_focused()
    # A region's card, closed by its button: to the region.
    sight = person.look()
    dull = next(each for each in sight.regions if each not in sight.lit(LIT))
    person.region(dull).focus()
    page.keyboard.press("i")
    card = page.get_by_role("region", name=f"Region {dull}", exact=True)
    card.get_by_role("button", name="Close").focus()
    page.keyboard.press("Enter")
    expect(card).to_have_count(0)
    expect(person.region(dull)).to_be_focused()
    # A button that is gone with what it did: to the board.
    page.keyboard.press("a")
    expect(focused(person)).to_have_text(re.compile("End conquests"))
    page.keyboard.press("Enter")
    person.wait_for(lambda s: "Conquer" not in s.heading, "the end of the conquests")
    expect(focused(person)).to_have_attribute("data-region", re.compile(r"\d+"))


def test_what_the_pointer_rests_on_is_told_only_to_who_asks(
    visit: Visit, server: LiveServer
) -> None:
    person = visit(fresh=True)  # the clock stays as it is set
    page = person.page
    page.clock.install()
    person.sit(plant(server, find_phases("base-2")["conquest"]))
    person.wait_for(lambda s: bool(s.lit(SURE)), "prices")
    tip = page.get_by_role("tooltip")
    point = person.point_in(person.look().lit(SURE)[0])
    assert point is not None

    def rest(milliseconds: int) -> None:
        page.mouse.move(point[0] + 1, point[1])
        page.mouse.move(*point)
        page.clock.fast_forward(milliseconds)

    # A turn's beginning is left in peace; then time stands still but for what is told to pass.
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 10)
    rest(300)
    assert tip.count() == 0
    rest(700)
    expect(tip).to_have_count(1)
    page.clock.resume()
    box = tip.bounding_box()
    board = page.locator("main.board").bounding_box()
    assert box is not None
    assert board is not None
    middle = board["x"] + board["width"] / 2
    assert (box["x"] + box["width"] / 2 > middle) != (point[0] > middle), "on the other half"
    page.mouse.wheel(0, 1)
    expect(tip).to_have_count(0)
    person.open_menu("Settings")
    page.get_by_label("Explanations when the pointer rests").uncheck()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    rest(5000)
    assert tip.count() == 0


def test_the_same_table_in_both_worlds_has_effects_in_a_few_words(
    visit: Visit, server: LiveServer
) -> None:
    person = visit()
    person.go("/learn")
    for board in ("base-3", "underground-3"):
        person.move_to(plant(server, find_phases(board)["conquest"]))
        person.wait_for(lambda s: bool(s.heading), "the panel")
        told = person.page.locator("ol.row .effect span").all_inner_texts()
        assert len(told) == 12, GameSetup(board)
        assert all(3 < len(text) <= 24 for text in told)
