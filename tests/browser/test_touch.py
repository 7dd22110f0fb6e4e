"""Fingers: how large things are, long presses, dragging; and less motion for those who want it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from smallworld.content.loader import MAPS
from smallworld.engine.state import State
from smallworld.game.setup import GameSetup
from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import PHONE, Person
from tests.browser.playing import LIT, SURE, asks_something
from tests.browser.positions import Planted, find_position, plant
from tests.effort import usually

Point = tuple[float, float]

# Where the middle of a region is on the screen.
_MIDDLE: Final = """([name, x, y]) => {
  const path = document.querySelector(`path[data-region="${name}"]`);
  const point = new DOMPoint(x, y).matrixTransform(path.getScreenCTM());
  return [point.x, point.y];
}"""
NEAR: Final = 20  # pixels beside the middle of a region that still mean it


def sit_at(
    visit: Visit, server: LiveServer, verbs: str, table: GameSetup, **wishes: Any
) -> tuple[Person, Planted]:
    """Somebody with a phone before a decision of that kind."""

    def wanted(s: State, texts: list[str]) -> str | None:
        found = [text for text in texts if re.match(verbs, text)]
        return found[0] if len(found) > 2 else None

    planted = plant(server, find_position(table, wanted))
    person = visit(size=PHONE, touch=True, **wishes)
    person.sit(planted)
    person.wait_for(lambda s: bool(s.heading) and asks_something(s), "the panel")
    return person, planted


@contextmanager
def fingers(person: Person, start: list[Point]) -> Iterator[Any]:
    """Fingers laid down there; what is handed out moves them. They are lifted in the end."""
    line = person.page.context.new_cdp_session(person.page)

    def touch(kind: str, points: list[Point]) -> None:
        spots = [{"x": x, "y": y} for x, y in points]
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    touch("touchStart", start)
    yield lambda points: touch("touchMove", points)
    touch("touchEnd", [])
    line.detach()


@contextmanager
def finger(person: Person, start: Point) -> Iterator[Any]:
    """One finger laid down there; what is handed out moves it."""
    with fingers(person, [start]) as move:
        yield lambda point: move([point])


def point_of(person: Person, region: str) -> Point:
    """A point where a finger meets the region itself."""
    found = person.point_in(region)
    assert found is not None, f"region {region} is out of sight"
    return found


@pytest.mark.parametrize("name", usually(list(MAPS)[1::2], list(MAPS)))
def test_a_finger_means_the_nearest_lit_region(visit: Visit, server: LiveServer, name: str) -> None:
    """Where regions are small, a tap beside one that can be chosen is a tap on it."""
    person, planted = sit_at(visit, server, r"conquer \d+$", GameSetup(name, coins="open"))
    person.shoot(f"phone-{name}")
    regions = server.get(f"/api/drawing/{name}")["regions"]
    lit = {each: middle_of(person, each, regions) for each in person.look().lit(SURE)}
    everything = {each: middle_of(person, each, regions) for each in regions}
    small = min(lit, key=lambda each: regions[each]["radius"])
    x, y = lit[small]
    beside = [(x + NEAR, y), (x - NEAR, y), (x, y + NEAR), (x, y - NEAR)]
    others = [point for each, point in lit.items() if each != small]
    tap = next(point for point in beside if all(math.dist(point, other) > NEAR for other in others))
    assert len(everything) > len(lit), "not all of the board is lit"
    person.page.touchscreen.tap(*tap)
    wanted = f"conquer {small}"
    person.until(
        lambda: wanted in server.record(planted.id, planted.watch), lambda: f"{wanted} by {tap}"
    )


def middle_of(person: Person, name: str, regions: Any) -> Point:
    """Where the middle of a region is on the screen."""
    x, y = person.page.evaluate(_MIDDLE, [name, *regions[name]["center"]])
    return x, y


def turn(person: Person) -> None:
    """Turn the device."""
    size = person.page.viewport_size
    assert size is not None
    person.page.set_viewport_size({"width": size["height"], "height": size["width"]})
    person.page.locator(f".table[style*='{size['height']}px']").wait_for(state="attached")


def _is_in(person: Person, name: str, regions: Any, rim: float = 0.0) -> bool:
    """Whether the middle of a region lies in the window of the board."""
    box = person.page.locator(".window").bounding_box()
    assert box is not None
    x, y = middle_of(person, name, regions)
    left, top = x - box["x"] - rim, y - box["y"] - rim
    return 0 <= left <= box["width"] - 2 * rim and 0 <= top <= box["height"] - 2 * rim


def _is_far_in(person: Person, name: str, regions: Any) -> bool:
    return _is_in(person, name, regions, 130.0)


def test_going_closer(visit: Visit, server: LiveServer) -> None:
    """Two taps where nothing can be done, or a pinch; a button shows all of the board again."""
    person, planted = sit_at(visit, server, r"conquer \d+$", GameSetup("base-5", coins="open"))
    before = server.record(planted.id, planted.watch)
    window = person.page.locator(".window")
    wider = "e => e.scrollWidth / e.clientWidth"
    assert window.evaluate(wider) == 1, "all of the board is in sight"
    sight = person.look()
    dull = next(each for each in sight.regions if each not in sight.lit(LIT))
    point = point_of(person, dull)
    person.page.touchscreen.tap(*point)
    person.page.touchscreen.tap(*point)
    expect(person.button("Whole board")).to_be_visible()
    assert window.evaluate(wider) == pytest.approx(1.8, abs=0.02)
    expect(person.page.locator(".cards")).to_have_count(0)
    person.shoot("closer")
    # Whoever turns the device goes on looking at the same part of the board.
    regions = server.get("/api/drawing/base-5")["regions"]
    seen = [r for r in regions if _is_far_in(person, r, regions)]
    turn(person)
    assert window.evaluate(wider) == pytest.approx(1.8, abs=0.02)
    assert seen
    person.until(
        lambda: all(_is_in(person, r, regions) for r in seen), lambda: f"{seen} in sight, turned"
    )
    turn(person)
    person.until(
        lambda: all(_is_in(person, r, regions) for r in seen), lambda: f"{seen} in sight again"
    )
    person.button("Whole board").tap()
    expect(person.button("Whole board")).to_have_count(0)
    assert window.evaluate(wider) == 1
    with fingers(person, [(180, 300), (210, 300)]) as move:
        move([(150, 300), (240, 300)])
    expect(person.button("Whole board")).to_be_visible()
    with fingers(person, [(150, 300), (240, 300)]) as move:
        move([(180, 300), (210, 300)])
    expect(person.button("Whole board")).to_have_count(0)
    assert server.record(planted.id, planted.watch) == before


def test_long_press_tells_of_a_region_and_does_nothing(visit: Visit, server: LiveServer) -> None:
    person, planted = sit_at(visit, server, r"conquer \d+$", GameSetup("base-2", coins="open"))
    before = server.record(planted.id, planted.watch)
    region = next(each for each in person.look().lit(SURE) if person.point_in(each))
    card = person.page.get_by_role("region", name=f"Region {region}", exact=True)
    with finger(person, point_of(person, region)):
        expect(card).to_be_visible()
    person.shoot("long-press")
    expect(card.get_by_text(re.compile(r"Costs \d+"))).to_be_visible()
    assert server.record(planted.id, planted.watch) == before
    card.get_by_role("button", name="Close").click()
    expect(card).to_have_count(0)
    # A tap that is none too long conquers.
    person.page.touchscreen.tap(*point_of(person, region))
    person.wait_for(lambda s: bool(s.lit(rf"^Region {region}: .*\(Ann\)")), "a conquest")


def test_tokens_and_prices_act_at_once(visit: Visit, server: LiveServer) -> None:
    person, _ = sit_at(visit, server, r"conquer \d+$", GameSetup("base-5", coins="open"))
    regions = server.get("/api/drawing/base-5")["regions"]
    for kind in (f"Lost Tribe.*{SURE}", f"empty, {SURE}"):
        sight = person.wait_for(lambda s: bool(s.lit(SURE)) and not s.busy, "prices")
        region = sight.lit(kind)[0]
        person.page.touchscreen.tap(*middle_of(person, region, regions))
        person.wait_for(lambda s, r=region: bool(s.lit(rf"^Region {r}: .*\(Ann\)")), "a conquest")


def test_seats_open_their_card(visit: Visit, server: LiveServer) -> None:
    person, _ = sit_at(visit, server, r"conquer \d+$", GameSetup("base-5", coins="open"))
    expect(person.page.get_by_role("heading", name="Your turn, Ann")).to_be_visible()
    person.page.locator(".seats li").nth(3).tap()
    card = person.page.get_by_role("dialog")
    expect(card.get_by_role("heading", name="Dan")).to_be_in_viewport(ratio=1)
    person.shoot("seat-tapped")
    card.evaluate("(element) => (element.dataset.same = 'yes')")
    for _ in range(2):
        turn(person)
        expect(card.get_by_role("heading", name="Dan")).to_be_in_viewport(ratio=1)
    expect(card).to_have_attribute("data-same", "yes")
    card.get_by_role("button", name="Close").tap()
    expect(card).to_have_count(0)


def test_long_press_explains_a_race(visit: Visit, server: LiveServer) -> None:
    person, _ = sit_at(visit, server, r"conquer \d+$", GameSetup("base-2", coins="open"))
    emblem = person.page.locator(".seats .race").first
    box = emblem.bounding_box()
    assert box is not None
    with finger(person, (box["x"] + 8, box["y"] + 8)):
        expect(person.page.get_by_role("tooltip")).to_be_visible()
    person.shoot("long-press-race")
    person.page.touchscreen.tap(150, 20)
    expect(person.page.get_by_role("tooltip")).to_have_count(0)


def test_tokens_are_dragged_from_region_to_region(visit: Visit, server: LiveServer) -> None:
    person, _ = sit_at(visit, server, r"deploy \d+ [4-9]$", GameSetup("base-2", coins="open"))
    sight = person.wait_for(lambda s: bool(s.lit(r"[1-9] planned")), "tokens as proposed")
    start = next(each for each in sight.lit(r"[1-9] planned") if person.point_in(each))
    ends = [each for each in sight.lit("planned") if each != start and person.point_in(each)]
    before = int(re.findall(r"(\d+) planned", sight.regions[start])[0])
    with finger(person, point_of(person, start)) as move:
        move((200, 400))
        expect(person.page.locator("[data-ghost]")).to_be_visible()
        move(point_of(person, ends[0]))
    expect(person.page.locator("[data-ghost]")).to_have_count(0)
    person.wait_for(
        lambda s: f"{before - 1} planned" in s.regions[start], "a token fewer where it came from"
    )


@pytest.mark.parametrize("motion", [True, False])
def test_motion_only_where_it_is_wanted(visit: Visit, server: LiveServer, motion: bool) -> None:
    person, _ = sit_at(
        visit, server, r"roll \d+$", GameSetup("base-2", coins="open"), motion=motion
    )
    person.page.evaluate(
        "() => { window.moved = []; addEventListener('animationstart', (event) =>"
        " window.moved.push(getComputedStyle(event.target).animationDuration), true); }"
    )
    sight = person.look()
    rolls = [each for each in sight.lit("needs the die") if person.point_in(each)]
    person.page.touchscreen.tap(*point_of(person, rolls[0]))
    person.button(re.compile("^Attack with the die")).click()
    expect(person.page.locator(".caption .die")).to_be_visible()
    person.wait_for(lambda _: person.page.evaluate("window.moved.length") > 0, "an animation")
    seconds = [float(each.removesuffix("s")) for each in person.page.evaluate("window.moved")]
    assert (max(seconds) > 0.1) == motion, seconds
