"""A browser has the standard library, and not all of it."""

from __future__ import annotations

import json
import subprocess
import sys

import yaml

from smallworld.home.lessons import library
from tests.unmeasured import unmeasured

MISSING = ["yaml", "msgspec", "starlette", "numpy", "rich", "typer", "_ssl", "_sqlite3", "mypyc"]
# What is imported when the page is opened must not drag these in: they would have to be loaded.
UNWANTED = ["sqlite3", "multiprocessing", "http.client", "unittest", "doctest"]


def test_the_home_needs_no_package_from_outside() -> None:
    program = f"""
import sys
for name in {MISSING}: sys.modules[name] = None
import smallworld.browser.home, smallworld.browser.local_requests, smallworld.browser.thinker
print([name for name in {UNWANTED} if name in sys.modules])
"""
    words = [sys.executable, "-c", program]
    answer = subprocess.run(words, capture_output=True, text=True, env=unmeasured())
    assert answer.stdout.strip() == "[]", answer.stderr


def test_lessons_are_the_same_without_yaml() -> None:
    """They are packed as JSON, which knows no numbers as keys."""
    whole = yaml.safe_load(library.FILE.read_text(encoding="utf-8"))
    usual = library.lessons()
    packed = json.loads(json.dumps(whole))
    boards = {name: library._board(name, board) for name, board in packed["boards"].items()}
    for data in packed["lessons"]:
        lesson = library._lesson(data, packed, boards[data["board"]])
        assert lesson.table == usual[lesson.id].table
        assert json.dumps(lesson.steps) == json.dumps(usual[lesson.id].steps)
