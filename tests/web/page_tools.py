"""Node and the tools of the page, as its tests use them."""

from __future__ import annotations

import importlib
import subprocess
from pathlib import Path
from typing import Final

import pytest

from tests.browser.built_page import WEB, build_page

TOOLS: Final = WEB / "node_modules"


def run_tool(script: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a tool of the page, such as `vitest/vitest.mjs`, in the folder of its sources."""
    build_page()
    path: Path = TOOLS / script
    if not path.is_file():
        pytest.skip("the page was not built here, so its tools are not installed: npm ci in web/")
    node, _ = importlib.import_module("hatch_build").node_and_npm()
    return subprocess.run([*node, str(path), *words], cwd=WEB, capture_output=True, text=True)
