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
from tests.browser.playing import SURE, asks_something
from tests.browser.positions import Planted, Position, find_position, find_positions, plant
from tests.browser.test_specials import EVERY

TABLE: Final = GameSetup("base-2", coins="open")


def decision_with(verbs: str, least: int) -> Position:
    """A decision with so many actions of that kind."""

    def wanted(s: State, texts: list[str]) -> str | None:
        found = [text for text in texts if re.match(verbs, text)]
        return found[0] if len(found) >= least else None

    return find_position(TABLE, wanted)


def sit_at(visit: Visit, server: LiveServer, verbs: str, least: int) -> tuple[Person, Planted]:
    """Somebody before a decision with so many actions of that kind."""
    planted = plant(server, decision_with(verbs, least))
    person = visit()
    person.sit(planted)
    person.wait_for(lambda s: bool(s.heading) and asks_something(s), "the panel")
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
    return len(sight.lit(r"\((Ann|Ben)\)(?!, in)"))


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
    person.move_to(plant(server, position))
    person.wait_for(lambda s: bool(s.lit("costs 1 with Dragon Master")), "the dragon's price")
    expect(person.page.locator(".price.special .way").first).to_be_visible()


def _only_by_dragon(s: State, texts: list[str]) -> str | None:
    ways = [text for text in texts if text.endswith("with Dragon Master")]
    return next((way for way in ways if way.split(" with")[0] not in texts), None)


def test_tokens_are_placed_on_the_board(visit: Visit, server: LiveServer) -> None:
    person, planted = sit_at(visit, server, r"deploy \d+ [34]$", 6)
    proposed = planned(person.look())
    assert sum(proposed.values()) >= 3, "they lie there already"
    giver = max(proposed, key=lambda region: proposed[region])
    taker = min(proposed, key=lambda region: proposed[region])

    def see(change: dict[str, int]) -> None:
        wanted = {region: n + change.get(region, 0) for region, n in proposed.items()}
        person.wait_for(lambda s: planned(s) == wanted, f"{wanted}")

    # By the buttons on the regions: one fewer is then left, one more takes it.
    person.button(f"One fewer in region {giver}").click()
    see({giver: -1})
    expect(person.page.locator("[data-hand]")).to_have_text(re.compile("1 left"))
    person.button(f"One more in region {taker}").click()
    see({giver: -1, taker: 1})
    person.button("As suggested").click()
    see({})
    # By keys.
    person.region(giver).focus()
    person.page.keyboard.press("-")
    see({giver: -1})
    person.region(taker).focus()
    person.page.keyboard.press("+")
    see({giver: -1, taker: 1})
    person.button("As suggested").click()
    # By a tap: one more, from the largest heap if none is left.
    person.click_region(taker)
    see({giver: -1, taker: 1})
    person.button("As suggested").click()
    # By dragging from heap to heap.
    drag(person, giver, taker)
    see({giver: -1, taker: 1})
    person.shoot("redeploy")
    person.press(person.look().button("^Place ") or "")
    person.wait_for(lambda s: "Place your tokens" not in s.heading, "the tokens in their places")
    lines = server.record(planted.id, planted.watch).splitlines()
    placed = {line.split()[3]: int(line.split()[4]) for line in lines if " deploy " in line}
    wanted = {**proposed, giver: proposed[giver] - 1, taker: proposed[taker] + 1}
    assert {region: placed.get(region, 0) for region in wanted if wanted[region]} == {
        region: n for region, n in wanted.items() if n
    }


def planned(sight: Sight) -> dict[str, int]:
    """Tokens that are to be put down, by region."""
    found = {name: re.search(r"(\d+) planned", text) for name, text in sight.regions.items()}
    return {name: int(match[1]) for name, match in found.items() if match}


def drag(person: Person, start: str, end: str) -> None:
    """A token from the heap of one region to another, with the mouse."""
    box = person.page.locator(f'[data-stepper="{start}"] output').bounding_box()
    assert box is not None
    point = person.point_in(end)
    assert point is not None
    mouse = person.page.mouse
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    mouse.down()
    mouse.move(*point, steps=4)
    expect(person.page.locator("[data-ghost]")).to_be_visible()
    mouse.up()
    expect(person.page.locator("[data-ghost]")).to_have_count(0)


