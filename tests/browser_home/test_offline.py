"""The service worker is told what to keep, and changes with it; what a site says it has."""

from __future__ import annotations

from pathlib import Path

import pytest

from smallworld.engine.game import GameError
from smallworld.home.offline import description_in, fill_in

SCRIPT = Path(__file__).parents[2] / "web" / "public" / "sw.js"


def test_every_change_of_a_file_is_a_new_version() -> None:
    script = SCRIPT.read_text(encoding="utf-8")
    one = fill_in(script, {"": "a", "x.js": "b"}, server=False)
    assert 'const FILES = ["", "x.js"];' in one
    assert "none" not in one.split("\n")[4]
    assert fill_in(script, {"": "a", "x.js": "b"}, server=False) == one
    assert fill_in(script, {"": "a", "x.js": "c"}, server=False) != one
    assert fill_in(script, {"": "a", "x.js": "b"}, server=True) != one
    with pytest.raises(ValueError, match="has no line"):
        fill_in("nothing", {}, server=False)


def test_a_server_has_what_a_site_says_in_reserve() -> None:
    document = '<head><meta name="home" content=\'{"a":1}\' /></head>'
    assert description_in(document) == '<meta name="spare" content=\'{"a":1}\' />'
    with pytest.raises(GameError, match=r"run\.py site"):
        description_in("<head></head>")
