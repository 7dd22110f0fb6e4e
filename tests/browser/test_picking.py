"""A race is chosen where it lies: marked, read beside the row, taken by the main button."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import PHONE, Person
from tests.browser.phases import find_phases
from tests.browser.positions import plant
from tests.effort import usually

TAKE = re.compile("^Take them")
# Where there is least room for it: upon the board, and in the panel.
READ = {
    "base-3": ((1280, 720), (1180, 820)),
    "base-5": ((1280, 720), (1366, 768)),
    "underground-5": ((1280, 720), (2560, 1440)),
}
# Marks one race after the other, and tells how much of what is then told lies below what is seen
# of it. A mouse would do the same, with most of the work its own.
_HIDDEN = """async () => {
  const found = [];
  for (const combo of document.querySelectorAll('ol.row.open button')) {
    combo.click();
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const told = [...document.querySelectorAll('.pick')].at(-1);
    if (combo.ariaPressed !== 'true' || !told?.querySelector('p')?.checkVisibility())
      throw new Error(`nothing is told of ${combo.ariaLabel}`);
    let hidden = 0;
    for (let e = told; e; e = e.parentElement)
      if (getComputedStyle(e).overflowY !== 'visible')
        hidden = Math.max(hidden, e.scrollHeight - e.clientHeight);
    found.push([combo.ariaLabel, hidden]);
  }
  return found;
}"""


def sit_at(visit: Visit, server: LiveServer, board: str, size: tuple[int, int]) -> Person:
    """Somebody who chooses a race, in a window of that size."""
    phone = min(size) < 400
    person = visit(size=PHONE, touch=True) if phone else visit()
    person.page.set_viewport_size({"width": size[0], "height": size[1]})
    person.sit(plant(server, find_phases(board)["pick"]))
    person.look_until("Choose a race")
    return person


# The turn panel, upon the board, the sheet: where what the race does is told.
@pytest.mark.parametrize(
    ("board", "size", "where"),
    [
        ("base-5", (1366, 768), ".panel .pick"),
        ("base-5", (390, 844), "main.board .pick"),
        ("base-2", (844, 390), "dialog[open] .pick"),
    ],
)
def test_a_race_is_marked_then_taken(
    visit: Visit, server: LiveServer, board: str, size: tuple[int, int], where: str
) -> None:
    person = sit_at(visit, server, board, size)
    take = person.button(TAKE)
    expect(take).to_be_disabled()
    second = person.combos.nth(1)
    text = second.get_attribute("aria-label") or ""
    second.click()
    expect(second).to_have_attribute("aria-pressed", "true")
    card = person.page.locator(where).first
    expect(card).to_contain_text(text.split(",")[0])
    expect(card).to_contain_text(re.compile(r"starts with \d+ tokens"))
    # Another one, by one more click; what was told of the first is gone.
    third = person.combos.nth(2)
    third.click()
    expect(second).to_have_attribute("aria-pressed", "false")
    expect(card).to_contain_text((third.get_attribute("aria-label") or "").split(",")[0])
    expect(take).to_have_accessible_name(re.compile("pay 2"))
    person.shoot(f"pick-{size[0]}")
    name = (third.get_attribute("aria-label") or "").split(",")[0]
    take.click()
    person.look_until("Conquer")
    expect(person.page.locator(".seats")).to_contain_text(name.split()[-1])


# German is the longer one.
@pytest.mark.parametrize("locale", usually(["de-DE"], ["en-GB", "de-DE"]))
def test_what_a_marked_race_does_is_read_without_scrolling(
    visit: Visit, server: LiveServer, locale: str
) -> None:
    person = visit(locale=locale)
    person.go("/learn")
    cut: list[str] = []
    for board, sizes in READ.items():
        person.move_to(plant(server, find_phases(board)["pick"]))
        expect(person.page.locator("ol.row.open button")).to_have_count(6)
        # Less is to be laid out anew for another race than for another window.
        for size in sizes:
            person.page.set_viewport_size({"width": size[0], "height": size[1]})
            found = person.page.evaluate(_HIDDEN)
            assert len(found) == 6
            cut += [f"{board} {size}: {px} px of {name}" for name, px in found if px > 1]
    assert cut == [], "\n".join(cut)


def test_the_marked_race_tells_all_when_it_is_pressed_again(
    visit: Visit, server: LiveServer
) -> None:
    person = sit_at(visit, server, "base-5", (1366, 768))
    page = person.page
    # By keys: to the races, along them, mark, read all, back, take.
    page.keyboard.press("c")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(person.combos.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".pick [role=status]")).to_contain_text("starts with")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(person.combos.nth(1)).to_be_focused()
    page.keyboard.press("a")
    expect(person.button(TAKE)).to_be_focused()
    page.keyboard.press("Enter")
    person.look_until("Conquer")
