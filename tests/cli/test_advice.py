"""`hint` and `review` on the command line, and `hint` during a game."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from smallworld.cli import app
from smallworld.engine.game import to_act
from smallworld.game.match import Match
from smallworld.game.records.record import Record
from smallworld.game.setup import GameSetup
from smallworld.players.greedy import GreedyPlayer


@pytest.fixture(scope="module")
def record() -> Record:
    return Match(GameSetup(turns=1), [GreedyPlayer(), GreedyPlayer()], seed=1).run()


@pytest.fixture
def file(record: Record, tmp_path: Path) -> Path:
    path = tmp_path / "game.record"
    path.write_text(record.to_text(), encoding="utf-8")
    return path


def run(*words: str | Path, typed: str = "") -> Result:
    named = [str(word) for word in words]
    return CliRunner().invoke(app, named, input=typed, env={"COLUMNS": "100"})


def test_a_hint_for_a_position(file: Path, record: Record) -> None:
    done = run("hint", file, "--at", "12", "--simulations", "40")
    assert done.exit_code == 0, done.output
    lines = done.output.splitlines()
    assert lines[0] == "After move 12, turn 1 of 1: P1 decides."
    assert lines[1].startswith("  pick ")
    assert lines[2].startswith("  Brings ")
    told = json.loads(run("hint", file, "--at", "12", "--simulations", "40", "--json").stdout)
    assert told["move"] == 12
    assert told["seat"] == "P1"
    assert lines[1].startswith(f"  {told['do']}: ")
    assert told["reason"] in done.output
    assert told["gains"][0]["code"] == "tokens"


def test_where_there_is_no_hint_it_says_why(file: Path, record: Record, tmp_path: Path) -> None:
    last = len(record.moves)
    for words, why in (
        ([file], "the game is over"),
        ([file, "--at", "3"], "luck is next"),
        ([file, "--at", str(last + 1)], f"it has {last} moves"),
        ([tmp_path / "none.record"], "it cannot be read"),
        ([file, "--at", "12", "--seconds", "0"], "a time is more than 0"),
    ):
        done = run("hint", *words)
        assert done.exit_code == 2
        assert why in done.stderr


def test_a_hint_while_playing(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    done = run("play", "--seed", "1", "--record", path, typed="hint\npick 1\n")
    assert "expected at the end" in done.output or "Brings " in done.output
    assert "You pick" in done.output
    kept = Record.from_text(path.read_text(encoding="utf-8"))
    assert to_act(kept.replay()) == 0
    assert "hint" not in path.read_text(encoding="utf-8")


def test_a_review(file: Path, record: Record, tmp_path: Path) -> None:
    picture = tmp_path / "review.svg"
    done = run("review", file, "--simulations", "2", "--picture", picture)
    assert done.exit_code == 0, done.output
    assert done.output.startswith(f"base-2, 1 turns, {len(record.moves)} moves; 2 simulations")
    assert "The biggest mistakes" in done.output
    assert picture.read_text(encoding="utf-8").startswith("<svg ")
    told = json.loads(run("review", file, "--simulations", "2", "--json").stdout)
    assert len(told["steps"]) == len(record.moves)


def test_what_cannot_be_reviewed_is_refused(file: Path, record: Record, tmp_path: Path) -> None:
    empty = tmp_path / "empty.record"
    empty.write_text(Record(record.header).to_text(), encoding="utf-8")
    assert "nothing has happened" in run("review", empty).stderr
    file.write_text("what is this", encoding="utf-8")
    assert run("review", file).exit_code == 2
    nowhere = tmp_path / "no" / "picture.svg"
    assert "there is no folder" in run("review", file, "--picture", nowhere).stderr


def test_a_review_can_be_interrupted(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("smallworld.players.analysis.review.look_ahead", stop)
    done = run("review", file)
    assert done.exit_code == 130
    assert done.stdout == ""
