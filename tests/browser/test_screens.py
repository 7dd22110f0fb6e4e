"""Every screen at both sizes and in both themes: accessible, nothing cut off, with a picture."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Final

import pytest
from playwright.sync_api import expect

from smallworld.game.setup import GameSetup
from smallworld.puzzles.puzzle import shipped
from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import DESK, PHONE, PICTURES, Person
from tests.browser.playing import SURE
from tests.browser.positions import find_finished, find_positions, plant
from tests.browser.test_counsel import REVIEWED
from tests.browser.test_puzzles import decline_puzzle
from tests.browser.test_specials import EVERY
from tests.effort import LONG, only_long

# What lies behind letters on the board axe cannot tell, and takes long to find that out.
AXE: Final = (
    files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    + "axe.configure({rules: [{id: 'color-contrast', selector: '*:not(svg.board, svg.board *)'}]});"
)
# What is on its way is waited for. In the dark all is the same but the colours, so that each screen
# is only turned dark. The symbols of the art, half of the document, are seen by nobody where they
# are defined: they are left out. Of what lies below a dialog nothing is new, so that usually only
# the dialog is looked at. The style sheets are the same on all screens: they are read once. So is
# what lies on a board, seen on few: elsewhere all of it is laid aside, unless it has the focus.
RUN_AXE: Final = """async ({colours, whole, board, preload}) => {
  const moving = document.getAnimations().filter((each) =>
    each.effect.getComputedTiming().endTime < Infinity);
  await Promise.allSettled(moving.map((each) => each.finished));
  const art = document.querySelector('svg.art');
  const [parent, next] = [art?.parentNode, art?.nextSibling];
  art?.remove();
  const boards = board ? [] : [...document.querySelectorAll('svg.board')]
    .filter((each) => !each.contains(document.activeElement))
    .map((each) => [each, each.cloneNode(false)]);
  for (const [each, aside] of boards) aside.append(...each.childNodes);
  const only = colours ? {runOnly: ['color-contrast']} : {};
  const dialog = [...document.querySelectorAll('dialog[open], [role=dialog]')].at(-1);
  const seen = (!whole && dialog) || document;
  const {violations} = await axe.run(seen, {resultTypes: ['violations'], preload, ...only});
  for (const [each, aside] of boards) each.append(...aside.childNodes);
  parent?.insertBefore(art, next);
  const where = (node) =>
    `${node.target.join(' ')} ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`;
  return violations.map((each) =>
    `${each.id}: ${each.help}: ${each.nodes.slice(0, 4).map(where).join(' | ')}`);
}"""
# A game as the browser keeps it for its statistics.
PLAYED: Final = json.dumps(
    [
        {
            **{"table": "a", "ended": 0, "board": "base-2", "world": "base", "players": 2},
            **{"coins": 83, "place": 1, "opponents": ["greedy"]},
            **{"races": {"Orcs": 40}, "powers": {"Hill": 12}},
        }
    ]
)
_OTHER: Final = {"light": "dark", "dark": "light"}
TARGET: Final = 44  # pixels a finger needs
# What stands within a sentence need not be large, nor a box inside its own large label.
_SMALL: Final = """(least) => {
  const top = [...document.querySelectorAll('dialog[open], [role=dialog]')].at(-1) ?? document;
  const box = (e) => e.matches('[type=checkbox], [type=radio]') ? e.closest('label') ?? e : e;
  const inline = (e) => getComputedStyle(e).display === 'inline';
  return [...top.querySelectorAll('button, a[href], select, input, summary')]
    .filter((e) => e.checkVisibility() && !inline(e) && !e.matches('.name'))
    .map((e) => [e, box(e).getBoundingClientRect()])
    .filter(([, {width, height}]) => width > 0 && Math.min(width, height) < least - 0.5)
    .map(([e, {width, height}]) =>
      `${Math.round(width)}x${Math.round(height)} ${e.outerHTML.slice(0, 110)}`);
}"""


class Inspector:
    """Looks at one screen after the other and collects what is wrong with them."""

    def __init__(self, person: Person, look: str, phone: bool) -> None:
        self.person: Final = person
        self.look: Final = look
        self.phone: Final = phone
        self.wrong: Final[list[str]] = []
        self.number = 0
        self.theme = "light"  # what is shown now

    def inspect(self, screen: str, whole: bool = LONG, board: bool = LONG) -> None:
        """`whole`: also what lies below a dialog; `board`: also what lies on the board."""
        page = self.person.page
        page.mouse.move(2, 2)  # where it brings no explanation
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE)
        self.number += 1
        # Usually each screen in one of them, and three in a row in the same: to turn one dark or
        # light is as much work as to look at it. Whichever it is by now comes first.
        found: list[str] = []
        if PICTURES or LONG:
            found += self._inspect_in(self.theme, screen, whole, board)
            other = _OTHER[self.theme]
            found += self._inspect_in(other, screen, whole, board, only_colours=True)
        else:
            theme = "dark" if self.number // 3 % 2 else "light"
            found += self._inspect_in(theme, screen, whole, board)
        width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if width > 0:
            found.append(f"the page is {width} pixels wider than the screen")
        if self.phone:
            found += [f"small target: {each}" for each in page.evaluate(_SMALL, TARGET)]
        self.wrong.extend(f"{screen}: {each}" for each in found)

    def _inspect_in(
        self, theme: str, screen: str, whole: bool, board: bool, only_colours: bool = False
    ) -> list[str]:
        page = self.person.page
        dark = theme == "dark"
        if theme != self.theme:
            self.theme = theme
            page.emulate_media(color_scheme="dark" if dark else "light")
        expect(page.locator(f"html[data-theme={theme}]")).to_be_attached()
        self.person.shoot(f"{screen}-{self.look}-{theme}")
        # On a phone only the shape differs, apart from what stands in the menu; never the colours.
        if self.phone and (only_colours or not LONG):
            return []
        asked = {"colours": only_colours, "whole": whole, "board": board}
        seen: list[str] = page.evaluate(RUN_AXE, {**asked, "preload": self.number == 1})
        return [f"in the {theme}: {each}" for each in seen]


@pytest.fixture(
    params=[
        pytest.param(("desk", DESK), id="desk"),
        pytest.param(("phone", PHONE), id="phone", marks=only_long),
    ]
)
def inspector(visit: Visit, request: pytest.FixtureRequest) -> Iterator[Inspector]:
    """Somebody who looks closely; in the end nothing may have been wrong."""
    look, size = request.param
    person = visit(size=size, touch=size == PHONE, bypass_csp=True, painted=True)
    found = Inspector(person, look, size == PHONE)
    yield found
    assert found.wrong == [], "\n".join(found.wrong)


def test_screens_around_a_game(inspector: Inspector, server: LiveServer) -> None:
    person, page, inspect = inspector.person, inspector.person.page, inspector.inspect
    person.go("/")
    expect(page.get_by_role("heading", name="Open tables")).to_be_visible()
    inspect("start")
    person.button("Settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    inspect("settings")
    page.keyboard.press("Escape")
    person.follow("/new")
    expect(person.button("Start the game")).to_be_visible()
    inspect("new")
    person.follow("/encyclopedia")
    expect(page.get_by_role("heading", name="Amazons").first).to_be_visible()
    page.get_by_role("searchbox").fill("dragon")
    expect(page.get_by_role("heading", name="Dragon Master").first).to_be_visible()
    inspect("encyclopedia")
    person.follow("/no/such/page")
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    inspect("nowhere")
    person.complaints[:] = [each for each in person.complaints if "404" not in each]

    finished = plant(server, find_finished(GameSetup("base-3", turns=2)))
    person.move_to(finished)
    expect(page.get_by_role("dialog", name="The game is over")).to_be_visible()
    inspect("end")
    person.button("Review this game").click()
    mistake = page.get_by_role("link", name=re.compile(r"^−\S+ coins Round"))
    expect(mistake.first).to_be_visible(timeout=REVIEWED)
    inspect("review")
    mistake.first.click()
    expect(page.get_by_text(re.compile("Mistake 1, .* Better: "))).to_be_visible()
    inspect("replay-review")
    person.follow(f"/replay/{finished.id}#{finished.watch}")
    page.get_by_role("slider").focus()
    page.keyboard.press("End")
    expect(page.get_by_role("slider", name=re.compile(r"^Move (\d+) of \1$"))).to_be_visible()
    inspect("replay")


def test_screens_of_a_turn(inspector: Inspector, server: LiveServer) -> None:
    person, page, inspect = inspector.person, inspector.person.page, inspector.inspect
    for pattern, name in (
        (r"pick \d swap \d", "pick"),
        (r"conquer \d+ with Dragon Master", "conquest"),
    ):
        table = plant(server, find_positions(EVERY)[pattern], hints=True)
        (person.sit if name == "pick" else person.move_to)(table)
        person.wait_for(lambda s: bool(s.heading or s.dialog), "the panel")
        inspect(name)
        person.button("Hint").last.click()
        expect(person.button("Do it").last).to_be_visible()
        inspect(f"hint-{name}", board=True)  # regions, people, prices, what a hint lights
    person.button("Put the hint away").click()
    page.keyboard.press("?")
    inspect("keys")
    page.keyboard.press("Escape")
    priced = person.wait_for(lambda s: s.dialog is None and s.lit(SURE) != [], "prices")
    person.region(priced.lit(SURE)[0]).focus()
    page.keyboard.press("i")
    expect(page.get_by_text(re.compile(r"Costs \d+"))).to_be_visible()
    inspect("price")
    page.keyboard.press("l")
    inspect("log")
    page.keyboard.press("Escape")
    person.open_menu("Table")
    inspect("table-links")
    person.follow(f"/watch/{table.id}#{table.watch}")
    expect(page.get_by_text("Ann is playing").first).to_be_visible()
    inspect("watching")


def test_screens_of_the_end_of_a_turn(inspector: Inspector, server: LiveServer) -> None:
    person, page, inspect = inspector.person, inspector.person.page, inspector.inspect
    for pattern, name in (
        (r"place hero \d+", "heroes"),
        ("deploy .*", "redeploy"),
        ("decline", "decline"),
    ):
        known = EVERY if pattern in EVERY else (pattern,)  # those of EVERY are found once for all
        table = plant(server, find_positions(known)[pattern])
        (person.sit if name == "heroes" else person.move_to)(table)
        person.wait_for(lambda s: bool(s.heading or s.dialog), "the panel")
        if name == "decline":
            person.press(person.look().button("^Go into decline") or "")
            expect(person.button(re.compile("^Sure"))).to_be_visible()
        inspect(name, board=name != "decline")  # what is put down there, and where it can be
    made = server.post("/api/tables", {"map": "base-5", "seats": [{"kind": "device"}] * 5})
    person.sit_at(made)
    person.look_until("Pass the device")
    inspect("hand-over")
    person.follow("/t/nowhere")
    expect(page.get_by_role("heading", name="This table does not exist here.")).to_be_visible()
    inspect("gone")


def test_screens_beside_the_game(inspector: Inspector, server: LiveServer) -> None:
    """Lessons, puzzles, deals, statistics, records; invitation, talk, coach and what if."""
    person, page, inspect = inspector.person, inspector.person.page, inspector.inspect
    person.go("/learn")
    expect(page.get_by_role("link", name="Your first land")).to_be_visible()
    inspect("learn")
    person.follow("/learn/hold-on")
    expect(page.get_by_role("region", name="Lesson")).to_be_visible()
    expect(page.locator(".ring").first).to_be_visible()
    inspect("lesson", board=True)  # with a ring
    person.follow("/puzzles")
    expect(page.locator(".puzzles li").first).to_be_visible()
    expect(person.button("Play today's game")).to_be_visible()
    inspect("puzzles")
    person.follow(f"/puzzles/{next(iter(shipped()))}")
    expect(page.get_by_role("dialog")).to_be_visible()
    inspect("puzzle", whole=True)  # a table like no other lies below
    person.follow("/import")
    expect(page.get_by_label("The record")).to_be_visible()
    inspect("import")
    page.evaluate("(games) => localStorage.setItem('smallworld.games', games)", PLAYED)
    person.follow("/statistics")
    expect(page.get_by_role("row", name=re.compile("Orcs"))).to_be_visible()
    inspect("statistics")

    network = {"network": True, "hosts": ["192.168.1.5"]}
    page.route("**/api/reach", lambda route: route.fulfill(json=network))
    seats = [{"kind": "computer", "level": "random"}, {"kind": "computer", "level": "random"}]
    asked = {"map": "base-2", "turns": 1, "seats": seats, "start": {"deal": "base-2-screens"}}
    made = server.post("/api/tables", asked)
    person.follow(f"/watch/{made['table']}#{made['watch']}")
    expect(page.get_by_label("To share")).to_be_visible()
    inspect("deal-result")
    person.follow("/deal/base-2-screens")
    expect(page.get_by_role("row", name=re.compile("^Coins"))).to_be_visible()
    inspect("deal")

    person.follow("/new")
    page.get_by_label("Who plays seat 2").select_option("link")
    page.get_by_label("Who starts").select_option("P1")
    page.get_by_role("checkbox", name=re.compile("^Hints")).check()
    person.button("Start the game").click()
    person.look_until("Invite your friends")
    expect(page.get_by_role("img", name=re.compile("Code"))).to_be_visible()
    inspect("invitation")
    page.keyboard.press("Escape")
    if inspector.phone:  # it is time to choose: the races come by themselves
        person.look_until("Choose a race")
        inspect("row-sheet")
        page.keyboard.press("Escape")
    person.open_menu("Talk")
    person.button("Good luck!").click()
    expect(page.get_by_role("dialog")).to_contain_text("Good luck!")
    inspect("talk")
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    dialog = page.get_by_role("dialog", name="Coach")
    dialog.get_by_role("checkbox", name="Combo market").check()
    expect(dialog.get_by_text(re.compile(r"coins \(±"))).to_have_count(6)
    inspect("coach")
    page.unroute("**/api/reach")

    finished = plant(server, find_finished(GameSetup("base-2", turns=1)))
    person.follow(f"/replay/{finished.id}#{finished.watch}")
    page.get_by_role("slider").fill("14")
    if inspector.phone:
        person.open_menu("Play on from here")
    else:
        person.button("Play on from here").click()
    expect(page.get_by_role("dialog")).to_contain_text("after move 14")
    inspect("what-if")


def test_what_comes_up_at_a_table(inspector: Inspector, server: LiveServer) -> None:
    person, page, inspect = inspector.person, inspector.person.page, inspector.inspect
    position = find_positions(EVERY)[r"conquer \d+ with Dragon Master"]
    person.sit(plant(server, position, hints=True))
    person.wait_for(lambda s: s.button("^End conquests") is not None, "conquests")

    def seen(name: str) -> None:
        expect(page.get_by_role("dialog")).to_be_visible()
        inspect(name)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)

    person.button("Menu").click()
    seen("menu")
    page.locator(".seats li button").nth(1).click()
    seen("seat-card")
    page.keyboard.press("t")
    seen("coach")
    person.press(person.look().button("^End conquests") or "")
    seen("unused")
    page.keyboard.press("c")
    page.keyboard.press("Enter")
    seen("combo-card")
    page.keyboard.press("Escape")  # what the focus explains goes, too
    expect(page.get_by_role("tooltip")).to_have_count(0)
    page.keyboard.press("p")
    expect(page.locator(".planner")).to_be_visible()
    inspect("planner", board=True)
    person.follow("/me")
    expect(page.get_by_role("heading", level=1).first).to_be_visible()
    inspect("me")


def test_dialogs_that_come_seldom(inspector: Inspector, server: LiveServer) -> None:
    """A guest's name, messages, what is said of a turn in a puzzle."""
    person, page, inspect = inspector.person, inspector.person.page, inspector.inspect
    seats = [{"kind": "link", "name": "Ann"}, {"kind": "link", "name": "Ben"}]
    made = server.post("/api/tables", {"map": "base-2", "first": "P1", "seats": seats})
    person.sit_at({**made, "seats": made["seats"][1:]})
    expect(page.get_by_role("dialog", name="What shall the others call you?")).to_be_visible()
    inspect("name")
    page.keyboard.press("Escape")
    ways = {"push": "BPk", "mail": True, "hook": True, "after": 60}
    wanted = {"kind": "mail", "shown": "b…@example.org", "confirmed": False, "here": False}
    page.route("**/api/notices", lambda route: route.fulfill(json=ways))
    page.route(
        f"**/api/tables/{made['table']}/notices",
        lambda route: route.fulfill(json={"wanted": [{"id": "1", "stop": "s", **wanted}]}),
    )
    person.open_menu("Messages")
    dialog = page.get_by_role("dialog", name="Messages")
    expect(dialog.get_by_role("listitem")).to_contain_text("b…@example.org")
    dialog.locator("summary").click()
    inspect("messages")
    page.unroute("**/api/notices")
    page.unroute(f"**/api/tables/{made['table']}/notices")

    person.follow(f"/puzzles/{decline_puzzle()}")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator('[data-do="decline"]').first.click()
    page.locator('[data-do="decline"]').first.click()
    expect(page.get_by_role("dialog", name="Solved")).to_be_visible(timeout=REVIEWED)
    inspect("puzzle-judged")
