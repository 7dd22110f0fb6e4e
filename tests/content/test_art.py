"""The pictures: one for everything in the game, and drawn by the rules of docs/art.md."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from smallworld.content.drawing import ART
from smallworld.content.emblems import KINDS, load_symbols, sprite, symbol_of
from smallworld.content.texts import load_texts
from tools import pictures

SYMBOLS = load_symbols()
PICTURES = [name for name in SYMBOLS if name != "clip-portrait"]
# What a picture may weigh, in letters, by what its name begins with.
BUDGET = {"race": 2560, "spare": 2560, "power": 1230, "plate": 400, "frame": 700}
OTHER_BUDGET = 1640
FORBIDDEN = ("<text", "<image", "Gradient", "<filter", "style=", "<script", "href")


def test_everything_in_the_game_has_a_picture_and_every_picture_shows_something() -> None:
    wanted = {symbol_of(entry.kind, entry.name) for entry in load_texts() if entry.kind != "term"}
    wanted |= {symbol_of("natives", name) for name in ("Lost Tribe", "Monsters")}
    starts = tuple(KINDS.values())
    assert wanted == {name for name in SYMBOLS if name.startswith(starts)}


def test_every_power_lies_on_a_plate_that_there_is() -> None:
    powers = [name for name in SYMBOLS if name.startswith(KINDS["power"])]
    assert len(powers) > 40
    assert all(f"plate-{SYMBOLS[name].family}" in SYMBOLS for name in powers)


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_keeps_to_the_rules(name: str) -> None:
    text = SYMBOLS[name].text
    assert len(text) <= BUDGET.get(name.partition("-")[0], OTHER_BUDGET)
    assert [word for word in FORBIDDEN if word in text] == []
    assert re.findall(r"\d\.\d\d", text) == [], "one decimal is enough"
    assert re.findall(r"[ (\"]0\.\d", text) == [], "numbers have no needless nought"


def test_all_of_it_is_one_file_that_can_be_read() -> None:
    whole = sprite(ART.read_text(encoding="utf-8"))
    root = ElementTree.fromstring(whole)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert set(SYMBOLS) | {"terrain-hill", "symbol-mine"} <= set(ids)
    assert "<!--" not in whole


def test_the_icon_of_the_page_is_one_of_the_faces() -> None:
    kept = (pictures.PUBLIC / "icon.svg").read_text(encoding="utf-8")
    assert kept == pictures.icon(), "python tools/pictures.py icon"
