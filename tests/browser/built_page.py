"""The page as its sources are now: built if that has not been done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tests.browser.live_server import ROOT
from tools import page


def build_page(tools: bool = False) -> None:
    """Build the page if it is missing or older than its sources, as installing would."""
    if page.has_sources():
        with _one_at_a_time():
            page.bring_up_to_date(tools)


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
