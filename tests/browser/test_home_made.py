"""Home-made races and powers: their words, numbers, pictures, pieces and actions in the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import expect

from smallworld.engine.game import State
from smallworld.game.setup import GameSetup
from smallworld.home.custom_files import CustomFiles
from tests.browser.conftest import Visit
from tests.browser.live_server import ROOT, LiveServer
from tests.browser.person import PHONE, Person
from tests.browser.playing import SURE, conquer
from tests.browser.positions import Planted, Position, find_position, plant
from tests.browser.test_clicks import MOST, clicks_of, count_clicks
from tests.effort import usually
from tests.game.test_turn import BUILDERS, may_decline_late

EXAMPLES: Final = ROOT / "docs" / "examples"
FILES: Final = ("moles.py", "otters.py", "beavers.toml")
# A race whose file brings a drawing, and in it what has no business there.
FERRETS: Final = """
[[race]]
name = "Ferrets"
tokens = 5
stand_in = "Orcs"
emblem = '''<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" onload="document.title='x'">
<script>document.title = "x"</script><image href="/api/health"/>
<path d="M0 0h96v96H0z" fill="#ecd48c"/><circle cx="48" cy="52" r="30" fill="#8a5a34"/></svg>'''
"""


@pytest.fixture(scope="module")
def server(home: Path | None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server whose host has loaded the examples of the documentation."""
    folder = tmp_path_factory.mktemp("customs")
    paths = [str(EXAMPLES / name) for name in FILES]
    for name, text in (("ferrets.toml", FERRETS), ("builders.toml", BUILDERS)):
        path = folder / name
        path.write_text(text, encoding="utf-8")
        paths.append(str(path))
    live = LiveServer(tmp_path_factory.mktemp("server"), customs=paths, home=home)
    live.start()
    yield live
    live.stop()


def home_made(*names: str) -> GameSetup:
    """A table with the races and powers of these files."""
    custom = CustomFiles([str(EXAMPLES / name) for name in FILES]).chosen(names)
    return GameSetup("base-2", coins="open", custom=custom)


def sit_where(person: Person, position: Position, *files: str) -> Planted:
    """Take the seats of a table where that has been played."""
    planted = plant(person.server, position, files=files)
    person.sit(planted)
    person.wait_for(lambda s: not s.busy and bool(s.buttons or s.chips or s.row), "the panel")
    return planted


def row_with(race: str, power: str) -> Position:
    """A moment of choice at which both are in the row, the race with its own power."""

    def wanted(s: State, texts: list[str]) -> str | None:
        for slot in range(int(s.row_size)):
            names = (
                s.library.races[s.row_races[slot]].name,
                s.library.powers[s.row_powers[slot]].name,
            )
            if names == (race, power) and f"pick {slot + 1}" in texts:
                return f"pick {slot + 1}"
        return None

    return find_position(home_made("otters.py"), wanted)


def test_the_row_tells_all_of_a_home_made_combo(visit: Visit) -> None:
    person = visit()
    position = row_with("Otters", "Lamplit")
    planted = sit_where(person, position, "otters.py")
    slot = int(position.do.split()[1]) - 1
    combo = person.combos.nth(slot)
    expect(combo).to_contain_text("Lamplit")
    expect(combo).to_contain_text("Otters")
    expect(combo).to_have_accessible_name(re.compile("Lamplit Otters, 9 tokens"))
    person.shoot("home-made-row")
    combo.click()
    card = person.page.locator(".pick").last
    expect(card).to_contain_text("Lamplit Otters")
    expect(card).to_contain_text("Regions next to a coast they hold cost one token less.")
    expect(card).to_contain_text("each lamp pays one coin more")
    person.shoot("home-made-marked")
    person.button(re.compile("^Take them")).click()
    log = person.page.get_by_role("log")
    expect(log).to_contain_text("takes Lamplit Otters with 9 tokens")
    assert position.do in person.server.record(planted.id, planted.watch)


def test_a_home_made_race_does_what_only_it_can(visit: Visit) -> None:
    def wanted(s: State, texts: list[str]) -> str | None:
        return next((text for text in texts if text.startswith("dig ")), None)

    person = visit()
    position = find_position(home_made("moles.py"), wanted)
    planted = sit_where(person, position, "moles.py")
    panel = person.page.locator(".panel")
    expect(panel.get_by_role("button", name="Moles: dig")).to_be_visible()
    expect(panel.locator(".guide")).to_contain_text("dig in one hill or mountain")
    region = position.do.split()[1]
    person.click_region(region)
    use = person.button("Use it here")
    if use.count():
        use.click()
    log = person.page.get_by_role("log")
    expect(log).to_contain_text(f"uses Moles: dig in region {region}.")
    person.shoot("home-made-action")
    assert position.do in person.server.record(planted.id, planted.watch)


