"""Help from the computer: hints where a table allows them, finished games looked through."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import Locator, expect

from smallworld.engine.state import State
from smallworld.game.setup import GameSetup
from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import PHONE, Person
from tests.browser.phases import find_phases
from tests.browser.positions import find_finished, find_position, find_positions, plant
from tests.browser.test_german import check, english_names, english_only
from tests.browser.test_specials import EVERY
from tests.effort import only_long

REVIEWED: Final = 180_000  # milliseconds: a review gives way to everything else on the machine
CHART: Final = re.compile("^Expected coins at the end")
# The table of luck and play, by rows of numbers.
_ROWS: Final = """(table) => [...table.querySelectorAll('tbody tr, tfoot tr')].map((row) =>
  [...row.cells].slice(1).map((cell) => Number(cell.innerText.replace('−', '-'))))"""

# All that ever stands in the list of mistakes, however short a time.
_WATCH_MISTAKES: Final = """() => {
  window.mistakes = [];
  const note = () => document.querySelectorAll('.review ol a').forEach((link) =>
    window.mistakes.push(link.innerText));
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
}"""
NOTATION: Final = re.compile(r"\b(pick|conquer|roll|stop|deploy|decline|expand|done)\b")


def card_of(person: Person) -> Locator:
    """The hint on the screen."""
    return person.page.get_by_role("region", name="Hint", exact=True)


def test_a_hint_takes_a_race(visit: Visit, server: LiveServer) -> None:
    seats = [{"kind": "device", "name": "Ann"}, {"kind": "computer", "level": "greedy"}]
    made = server.post("/api/tables", {"map": "base-2", "first": "P1", "seats": seats})
    person = visit()
    page = person.page
    person.sit_at(made)
    person.look_until("Choose a race")
    rating = next(each for each in server.get("/api/setup")["levels"] if each["name"] == "greedy")
    assert rating["rating"] is not None
    expect(page.locator(".seats")).to_contain_text(f"Greedy, rating {rating['rating']}")

    # A combo: asked for by a button, lit in the row, and taken by one click.
    card = card_of(person)
    person.button("Hint").click()
    expect(card).to_contain_text("Playing on in thought")
    expect(card).to_contain_text(re.compile(r"^\s*Take .*For it: brings \d+ tokens.*\."))
    expect(person.page.get_by_role("button", name=re.compile("suggested$"))).to_have_count(1)
    person.shoot("hint-pick")
    person.button("Do it").click()
    expect(page.locator(".seats").get_by_role("button", name=re.compile("in hand"))).to_be_visible()
    expect(card).to_have_count(0)


def test_a_hint_on_a_phone_hides_neither_races_nor_what_takes_them(
    visit: Visit, server: LiveServer
) -> None:
    person = visit(size=PHONE, touch=True)
    person.go("/learn")
    for width, height in (PHONE, PHONE[::-1]):
        person.page.set_viewport_size({"width": width, "height": height})
        person.move_to(plant(server, find_phases("base-2")["pick"], hints=True))
        person.look_until("Choose a race")
        person.button("Hint").last.click()
        expect(person.button("Do it").last).to_be_visible()
        assert person.combos.count() == 6
        for shown in [*person.combos.all(), person.button(re.compile("^Take them")).last]:
            expect(shown).to_be_in_viewport(ratio=0.95)


def test_a_hint_lights_a_region(visit: Visit, server: LiveServer) -> None:
    def wanted(s: State, texts: list[str]) -> str | None:
        return texts[0] if sum(text.startswith("conquer") for text in texts) > 3 else None

    person = visit()
    page = person.page
    position = find_position(GameSetup("base-2", coins="open"), wanted)
    person.sit(plant(server, position, hints=True))
    person.look_until("Conquer")
    card = card_of(person)
    # Asked for by a key that is listed, lit on the board, put away by another.
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("ask for a hint")
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    expect(card).to_contain_text("Playing on in thought")
    person.button("Put the hint away").click()
    expect(card).to_have_count(0)
    expect(person.button("Hint")).to_be_enabled()
    page.keyboard.press("h")
    expect(card).to_contain_text("For it: ")
    region = re.search(r"region (\d+)", card.inner_text())
    assert region is not None
    assert person.look().lit("suggested") == [region[1]]
    person.shoot("hint-region")
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    assert person.look().lit("suggested") == []
    # A move of one's own makes it a thing of the past.
    page.keyboard.press("h")
    expect(person.button("Do it")).to_be_visible()
    before = person.look()
    person.button("Do it").click()
    expect(card).to_have_count(0)
    assert person.see_change(before).lit("suggested") == []


def test_no_hints_where_they_are_not_allowed(visit: Visit, server: LiveServer) -> None:
    seats = [{"kind": "device", "name": "Ann"}, {"kind": "link", "name": "Ben"}]
    person = visit()
    made = server.post("/api/tables", {"first": "P1", "seats": seats})
    person.sit_at({**made, "seats": made["seats"][:1]})
    person.look_until("Choose a race")
    expect(person.button("Hint")).to_have_count(0)
    person.page.keyboard.press("h")
    expect(person.page.get_by_role("alert")).to_contain_text("hints were not allowed")

    person.follow("/new")
    hints = person.page.get_by_role("checkbox", name=re.compile("^Hints"))
    expect(hints).to_be_checked()
    person.page.get_by_label("Who plays seat 2").select_option("link")
    expect(hints).not_to_be_checked()
    hints.check()
    person.page.get_by_label("Who starts").select_option("P2")
    person.button("Start the game").click()
    person.page.get_by_role("dialog").get_by_role("button", name="Close").first.click()
    person.look_until("is playing")
    person.page.keyboard.press("h")
    expect(person.page.get_by_role("alert")).to_contain_text("it is not the turn of")


@only_long
def test_hints_and_reviews_in_german(visit: Visit, server: LiveServer) -> None:
    patterns, names = english_only(), english_names(server)
    person = visit(locale="de-DE", size=PHONE, touch=True)
    for pattern in (r"pick \d swap \d", r"conquer \d+ with Dragon Master"):
        person.sit(plant(server, find_positions((*EVERY, "deploy .*"))[pattern], hints=True))
        person.button("Tipp").last.click()
        expect(person.page.get_by_role("region", name="Tipp").last).to_contain_text("Dafür: ")
        check(person, patterns, names, f"hint: {pattern}")
        person.shoot(f"german-hint-{pattern[:4]}")
    person.sit(plant(server, find_finished(GameSetup("base-2", turns=2))))
    person.page.evaluate(_WATCH_MISTAKES)
    person.button("Spiel durchsehen").click()
    better = person.page.get_by_role("link", name=re.compile("Besser: ")).first
    expect(better).to_be_visible(timeout=REVIEWED)
    check(person, patterns, names, "review")
    seen = person.page.evaluate("() => window.mistakes")
    assert seen
    assert [text for text in seen if NOTATION.search(text)] == []
    person.shoot("german-review")


def test_a_finished_game_is_looked_through(visit: Visit, server: LiveServer) -> None:
    position = find_finished(GameSetup("base-2", turns=2))
    planted = plant(server, position)
    person = visit()
    page = person.page
    person.sit(planted)
    person.button("Review this game").click()
    chart = page.get_by_role("img", name=CHART)
    expect(chart).to_be_visible(timeout=REVIEWED)
    assert chart.locator("polyline").count() == 2
    dialog = page.get_by_role("dialog", name="Review")
    # Every coin is put down to something.
    shares = dialog.get_by_role("region", name="Luck and play").locator("table").evaluate(_ROWS)
    *parts, end = shares
    for seat, coins in enumerate(end):
        assert abs(sum(row[seat] for row in parts) - coins) < 0.5
    # By keys from move to move, in words.
    slider = dialog.get_by_role("slider")
    slider.focus()
    page.keyboard.press("End")
    last = len(position.moves)
    said = slider.get_attribute("aria-valuetext") or ""
    assert re.match(rf"Move {last} of {last}, round 2: Ann \d+\.\d, Ben ", said), said
    page.keyboard.press("ArrowLeft")
    expect(dialog).to_contain_text(f"Move {last - 1} of {last}")
    # The chart in numbers, for those who cannot see it: before, and after both rounds.
    dialog.get_by_text("The chart in numbers").click()
    assert dialog.locator("details tbody tr").count() == 3

    # A mistake leads to its move; there, others are a click away and the review is at hand.
    mistakes = page.get_by_role("link", name=re.compile(r"^−\S+ coins Round"))
    first = mistakes.first
    words = first.inner_text()
    assert "Better: " in words
    move = re.search(r"line=(\d+)", first.get_attribute("href") or "")
    assert move is not None
    first.click()
    expect(page).to_have_url(re.compile(rf"/replay/.*line={move[1]}&review"))
    expect(page.get_by_text(f"Move {move[1]} of {last}", exact=True)).to_be_visible()
    better = words[words.index("Better: ") :].strip()
    expect(page.locator(".said")).to_contain_text(re.compile(r"Mistake 1, −\S+ coins\. "))
    expect(page.locator(".said")).to_contain_text(better)
    expect(mistakes.first).to_have_attribute("aria-current", "true")
    box = page.get_by_role("img", name=CHART).bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 31, box["y"] + 60)
    expect(page.get_by_text(f"Move 0 of {last}", exact=True)).to_be_visible()
    person.open_menu("Review this game")
    expect(chart).to_have_count(0)
