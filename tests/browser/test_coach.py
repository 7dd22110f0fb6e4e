"""The coach: threats, what combos are worth, and going on against declining, each by a switch."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from smallworld.engine.state import State
from smallworld.game.planning.threats import threats_to
from smallworld.game.setup import GameSetup
from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import Person
from tests.browser.positions import find_position, plant


def switch_on(person: Person, name: str) -> None:
    """Open the coach by its key and turn one of its switches."""
    person.page.keyboard.press("t")
    dialog = person.page.get_by_role("dialog", name="Coach")
    dialog.get_by_role("checkbox", name=name).check()
    person.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_every_combo_has_its_worth(visit: Visit, server: LiveServer) -> None:
    seats = [{"kind": "device", "name": "Ann"}, {"kind": "computer", "level": "greedy"}]
    made = server.post("/api/tables", {"map": "base-2", "first": "P1", "seats": seats})
    person = visit()
    person.sit_at(made)
    person.look_until("Choose a race")
    page = person.page
    expect(page.locator("[data-worth]")).to_have_count(0)
    switch_on(person, "Combo market")
    expect(page.locator("[data-worth]")).to_have_count(6)
    expect(page.locator("[data-worth]").first).to_have_text(re.compile(r"^[+−]?\d+\.\d$"))
    person.shoot("coach-market")
    # The same in words.
    page.keyboard.press("t")
    said = page.get_by_role("dialog", name="Coach")
    expect(said.get_by_text(re.compile(r": [+−]?\d+\.\d coins \(± \d+\.\d\)"))).to_have_count(6)


def test_threats_and_the_clock_lie_upon_the_board(visit: Visit, server: LiveServer) -> None:
    expected: dict[str, str] = {}

    def wanted(s: State, texts: list[str]) -> str | None:
        if not {"expand", "decline"} <= {*texts}:
            return None
        expected.clear()
        for one in threats_to(s, int(s.seat)):
            expected.setdefault(s.board.names[one.region], f"{'AB'[one.seat]}{one.tokens}")
        return "expand" if len(expected) >= 2 else None

    position = find_position(GameSetup("base-2", coins="open"), wanted)
    person = visit()
    page = person.page
    person.sit(plant(server, position, hints=True))
    expect(person.button("Hint")).to_be_enabled()
    switch_on(person, "Threats")
    chips = page.locator("[data-threat]")
    expect(chips).to_have_count(len(expected))
    shown = {chip.get_attribute("data-threat"): chip.inner_text() for chip in chips.all()}
    assert shown == expected
    switch_on(person, "Decline clock")
    expect(page.locator("[data-clock]")).to_have_text(
        re.compile(r"Go on: [+−]?\d+\.\d coins ahead at the end\. Decline now: [+−]?\d+\.\d\.")
    )
    person.shoot("coach-board")
    # It is remembered, and gone when it is switched off.
    page.reload()
    expect(chips).to_have_count(len(expected))
    page.keyboard.press("t")
    page.get_by_role("checkbox", name="Threats").uncheck()
    expect(chips).to_have_count(0)
