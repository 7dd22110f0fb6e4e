"""Fingers: how large things are, long presses, dragging; and less motion for those who want it."""

from __future__ import annotations

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
from tests.browser.playing import SURE
from tests.browser.positions import Planted, find_position, plant

Point = tuple[float, float]

# Regions within which no circle of that radius, in pixels of the screen, can be tapped.
_SMALL: Final = """(least) => {
  const turns = [...Array(12).keys()].map((n) => (n / 6) * Math.PI);
  const roomy = (path) => {
    const circle = document.querySelector(`[data-reach="${path.dataset.region}"]`);
    if (circle) return circle.getBoundingClientRect().width / 2 >= least;
    const way = path.getScreenCTM();
    const r = least / Math.hypot(way.a, way.b);
    const box = path.getBBox();
    const steps = [...Array(23).keys()].map((n) => (n + 1) / 24);
    return steps.some((i) => steps.some((k) => {
      const [x, y] = [box.x + box.width * i, box.y + box.height * k];
      return turns.every((turn) =>
        path.isPointInFill(new DOMPoint(x + r * Math.cos(turn), y + r * Math.sin(turn))));
    }));
  };
  return [...document.querySelectorAll('path[data-region]')]
    .filter((path) => !roomy(path)).map((path) => path.dataset.region);
}"""
# Where the middle of a region is on the screen.
_MIDDLE: Final = """([name, x, y]) => {
  const path = document.querySelector(`path[data-region="${name}"]`);
  const point = new DOMPoint(x, y).matrixTransform(path.getScreenCTM());
  return [point.x, point.y];
}"""
FINGER: Final = 22 - 0.5  # pixels around the middle of a target, and what rounding may take


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
    person.wait_for(lambda s: not s.busy and bool(s.heading), "the panel")
    return person, planted


@contextmanager
def finger(person: Person, start: Point) -> Iterator[Any]:
    """A finger laid down there; what is handed out moves it. It is lifted in the end."""
    line = person.context.new_cdp_session(person.page)

    def touch(kind: str, points: list[Point]) -> None:
        spots = [{"x": x, "y": y} for x, y in points]
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    touch("touchStart", [start])
    yield lambda point: touch("touchMove", [point])
    touch("touchEnd", [])
    line.detach()


def point_of(person: Person, region: str) -> Point:
    """A point where a finger meets the region itself."""
    found = person.point_in(region)
    assert found is not None, f"region {region} is out of sight"
    return found


@pytest.mark.parametrize("name", MAPS)
def test_regions_are_large_enough_for_fingers(visit: Visit, server: LiveServer, name: str) -> None:
    person, _ = sit_at(visit, server, r"conquer \d+$", GameSetup(name, coins="open"))
    expect(person.page.locator(".sheet")).to_be_visible()
    person.shoot(f"phone-{name}")
    assert person.page.evaluate(_SMALL, FINGER) == []


def test_whole_board_at_a_glance(visit: Visit, server: LiveServer) -> None:
    person, _ = sit_at(visit, server, r"conquer \d+$", GameSetup("base-5", coins="open"))
    window = person.page.locator(".window")
    wider = "e => e.scrollWidth - e.clientWidth"
    assert window.evaluate(wider) > 0, "five players' regions need more room than a phone has"
    person.button("Whole board").click()
    expect(person.button("Whole board")).to_have_attribute("aria-pressed", "true")
    assert window.evaluate(wider) <= 0
    person.shoot("whole-board")


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


def test_tokens_act_at_once_and_a_price_is_two_taps_from_a_conquest(
    visit: Visit, server: LiveServer
) -> None:
    person, _ = sit_at(visit, server, r"conquer \d+$", GameSetup("base-5", coins="open"))
    drawing = server.get("/api/drawing/base-5")["regions"]

    def middle(name: str) -> Point:
        x, y = person.page.evaluate(_MIDDLE, [name, *drawing[name]["center"]])
        return x, y

    sight = person.look()
    peopled = next(
        each for each in sight.lit(f"Lost Tribe.*{SURE}") if person.point_in(each) is not None
    )
    person.page.touchscreen.tap(*middle(peopled))
    sight = person.wait_for(lambda s: bool(s.lit(rf"^Region {peopled}: .*\(Ann\)")), "a conquest")
    empty = next(each for each in sight.lit(f"empty, {SURE}") if person.point_in(each) is not None)
    person.page.touchscreen.tap(*middle(empty))
    conquer = person.button(re.compile(r"^Conquer for \d"))
    expect(conquer).to_be_in_viewport(ratio=1)
    person.shoot("price-tapped")
    conquer.tap()
    person.wait_for(lambda s: bool(s.lit(rf"^Region {empty}: .*\(Ann\)")), "another one")


def test_seats_tell_their_names(visit: Visit, server: LiveServer) -> None:
    person, _ = sit_at(visit, server, r"conquer \d+$", GameSetup("base-5", coins="open"))
    expect(person.page.get_by_role("heading", name="Your turn, Ann")).to_be_visible()
    person.page.locator(".seats li").nth(3).tap()
    expect(person.page.locator(".asked", has_text="Dan")).to_be_in_viewport(ratio=1)
    person.shoot("seat-tapped")


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


def test_tokens_are_dragged_onto_the_board(visit: Visit, server: LiveServer) -> None:
    person, _ = sit_at(visit, server, r"deploy \d+ 1$", GameSetup("base-2", coins="open"))
    left = person.page.locator(".panel").get_by_text(re.compile(r"^\d+ to place$"))
    at_first = left.first.inner_text()
    hand = person.page.locator(".panel .hand").first
    box = hand.bounding_box()
    assert box is not None
    sight = person.look()
    region = next(each for each in sight.lit("can take tokens") if person.point_in(each))
    with finger(person, (box["x"] + 20, box["y"] + 20)) as move:
        move((200, 400))
        expect(person.page.locator(".ghost")).to_be_visible()
        move(point_of(person, region))
    expect(person.page.locator(".ghost")).to_have_count(0)
    person.wait_for(lambda s: bool(s.lit(rf"^Region {region}: .*1 planned")), "a planned token")
    assert person.page.locator(".panel .hand").first.inner_text() != at_first


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
