"""The game as a site: built once for a run, served as the plainest host would."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright

from tests.browser.chromium import FLAGS
from tests.browser.person import Person
from tests.browser.windows import Windows
from tests.site.file_server import FileServer
from tests.site.memory import give_memory, keep_memory
from tools import static_site

HERE: Final = Path(__file__).parent
Visitor = Callable[..., Person]


@contextmanager
def _one_at_a_time(lock: Path) -> Iterator[None]:
    """Tests run in several processes, and what one of them makes serves all."""
    with lock.open("w") as file:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the site as the sources are now."""
    lock = static_site.ROOT / "build" / "site.lock"
    lock.parent.mkdir(exist_ok=True)
    with _one_at_a_time(lock):
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


_windows: Windows | None = None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, None, None]:
    """While Playwright runs, nothing else can run an event loop: it ends with the last test."""
    global _windows
    yield
    if _windows is not None and (nextitem is None or nextitem.path.parent != HERE):
        _windows.close()
        _windows = None


@pytest.fixture
def windows() -> Windows:
    """One for all tests here that follow one another."""
    global _windows
    if _windows is None:
        _windows = Windows()
    return _windows


@pytest.fixture
def chromium(windows: Windows) -> Browser:
    """One for all; each visitor has a context, and finds nothing that was kept by others."""
    return windows.browser()


@pytest.fixture
def own_profile(windows: Windows, tmp_path: Path) -> OwnProfile:
    """A whole one: what only shows pages has no settings, and can install nothing."""
    path = windows.path_of_browser(whole=True)
    return OwnProfile(windows.playwright, path, tmp_path / "profile")


def why_not_installable(page: Page) -> list[str]:
    """What the browser has against offering to install the page, once its files are kept."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    control = page.context.new_cdp_session(page)
    found = control.send("Page.getInstallabilityErrors")["installabilityErrors"]
    return [error["errorId"] for error in found]


@pytest.fixture
def memory(chromium: Browser, site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of what a browser has kept of a start from nothing, once for a run."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # what all processes of this run share
    kept = folder / "memory"
    with _one_at_a_time(folder / "memory.lock"):
        if not kept.is_dir():
            host = FileServer(site)
            person = Person(chromium, host, keeps=True)  # type: ignore[arg-type]
            person.go("./")
            keep_memory(person, kept)
            person.close()
            host.stop()
    return kept


@pytest.fixture
def visit_site(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    """Lets somebody open a site, who was there before; `first`: not in this browser.

    Afterwards nobody's console may have complained, and nothing may have come from elsewhere.
    """
    people: list[Person] = []

    def come(server: FileServer, first: bool = False, **wishes: object) -> Person:
        browser = wishes.pop("browser", chromium)
        person = Person(browser, server, keeps=True, **wishes)  # type: ignore[arg-type]
        people.append(person)
        if not first:
            give_memory(person.page, server, request.getfixturevalue("memory"))
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
