"""A map of one's own in every command that plays."""

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from smallworld.cli import app
from smallworld.content.loader import load_map
from smallworld.game.records.record import Record

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "maps" / "heron-lake.toml"
MAP = ["--map", "my.toml"]


@pytest.fixture(autouse=True)
def _beside_a_map(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SMALLWORLD_CACHE", str(tmp_path / "cache"))
    shutil.copy(EXAMPLE, "my.toml")


def run(*words: str, given: str = "") -> Result:
    return CliRunner().invoke(app, list(words), input=given, env={"COLUMNS": "100"})


def done(*words: str, given: str = "") -> str:
    answer = run(*words, given=given)
    assert answer.exit_code == 0, answer.output
    return answer.output


PLAY = ["play", *MAP, "--turns", "2", "--seed", "1", "--record", "game.record"]


def test_a_game_its_map_and_its_record() -> None:
    shown = done(*PLAY, given="m\n" + "1\n" * 200)
    assert "11 lake" in shown  # the rough map
    assert "The game is over" in shown
    record = Path("game.record").read_text(encoding="utf-8")
    assert 'board: {name = "Heron Lake", world = "base", players = 2,' in record
    Path("my.toml").unlink()  # everything is in the record
    assert "the game is over" in done("replay", "game.record", "--verify")
    assert "P1" in done("review", "game.record", "--simulations", "1")
    assert Record.from_text(record).is_finished()


def test_a_game_goes_on_without_the_file() -> None:
    done(*PLAY, given="1\n1\nq\n")
    Path("my.toml").unlink()
    assert "conquer" in done("hint", "game.record", "--simulations", "5").lower()
    assert "The game is over" in done("play", "--resume", "game.record", given="1\n" * 200)


def test_many_games_in_several_processes() -> None:
    words = ["--games", "2", "--turns", "2", "--processes", "2", "--json"]
    found = json.loads(done("simulate", "--players", "greedy,random", *MAP, *words))
    assert (found["map"], found["games"]) == ("my.toml", 2)


def test_soak() -> None:
    assert done("soak", *MAP, "--games", "3").endswith("0 failed\n")
    assert "there is no map 'atlantis'" in run("soak", "--map", "atlantis").output


def test_arena_goes_on_only_with_the_same_map() -> None:
    words = ["arena", "greedy", "random", "--boards", "my.toml", "--turns", "1", "--games", "2"]
    words += ["--out", "results.jsonl", "--processes", "2"]
    assert "my.toml" in done(*words)
    words.append("--resume")
    text = Path("my.toml").read_text(encoding="utf-8")
    Path("my.toml").write_text(f"{text}# only a comment\n", encoding="utf-8")
    done(*words)
    Path("my.toml").write_text(text.replace('"lake"', '"sea"'), encoding="utf-8")
    assert "the files of --custom or --boards have changed" in run(*words).output


def test_what_is_wrong_with_a_map_is_told_line_by_line() -> None:
    text = load_map("my.toml").data.to_lines()
    assert len(text) == 20
    wrong = EXAMPLE.read_text(encoding="utf-8").replace('"lake"', '"pond"').replace("turns", "turn")
    Path("my.toml").write_text(wrong, encoding="utf-8")
    for command in (["play"], ["simulate"], ["soak"], ["perft"]):
        answer = run(*command, *MAP)
        assert answer.exit_code == 2
        said = answer.output.split("\n")
        assert any("map my.toml: the field `turn` is not known; did you mean" in x for x in said)
        assert any("map my.toml, region 11, `terrain`: pond was given" in line for line in said)


def test_a_map_is_no_file_of_races() -> None:
    assert "my.toml: it is a map; give it by --map" in run("play", "--custom", "my.toml").output
