"""Node and the tools of the page, as its tests use them."""

from __future__ import annotations

import subprocess

import pytest

from tests.browser.built_page import build_page
from tools import page


def run_tool(script: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a tool of the page, such as `vitest/vitest.mjs`, in the folder of its sources."""
    if not page.has_sources():
        pytest.skip("SMALLWORLD_PAGE=skip: the page is not built here")
    build_page(tools=True)
    node, _ = page.node_and_npm()
    command = [*node, str(page.WEB / "node_modules" / script), *words]
    return subprocess.run(command, cwd=page.WEB, capture_output=True, text=True)
