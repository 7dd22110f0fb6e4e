"""The page about computer players says what is so."""

import json
import re
from pathlib import Path

import pytest

from smallworld.engine.game import is_chance
from smallworld.game.match import Match
from smallworld.game.setup import GameSetup
from smallworld.players.external.player import SETTINGS, begin_message, read_answer
from smallworld.players.registry import BUDGET, LEVELS, MODEL, make_player

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "players.md").read_text(encoding="utf-8")
MEASURED = PAGE.partition("<!-- begin: tools/ratings.py -->")[2].partition("<!-- end:")[0]


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_code_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {"__name__": "page"}
    for block in blocks("python"):
        if "sys.stdin" not in block:  # the program from outside has tests of its own
            exec(block, names)
    shown = capsys.readouterr().out.splitlines()
    assert shown == ["('P1',)", "['hasty', 'greedy']", "True"]


def test_every_level_and_setting_is_on_the_page() -> None:
    ladder = PAGE.partition("## The ladder")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)`", ladder, re.MULTILINE) == [level.name for level in LEVELS]
    for setting in {*BUDGET, *MODEL, *SETTINGS}:
        assert f"`{setting}`" in PAGE


def test_the_messages_on_the_page_have_the_fields_they_have() -> None:
    match = Match(GameSetup(map="base-2"), [make_player("greedy"), make_player("greedy")])
    while is_chance(match.state):
        match.step()
    start, choose, answer = blocks("json")
    told = begin_message(match.view(0), 10.0)
    assert re.findall(r'"(\w+)":', start.partition('"board"')[0]) == [*told][:-1]
    assert isinstance(told["board"], list)
    region = told["board"][0]
    assert isinstance(region, dict)
    assert re.findall(r'"(\w+)":', start.partition('"board":')[2]) == [*region]
    assert re.findall(r'"(\w+)":', choose) == ["type", "n", "legal", "tallied", "view", "turn"]
    assert read_answer(answer.encode(), 17) == json.loads(answer)["do"]


def test_the_page_shows_the_ratings_that_the_levels_have() -> None:
    shown = {name: int(n) for name, n in re.findall(r"^\| `([^`]+)` \| (-?\d+) \|", MEASURED, re.M)}
    rated = {level.name: level.rating for level in LEVELS if level.rating is not None}
    assert rated
    assert rated.items() <= shown.items()
    assert "smallworld arena " in MEASURED
    assert (ROOT / "docs" / "ratings.svg").is_file()
