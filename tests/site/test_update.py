"""A newer version waits until no game is on."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import expect

from tests.site.conftest import Visitor
from tests.site.file_server import FileServer

NEWER = "document.documentElement.hasAttribute('data-newer')"


def test_an_update_waits_until_the_table_is_left(
    site: Path, visit_site: Visitor, tmp_path: Path
) -> None:
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
    page.get_by_role("link", name="Start page").first.click()
    page.wait_for_function(NEWER)
    host.stop()
