"""What the others did: step by step, skipped, marked, watched again; and what everything is."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import expect

from smallworld.engine.state import State
from smallworld.game.records.record import LUCK, Move
from smallworld.game.setup import GameSetup
from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.playing import play_turn
from tests.browser.positions import Position, find_position, plant

LAPTOP: Final = (1280, 800)
LONG_ROW: Final = GameSetup("base-2", "mixed", coins="open")
LONGEST: Final = (
    ("Will-o'-Wisps", "Pillaging"),
    ("Cultists", "Bivouacking"),
    ("Sorcerers", "Quarreling"),
    ("Skeletons", "Underworld"),
    ("Lizardmen", "Frightened"),
    ("Halflings", "Commando"),
)
# Names of one word that stand on more than one line.
_BROKEN: Final = """(names) => names.filter((name) => {
  const text = document.createRange();
  text.selectNodeContents(name.lastChild);
  return !name.innerText.includes(' ') && text.getClientRects().length > 1;
}).map((name) => name.innerText)"""
_TOO_WIDE: Final = """(buttons) => buttons.filter((button) =>
  button.scrollWidth > button.clientWidth).map((button) => button.innerText)"""


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
    caption = person.page.locator(".caption p")
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
    expect(person.page.get_by_role("heading", name="The board after move")).to_be_visible()
    person.button("Skip").click()
    person.look_until("Your turn")
    # Each entry of the log shows the board at that point.
    log = person.page.get_by_role("log")
    log.get_by_role("button", name=re.compile("conquer region")).last.click()
    expect(person.page.get_by_role("heading", name="The board after move")).to_be_visible()
    person.shoot("looking-back")
    person.button("Back to now").click()
    person.look_until("Your turn")


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
    person.page.mouse.move(*point)
    expect(tip).to_contain_text("hill")
    person.page.mouse.move(5, 5)
    expect(tip).to_have_count(0)
    # A race and a power tell of themselves at once, and to those who come by keys.
    combo = person.page.get_by_role("list", name="Races to choose from").get_by_role("button")
    name = combo.nth(1).inner_text()
    combo.nth(1).hover()
    expect(tip).to_contain_text(name)
    expect(tip).to_contain_text(re.compile(r"\d+ tokens"))
    person.page.mouse.move(5, 5)
    combo.nth(2).focus()
    person.page.keyboard.press("Tab")
    expect(tip).to_contain_text(combo.nth(3).inner_text())
    person.page.keyboard.press("Escape")
    expect(tip).to_have_count(0)
    # The names on a region's card do, too.
    person.region(region).focus()
    person.page.keyboard.press("i")
    card = person.page.get_by_role("region", name=f"Region {region}", exact=True)
    card.get_by_role("button", name="hill").click()
    expect(tip).to_contain_text("hill")
    person.shoot("explained")


def test_long_names_fit_into_the_row(visit: Visit, server: LiveServer) -> None:
    moves = [
        Move(LUCK, f"{kind} {name}")
        for race, power in LONGEST
        for kind, name in (("race", race), ("power", power))
    ]
    person = visit(size=LAPTOP)
    person.sit(plant(server, Position(LONG_ROW, moves, "P1", "pick 1")))
    person.look_until("Choose a race")
    names = person.page.locator("ol.row button.plain")
    assert names.count() == 2 * len(LONGEST)
    assert names.evaluate_all(_BROKEN) == []
    assert person.page.locator("ol.row .take").evaluate_all(_TOO_WIDE) == []
    person.shoot("long-names")
