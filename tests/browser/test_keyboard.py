"""A game without a mouse."""

from __future__ import annotations

import re
from random import Random
from typing import Final

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import Person, Sight
from tests.browser.playing import SPECIAL, SURE, Wanderer

ARROWS: Final = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")
_FOCUSED: Final = """() => {
  const e = document.activeElement;
  return [e.dataset?.region ?? '', (e.getAttribute('aria-label') ?? e.innerText ?? '').trim()];
}"""


class Typist(Wanderer):
    """Plays like the wanderer, but touches keys only."""

    def __init__(self, person: Person) -> None:
        super().__init__(person, conquests=2)
        self.steps = 0
        self._luck: Final = Random(1)

    def key(self, name: str) -> None:
        self.person.page.keyboard.press(name)

    def focused(self) -> tuple[str, str]:
        region, text = self.person.page.evaluate(_FOCUSED)
        return region, " ".join(text.split())

    def tab_to(self, pattern: str, most: int = 80) -> None:
        """Go on with Tab until the focus is there, then press Enter."""
        for _ in range(most):
            region, text = self.focused()
            if not region and re.search(pattern, text):
                self.key("Enter")
                return
            self.key("Tab")
        raise AssertionError(f"Tab does not lead to {pattern}: {self.focused()}")

    def _choose(self, sight: Sight) -> None:
        if sight.dialog is not None:
            self.tab_to(r"^(Go on|Yes)")
        elif sight.button("^Take them"):
            self.press_in_panel("^Take them")
        elif "Choose a race" in sight.heading:
            self._done = 0
            self.key("c")
            self.key("ArrowDown")
            self.key("Enter")
        elif "onquer" in sight.heading and sight.lit(SURE) and self._done < self.conquests:
            self._done += 1
            self.walk_to(set(sight.lit(SURE)))
            self.key("Enter")
            now = self.person.see_change(sight)
            if now.button(r"^Conquer for"):
                self.press_in_panel(r"^Conquer for")
        elif "onquer" in sight.heading:
            self.press_in_panel(r"^(End conquests|No conquests)")
        elif sight.lit("can take tokens"):
            self.place(sight)
        elif sight.button(r"^(End turn|Go on|Done|Skip this|Stay active)"):
            self.press_in_panel(r"^(End turn|Go on|Done|Skip this|Stay active)")
        else:  # what must be placed before the turn can end
            self.walk_to(set(sight.lit(SPECIAL)))
            self.key("Enter")

    def place(self, sight: Sight) -> None:
        """One token more by the plus key, one fewer by the other; then all of it."""
        self._done = 0
        self.walk_to(set(sight.lit("can take tokens")))
        region, before = self.focused()
        planned = int(re.findall(r"(\d+) planned", before)[0])
        total = sum(int(n) for n in re.findall(r"(\d+) planned", "\n".join(sight.regions.values())))
        self.key("+")
        wanted = f"{min(planned + 1, total)} planned"
        self.person.wait_for(lambda s: wanted in s.regions[region], f"{wanted} in {region}")
        self.key("-")
        if total:
            wanted = f"{min(planned + 1, total) - 1} planned"
            self.person.wait_for(lambda s: wanted in s.regions[region], f"{wanted} in {region}")
        self.press_in_panel("^Place ")

    def press_in_panel(self, pattern: str) -> None:
        self.key("a")
        self.tab_to(pattern)

    def walk_to(self, wanted: set[str]) -> None:
        """Along the borders by arrow keys, with no map in mind."""
        self.key("b")
        for _ in range(200):
            region, _ = self.focused()
            assert region, f"the focus is not on the board: {self.focused()}"
            if region in wanted and self.steps:
                return
            self.key(self._luck.choice(ARROWS))
            self.steps += self.focused()[0] != region
        raise AssertionError(f"the arrow keys do not lead to {wanted}")


def test_a_game_by_keyboard_only(visit: Visit, server: LiveServer) -> None:
    seats = [{"kind": "device", "name": "Ann"}, {"kind": "computer", "level": "random"}]
    made = server.post("/api/tables", {"map": "base-2", "turns": 2, "seats": seats})
    person = visit()
    person.sit_at(made)
    player = Typist(person)
    player.wait_for_turn()
    player.key("?")
    expect(person.page.get_by_role("dialog", name="Keys")).to_be_visible()
    person.shoot("keys")
    player.key("Escape")
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    for _ in range(100):
        sight = player.wait_for_turn()
        if sight.dialog == "The game is over":
            break
        player.act(sight)
    assert person.look().dialog == "The game is over"
    assert player.steps > 1


def test_regions_have_spoken_names_and_turns_are_announced(
    visit: Visit, server: LiveServer
) -> None:
    seats = [{"kind": "device", "name": "Ann"}, {"kind": "computer", "level": "random"}]
    made = server.post("/api/tables", {"map": "base-2", "first": "P1", "seats": seats})
    person = visit()
    person.sit_at(made)
    person.wait_for(lambda s: bool(s.row), "the row")
    expect(person.page.locator("[role=status][aria-live=polite]").first).to_contain_text(
        "Your turn"
    )
    person.take()
    sight = person.wait_for(lambda s: bool(s.lit(SURE)), "conquests")
    assert all(re.match(r"Region \d+: \w+", text) for text in sight.regions.values())
    assert any(re.search(r"hill.*costs \d", text) for text in sight.regions.values())
