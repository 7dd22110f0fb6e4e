"""What is seen to move: tokens, losses, the die, coins, finds, whose turn it is; what ends it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from playwright.sync_api import expect

from smallworld.engine.game import State, apply, is_chance, legal, outcomes, to_act
from smallworld.engine.notation import to_text
from smallworld.game.setup import GameSetup, start_game
from tests.browser.conftest import Visit
from tests.browser.frames import measure_frames
from tests.browser.live_server import LiveServer
from tests.browser.person import PATIENCE, Person
from tests.browser.playing import is_peopled, play_turn
from tests.browser.positions import Position, find_finished, find_position, plant

LAND: Final = GameSetup("base-3", coins="open")
PAIR: Final = GameSetup("base-2", coins="open")  # of others only one, who is soon done
CAVES: Final = GameSetup("underground-3", coins="open")
MOVING: Final = "[data-motion]"
LONG_FRAME_MS: Final = 100.0
MOST_LONG_FRAMES: Final = 0.5  # a page that works for every frame has only such
FEW_LAYOUTS: Final = 20  # when views change; motion itself needs none

# Keeps what came into the layer of motion, also what was gone before a test could look.
_KEEP: Final = """
window.moved = [];
new MutationObserver((records) => {
  for (const record of records) for (const node of record.addedNodes) {
    if (!(node instanceof HTMLElement)) continue;
    for (const each of [node, ...node.querySelectorAll('[data-kind]')]) {
      const {kind, die, card} = each.dataset;
      if (!kind) continue;
      const run = each.getAnimations()[0];
      const frames = run?.effect.getKeyframes() ?? [];
      window.moved.push({
        kind, die, card, text: each.innerText,
        ms: run?.effect.getTiming().duration, at: run?.effect.getTiming().delay,
        changes: [...new Set(frames.flatMap((frame) => Object.keys(frame)))],
        places: new Set(frames.map((frame) => frame.transform)).size,
      });
    }
  }
}).observe(document, {childList: true, subtree: true});
"""


@cache
def position(name: str) -> Position:
    table, wanted = WANTED[name]
    return find_position(table, wanted)


def _attack(s: State, texts: list[str]) -> str | None:
    """A region of somebody else, with tokens that will be lost and withdrawn."""
    for text in _plain(texts):
        r = s.board.names.index(text.split()[1])
        holder = s.holder(r)
        if holder is not None and holder.seat not in (-1, s.seat) and s.tokens[r] > 2:
            return text
    return None


def _find(s: State, texts: list[str]) -> str | None:
    """A region with something to be found."""
    for text in _plain(texts):
        trial = s.copy()
        apply(trial, next(a for a in legal(trial) if to_text(trial, a) == text))
        if is_chance(trial) and to_text(trial, outcomes(trial)[0][0]).startswith("find"):
            return text
    return None


def _plain(texts: list[str]) -> list[str]:
    return [text for text in texts if re.fullmatch(r"conquer \S+", text)]


def _roll(s: State, texts: list[str]) -> str | None:
    return next((text for text in texts if re.fullmatch(r"roll \S+", text)), None)


def _end(s: State, texts: list[str]) -> str | None:
    """The end of a turn: tokens to place, and nothing else to be decided."""
    if to_act(s) != s.seat or s.turn < 2 or not texts[0].startswith("deploy"):
        return None
    trial = s.copy()
    while to_text(trial, legal(trial)[0]).startswith("deploy"):
        apply(trial, legal(trial)[-1])
    if [to_text(trial, action) for action in legal(trial)] != ["done"]:
        return None
    apply(trial, legal(trial)[0])
    return texts[0] if trial.seat != s.seat else None


WANTED: Final[dict[str, tuple[GameSetup, Callable[[State, list[str]], str | None]]]] = {
    "attack": (LAND, _attack),
    "find": (CAVES, _find),
    "roll": (LAND, _roll),
    "end": (PAIR, _end),
}


def sit_down(visit: Visit, server: LiveServer, name: str, **wishes: Any) -> tuple[Person, str]:
    """Somebody to decide, at a table with computers; and the region that is meant."""
    found = position(name)
    others = tuple(seat for seat in start_game(found.table).options.seats if seat != found.seat)
    person = visit(**{"motion": True, "speed": "normal", "script": _KEEP, **wishes})
    person.sit(plant(server, found, computers=others))
    person.wait_for(lambda s: not s.busy and s.heading != "", "the table")
    return person, found.do.split()[1] if " " in found.do else ""


def moved(person: Person, kind: str = "") -> list[dict[str, Any]]:
    """What was seen to move so far."""
    seen: list[dict[str, Any]] = person.page.evaluate("window.moved")
    return [each for each in seen if kind in ("", each["kind"])]


def wait_for_motion(person: Person, kind: str, count: int = 1) -> list[dict[str, Any]]:
    """All motions of a kind once there are so many."""
    person.until(
        lambda: len(moved(person, kind)) >= count,
        lambda: f"{count} of {kind}; so far {moved(person)}",
    )
    return moved(person, kind)


def wait_for_my_turn(person: Person) -> list[dict[str, Any]]:
    """The ribbons that tell it; who was attacked meanwhile regroups as proposed, without mouse."""

    def told() -> bool:
        sight = person.look()
        place = sight.button(r"^Place ")
        if place and "egroup in" in sight.status and not sight.busy:
            person.button(place).first.press("Enter")
            person.see_change(sight)
        return bool(moved(person, "ribbon"))

    person.until(told, lambda: f"a ribbon; so far {moved(person)}", 3 * PATIENCE)
    return moved(person, "ribbon")


def end_turn(person: Person) -> None:
    """Leave the tokens where they are proposed to lie."""
    sight = person.wait_for(lambda s: s.button(r"^Place "), "the end of a turn")
    person.press(str(sight.button(r"^Place ")))


def board_size(person: Person) -> dict[str, float]:
    box: dict[str, float] = person.page.evaluate(
        "(({x, y, width, height}) => ({x, y, width, height}))"
        "(document.querySelector('#board').getBoundingClientRect())"
    )
    return box


def test_tokens_travel_and_losses_fall_until_somebody_clicks(
    visit: Visit, server: LiveServer
) -> None:
    person, region = sit_down(visit, server, "attack", speed="slow")
    size = board_size(person)
    person.click_region(region)
    tokens = wait_for_motion(person, "token")
    assert moved(person, "loss")
    for each in moved(person):
        assert set(each["changes"]) <= {
            "transform", "opacity", "offset", "computedOffset", "easing", "composite",
        }  # fmt: skip
    assert all(each["ms"] >= 320 * 1.6 for each in tokens)
    expect(person.page.locator(MOVING)).to_be_attached()
    assert board_size(person) == size
    person.page.keyboard.press("x")
    expect(person.page.locator(MOVING)).to_have_count(0)
    assert is_peopled(person.look(), region)


def test_the_die_stops_at_what_was_rolled_and_tells_nothing_before(
    visit: Visit, server: LiveServer
) -> None:
    person, region = sit_down(visit, server, "roll", speed="slow")
    before = person.look()
    person.click_region(region)
    attack = person.wait_for(lambda s: s.button(r"with the die"), "the attack with the die")
    person.press(str(attack.button(r"with the die")))
    (die,) = wait_for_motion(person, "die")
    if person.page.locator(MOVING).count():  # it may be over on a very slow machine
        assert person.look().heading == before.heading
    person.page.keyboard.press("x")
    expect(person.page.locator(MOVING)).to_have_count(0)
    expect(person.page.get_by_text(f"The die shows {die['die']}.").first).to_be_attached()


def test_coins_fly_to_the_seat_and_its_number_counts_along(
    visit: Visit, server: LiveServer
) -> None:
    person, _ = sit_down(visit, server, "end")
    seat = str(position("end").seat)
    coins = person.page.locator(f'[data-seat="{seat}"] [data-coins]')
    old = int(coins.inner_text())
    end_turn(person)
    wait_for_motion(person, "coin")
    gained = re.compile(r"\d+")
    person.until(
        lambda: int(gained.findall(coins.inner_text())[0]) > old, lambda: "more coins than before"
    )
    # Computers play on, in motion, until it is this one's turn again.
    ribbons = wait_for_my_turn(person)
    assert [each["text"] for each in ribbons] == ["Your turn"]
    assert [each["ms"] for each in ribbons] == [1100]


def test_a_find_has_a_card_with_its_effect_on_a_phone_in_german(
    visit: Visit, server: LiveServer
) -> None:
    person, region = sit_down(
        visit, server, "find", size=(390, 844), touch=True, locale="de-DE", speed="slow"
    )
    person.page.touchscreen.tap(*person.reach(region))
    card, *_ = wait_for_motion(person, "card")  # whoever comes next may find something too
    texts = server.get("/api/texts/de")
    entry = texts["traits"][card["card"]]
    assert entry["name"] in card["text"]
    assert entry["text"] in card["text"].replace("\n", " ")
    cards = person.page.locator("[data-card] .card")
    person.page.evaluate(
        "document.getAnimations().forEach((each) => {"
        " if (each.effect.target.dataset.card) { each.pause(); each.currentTime ="
        " each.effect.getTiming().delay + each.effect.getTiming().duration / 2; } })"
    )
    sides = "(all) => all.map((e) => e.getBoundingClientRect()).map((b) => [b.left, b.right])"
    for left, right in cards.evaluate_all(sides):  # none if it is over already
        assert left >= 0
        assert right <= 390
    person.page.touchscreen.tap(195, 400)
    expect(person.page.locator(MOVING)).to_have_count(0)


def test_nothing_travels_where_less_motion_is_wished(visit: Visit, server: LiveServer) -> None:
    person, region = sit_down(visit, server, "attack", motion=False)
    person.click_region(region)
    fades = wait_for_motion(person, "fade")
    assert [each["ms"] for each in fades] == [150]
    assert {each["places"] for each in moved(person)} == {1}
    assert {each["kind"] for each in moved(person)} == {"fade"}


def test_at_once_means_at_once(visit: Visit, server: LiveServer) -> None:
    person, region = sit_down(visit, server, "attack", speed="instant")
    person.click_region(region)
    person.wait_for(lambda s: not s.lit(rf"Region {region}\b.*costs"), "the conquest")
    assert moved(person) == []


def test_a_step_of_a_replay_moves_and_a_leap_does_not(visit: Visit, server: LiveServer) -> None:
    planted = plant(server, find_finished(LAND))
    person = visit(motion=True, speed="normal", script=_KEEP)
    person.go(f"/replay/{planted.id}?line=14#{planted.watch}")
    expect(person.page.locator("#board")).to_be_visible()
    person.page.keyboard.press("End")
    person.until(lambda: "line=14" not in person.page.url, lambda: "the end of the game")
    person.page.keyboard.press("Home")
    person.until(lambda: "line=0" in person.page.url, lambda: "the beginning")
    assert moved(person) == []
    for line in range(1, 40):
        person.page.keyboard.press("ArrowRight")
        expect(person.page).to_have_url(re.compile(rf"line={line}\b"))
        if moved(person, "token"):
            break
    wait_for_motion(person, "token")


def test_sounds_are_made_after_a_click_only_and_can_be_switched_off(
    visit: Visit, server: LiveServer
) -> None:
    listen = """
    window.speakers = [];
    const Real = window.AudioContext;
    window.AudioContext = class extends Real {
      constructor() { super(); window.speakers.push(this); }
    };
    """
    person, region = sit_down(visit, server, "attack", script=_KEEP + listen)
    assert person.page.evaluate("window.speakers.length") == 0
    person.open_menu("Settings")
    switch = person.page.get_by_role("checkbox", name="Soft sounds")
    expect(switch).to_be_checked()
    switch.uncheck()
    person.page.keyboard.press("Escape")
    person.click_region(region)
    wait_for_motion(person, "token")
    assert person.page.evaluate("window.speakers.length") == 0
    person.page.evaluate(
        "localStorage['smallworld.settings'] = JSON.stringify("
        "{...JSON.parse(localStorage['smallworld.settings']), sound: true})"
    )
    person.page.reload()
    sight = person.wait_for(lambda s: s.lit(r"costs \d+(?!.*die)"), "another region to take")
    person.click_region(sight.lit(r"costs \d+(?!.*die)")[0])
    wait_for_motion(person, "token")
    person.until(
        lambda: person.page.evaluate("window.speakers.map((each) => each.state)") == ["running"],
        lambda: "a sound",
    )


def test_no_explanation_lies_over_what_happens(visit: Visit, server: LiveServer) -> None:
    person, _ = sit_down(visit, server, "end")
    x, y = person.reach("13")
    person.page.mouse.move(x - 3, y)
    person.page.mouse.move(x, y)  # the pointer rests on the board from now on
    end_turn(person)
    person.page.mouse.move(x, y)
    # One that had come while the own turn was on goes with it.
    expect(person.page.get_by_role("tooltip")).to_have_count(0)
    person.page.evaluate(
        "window.tips = 0; new MutationObserver(() => {"
        " if (document.querySelector('[role=tooltip]')) window.tips += 1;"
        "}).observe(document, {childList: true, subtree: true})"
    )
    wait_for_my_turn(person)
    person.look_until("Your turn")
    assert person.page.evaluate("window.tips") == 0


def test_frames_on_a_slow_laptop(visit: Visit, server: LiveServer) -> None:
    """Motion is left to the compositor: a page that worked for each frame would fail here.

    How many frames a second an idle machine shows: `python -m tests.browser.frames`.
    """
    person, _ = sit_down(visit, server, "end", size=(1366, 768), painted=True)
    quiet = measure_frames(person.page, slower=4, seconds=1.0, moving=False)
    end_turn(person)
    wait_for_motion(person, "coin")
    frames = measure_frames(person.page, slower=4, seconds=3.0)
    print(frames)
    assert frames.layouts <= FEW_LAYOUTS + frames.count / 4, frames
    # Where even a page at rest misses frames, the machine is busy and its times say nothing.
    if quiet.count and quiet.share_over(34) < 0.05:
        assert frames.share_over(LONG_FRAME_MS) < MOST_LONG_FRAMES, (quiet, frames)


def test_ground_and_faces_are_drawn_once(visit: Visit, server: LiveServer) -> None:
    """As pixels, as many as the screen has; drawings would be drawn again at every change."""
    person, _ = sit_down(visit, server, "attack", size=(1366, 768), painted=True)
    ground = person.page.locator("image.ground")
    pixels = """async (image) => {
      const picture = new Image();
      picture.src = image.getAttribute('href');
      await picture.decode();
      const {width, height} = document.querySelector('[data-overlay]').getBoundingClientRect();
      return [picture.naturalWidth - width, picture.naturalHeight - height];
    }"""
    for size in ((1366, 768), (1280, 720)):
        person.page.set_viewport_size({"width": size[0], "height": size[1]})
        person.until(
            lambda: max(map(abs, ground.evaluate(pixels))) <= 1,
            lambda: f"the ground as pixels, not {(ground.get_attribute('href') or '')[:40]}",
        )
    expect(ground).to_have_attribute("href", re.compile("^data:image/png"))
    stacks = person.page.locator(".things .stack:not(.native)")
    expect(stacks.locator("image[href^='data:image/png']")).to_have_count(stacks.count())
    expect(stacks.locator("use[href^='#race-']")).to_have_count(0)


def test_a_turn_can_be_played_through_while_things_move(visit: Visit, server: LiveServer) -> None:
    person, _ = sit_down(visit, server, "attack")
    sight = play_turn(person, conquests=2)
    assert "Your turn" not in sight.status
    assert moved(person, "token")
