"""What the others did: step by step, skipped, marked, watched again; and what everything is."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Locator, expect

from smallworld.engine.state import State
from smallworld.game.setup import GameSetup
from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import Person
from tests.browser.playing import play_turn
from tests.browser.positions import find_position, plant


def test_turns_of_others_are_shown_skipped_marked_and_watched_again(
    visit: Visit, server: LiveServer
) -> None:
    seats = [{"kind": "device", "name": "Ann"}, {"kind": "computer", "level": "greedy"}]
    made = server.post("/api/tables", {"map": "base-2", "first": "P1", "seats": seats})
    person = visit(speed="slow")
    person.sit_at(made)
    person.look_until("Your turn")
    play_turn(person, conquests=1)
    skip = person.button("Skip")
    expect(skip).to_be_visible()
    heading = person.page.locator(".panel h2").inner_text()
    assert heading.endswith("’s turn"), "what is shown has been thought of already"
    caption = person.page.locator(".panel p.line")
    expect(caption).not_to_be_empty()
    first = caption.inner_text()
    expect(caption).not_to_have_text(first)
    person.shoot("others-turn")

    def skipped() -> bool:
        if person.look().status.endswith("Your turn"):
            return True
        if skip.count():
            skip.click()
        return False

    person.until(skipped, lambda: "one's own turn")
    expect(person.page.get_by_text("changed since your last turn").first).to_be_visible()
    assert person.look().lit("changed since your last turn") != []
    person.shoot("changed")

    person.button("Watch again").click()
    expect(person.page.locator(".panel h2")).to_contain_text("The board after move")
    person.button("Skip").click()
    person.look_until("Your turn")
    # Each entry of the log shows the board at that point.
    log = person.page.get_by_role("log")
    log.get_by_role("button", name=re.compile("conquer region")).last.click()
    expect(person.page.locator(".panel h2")).to_contain_text("The board after move")
    person.shoot("looking-back")
    person.button("Back to now").click()
    person.look_until("Your turn")


def rest_on(person: Person, point: tuple[float, float], tip: Locator) -> None:
    """Move there and stay, and again if that was too soon: nobody is told when a turn begins."""
    moved = 0.0

    def told() -> bool:
        nonlocal moved
        if time.monotonic() - moved > 1:
            moved = time.monotonic()
            person.page.mouse.move(point[0] + moved % 2, point[1])
        return tip.count() > 0

    person.until(told, lambda: "what the pointer rests on")


def test_everything_explains_itself(visit: Visit, server: LiveServer) -> None:
    def wanted(s: State, texts: list[str]) -> str | None:
        return texts[0] if sum(text.startswith("conquer") for text in texts) > 3 else None

    person = visit()
    person.sit(plant(server, find_position(GameSetup("base-2", coins="open"), wanted)))
    sight = person.wait_for(lambda s: not s.busy and bool(s.heading), "the panel")
    tip = person.page.get_by_role("tooltip")
    # A pointer that rests on land is told of all that is there.
    region = sight.lit("hill")[0]
    point = person.point_in(region)
    assert point is not None
    rest_on(person, point, tip)
    expect(tip).to_contain_text("hill")
    person.page.mouse.move(5, 5)
    expect(tip).to_have_count(0)
    # A race and its power tell of themselves soon, and to those who come by keys.
    combo = person.combos
    names = combo.locator(".names b").all_inner_texts()
    combo.nth(1).hover()
    expect(tip).to_contain_text(names[1])
    expect(tip).to_contain_text(re.compile(r"\d+ tokens"))
    person.page.mouse.move(5, 5)
    combo.nth(2).focus()
    person.page.keyboard.press("ArrowRight")
    expect(tip).to_contain_text(names[3])
    person.page.keyboard.press("Escape")
    expect(tip).to_have_count(0)
    # The names on a region's card do, too.
    person.region(region).focus()
    person.page.keyboard.press("i")
    card = person.page.get_by_role("region", name=f"Region {region}", exact=True)
    card.get_by_role("button", name="hill").click()
    expect(tip).to_contain_text("hill")
    person.shoot("explained")
