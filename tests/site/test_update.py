"""The page is installed, and a newer version of it waits until no game is on."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person
from tests.site.conftest import OwnProfile, Visitor, why_not_installable
from tests.site.file_server import FileServer

NEWER = "document.documentElement.hasAttribute('data-newer')"


@pytest.fixture
def playing(site: Path, visit_site: Visitor, tmp_path: Path) -> Iterator[Person]:
    """Somebody at a table, for whom a newer version is there."""
    copied = tmp_path / "site"
    shutil.copytree(site, copied)
    host = FileServer(copied)
    person = visit_site(host)
    person.go("./")
    page = person.page
    person.button("Play now").click()
    page.wait_for_url("**/#/t/here-*")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    for name in ("index.html", "sw.js"):
        path = copied / name
        text = path.read_text(encoding="utf-8").replace("<html ", "<html data-newer ")
        path.write_text(text.replace('const VERSION = "', 'const VERSION = "newer'), "utf-8")
    page.reload()
    expect(page.get_by_text("A newer version of the game is here.")).to_be_visible()
    assert not page.evaluate(NEWER)
    yield person
    host.stop()


def test_an_update_waits_until_the_table_is_left(playing: Person) -> None:
    playing.button("Later").click()
    expect(playing.page.get_by_text("A newer version of the game is here.")).to_have_count(0)
    assert not playing.page.evaluate(NEWER)
    playing.page.get_by_role("link", name="Start page").first.click()
    playing.page.wait_for_function(NEWER)


def test_an_update_comes_at_once_where_it_is_asked_for(playing: Person) -> None:
    table = playing.table
    playing.button("Use it now").click()
    playing.page.wait_for_function(NEWER)
    playing.look_until("Round 1/10|Choose a race")  # the game goes on in it
    assert playing.table == table


def test_the_site_can_be_installed(
    site: Path, visit_site: Visitor, own_profile: OwnProfile
) -> None:
    host = FileServer(site, "/some/path/")
    person = visit_site(host, browser=own_profile)
    person.go("./")
    assert why_not_installable(person.page) == []
    host.stop()
