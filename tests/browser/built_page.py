"""The page as its sources are now: built if that has not been done."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from tests.browser.live_server import ROOT

WEB: Final = ROOT / "web"
STATIC: Final = ROOT / "smallworld" / "static"
STAMP: Final = STATIC / "stamp.txt"  # says from which sources it was built


def build_page() -> None:
    """Build the page if it is missing or older than its sources, as installing would."""
    if os.environ.get("SMALLWORLD_PAGE") == "skip" or not WEB.is_dir():
        return
    hook = importlib.import_module("hatch_build")
    with _one_at_a_time():
        wanted = hook.fingerprint(WEB)
        if STAMP.is_file() and STAMP.read_text() == wanted:
            return
        hook.build(WEB)
        STAMP.write_text(wanted)


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Tests run in several processes, and all of them want the page."""
    try:
        import fcntl
    except ImportError:  # Windows; there they had better be run in one
        yield
        return
    lock = ROOT / "build" / "page.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
