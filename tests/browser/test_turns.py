"""What happens within a turn: prices, undo, redeployment, what is asked before what is final."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import WebSocketRoute, expect

from smallworld.engine.state import State
from smallworld.game.setup import GameSetup
from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import Person, Sight
from tests.browser.playing import SURE
from tests.browser.positions import Planted, find_position, find_positions, plant
from tests.browser.test_specials import EVERY

TABLE: Final = GameSetup("base-2", coins="open")


def sit_at(visit: Visit, server: LiveServer, verbs: str, least: int) -> tuple[Person, Planted]:
    """Somebody before a decision with so many actions of that kind."""

    def wanted(s: State, texts: list[str]) -> str | None:
        found = [text for text in texts if re.match(verbs, text)]
        return found[0] if len(found) >= least else None

    planted = plant(server, find_position(TABLE, wanted))
    person = visit()
    person.sit(planted)
    person.wait_for(lambda s: not s.busy and bool(s.heading), "the panel")
    return person, planted


def test_undo_step_by_step_and_the_whole_turn(visit: Visit, server: LiveServer) -> None:
    person, _ = sit_at(visit, server, r"conquer \d+$", 6)
    before = person.look()
    conquer_one(person)
    conquer_one(person)
    person.shoot("undo")
    person.button(re.compile("Undo$")).click()
    person.wait_for(lambda s: _held(s) == _held(before) + 1, "one conquest undone")
    conquer_one(person)
    person.button(re.compile("Undo whole turn")).click()
    person.wait_for(lambda s: _held(s) <= _held(before), "all conquests undone")
    expect(person.button(re.compile("Undo$"))).to_be_disabled()


def conquer_one(person: Person) -> None:
    """The first region that needs no die."""
    sight = person.wait_for(lambda s: not s.busy and s.lit(SURE) != [], "something to conquer")
    person.click_region(sight.lit(SURE)[0])
    now = person.see_change(sight)
    if now.button("^Conquer for"):
        person.press(now.button("^Conquer for") or "")
    person.wait_for(lambda s: _held(s) > _held(sight) and not s.busy, "a conquest")


def _held(sight: Sight) -> int:
    return len([text for text in sight.regions.values() if re.search(r" of (Ann|Ben)(?!,)", text)])


def test_price_and_reason_of_a_region(visit: Visit, server: LiveServer) -> None:
    person, _ = sit_at(visit, server, r"conquer \d+$", 3)
    sight = person.look()
    person.region(sight.lit(SURE)[0]).focus()
    person.page.keyboard.press("i")
    card = person.page.get_by_role("region", name=re.compile(r"^Region \d+$"))
    expect(card.get_by_text(re.compile(r"Costs \d+"))).to_be_visible()
    expect(card.get_by_role("button", name=re.compile("^Conquer for"))).to_be_visible()
    person.shoot("price")
    out_of_reach = [name for name in sight.regions if name not in sight.lit(r"costs \d+")]
    person.click_region(next(each for each in out_of_reach if person.point_in(each)))
    expect(card.get_by_text("Not possible now")).to_be_visible()
    person.shoot("reason")


def test_ordinary_price_beside_a_special_way(visit: Visit, server: LiveServer) -> None:
    position = find_positions(EVERY)[r"conquer \d+ with Dragon Master"]
    person = visit()
    person.sit(plant(server, position))
    sight = person.wait_for(lambda s: bool(s.lit("costs")), "prices")
    both = sight.lit(r"costs \d+, or 1 with Dragon Master")
    assert len({sight.regions[name].split("costs ")[1] for name in both}) > 1, "prices differ"
    printed = dict(zip(sight.lit("costs"), person.page.locator(".price > text:first-of-type").all(),
                       strict=True))  # fmt: skip
    for name in both:
        told = re.search(r"costs (\d+)", sight.regions[name])
        assert told is not None
        assert printed[name].text_content() == told[1]
    # Where tokens do not suffice, the way's own price stands with the way's mark.
    position = find_position(GameSetup("base-3", coins="open"), _only_by_dragon)
    other = visit()
    other.sit(plant(server, position))
    other.wait_for(lambda s: bool(s.lit("costs 1 with Dragon Master")), "the dragon's price")
    expect(other.page.locator(".price.special .way").first).to_be_visible()


def _only_by_dragon(s: State, texts: list[str]) -> str | None:
    ways = [text for text in texts if text.endswith("with Dragon Master")]
    return next((way for way in ways if way.split(" with")[0] not in texts), None)


def test_redeploy_by_plus_and_minus_and_by_the_quick_buttons(
    visit: Visit, server: LiveServer
) -> None:
    person, planted = sit_at(visit, server, r"deploy \d+ 1$", 3)
    plus = person.page.get_by_role("button", name=re.compile("^One more in region"))
    minus = person.page.get_by_role("button", name=re.compile("^One fewer in region"))
    left = person.page.locator(".panel").get_by_text(re.compile(r"^(\d+ to place|All placed)$"))
    at_first = left.first.inner_text()
    plus.nth(0).click()
    expect(left.first).not_to_have_text(at_first)
    minus.nth(0).click()
    expect(left.first).to_have_text(at_first)
    for name in ("Borders first", "As before", "Even"):
        person.press(name)
        expect(left.first).to_have_text("All placed")
        person.press("Clear")
        expect(left.first).to_have_text(at_first)
    person.press("Even")
    person.shoot("redeploy")
    placed = server.record(planted.id, planted.watch).count(" deploy ")
    person.press("Place them")
    person.wait_for(
        lambda s: (
            "Place your tokens" not in s.heading
            and server.record(planted.id, planted.watch).count(" deploy ") > placed
        ),
        "the tokens in their places",
    )


def test_what_is_final_is_marked_and_asked_once(visit: Visit, server: LiveServer) -> None:
    person, planted = sit_at(visit, server, r"decline$", 1)
    person.press(person.look().button("^Go into decline") or "")
    dialog = person.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Go into decline?")).to_be_visible()
    expect(dialog.get_by_text(re.compile("You score"))).to_be_visible()
    person.shoot("decline")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    assert not server.record(planted.id, planted.watch).rstrip().endswith("decline")


def test_a_card_is_closed_before_its_answer_comes(visit: Visit, server: LiveServer) -> None:
    person = visit()
    held: list[str | bytes] = []
    lines: list[WebSocketRoute] = []
    holding = True

    def carry(line: WebSocketRoute) -> None:
        lines.append(line.connect_to_server())
        line.on_message(hold)

    def hold(message: str | bytes) -> None:
        if holding and '"why"' in str(message):
            held.append(message)
        else:
            lines[-1].send(message)

    person.page.route_web_socket(re.compile("/ws/"), carry)
    person.sit(plant(server, find_position(TABLE, lambda _, texts: _conquest(texts))))
    sight = person.wait_for(lambda s: not s.busy and s.lit(SURE) != [], "something to conquer")
    region = next(name for name in sight.regions if name not in sight.lit("costs|needs"))
    person.click_region(region)
    person.until(lambda: held != [], lambda: "the question why not")
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_text("Tap a lit region").first).to_be_visible()
    # A late answer must trouble nobody, see `visit`; it has come when the next one is read.
    lines[-1].send(held[-1])
    holding = False
    person.click_region(region)
    expect(person.page.get_by_text("Not possible now")).to_be_visible()


def _conquest(texts: list[str]) -> str | None:
    return next((text for text in texts if re.match(r"conquer \d+$", text)), None)
