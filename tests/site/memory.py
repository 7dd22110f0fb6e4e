"""The memory of a Python that has started: the page keeps one, and begins with it the next time.

A start from nothing is most of the work of a test of the site. Tests that are not about it give
their windows what the first window of the run has kept.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from playwright.sync_api import Page

from tests.browser.person import Person
from tests.site.file_server import FileServer

MEMORY: Final = "/kept-memory"  # where a host hands it to a page
LIGHT: Final = "/nothing-yet.html"  # a page of the same host, which does not start Python
_EMPTY: Final = '<!doctype html><link rel="icon" href="data:,"><title>Nothing yet</title>'
START: Final = 90.0  # seconds that Python may take to start beside other tests
# Where the page keeps it: web/src/worker/engine.ts.
_NAME: Final = """caches.open('smallworld-engine').then((cache) => cache.keys())
  .then((all) => all.map(({url}) => new URL(url)).find(({pathname}) =>
    pathname.endsWith('/engine/memory'))?.search ?? '')"""
_TAKE: Final = """async (name) => {
  const cache = await caches.open('smallworld-engine');
  const kept = await cache.match(new URL(`engine/memory${name}`, location.href));
  const blob = await kept.blob();
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = 'memory';
  link.click();
}"""
_GIVE: Final = """async ([path, name]) => {
  const cache = await caches.open('smallworld-engine');
  const kept = new URL(`engine/memory${name}`, location.href);
  kept.searchParams.set('by', navigator.userAgent);  // a whole browser has another name
  await cache.put(kept, await fetch(`.${path}`));
}"""


def keep_memory(person: Person, folder: Path) -> None:
    """Wait until the page has kept a memory, and take it out of the browser."""
    page = person.page
    person.until(lambda: bool(page.evaluate(_NAME)), lambda: "a memory that is kept", START)
    name = str(page.evaluate(_NAME))
    with page.expect_download() as taken:
        page.evaluate(_TAKE, name)
    taken.value.save_as(folder / "memory")
    (folder / "name").write_text(name, encoding="utf-8")
    (folder / "nothing-yet.html").write_text(_EMPTY, encoding="utf-8")


def give_memory(page: Page, host: FileServer, folder: Path) -> None:
    """Let the page find a memory, as if it had kept it when it was opened before."""
    host.more.update({MEMORY: folder / "memory", LIGHT: folder / "nothing-yet.html"})
    page.goto(f"{host.url}{LIGHT[1:]}")
    page.evaluate(_GIVE, [MEMORY, (folder / "name").read_text(encoding="utf-8")])
