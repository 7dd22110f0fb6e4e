"""Every server reads the page and compresses it; those of tests take what one of them has made."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from smallworld.server.http import static_files
from smallworld.server.http.static_files import StaticFiles
from smallworld.server.settings import ServerSettings


@contextmanager
def compressed_once() -> Iterator[None]:
    """Each file is compressed once only, however many servers there are."""
    once = SimpleNamespace(compress=lru_cache(maxsize=1000)(gzip.compress))
    with patch.object(static_files, "gzip", once):
        yield


def compress_now() -> None:
    """Do it for all servers to come."""
    StaticFiles(ServerSettings(Path()).page)
