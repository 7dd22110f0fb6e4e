"""The game as a site: built once for a run, served as the plainest host would."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

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


@pytest.fixture
def chromium() -> Iterator[Browser]:
    """One for each test: while Playwright runs, nothing else can run an event loop."""
    lend_node()
    with sync_playwright() as playwright:
        path = find_chromium(playwright.chromium.executable_path)
        if path is None:
            if os.environ.get("CI"):
                pytest.fail(MISSING)
            pytest.skip(MISSING)
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit_site(chromium: Browser) -> Iterator[Visitor]:
    """Lets somebody open a site; afterwards nobody's console may have complained."""
    people: list[Person] = []

    def come(server: FileServer, **wishes: object) -> Person:
        person = Person(chromium, server, keeps=True, **wishes)  # type: ignore[arg-type]
        people.append(person)
        return person

    yield come
    complaints = [list(person.complaints) for person in people]
    for person in people:
        person.close()
    assert [each for each in complaints if each] == []
