"""Every screen at both sizes and in both themes: accessible, nothing cut off, with a picture."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Final

import pytest
from playwright.sync_api import expect

from smallworld.play.table import Table
from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import DESK, PHONE, Person
from tests.browser.playing import SURE
from tests.browser.positions import find_finished, find_positions, plant
from tests.browser.test_specials import EVERY

AXE: Final = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
# What lies behind letters on the board axe cannot tell, and takes long to find that out; in the
# dark all is the same but the colours.
_RUN: Final = """async (dark) => {
  const resultTypes = ['violations'];
  const only = dark ? {runOnly: ['color-contrast']} : {};
  const {violations} = await axe.run({exclude: ['svg.board']}, {resultTypes, ...only});
  if (!dark && document.querySelector('svg.board')) {
    const rules = {'color-contrast': {enabled: false}};
    violations.push(...(await axe.run('svg.board', {resultTypes, rules})).violations);
  }
  const where = (node) =>
    `${node.target.join(' ')} ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`;
  return violations.map((each) =>
    `${each.id}: ${each.help}: ${each.nodes.slice(0, 4).map(where).join(' | ')}`);
}"""
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
LOOKS: Final = [
    pytest.param(size, dark, id=f"{name}-{'dark' if dark else 'light'}")
    for name, size in (("desk", DESK), ("phone", PHONE))
    for dark in (False, True)
]


class Inspector:
    """Looks at one screen after the other and collects what is wrong with them."""

    def __init__(self, person: Person, look: str, phone: bool, dark: bool) -> None:
        self.person: Final = person
        self.dark: Final = dark
        self.look: Final = look
        self.phone: Final = phone
        self.wrong: Final[list[str]] = []

    def inspect(self, screen: str) -> None:
        page = self.person.page
        self.person.shoot(f"{screen}-{self.look}")
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE)
        found = list(page.evaluate(_RUN, self.dark))
        width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if width > 0:
            found.append(f"the page is {width} pixels wider than the screen")
        if self.phone:
            found += [f"small target: {each}" for each in page.evaluate(_SMALL, TARGET)]
        self.wrong.extend(f"{screen}: {each}" for each in found)


@pytest.mark.parametrize(("size", "dark"), LOOKS)
def test_every_screen(
    visit: Visit,
    server: LiveServer,
    request: pytest.FixtureRequest,
    size: tuple[int, int],
    dark: bool,
) -> None:
    phone = size == PHONE
    person = visit(size=size, dark=dark, touch=phone, bypass_csp=True)
    page = person.page
    inspector = Inspector(person, request.node.callspec.id, phone, dark)
    inspect = inspector.inspect

    person.go("/")
    expect(page.get_by_role("heading", name="Open tables")).to_be_visible()
    inspect("start")
    person.button("Settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    inspect("settings")
    person.go("/new")
    expect(person.button("Start the game")).to_be_visible()
    inspect("new")
    person.go("/encyclopedia")
    expect(page.get_by_role("heading", name="Amazons").first).to_be_visible()
    page.get_by_role("searchbox").fill("dragon")
    expect(page.get_by_role("heading", name="Dragon Master").first).to_be_visible()
    inspect("encyclopedia")

    finished = plant(server, find_finished(Table("base-3", turns=4)))
    person.sit(finished)
    expect(page.get_by_role("dialog", name="The game is over")).to_be_visible()
    inspect("end")
    person.go(f"/replay/{finished.id}#{finished.watch}")
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_text(re.compile(r"^Move (\d+) of \1$"))).to_be_visible()
    inspect("replay")

    for pattern, name in (
        (r"pick \d swap \d", "pick"),
        (r"conquer \d+ with Dragon Master", "conquest"),
        (r"place hero \d+", "heroes"),
        ("deploy .*", "redeploy"),
        ("decline", "decline"),
    ):
        position = find_positions((*EVERY, "deploy .*"))[pattern]
        table = plant(server, position)
        person.sit(table)
        person.wait_for(lambda s: bool(s.heading or s.dialog), "the panel")
        if name == "decline":
            person.press(person.look().button("^Go into decline") or "")
            expect(page.get_by_role("dialog")).to_be_visible()
        inspect(name)
        if name == "conquest":
            page.keyboard.press("?")
            inspect("keys")
            page.keyboard.press("Escape")
            person.region(person.look().lit(SURE)[0]).focus()
            page.keyboard.press("i")
            expect(page.get_by_text(re.compile(r"Costs \d+"))).to_be_visible()
            inspect("price")
            page.keyboard.press("l")
            inspect("log")
            page.keyboard.press("Escape")
            person.button("Table").click()
            inspect("table-links")
            person.go(f"/watch/{table.id}#{table.watch}")
            expect(page.get_by_text("Ann is playing")).to_be_visible()
            inspect("watching")
    made = server.post("/api/tables", {"map": "base-5", "seats": [{"kind": "device"}] * 5})
    person.sit_at(made)
    person.look_until("Pass the device")
    inspect("hand-over")
    person.go("/t/nowhere")
    expect(page.get_by_role("heading", name="This table does not exist here.")).to_be_visible()
    inspect("gone")
    assert inspector.wrong == [], "\n".join(inspector.wrong)
