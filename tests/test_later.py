"""Modules that take long to read are not read before something of them is asked for."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.later import Later


def test_a_module_is_read_when_something_of_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "takes_long.py").write_text("ANSWER = 42\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    later = Later("takes_long")
    # As pytest asks all that a module of tests has whether it is a fixture.
    assert getattr(later, "__wrapped__", None) is None
    assert "takes_long" not in sys.modules
    assert later.ANSWER == 42
    monkeypatch.delitem(sys.modules, "takes_long")
