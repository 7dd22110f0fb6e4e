"""Home-made files, and all games as one file, where there is no server."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.person import PHONE
from tests.site.conftest import Visitor
from tests.site.file_server import FileServer

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def test_home_made_races_and_maps_and_all_games_to_another_device(
    site: Path, visit_site: Visitor, tmp_path: Path
) -> None:
    host = FileServer(site)
    person = visit_site(host, size=PHONE)
    person.go("./#/new")
    page = person.page
    board = EXAMPLES / "maps" / "ember-hollow.toml"
    page.locator("input[type=file]").set_input_files([EXAMPLES / "beavers.toml", board])
    expect(person.button("Remove ember-hollow.toml")).to_be_visible()
    page.get_by_role("radio", name="Ember Hollow").check()
    expect(page.get_by_role("checkbox", name="beavers.toml Beavers and Thrifty")).to_be_visible()
    person.button("Start the game").click()
    expect(page.locator("[data-region]").first).to_be_attached()
    page.goto("./#/import")
    with page.expect_download() as saved:
        person.button("Save all games").click()
    saved.value.save_as(tmp_path / "games.json")

    other = visit_site(host, size=PHONE)
    other.go("./#/import")
    other.page.locator("input[type=file]").set_input_files(tmp_path / "games.json")
    expect(other.page.get_by_text("Games brought here: 1.")).to_be_visible()
    other.go("./")
    other.page.get_by_role("link", name="Continue").first.click()
    expect(other.page.locator("[data-region]").first).to_be_attached()
    width = other.page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE[0]
    host.stop()
