"""The game as a site: built once for a run, served as the plainest host would."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.person import PHONE, Person
from tests.browser.windows import Windows, Wishes
from tests.site.file_server import FileServer
from tests.site.memory import give_memory, keep_memory
from tests.site.shared import BELOW, Shared, WholeBrowser
from tools import static_site

HERE: Final = Path(__file__).parent
Visitor = Callable[..., Person]
USUAL: Final[Wishes] = {"size": PHONE, "touch": True, "keeps": True}  # what most windows are


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


_shared: Shared | None = None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, None, None]:
    """While Playwright runs, nothing else can run an event loop: it ends with the last test."""
    global _shared
    yield
    if _shared is not None and (nextitem is None or nextitem.path.parent != HERE):
        _shared.close()
        _shared = None


@pytest.fixture
def shared(site: Path) -> Shared:
    """One for all tests here that follow one another."""
    global _shared
    if _shared is None:
        _shared = Shared(site)
    return _shared


@pytest.fixture
def windows(shared: Shared) -> Windows:
    """For who wants a browser of his own."""
    return shared.windows


@pytest.fixture
def chromium(windows: Windows) -> Browser:
    """One for all; each visitor has a context, and finds nothing that was kept by others."""
    return windows.browser()


@pytest.fixture
def whole_browser(shared: Shared, tmp_path_factory: pytest.TempPathFactory) -> WholeBrowser:
    """What only shows pages has no settings, and can install nothing."""
    return shared.whole_browser(tmp_path_factory.mktemp("profile"))


@pytest.fixture
def host(shared: Shared) -> FileServer:
    """One for all; who visits it finds what others have played."""
    return shared.host()


@pytest.fixture
def host_below(shared: Shared) -> FileServer:
    """Another one for all, as some are: below a path, and browsers unpack what it sends."""
    return shared.host(BELOW)


def why_not_installable(page: Page) -> list[str]:
    """What the browser has against offering to install the page, once its files are kept."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    control = page.context.new_cdp_session(page)
    found = control.send("Page.getInstallabilityErrors")["installabilityErrors"]
    return [error["errorId"] for error in found]


@pytest.fixture
def memory(shared: Shared, chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of what a browser has kept of a start from nothing, once for a run."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # what all processes of this run share
    kept = folder / "memory"
    with _one_at_a_time(folder / "memory.lock"):
        if not kept.is_dir():
            person = Person(chromium, shared.host(), **USUAL)  # type: ignore[arg-type]
            person.go("./")
            keep_memory(person, kept)
            shared.take_back(person, USUAL)
    return kept


@pytest.fixture
def visit_site(
    shared: Shared, chromium: Browser, request: pytest.FixtureRequest
) -> Iterator[Visitor]:
    """Lets somebody open a site, who was there before; `first`: not in this browser.

    A phone, as `USUAL`, if nothing else is wished. Afterwards nobody's console may have complained,
    and nothing may have come from elsewhere.
    """
    visits: list[tuple[Person, Wishes]] = []
    failed_before = request.session.testsfailed

    def come(
        server: FileServer, first: bool = False, browser: Any = None, **other: object
    ) -> Person:
        wishes = {**USUAL, **other}
        memory = None if first else request.getfixturevalue("memory")
        person = None if browser else shared.lend(server, wishes)
        if person is None:
            person = Person(browser or chromium, server, **wishes)  # type: ignore[arg-type]
            if memory is not None:
                give_memory(person.page, server, memory)
        person.asked.clear()
        visits.append((person, {} if browser else wishes))
        return person

    yield come
    people = [person for person, _ in visits]
    complaints = [list(person.complaints) for person in people]
    strange = [url for person in people for url in from_elsewhere(person)]
    failed = request.session.testsfailed > failed_before
    for person, wishes in visits:
        if not wishes:
            person.page.close()  # and not the browser
        elif any(complaints) or failed or not shared.take_back(person, wishes):
            person.close()
    assert [each for each in complaints if each] == []
    assert strange == []


def from_elsewhere(person: Person) -> list[str]:
    """What was loaded, but not from below the address of the site."""
    own = (person.server.url, "data:", "blob:")  # the last two are made by the page itself
    return [url for url in person.asked if not url.startswith(own)]
