"""A newer version of the page waits until no game is on."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.person import Person
from tests.site.conftest import Visitor
from tests.site.file_server import FileServer

NEWER = "document.querySelectorAll('meta[name=newer]').length"  # how much newer it is
TOLD = "A newer version of the game is here."


LOOK_FOR_NEWER = "navigator.serviceWorker.ready.then((here) => here.update()).then(() => true)"


def bring_newer_version(person: Person, folder: Path, stays: bool = False) -> None:
    """A newer version is put on the host, and told to who comes to a table, or `stays` at one.

    Browsers look for one by themselves now and then.
    """
    for name in ("index.html", "sw.js"):
        path = folder / name
        text = path.read_text(encoding="utf-8").replace("</title>", "</title><meta name=newer>")
        path.write_text(text.replace('const VERSION = "', 'const VERSION = "newer'), "utf-8")
    if stays:
        person.page.evaluate(LOOK_FOR_NEWER)
    else:
        person.page.reload()
    expect(person.page.get_by_text(TOLD)).to_be_visible()


def test_an_update_waits_until_the_table_is_left_or_it_is_asked_for(
    site: Path, visit_site: Visitor, tmp_path: Path
) -> None:
    copied = tmp_path / "site"
    shutil.copytree(site, copied)
    host = FileServer(copied)
    # Where races are chosen beside the board: on a phone they lie over all that is told.
    person = visit_site(host, size=(1366, 768), touch=False)
    person.go("./")
    page = person.page
    person.button("Play now").click()
    page.wait_for_url("**/#/t/here-*")
    page.wait_for_function("navigator.serviceWorker.controller !== null")

    bring_newer_version(person, copied)
    assert page.evaluate(NEWER) == 0
    person.button("Later").click()
    expect(page.get_by_text(TOLD)).to_have_count(0)
    assert page.evaluate(NEWER) == 0
    page.get_by_role("link", name="Start page").first.click()
    page.wait_for_function(f"{NEWER} === 1")

    page.get_by_role("link", name="Continue").first.click()
    page.wait_for_url("**/#/t/here-*")
    table = person.table
    bring_newer_version(person, copied, stays=True)
    assert page.evaluate(NEWER) == 1
    person.button("Use it now").click()
    page.wait_for_function(f"{NEWER} === 2")
    person.look_until("Round 1/10|Choose a race")  # the game goes on in it
    assert person.table == table
    host.stop()
