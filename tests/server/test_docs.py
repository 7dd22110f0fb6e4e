"""The list of files in docs/server.md is the list of files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("package", ["table", "home", "server"])
def test_every_file_is_listed_and_every_listed_file_is_there(package: str) -> None:
    page = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    start = page.index(f"| file of `smallworld/{package}` |")
    rows = page[start : page.index("\n\n", start)].splitlines()[2:]
    listed = [name for row in rows for name in re.findall(r"`([\w/]+\.py)`", row.split("|")[1])]
    folder = ROOT / "smallworld" / package
    there = [path.relative_to(folder).as_posix() for path in folder.rglob("*.py")]
    assert sorted(listed) == sorted(name for name in there if not name.endswith("__init__.py"))
