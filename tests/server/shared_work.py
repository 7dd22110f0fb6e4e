"""What servers of tests need not do each for itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tests.server.kept_workers import workers_kept
from tests.server.page_files import compressed_once
from tests.server.warm_start import warm_starts


@contextmanager
def shared_work() -> Iterator[None]:
    """Programs are started warm, workers kept for the next test, the page is compressed once."""
    with warm_starts(), workers_kept(), compressed_once():
        yield
