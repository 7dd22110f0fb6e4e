"""Every example in a docstring does what it says."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WITH_EXAMPLES = [
    path
    for path in sorted((ROOT / "smallworld").rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


def name_of(path: Path) -> str:
    """The name by which that file is imported."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=name_of)
def test_examples_in_docstrings_hold(path: Path) -> None:
    module = importlib.import_module(name_of(path))
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.FAIL_FAST)
    tried = 0
    for test in doctest.DocTestFinder().find(module):
        tried += runner.run(test, out=told.append).attempted
    assert told == [], "".join(told)
    assert tried == path.read_text(encoding="utf-8").count(">>> ")
