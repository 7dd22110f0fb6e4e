"""The sources of the page have no errors of type, and nothing the compiler warns of."""

from __future__ import annotations

import importlib
import subprocess

import pytest

from tests.browser.built_page import WEB, build_page


def test_types_and_warnings_of_the_page() -> None:
    build_page()
    check = WEB / "node_modules" / "svelte-check" / "bin" / "svelte-check"
    if not check.is_file():
        pytest.skip("the page was not built here, so its tools are not installed: npm ci in web/")
    node, _ = importlib.import_module("hatch_build").node_and_npm()
    words = [*node, str(check), "--tsconfig", "./tsconfig.json", "--fail-on-warnings"]
    answer = subprocess.run(words, cwd=WEB, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stdout + answer.stderr