def test_a_home_made_power_places_its_piece(visit: Visit) -> None:
    def wanted(s: State, texts: list[str]) -> str | None:
        return next((text for text in texts if text.startswith("place lamp ")), None)

    person = visit()
    position = find_position(home_made("otters.py"), wanted)
    planted = sit_where(person, position, "otters.py")
    region = position.do.rpartition(" ")[2]
    expect(person.page.locator(".panel").get_by_role("button", name="lamp")).to_be_visible()
    person.click_region(region)
    expect(person.region(region)).to_have_attribute("aria-label", re.compile(r", lamp"))
    expect(person.page.get_by_role("log")).to_contain_text(f": lamp in region {region}.")
    person.shoot("home-made-piece")
    assert position.do in person.server.record(planted.id, planted.watch)


def wait_for_last_line(person: Person, planted: Planted, end: str) -> None:
    """The last line of the game's record, before the checksum, ends with that."""

    def line() -> str:
        return person.server.record(planted.id, planted.watch).rstrip().splitlines()[-2]

    person.until(lambda: line().endswith(end), lambda: f"{end} at the end of {line()}")


def test_pieces_before_the_scoring_and_a_late_decline_take_no_click_more(
    visit: Visit, tmp_path: Path
) -> None:
    path = tmp_path / "builders.toml"
    path.write_text(BUILDERS, encoding="utf-8")
    custom = CustomFiles([str(path)]).chosen(["builders.toml"])
    races = {make().name for make in custom.races} if custom else set()

    def wanted(s: State, texts: list[str]) -> str | None:
        race = s.active(int(s.seat)).race.name
        due = race in races and may_decline_late(s) and s.turn < s.options.turns
        return "expand" if due and texts[0] == "expand" else None

    position = find_position(GameSetup("base-2", coins="open", custom=custom), wanted)
    windows = ((PHONE, True), ((1366, 768), False))
    for size, touch in usually(windows, (((844, 390), True), *windows)):
        person = visit(size=size, touch=touch)
        planted = sit_where(person, position, "builders.toml")
        count_clicks(person)
        sight = person.wait_for(lambda s: bool(s.lit(SURE)), "prices")
        conquer(person, sight)
        conquests = clicks_of(person)
        sight = person.see_change(sight)
        end = person.wait_for(lambda s: s.button("^End conquests") or s.button("^Place"), "an end")
        if end.button("^End conquests"):
            person.press(end.button("^End conquests") or "")
        sight = person.wait_for(lambda s: bool(s.button("^Place and end")), "a place for all")
        assert sight.button("^Go into decline after scoring")
        person.shoot(f"pieces-and-late-decline-{size[0]}")
        person.press(sight.button("^Place and end") or "")
        person.see_change(sight)
        assert 0 < clicks_of(person) - conquests <= MOST
        wait_for_last_line(person, planted, " pass")


def test_it_speaks_the_readers_language(visit: Visit) -> None:
    def wanted(s: State, texts: list[str]) -> str | None:
        return next((text for text in texts if text.startswith("dig ")), None)

    person = visit(locale="de-DE", size=PHONE, touch=True)
    sit_where(person, find_position(home_made("moles.py"), wanted), "moles.py")
    panel = person.page.locator(".panel")
    expect(panel.get_by_role("button", name="Maulwürfe: graben")).to_be_visible()
    expect(panel).to_contain_text("nach einer Münze graben")
    person.shoot("home-made-german-phone")


def test_the_encyclopedia_and_the_form_know_them(visit: Visit) -> None:
    person = visit()
    person.go("/encyclopedia")
    page = person.page
    page.get_by_role("searchbox").fill("beavers")
    entry = page.get_by_role("article").filter(has_text="Beavers").first
    expect(entry).to_contain_text("6 tokens")
    expect(entry).to_contain_text("Home-made: beavers.toml")
    expect(page.get_by_role("heading", name="dam")).to_be_visible()
    person.shoot("home-made-encyclopedia")
    person.go("/new")
    expect(page.get_by_label(re.compile(r"otters\.py.*Otters and Lamplit"))).to_be_visible()


def test_a_drawing_that_a_file_brings_is_seen_and_nothing_else_of_it_gets_in(visit: Visit) -> None:
    person = visit(fresh=True)
    asked: list[str] = []
    person.page.on("request", lambda request: asked.append(request.url))
    person.go("/encyclopedia?entry=Ferrets")
    shown = person.page.get_by_role("article").first.locator("image")
    address = shown.get_attribute("href") or ""
    assert address.startswith("data:image/svg+xml,")
    assert "circle" in address
    for bad in ("script", "onload", "health", "title"):
        assert bad not in address
    person.shoot("home-made-drawing")
    assert person.page.title() == "Encyclopedia · Small World"
    assert not any("health" in url for url in asked)


def test_spare_faces_are_those_of_the_art(visit: Visit) -> None:
    person = visit()
    person.go("/encyclopedia?entry=Otters")
    face = person.page.get_by_role("article").first.locator("use[href='#spare-otter']")
    expect(face).to_be_attached()
    expect(person.page.locator("symbol#spare-otter")).to_be_attached()
