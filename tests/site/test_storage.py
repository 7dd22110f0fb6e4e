"""A browser that cannot keep games: it is told, and the game goes on."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.playing import Wanderer, play_turn
from tests.site.conftest import Visitor
from tests.site.file_server import FileServer
from tests.site.shared import FORBIDDEN, WholeBrowser

TOLD = "Games are not kept"


def test_where_storage_is_forbidden_the_game_goes_on(
    site: Path, visit_site: Visitor, whole_browser: WholeBrowser
) -> None:
    host = FileServer(site, name=FORBIDDEN)
    person = visit_site(host, first=True, browser=whole_browser)
    person.go("./")
    told = person.page.get_by_role("dialog", name=TOLD)
    expect(told).to_contain_text("The user denied permission to access the database")
    person.shoot("site-forbidden")
    person.button("Understood").click()
    person.button("Play now").click()
    play_turn(person, conquests=1)
    Wanderer(person, conquests=1).wait_for_turn()
    expect(told).to_have_count(0)  # said once is enough
    host.stop()


def test_a_full_disk_is_told_and_what_was_played_meanwhile_is_kept_later(
    site: Path, visit_site: Visitor, whole_browser: WholeBrowser
) -> None:
    host = FileServer(site)
    person = visit_site(host, browser=whole_browser)
    page = person.page
    control = person.context.new_cdp_session(page)
    origin = {"origin": host.url.rstrip("/")}
    control.send("Storage.overrideQuotaForOrigin", {**origin, "quotaSize": 1})
    person.go("./")
    person.button("Play now").click()
    told = page.get_by_role("dialog", name=TOLD)
    expect(told).to_be_visible()
    person.shoot("site-full")
    person.button("Understood").click()
    play_turn(person, conquests=1)
    control.send("Storage.overrideQuotaForOrigin", origin)
    play_turn(person, conquests=1)
    board = Wanderer(person, conquests=1).wait_for_turn()
    page.reload()
    person.wait_for(lambda sight: sight.regions == board.regions, "the same board")
    expect(told).to_have_count(0)
    host.stop()