def test_prices_are_there_before_one_expands_and_a_click_takes_them(
    visit: Visit, server: LiveServer
) -> None:
    def wanted(s: State, texts: list[str]) -> str | None:
        return "expand" if texts[0] == "expand" and s.active(int(s.seat)).regions else None

    planted = plant(server, find_position(TABLE, wanted))
    person = visit()
    person.sit(planted)
    before = person.wait_for(lambda s: s.button("^Go into decline") is not None, "the start")
    lines = server.record(planted.id, planted.watch).splitlines()
    region = before.lit(SURE)[0]
    person.click_region(region)
    person.wait_for(lambda s: _held(s) > _held(before), "the conquest")
    new = server.record(planted.id, planted.watch).splitlines()[len(lines) :]
    done = [line.split(maxsplit=2)[2] for line in new if line[0].isdigit()]
    assert done[:3] == ["expand", "done", f"conquer {region}"]
    # What was done by one click is taken back by one.
    person.button(re.compile("Undo$")).click()
    person.wait_for(lambda s: s.button("^Go into decline") is not None, "the start once more")
    assert server.record(planted.id, planted.watch).splitlines() == lines


def test_a_region_is_abandoned_by_its_card_only(visit: Visit, server: LiveServer) -> None:
    def wanted(s: State, texts: list[str]) -> str | None:
        return "expand" if texts[0] == "expand" and s.active(int(s.seat)).regions else None

    planted = plant(server, find_position(TABLE, wanted))
    person = visit()
    person.sit(planted)
    sight = person.wait_for(lambda s: s.button("^Go into decline") is not None, "the start")
    assert not sight.lit("can be chosen")
    own = sight.lit(rf"\({'Ann' if 'Ann' in sight.status else 'Ben'}\)(?!, in decline)")[0]
    person.region(own).click(button="right", position=None, force=True)
    person.button("Abandon this region").click()
    person.wait_for(lambda s: "empty" in s.regions[own], "the region is empty")
    assert f"abandon {own}" in server.record(planted.id, planted.watch)
    assert person.look().lit(SURE), "prices are still there"


def test_a_decline_says_what_it_leaves_and_asks_in_its_button(
    visit: Visit, server: LiveServer
) -> None:
    person, planted = sit_at(visit, server, r"decline$", 1)
    offered = person.look().button("^Go into decline") or ""
    assert re.search(r"\d+ stays? · \+\d+", offered), offered
    person.press(offered)
    sure = person.wait_for(lambda s: s.button("^Sure") is not None, "asked back").button("^Sure")
    person.shoot("decline")
    assert not server.record(planted.id, planted.watch).rstrip().endswith("decline")
    # Who does not answer is not taken at their first word.
    person.wait_for(lambda s: s.button("^Go into decline") is not None, "no longer asked")
    person.press(offered)
    person.press(sure or "")
    person.until(
        lambda: (
            re.search(r"P\d decline$", server.record(planted.id, planted.watch), re.M) is not None
        ),
        lambda: "the decline in the record",
    )


def test_a_warning_where_something_would_be_lost_and_none_where_nothing_is(
    visit: Visit, server: LiveServer
) -> None:
    person = visit()
    person.sit(plant(server, find_positions(EVERY)[r"conquer \d+ with Dragon Master"]))
    person.wait_for(lambda s: s.button("^End conquests") is not None, "conquests")
    person.press(person.look().button("^End conquests") or "")
    dialog = person.page.get_by_role("dialog", name="Something is left unused")
    expect(dialog.get_by_role("heading", name="Dragon Master")).to_be_visible()
    person.shoot("unused")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    assert person.look().button("^End conquests")
    person.press(person.look().button("^End conquests") or "")
    dialog.get_by_role("button", name="Go on all the same").click()
    person.wait_for(lambda s: "Place" in s.heading or not s.button("^End conq"), "the end of them")

    person.move_to(plant(server, decision_with(r"conquer \d+$", 6)))
    person.wait_for(lambda s: bool(s.heading) and asks_something(s), "the panel")
    person.press(person.look().button("^End conquests") or "")
    sight = person.wait_for(lambda s: s.button("^End conquests") is None, "the end of them")
    assert sight.dialog is None


def test_a_card_is_closed_before_its_answer_comes(visit: Visit, server: LiveServer) -> None:
    person = visit(fresh=True)
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
    region, other = [name for name in sight.regions if name not in sight.lit("costs|needs")][:2]
    person.click_region(region)
    person.until(lambda: held != [], lambda: "the question why not")
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_text("Tap a lit region").first).to_be_visible()
    # A late answer must trouble nobody, see `visit`; it has come when the next one is read.
    lines[-1].send(held[-1])
    holding = False
    person.click_region(other)
    expect(person.page.get_by_text("Not possible now")).to_be_visible()


def _conquest(texts: list[str]) -> str | None:
    return next((text for text in texts if re.match(r"conquer \d+$", text)), None)
