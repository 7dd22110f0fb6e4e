"""A person at the screen: sees roles and names, presses keys and buttons."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal
from urllib.parse import urljoin

from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from tests.browser.live_server import ROOT, Json, LiveServer
from tests.browser.positions import Planted

PATIENCE: Final = 30.0  # seconds; the machine may be busy
LOOKS: Final = 20  # milliseconds between the first two looks
LONGEST: Final = 120.0  # between the later ones
HASTE: Final = 6.0  # seconds for a button that was there a moment ago
SCREENSHOTS: Final = ROOT / "build" / "screenshots"
PICTURES: Final = os.environ.get("SMALLWORLD_PICTURES") == "all"  # they take their time
DESK: Final = (1440, 900)
PHONE: Final = (390, 844)
LIGHT: Final = "/icon.svg"  # an address of the server where little is to be shown
REST: Final = "/between/two/tests"  # one of the page where there is nothing
PANELS: Final = ".panel, .board .cards"  # what can be done, and what is told upon the board

expect.set_options(timeout=PATIENCE * 1000)

# What a person sees at a glance, read in one go: all of it is in the accessibility tree.
_LOOK: Final = """() => {
  const shown = (e) => e.checkVisibility() && !e.disabled;
  const text = (e) => (e.getAttribute('aria-label') ?? e.innerText).replace(/\\s+/g, ' ').trim();
  const dialog = [...document.querySelectorAll('dialog[open], [role=dialog]')].at(-1) ?? null;
  const within = dialog ? [dialog] : [...document.querySelectorAll('.panel, .board .cards')];
  return {
    dialog: dialog === null ? null : text(dialog.querySelector('h1, h2')),
    heading: document.querySelector('.panel h2')?.innerText ?? '',
    status: document.querySelector('h1')?.innerText ?? '',
    buttons: within.flatMap((e) => [...e.querySelectorAll('button:not([aria-pressed])')])
      .filter(shown).map(text),
    regions: Object.fromEntries(
      [...document.querySelectorAll('[data-region]')].map((e) => [e.dataset.region, text(e)])),
    row: [...document.querySelectorAll('ol.row.open button')].map(text),
    chips: [...document.querySelectorAll('.panel button[aria-pressed]')].map(text),
    busy: document.querySelector('.panel[aria-busy=true]') !== null,
    lost: document.querySelector('[role=alert]')?.innerText ?? '',
  };
}"""

# To paint the table at every step takes longer than all the rest of a test. And the page makes
# pixels of the ground and of faces, where the browser lets it: a fifth of the work, for nobody.
_UNPAINTED: Final = """HTMLImageElement.prototype.decode = () =>
  Promise.reject(new Error('not painted in this test'));
addEventListener('DOMContentLoaded', () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('html, dialog { opacity: 0 !important }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
});"""

# To keep all files of the page for later costs a new window more than to show it.
_WITHOUT_KEEPING: Final = """if (self.ServiceWorkerContainer)
  ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error('not in this test'));
