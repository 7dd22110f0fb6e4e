"""Every kind of special placement and of special conquest, by mouse."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser

from tests.browser.live_server import LiveServer
from tests.browser.person import Person, Sight
from tests.browser.positions import NAMES, Planted, Position, find_positions, plant

PLACEMENTS: Final = (
    r"place hero \d+",
    r"place fortress \d+",
    r"place encampment \d+ 2",
    r"place queen \d+",
    r"place ghost \d+",
    r"place ancient \d+",
    r"place volcano \d+",
    r"place balrog \d+",
    r"place armor \d+ 2",
    r"place Scepter of Avarice \d+",
    r"place Froggy's Ring \d+",
    r"place Magic as .+ \d+",
    r"ally P\d",
    r"sacrifice \d+",
    r"replace \d+",
)
CONQUESTS: Final = (
    r"conquer \d+ with Dragon Master",
    r"conquer \d+ with Sorcerers",
    r"conquer \d+ with Vampire",
    r"conquer \d+ with Flying Doormat",
    r"conquer \d+ with Stinky Troll's Socks",
    r"conquer \d+ with Shiny Orb",
    r"conquer \d+ with Sword of the Killer Rabbit",
    r"conquer \d+ with Magic as .+",
    r"roll \d+",
    r"roll",
    r"abandon \d+",
    r"decline",
    r"pick \d swap \d",
)
EVERY: Final = PLACEMENTS + CONQUESTS
SUBJECTS: Final = {"ally": "Diplomat", "sacrifice": "Altar of Souls", "replace": "Reborn"}


@pytest.fixture(scope="module")
def person(browser: Browser, server: LiveServer) -> Iterator[Person]:
    """One for all of these, who goes from table to table; in the end nothing was complained of."""
    person = Person(browser, server)
    person.go("/learn")
    yield person
    assert person.complaints == []
    person.close()


@pytest.mark.parametrize("pattern", PLACEMENTS)
def test_placement(person: Person, server: LiveServer, pattern: str) -> None:
    position = find_positions(EVERY)[pattern]
    planted = plant(server, position)
    person.move_to(planted)
    sight = person.wait_for(lambda s: not s.busy and bool(s.buttons or s.chips), "the panel")
    word, target, amount = _read(position.do)
    name = _name(server, word)
    if sight.chips:
        person.page.locator(".panel").get_by_role("button", name=name).click()
    guide = person.page.locator(".panel .guide").first
    assert len(guide.inner_text()) > 20, "it says what it is for"
    person.shoot(f"special-{word.replace(' ', '-')}")
    if target.startswith("P"):
        person.button(re.compile(f"^Peace with {NAMES[int(target[1]) - 1]}")).click()
    elif amount:  # a click puts one there; the card asks how many
        person.region(target).focus()
        person.page.keyboard.press("i")
    else:
        person.click_region(target)
    _carry_through(person, server, planted, position, amount or "^(Put|Use) it here")


@pytest.mark.parametrize("pattern", CONQUESTS)
def test_special_conquest_or_choice(person: Person, server: LiveServer, pattern: str) -> None:
    position = find_positions(EVERY)[pattern]
    planted = plant(server, position)
    person.move_to(planted)
    sight = person.wait_for(lambda s: not s.busy and bool(s.heading), "the panel")
    do = position.do
    choice = "^$"
    if do == "decline":
        person.press(_button(sight, "^Go into decline"))
        sight = person.wait_for(lambda s: s.button("^Sure") is not None, "asked back")
        person.press(_button(sight, "^Sure"))
    elif do == "roll":
        person.press(_button(sight, "^Roll the die first"))
    elif do.startswith("pick"):
        _, combo, _, swap = do.split()
        person.combos.nth(int(combo) - 1).click()
        others = [n for n in range(1, 7) if n != int(combo)]
        person.page.get_by_role("radio").nth(1 + others.index(int(swap))).check()
        person.button(re.compile("^Take them")).click()
    else:
        way = do.partition(" with ")[2]
        person.region(do.split()[1]).focus()
        person.page.keyboard.press("i")  # the card has all that can be done there
        words = {"roll": "Attack with the die", "abandon": "Abandon this"}
        choice = words.get(do.split()[0], re.escape(way.replace(" as ", " → ")))
    _carry_through(person, server, planted, position, choice)


def _read(do: str) -> tuple[str, str, str]:
    """The word of a placement, the region or seat it names, and the number."""
    amount = re.search(r" (\d+) (\d+)$", do)
    if amount:
        return do[: amount.start()], amount[1], f"^\\s*{amount[2]}\\s*$"
    word, _, target = do.rpartition(" ")
    return word, target, ""


def _name(server: LiveServer, word: str) -> re.Pattern[str]:
    """What the page calls it."""
    texts = server.get("/api/texts/en")
    names = []
    for subject in SUBJECTS.get(word, word.removeprefix("place ")).split(" as "):
        entry = texts["traits"].get(subject) or texts["pieces"].get(subject)
        assert entry is not None, f"nothing explains {subject}"
        names.append(re.escape(entry["name"]))
    return re.compile("^" + ".*".join(names) + r"( \d+ left)?$")


def _button(sight: Sight, pattern: str) -> str:
    found = sight.button(pattern)
    assert found is not None, sight
    return found


def _carry_through(
    person: Person, server: LiveServer, planted: Planted, position: Position, choice: str
) -> None:
    """Answer the card that asks which way and the dialog that asks whether; see it written down."""
    wanted = f"{len(position.moves) + 1} {position.seat} {position.do}"
    answer = person.page.locator(".cards .choices button:enabled", has_text=re.compile(choice))
    yes = person.page.locator("dialog[open] footer button.main:enabled")

    def is_written() -> bool:
        if wanted in server.record(planted.id, planted.watch).splitlines():
            return True
        for button in (yes, answer):
            if button.count():
                button.first.click()
                break
        return False

    person.until(is_written, lambda: f"{wanted}; on the screen: {person.look()}")
    # The page has heard of it, too: what comes when it has left the table would be complained of.
    person.wait_for(lambda s: not s.busy, "the answer to what was done")
