"""The game as a site: built once for a run, served as the plainest host would."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from tests.browser.chromium import FLAGS, MISSING, find_chromium, lend_node
from tests.browser.person import Person
from tests.site.file_server import FileServer
from tools import static_site

Visitor = Callable[..., Person]


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the site as the sources are now."""
    lock = static_site.ROOT / "build" / "site.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as file:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        return static_site.bring_up_to_date()


class OwnProfile:
    """A browser with a profile of its own, as people have: it is known to nobody as a guest."""

    def __init__(self, playwright: Playwright, path: str, folder: Path) -> None:
        self._playwright: Final = playwright
        self._path: Final = path
        self._folder: Final = folder

    def forbid_storage(self) -> None:
        """What the browser's settings call blocking all cookies: nothing can be kept then."""
        settings = {"profile": {"default_content_setting_values": {"cookies": 2}}}
        (self._folder / "Default").mkdir(parents=True)
        preferences = self._folder / "Default" / "Preferences"
        preferences.write_text(json.dumps(settings), encoding="utf-8")

    def new_context(self, **wishes: Any) -> BrowserContext:
        """The browser itself: it has one context."""
        return self._playwright.chromium.launch_persistent_context(
            str(self._folder), executable_path=self._path, args=FLAGS, **wishes
        )


@pytest.fixture
def playwright_here() -> Iterator[Playwright]:
    """One for each test: while Playwright runs, nothing else can run an event loop."""
    lend_node()
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture
def path_of_chromium(playwright_here: Playwright) -> str:
    """A whole one: what only shows pages has no settings, and can install nothing."""
    path = find_chromium(playwright_here.chromium.executable_path, whole=True)
    if path is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    return path


@pytest.fixture
def chromium(playwright_here: Playwright, path_of_chromium: str) -> Iterator[Browser]:
    browser = playwright_here.chromium.launch(executable_path=path_of_chromium, args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture
def own_profile(playwright_here: Playwright, path_of_chromium: str, tmp_path: Path) -> OwnProfile:
    return OwnProfile(playwright_here, path_of_chromium, tmp_path / "profile")


def why_not_installable(page: Page) -> list[str]:
    """What the browser has against offering to install the page, once its files are kept."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    control = page.context.new_cdp_session(page)
    found = control.send("Page.getInstallabilityErrors")["installabilityErrors"]
    return [error["errorId"] for error in found]


@pytest.fixture
def visit_site(chromium: Browser) -> Iterator[Visitor]:
    """Lets somebody open a site.

    Afterwards nobody's console may have complained, and nothing may have come from elsewhere.
    """
    people: list[Person] = []

    def come(server: FileServer, **wishes: object) -> Person:
        browser = wishes.pop("browser", chromium)
        person = Person(browser, server, keeps=True, **wishes)  # type: ignore[arg-type]
        people.append(person)
        return person

    yield come
    complaints = [list(person.complaints) for person in people]
    strange = [url for person in people for url in from_elsewhere(person)]
    for person in people:
        person.close()
    assert [each for each in complaints if each] == []
    assert strange == []


def from_elsewhere(person: Person) -> list[str]:
    """What was loaded, but not from below the address of the site."""
    own = (person.server.url, "data:", "blob:")  # the last two are made by the page itself
    return [url for url in person.asked if not url.startswith(own)]