"""

_KEEP_SEATS: Final = """([id, table]) => {
  const kept = JSON.parse(localStorage['smallworld.seats'] ?? '{}');
  localStorage['smallworld.seats'] = JSON.stringify({...kept, [id]: table});
}"""

# As a click on a link does: the page is not loaded anew, which is most of the work.
_FOLLOW: Final = """(address) => {
  const link = document.createElement('a');
  link.href = address;
  document.body.append(link);
  link.click();
  link.remove();
}"""
# The page leaves what it shows and forgets what it keeps, as when another window of this browser is
# made to forget everything. It says no where it is another page, or has other settings than it had
# when it was loaded, which it does not forget.
_REST: Final = """async ([address, settings]) => {
  const kept = JSON.stringify(JSON.parse(localStorage['smallworld.settings'] ?? 'null'));
  if (!document.querySelector('#app > *') || kept !== settings) return false;
  const link = document.createElement('a');
  link.href = address;
  document.body.append(link);
  link.click();
  link.remove();
  await new Promise((done) => setTimeout(done));
  localStorage.clear();
  sessionStorage.clear();
  dispatchEvent(new StorageEvent('storage', {key: null}));
  localStorage['smallworld.settings'] = settings;
  return location.pathname === address
    && document.querySelector('dialog, [role=dialog], [role=tooltip], [data-region]') === null;
}"""
_THERE: Final = """(id) => location.pathname === `/t/${id}`
  && document.querySelector('.panel h2') !== null && document.querySelector('[data-region]')"""

# A point where a click reaches the region itself and not a piece or a price that lies on it.
_POINT: Final = """(name) => {
  const path = document.querySelector(`[data-region="${name}"]`);
  if (!path) return null;  // the board is still on its way
  const box = path.getBoundingClientRect();
  for (let step = 2; step <= 24; step *= 2)
    for (let i = 1; i < step; i += 1)
      for (let k = 1; k < step; k += 1) {
        const x = box.left + (box.width * i) / step, y = box.top + (box.height * k) / step;
        if (document.elementFromPoint(x, y) === path) return [x, y];
      }
  return null;
}"""


@dataclass(frozen=True)
class Sight:
    """What is on the screen."""

    dialog: str | None
    heading: str
    status: str
    buttons: list[str]
    regions: dict[str, str]
    row: list[str]
    chips: list[str]
    busy: bool
    lost: str

    def lit(self, pattern: str) -> list[str]:
        """The regions whose spoken text says that."""
        return [name for name, text in self.regions.items() if re.search(pattern, text)]

    def button(self, pattern: str) -> str | None:
        """The first button that says so."""
        return next((text for text in self.buttons if re.search(pattern, text)), None)


class Person:
    """One browser window with one visitor in front of it.

    `script` runs in every page before its own. What is not `painted` is there all the same, can be
    seen by its place, read and clicked, but has no colours. `keeps`: the page may keep its files.
    """

    def __init__(
        self,
        browser: Browser,
        server: LiveServer,
        *,
        size: tuple[int, int] = DESK,
        locale: str = "en-GB",
        dark: bool = False,
        speed: str = "instant",
        bypass_csp: bool = False,
        touch: bool = False,
        motion: bool = False,
        script: str = "",
        painted: bool = False,
        keeps: bool = False,
    ) -> None:
        self.server: Final = server
        self.complaints: Final[list[str]] = []
        self.asked: Final[list[str]] = []  # the addresses of all that was loaded
        self._scripted: Final = script != ""
        self._settings: Final = json.dumps({"speed": speed}, separators=(",", ":"))
        self._rests = False  # the page is loaded, and has nothing on it
        self._size: Final[ViewportSize] = {"width": size[0], "height": size[1]}
        self._scheme: Final[Literal["dark", "light"]] = "dark" if dark else "light"
        self.context: Final[BrowserContext] = browser.new_context(
            base_url=server.url,
            viewport=self._size,
            locale=locale,
            color_scheme=self._scheme,
            reduced_motion="no-preference" if motion else "reduce",
            bypass_csp=bypass_csp,
            has_touch=touch,
        )
        self.context.set_default_timeout(PATIENCE * 1000)
        self.context.add_init_script(
            f"try {{ localStorage['smallworld.settings'] ??= '{self._settings}' }} catch {{}};"
            # a browser may forbid it
            + script
            + ("" if keeps else _WITHOUT_KEEPING)
            + ("" if painted or PICTURES else _UNPAINTED)
        )
        self.context.on("request", lambda request: self.asked.append(request.url))
        self.page: Final[Page] = self.context.new_page()
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            where = message.location.get("url", "")
            if not where.endswith("/favicon.ico"):  # asked for beside a picture, see LIGHT
                self.complaints.append(f"{message.type}: {message.text} {where}")

    def close(self) -> None:
        """Leave."""
        self.context.close()

    def tidy(self) -> None:
        """Leave the window to somebody else, who is to find it as if it were new.

        The page stays, which saves most of the work of the next test, where nothing of what this
        one has done to it can be left: no script of its own, no other settings.
        """
        self.page.mouse.move(0, 0)
        if self.page.viewport_size != self._size:
            self.page.set_viewport_size(self._size)
        self.page.emulate_media(color_scheme=self._scheme, contrast="no-preference")
        self._rests = not self._scripted and self.page.evaluate(_REST, [REST, self._settings])
        if not self._rests:
            self.page.goto(LIGHT)
            self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        self.complaints.clear()

    def go(self, path: str) -> None:
        """Open an address; in a page that rests one of the page's own by a link."""
        if self._rests and path.startswith("/"):
            self._rests = False
            self.follow(path)
        else:
            self.load(path)

    def load(self, path: str) -> None:
        """Open an address with a page that is loaded for it."""
        self._rests = False
        self.page.goto(urljoin(self.server.url, path))

    def follow(self, path: str) -> None:
        """Go to another page of ours as by a link, which takes half the work of opening it."""
        self.page.evaluate(_FOLLOW, path)

    def sit(self, planted: Planted) -> None:
        """Take all seats of a table whose secrets are known, and go there."""
        if not (self._rests or self.page.url.endswith(LIGHT)):
            self.load(LIGHT)
        self._keep_seats(planted, list(planted.secrets))
        self.go(f"/t/{planted.id}")

    def move_to(self, planted: Planted, seats: list[str] | None = None) -> None:
        """Take these seats or all, and go there from another page of ours, as by a link."""
        self._keep_seats(planted, list(planted.secrets) if seats is None else seats)
        self.follow(f"/t/{planted.id}")
        self.page.wait_for_function(_THERE, arg=planted.id)

    def _keep_seats(self, planted: Planted, seats: list[str]) -> None:
        kept = [
            {"seat": seat, "kind": "device", "name": "", "secret": planted.secrets[seat]}
            for seat in seats
        ]
        self.page.evaluate(_KEEP_SEATS, [planted.id, {"watch": planted.watch, "seats": kept}])

    def sit_at(self, made: Json) -> None:
        """Take all seats of a table that was just made."""
        secrets = {each["seat"]: each["secret"] for each in made["seats"] if each["secret"]}
        self.sit(Planted(made["table"], made["watch"], secrets))

    def shoot(self, name: str, always: bool = False) -> None:
        """Keep a picture of the screen, where pictures are wanted."""
        if PICTURES or always:
            SCREENSHOTS.mkdir(parents=True, exist_ok=True)
            self.page.evaluate("document.adoptedStyleSheets = []")  # see _UNPAINTED
            self.page.screenshot(path=SCREENSHOTS / f"{name}.png")

    # ---- looking ----

    def look(self) -> Sight:
        """What is on the screen now."""
        return Sight(**self.page.evaluate(_LOOK))

    def look_until(self, pattern: str, where: str = "") -> Sight:
        """What is on the screen once heading, status or dialog says that."""
        return self.wait_for(
            lambda s: bool(re.search(pattern, f"{s.heading}\n{s.status}\n{s.dialog or ''}")),
            where or pattern,
        )

    def wait_for(self, test: Any, what: str, seconds: float = PATIENCE) -> Sight:
        """What is on the screen once that is so."""
        sight = self.look()

        def is_so() -> bool:
            nonlocal sight
            sight = self.look()
            return bool(test(sight))

        self.until(is_so, lambda: f"{what}; on the screen: {sight}", seconds)
        return sight

    def until(
        self, true: Callable[[], bool], what: Callable[[], str], seconds: float = PATIENCE
    ) -> None:
        """Look again and again until that is so; the page goes on meanwhile."""
        end = time.monotonic() + seconds
        pause = float(LOOKS)
        while not true():
            if time.monotonic() > end:
                self.shoot("stuck", always=True)
                raise AssertionError(f"waited in vain for {what()}")
            self.page.wait_for_timeout(pause)
            pause = min(LONGEST, pause * 1.3)

    def see_change(self, old: Sight) -> Sight:
        """What is on the screen once it is no longer that."""
        return self.wait_for(lambda now: now != old, f"something other than {old}")

    @property
    def table(self) -> str:
        """The table this page shows."""
        found = re.search(r"/t/([^/#?]+)", self.page.url)
        assert found, self.page.url
        return found[1]

    # ---- acting ----

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """A button by its name."""
        return self.page.get_by_role("button", name=name)

    def press(self, text: str) -> None:
        """Click the button of the panel or the dialog that says exactly that."""
        dialog = self.page.locator("dialog[open], [role=dialog]")
        within = dialog.last if dialog.count() else self.page.locator(PANELS)
        within.get_by_role("button", name=text, exact=True).first.click(timeout=HASTE * 1000)

    def open_menu(self, name: str) -> None:
        """Choose something from the menu of the table."""
        self.button("Menu").click()
        self.page.get_by_role("dialog", name="Menu").get_by_role("button", name=name).click()

    @property
    def combos(self) -> Locator:
        """The races to choose from, on the table or in a sheet."""
        return self.page.get_by_role("list", name="Races to choose from").last.get_by_role("button")

    def region(self, name: str) -> Locator:
        """A region of the board."""
        return self.page.locator(f'[data-region="{name}"]')

    def click_region(self, name: str) -> None:
        """Click into the land of a region."""
        self.page.mouse.click(*self.reach(name))

    def reach(self, name: str) -> tuple[float, float]:
        """Where a click reaches that region, once it does: something may lie over it a moment."""
        point: tuple[float, float] | None = None

        def is_in_reach() -> bool:
            nonlocal point
            point = self.point_in(name)
            return point is not None

        self.until(is_in_reach, lambda: f"a click that reaches region {name}")
        assert point is not None
        return point

    def point_in(self, name: str) -> tuple[float, float] | None:
        """A point on the screen that belongs to that region and nothing else."""
        found = self.page.evaluate(_POINT, name)
        return None if found is None else (found[0], found[1])

    def take(self, combo: int = 0) -> None:
        """Mark a race of the row, and take it."""
        self.combos.nth(combo).click()
        self.button(re.compile(r"^Take them")).click()
