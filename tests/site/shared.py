"""What tests of the site that follow one another share: browsers, hosts, and windows of theirs.

To open the site in a new window costs more than most tests do in it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import BrowserContext

from tests.browser.chromium import FLAGS
from tests.browser.person import PHONE, Person
from tests.browser.windows import Windows, Wishes
from tests.site.file_server import FileServer

BELOW: Final = "/some/path/"
FORBIDDEN: Final = "localhost"  # this host's pages may keep nothing in a whole browser
START_PAGE: Final = "./#/"


class WholeBrowser:
    """A browser as people have it, a phone's, with a profile of its own: nobody is a guest in it.

    Its settings forbid one host to keep anything: what they call blocking all cookies.
    """

    def __init__(self, windows: Windows, folder: Path) -> None:
        rules = {f"{FORBIDDEN},*": {"setting": 2}}
        settings = {"profile": {"content_settings": {"exceptions": {"cookies": rules}}}}
        (folder / "Default").mkdir(parents=True)
        preferences = folder / "Default" / "Preferences"
        preferences.write_text(json.dumps(settings), encoding="utf-8")
        self.context: Final = windows.playwright.chromium.launch_persistent_context(
            str(folder),
            executable_path=windows.path_of_browser(whole=True),
            args=FLAGS,
            viewport={"width": PHONE[0], "height": PHONE[1]},
            locale="en-GB",
            reduced_motion="reduce",
        )

    def new_context(self, **_: Any) -> BrowserContext:
        """The browser itself: it has one context."""
        return self.context


class Shared:
    """All of it, made when somebody wants it."""

    def __init__(self, site: Path) -> None:
        self.windows: Final = Windows()
        self._site: Final = site
        self._whole: WholeBrowser | None = None
        self._hosts: Final[dict[str, FileServer]] = {}
        self._free: Final[dict[object, list[Person]]] = {}

    def host(self, path: str = "/") -> FileServer:
        """One whose site lies there; the one below a path has browsers unpack what it sends."""
        if path not in self._hosts:
            self._hosts[path] = FileServer(self._site, path, unpacks=path == BELOW)
        return self._hosts[path]

    def whole_browser(self, folder: Path) -> WholeBrowser:
        """The one whole browser; the folder is for its profile."""
        if self._whole is None:
            self._whole = WholeBrowser(self.windows, folder)
        return self._whole

    def lend(self, host: FileServer, wishes: Wishes) -> Person | None:
        """A window like that at the start page, in which others may have played before."""
        free = self._free.get(_kind(host, wishes))
        return free.pop() if free else None

    def take_back(self, person: Person, wishes: Wishes) -> bool:
        """Keep a window for the next one with such wishes, if its host is for others, too."""
        host: Any = person.server
        if host not in self._hosts.values():
            return False
        person.go(START_PAGE)
        self._free.setdefault(_kind(host, wishes), []).append(person)
        return True

    def close(self) -> None:
        """End it all; what comes next may want an event loop of its own."""
        if self._whole is not None:
            self._whole.context.close()
        self.windows.close()
        for host in self._hosts.values():
            host.stop()


def _kind(host: FileServer, wishes: Wishes) -> object:
    return host.url, frozenset(wishes.items())
