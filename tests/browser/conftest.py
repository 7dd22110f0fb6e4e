"""Browser, server and visitors for the tests of the page."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser

from tests.browser.built_page import build_page
from tests.browser.live_server import PATIENCE, LiveServer
from tests.browser.person import Person
from tests.browser.windows import Windows, Wishes
from tests.compiled.build import compile_package

HERE: Final = Path(__file__).parent
COVERAGE: Final = "COVERAGE_PROCESS_CONFIG"  # what coverage hands to the processes it measures
Visit = Callable[..., Person]

_windows: Windows | None = None


def _shared_windows() -> Windows:
    global _windows
    if _windows is None:
        _windows = Windows()
    return _windows


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


@pytest.fixture(scope="module")
def browser() -> Browser:
    """One for all tests here that follow one another."""
    return _shared_windows().browser()


@pytest.fixture
def whole_browser() -> Browser:
    """One that can show messages of the system."""
    return _shared_windows().browser(whole=True)


@pytest.fixture(scope="session")
def home(built: Path | str) -> Path | None:
    """Where the package lies as it is shipped: compiled, if there is a compiler, with the page.

    None, for the sources, also where it is measured which of their lines are run.
    """
    build_page()
    if isinstance(built, str) or COVERAGE in os.environ:
        return None
    found = compile_package()  # again, for the page is in it
    assert isinstance(found, Path)
    return found


@pytest.fixture(scope="session")
def server(home: Path | None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    # Where tests keep all processors busy it would refuse new work. As it is shipped it is started
    # in test_maps.py, test_home_made.py and test_tables.py.
    usual = {"busy_after": PATIENCE, "takeover_warning": 30.0}
    live = LiveServer(tmp_path_factory.mktemp("server"), home=home, settings=usual)
    live.start()
    yield live
    live.stop()


@pytest.fixture
def visit(browser: Browser, server: LiveServer) -> Iterator[Visit]:
    """Lets somebody come by; afterwards nobody's console may have complained.

    `fresh` is for who changes the window in a way that stays, or wants nothing remembered.
    """
    windows = _shared_windows()
    people: list[tuple[Person, Wishes | None]] = []

    def come(fresh: bool = False, **wishes: object) -> Person:
        if fresh:
            person = Person(browser, server, **wishes)  # type: ignore[arg-type]
        else:
            person = windows.lend(server, wishes)
        people.append((person, None if fresh else wishes))
        return person

    yield come
    complaints = [list(person.complaints) for person, _ in people]
    for person, wishes in people:
        if wishes is None:
            person.close()
        else:
            windows.take_back(person, wishes)
    assert [each for each in complaints if each] == []
