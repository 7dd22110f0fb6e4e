"""All that needs no server, where there is none: one visitor walks through it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import FilePayload, expect

from tests.browser.person import DESK, PHONE, Person
from tests.browser.playing import play_to_the_end
from tests.browser.test_puzzles import decline_puzzle
from tests.effort import usually
from tests.engine.test_pack import ISLET
from tests.site.conftest import Visitor
from tests.site.file_server import FileServer

EXAMPLES: Final = Path(__file__).parents[2] / "docs" / "examples"
LYING: Final = (844, 390)  # a phone held the other way
SIZES: Final = usually((PHONE,), (PHONE, LYING, DESK))
SLOW: Final = 60_000  # milliseconds: other tests may run beside it
DROP: Final = """(target, files) => {
  const dataTransfer = new DataTransfer();
  for (const [name, text] of files) dataTransfer.items.add(new File([text], name));
  target.dispatchEvent(new DragEvent('drop', {dataTransfer, bubbles: true, cancelable: true}));
}"""


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_walk_through_all_that_needs_no_server(
    site: Path, visit_site: Visitor, size: tuple[int, int], tmp_path: Path
) -> None:
    host = FileServer(site)
    person = visit_site(host, size=size, touch=size != DESK)
    person.go("./")
    expect(person.page.get_by_role("heading", name="With people elsewhere")).to_be_visible()
    _shoot(person, "start")
    record = _play_with_hints_and_look_back(person, tmp_path)
    _bring_a_record(person, record)
    _learn(person)
    _solve(person)
    _play_the_deal_of_today(person)
    _read(person)
    width = person.page.evaluate("document.documentElement.scrollWidth")
    assert width <= size[0]
    host.stop()


def _shoot(person: Person, name: str) -> None:
    assert person.page.viewport_size is not None
    person.shoot(f"site-{name}-{person.page.viewport_size['width']}")


def _play_with_hints_and_look_back(person: Person, folder: Path) -> str:
    """A short game, its review, its replay, another way it might have gone; its record."""
    page = person.page
    person.go("./#/new")
    page.get_by_label("Rounds", exact=True).select_option("1")
    page.get_by_label("Who starts").select_option("P1")
    expect(page.get_by_text("need a server, and anybody can run one")).to_be_visible()
    _shoot(person, "new")
    person.button("Start the game").click()
    person.look_until("Choose a race")
    person.button("Hint").last.click()
    card = page.get_by_role("region", name="Hint", exact=True).last
    expect(card).to_contain_text("For it: ", timeout=SLOW)
    _shoot(person, "hint")
    person.button("Do it").last.click()
    play_to_the_end(person, conquests=1)
    _shoot(person, "end")
    person.button("See the board").click()
    person.open_menu("Table")
    with page.expect_download() as saved:
        person.button("Record as text").click()
    path = folder / "a.record"
    saved.value.save_as(path)
    page.keyboard.press("Escape")
    person.button("Result").first.click()
    person.button("Review this game").click()
    chart = page.get_by_role("img", name=re.compile("^Expected coins at the end"))
    expect(chart).to_be_visible(timeout=SLOW)
    _shoot(person, "review")
    person.go("./#/")
    page.get_by_role("link", name="Replay").first.click()
    slider = page.get_by_role("slider")
    slider.fill("3")
    page.wait_for_url("**/#/replay/here-*line=3#*")
    _shoot(person, "replay")
    page.reload()
    expect(slider).to_have_value("3")
    if person.button("Menu").is_visible():  # where there is little room
        person.open_menu("Play on from here")
    else:
        person.button("Play on from here").click()
    page.get_by_label("You play").select_option(label="all seats")
    _shoot(person, "what-if")
    person.button("Begin there").click()
    page.wait_for_url("**/#/t/here-*")
    person.look_until("1/1")
    return path.read_text(encoding="utf-8")


def _bring_a_record(person: Person, record: str) -> None:
    page = person.page
    person.go("./#/import")
    page.get_by_label("The record").fill("nonsense")
    person.button("Open").click()
    expect(page.get_by_role("alert")).to_contain_text("This is no record that can be played")
    file: FilePayload = {"name": "a.record", "mimeType": "text/plain", "buffer": record.encode()}
    page.locator("input[type=file]").set_input_files(file)
    page.wait_for_url("**/#/replay/here-*")
    expect(page.get_by_role("slider")).to_have_value("0")


def _learn(person: Person) -> None:
    page = person.page
    person.go("./#/learn")
    page.get_by_role("link", name="Your first land").click()
    bubble = page.locator("section.bubble")
    expect(bubble).to_be_visible()
    bubble.get_by_role("button", name="Continue").click()
    expect(bubble).to_contain_text("Take the Merchant Humans")
    _shoot(person, "lesson")


def _solve(person: Person) -> None:
    page = person.page
    person.go("./#/puzzles")
    expect(page.locator(".puzzles li").first).to_be_visible()
    _shoot(person, "puzzles")
    person.go(f"./#/puzzles/{decline_puzzle()}")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator('[data-do="decline"]').first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # the button asks back
    told = page.get_by_role("dialog", name="Solved")
    expect(told).to_contain_text("the best turn", timeout=SLOW)
    _shoot(person, "puzzle")


def _play_the_deal_of_today(person: Person) -> None:
    page = person.page
    person.go("./#/puzzles")
    person.button("Play today's game").click()
    page.wait_for_url("**/#/t/here-*")
    person.wait_for(lambda sight: bool(sight.regions), "the board")
    person.go("./#/deal/base-2-walk")
    given = page.get_by_role("textbox", name="Give it to others")
    expect(given).to_have_value(f"{person.server.url}#/deal/base-2-walk")
    _shoot(person, "deal")
    page.get_by_role("link", name="Play it with others").click()
    expect(page.get_by_text("base-2-walk")).to_be_visible()


def _read(person: Person) -> None:
    page = person.page
    person.go("./#/encyclopedia?entry=Orcs")
    expect(page.get_by_role("heading", name="Orcs").first).to_be_visible()
    _shoot(person, "encyclopedia")
    person.go("./#/statistics")
    expect(page.get_by_role("row", name=re.compile("Greedy|Careless")).first).to_be_visible()
    _shoot(person, "statistics")


def test_home_made_files_are_dropped_and_all_games_go_to_another_device(
    site: Path, visit_site: Visitor, tmp_path: Path
) -> None:
    host = FileServer(site)
    person = visit_site(host, size=PHONE)
    person.go("./#/new")
    page = person.page
    beavers = (EXAMPLES / "beavers.toml").read_text(encoding="utf-8")
    files = [["beavers.toml", beavers], ["islet.toml", ISLET]]  # few regions are soon drawn
    page.get_by_role("group", name="Home-made races").evaluate(DROP, files)
    expect(person.button("Remove islet.toml")).to_be_visible(timeout=SLOW)
    _shoot(person, "home-made")
    page.get_by_role("radio", name="Tern Islet").check()
    page.get_by_label("Races and powers").select_option("mixed")
    page.get_by_role("checkbox", name="beavers.toml Beavers and Thrifty").check()
    person.button("Start the game").click()
    expect(page.locator("[data-region]").first).to_be_attached(timeout=SLOW)
    _shoot(person, "own-map")
    page.goto("./#/import")
    with page.expect_download() as saved:
        person.button("Save all games").click()
    saved.value.save_as(tmp_path / "games.json")

    other = visit_site(host, size=PHONE)
    other.go("./#/import")
    other.page.locator("input[type=file]").set_input_files(tmp_path / "games.json")
    expect(other.page.get_by_text("Games brought here: 1.")).to_be_visible(timeout=SLOW)
    other.go("./#/")
    other.page.get_by_role("link", name="Continue").first.click()
    expect(other.page.locator("[data-region]").first).to_be_attached(timeout=SLOW)
    width = other.page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE[0]
    host.stop()
