"""The page on adding a map teaches what works: its map loads, its messages are true."""

import re
from pathlib import Path

import pytest

from smallworld.content.loader import read_map
from smallworld.content.map_file.checks import IN_THE_BOX
from smallworld.content.map_file.reader import (
    LARGEST_ID,
    LONGEST_NAME,
    MAP_FIELDS,
    PLAYERS,
    REGION_FIELDS,
    TURNS,
)
from smallworld.engine.errors import Unreadable
from smallworld.engine.regions import LIMIT
from smallworld.engine.terms import SYMBOLS, TERRAINS

PAGE = (Path(__file__).parents[1] / "docs" / "adding-a-map.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_the_code_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("three-shires.toml").write_text(blocks("toml")[0], encoding="utf-8")
    for code in blocks("python"):
        exec(code, {})
    assert capsys.readouterr().out == blocks("text")[0]


def test_the_messages_are_true() -> None:
    text = blocks("toml")[0].replace("players = 2", "players = 1").replace("farmland", "meadow")
    text = text.replace('"forest", edge = true', '"forest", edge = "west"')
    with pytest.raises(Unreadable) as error:
        read_map(text, "three-shires.toml")
    shown = blocks("text")[1].splitlines()
    for line, wanted in zip(str(error.value).splitlines(), shown, strict=True):
        assert line.startswith(wanted.removesuffix("…"))


def test_every_field_and_word_is_on_the_page() -> None:
    tables = PAGE.partition("## What is checked")[0]
    rows: dict[str, str] = dict(re.findall(r"^\| (`.+?) \| (.+) \|$", tables, re.MULTILINE))
    named = [word for fields in rows for word in re.findall(r"`(\w+)`", fields)]
    assert sorted(named) == sorted([*MAP_FIELDS, *REGION_FIELDS])
    assert set(re.findall(r"`(\w+)`", rows["`terrain`"])) == {*TERRAINS}
    assert set(re.findall(r"`(\w+)`", rows["`symbols`"])) == {*SYMBOLS}


def test_the_numbers_are_true() -> None:
    for words in (
        f"a line of at most {LONGEST_NAME} letters",
        f"made for, {PLAYERS[0]} to {PLAYERS[1]}",
        f"lasts, {TURNS[0]} to {TURNS[1]}",
        f"its regions, {LIMIT} at most",
        f"from 1 to {LARGEST_ID},",
        f"at most {IN_THE_BOX['mountain'][0]} mountains",
        f"{IN_THE_BOX['black_mountain'][0]} black mountains",
        f"{IN_THE_BOX['lost_tribe'][0]} Lost Tribes",
        f"{IN_THE_BOX['monster'][0]} regions of Monsters",
    ):
        assert words in PAGE, words
