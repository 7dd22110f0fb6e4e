"""The documentation as a site, built once for all tests of a run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def mkdocs(config: Path, out: Path) -> subprocess.CompletedProcess[str]:
    """Build a site as `run.py docs` does."""
    words = ["-m", "mkdocs", "build", "--strict", "-f", str(config), "-d", str(out)]
    return subprocess.run(
        [sys.executable, *words],
        cwd=config.parent,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
    )


def built_site(factory: pytest.TempPathFactory) -> Path:
    """The folder of the site."""
    folder = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # what all processes of this run share
    site = folder / "site"
    with (folder / "site.lock").open("w") as lock:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        if not (site / "search" / "search_index.json").is_file():
            answer = mkdocs(ROOT / "mkdocs.yml", site)
            assert answer.returncode == 0, answer.stderr
    return site
