"""A browser for many tests, and its windows, which are used again."""

from __future__ import annotations

import os
from typing import Final

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.browser.chromium import FLAGS, MISSING, find_chromium, lend_node
from tests.browser.live_server import LiveServer
from tests.browser.person import Person

Wishes = dict[str, object]


class Windows:
    """A browser, and windows that nobody sits at any more.

    A new window costs several times what most tests do in it: the page is read and compiled anew.
    """

    def __init__(self) -> None:
        lend_node()
        self._playwright: Final = sync_playwright().start()
        self._browsers: Final[dict[str, Browser]] = {}
        self._free: Final[dict[object, list[Person]]] = {}

    @property
    def playwright(self) -> Playwright:
        """For who wants a browser of his own: there may be only one of these at a time."""
        return self._playwright

    def path_of_browser(self, whole: bool = False) -> str:
        """Where the browser is; `whole`: as people have it."""
        path = find_chromium(self._playwright.chromium.executable_path, whole)
        if path is None:
            if os.environ.get("CI"):
                pytest.fail(MISSING)
            pytest.skip(MISSING)
        return path

    def browser(self, whole: bool = False) -> Browser:
        """The browser, started when somebody wants it."""
        path = self.path_of_browser(whole)
        if path not in self._browsers:
            chromium = self._playwright.chromium
            self._browsers[path] = chromium.launch(executable_path=path, args=FLAGS)
        return self._browsers[path]

    def lend(self, server: LiveServer, wishes: Wishes) -> Person:
        """A window like that, as if it were new."""
        free = self._free.get(_kind(server, wishes))
        return free.pop() if free else Person(self.browser(), server, **wishes)  # type: ignore[arg-type]

    def take_back(self, person: Person, wishes: Wishes) -> None:
        """Keep it for the next one with such wishes."""
        person.tidy()
        self._free.setdefault(_kind(person.server, wishes), []).append(person)

    def close(self) -> None:
        """End it all; what comes next may want an event loop of its own."""
        for browser in self._browsers.values():
            browser.close()
        self._playwright.stop()


def _kind(server: LiveServer, wishes: Wishes) -> object:
    return server.url, frozenset(wishes.items())
