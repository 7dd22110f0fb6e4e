"""The sources of the page have no errors of type, and nothing the compiler warns of."""

from __future__ import annotations

import subprocess

import pytest

from tests.browser.built_page import build_page
from tools import page


def test_types_and_warnings_of_the_page() -> None:
    if not page.has_sources():
        pytest.skip("SMALLWORLD_PAGE=skip: the page is not built here")
    build_page(tools=True)
    check = page.WEB / "node_modules" / "svelte-check" / "bin" / "svelte-check"
    node, _ = page.node_and_npm()
    words = [*node, str(check), "--tsconfig", "./tsconfig.json", "--fail-on-warnings"]
    answer = subprocess.run(words, cwd=page.WEB, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stdout + answer.stderr
