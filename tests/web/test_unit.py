"""The unit tests of the page's own code, and its types."""

from __future__ import annotations

from tests.web.page_tools import run_tool


def test_the_pages_unit_tests_pass() -> None:
    answer = run_tool("vitest/vitest.mjs", "run", "--no-color")
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert " passed" in answer.stdout


def test_types_and_warnings_of_the_page() -> None:
    words = ("--tsconfig", "./tsconfig.json", "--fail-on-warnings")
    answer = run_tool("svelte-check/bin/svelte-check", *words)
    assert answer.returncode == 0, answer.stdout + answer.stderr
