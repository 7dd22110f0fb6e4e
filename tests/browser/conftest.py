"""Browser, server and visitors for the tests of the page."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.built_page import build_page
from tests.browser.chromium import FLAGS, MISSING, find_chromium, lend_node
from tests.browser.live_server import LiveServer
from tests.browser.person import Person

Visit = Callable[..., Person]


# One for a file, not for all tests: while Playwright runs, nothing else here can run an event loop.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    lend_node()
    with sync_playwright() as playwright:
        path = find_chromium(playwright.chromium.executable_path)
        if path is None:
            if os.environ.get("CI"):
                pytest.fail(MISSING)
            pytest.skip(MISSING)
        with playwright.chromium.launch(executable_path=path, args=FLAGS) as found:
            yield found


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    build_page()
    live = LiveServer(tmp_path_factory.mktemp("server"))
    live.start()
    yield live
    live.stop()


@pytest.fixture
def visit(browser: Browser, server: LiveServer) -> Iterator[Visit]:
    """Lets somebody come by; afterwards nobody's console may have complained."""
    people: list[Person] = []

    def come(**wishes: object) -> Person:
        people.append(Person(browser, server, **wishes))  # type: ignore[arg-type]
        return people[-1]

    yield come
    for person in people:
        person.close()
    assert [person.complaints for person in people if person.complaints] == []
