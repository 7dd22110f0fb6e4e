"""A turn planned on the board, and carried out with one tap or key."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from smallworld.engine.state import State
from smallworld.game.planning.turn_plan import plan_turn
from smallworld.game.setup import GameSetup
from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import PHONE
from tests.browser.positions import find_position, plant

SHAPES = ((844, 390), (820, 1180), (1366, 768), (1920, 1080), PHONE)
# All buttons of the plan are whole, and in the window.
NOTHING_CUT = """() => [...document.querySelectorAll('.planner button')].every((e) => {
  const box = e.getBoundingClientRect();
  const inside = box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  return inside && e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight;
})"""
TABLE = GameSetup("base-2", coins="open")


def two_conquests(s: State) -> list[str]:
    """Two regions that can be had one after the other without the die."""
    first = [a for a in plan_turn(s, TABLE, int(s.seat), []).open if a.verb == "conquer"]
    for one in first:
        assert one.region is not None
        then = plan_turn(s, TABLE, int(s.seat), [one.region]).open
        second = [a.region for a in then if a.verb == "conquer" and a.region]
        if second:
            return [one.region, second[0]]
    return []


def test_a_campaign_is_drawn_and_carried_out(visit: Visit, server: LiveServer) -> None:
    wanted_regions: list[str] = []

    def wanted(s: State, texts: list[str]) -> str | None:
        if not {"expand", "decline"} <= {*texts}:
            return None
        wanted_regions[:] = two_conquests(s)
        return "expand" if wanted_regions else None

    planted = plant(server, find_position(TABLE, wanted), hints=True)
    anna = visit(size=PHONE, locale="de-DE", touch=True)
    page = anna.page
    anna.sit(planted)
    anna.look_until("Erobere")
    page.keyboard.press("p")
    panel = page.get_by_role("region", name="Plan des Zugs")
    expect(panel).to_contain_text("Wähle Regionen in der Reihenfolge")
    for region in wanted_regions:
        path = page.locator(f'[data-region="{region}"]')
        path.focus()
        page.keyboard.press("Enter")
        expect(page.locator(f'[data-planned="{region}"]')).to_be_visible()
    expect(panel.get_by_role("listitem")).to_have_count(2)
    expect(panel).to_contain_text(re.compile(r"Der Zug brächte \d+ Münze"))
    expect(page.locator("[data-stands]").first).to_have_text(re.compile(r"→ \d"))
    anna.shoot("planner-phone")
    for size in SHAPES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_function(NOTHING_CUT)
    page.keyboard.press("Backspace")
    expect(panel.get_by_role("listitem")).to_have_count(1)
    page.locator(f'[data-region="{wanted_regions[1]}"]').focus()
    page.keyboard.press("Enter")
    expect(panel.get_by_role("listitem")).to_have_count(2)
    panel.get_by_role("button", name="Ausführen").click()
    expect(panel.get_by_role("listitem")).to_have_count(0)
    for region in wanted_regions:
        expect(page.locator(f'[data-region="{region}"]')).to_have_attribute(
            "aria-label", re.compile("Ann|dein", re.IGNORECASE)
        )
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
