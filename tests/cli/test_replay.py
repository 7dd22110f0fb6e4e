"""Looking at a game that was kept."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from smallworld.cli import app
from smallworld.cli.commands.replay import ReplayViewer
from smallworld.cli.console import out
from smallworld.game.match import Match
from smallworld.game.records.record import Record
from smallworld.game.setup import GameSetup
from smallworld.players.registry import make_player


@pytest.fixture(scope="module")
def record() -> Record:
    players = [make_player("random", seed) for seed in (1, 2)]
    return Match(GameSetup(turns=2), players, seed=1).run()


@pytest.fixture
def file(record: Record, tmp_path: Path) -> Path:
    path = tmp_path / "game.record"
    path.write_text(record.to_text(), encoding="utf-8")
    return path


def replay(file: Path, *words: str) -> Result:
    return CliRunner().invoke(app, ["replay", str(file), *words], env={"COLUMNS": "100"})


def test_verify(file: Path, record: Record) -> None:
    done = replay(file, "--verify")
    assert done.exit_code == 0
    assert f"{len(record.moves)} moves and 4 checkpoints hold; the game is over" in done.output


def test_a_changed_game_does_not_verify(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    first = text.index("\n= ")
    file.write_text(text[: first + 3] + "0" * 16 + text[first + 19 :], encoding="utf-8")
    for words in (["--verify"], [], ["--json"]):
        done = replay(file, *words)
        assert done.exit_code == 2
        assert done.stdout == ""
        assert "the state is" in done.stderr


def test_the_whole_game_is_listed_where_nobody_can_step(file: Path, record: Record) -> None:
    listed = replay(file).output
    for number, move in enumerate(record.moves, 1):
        assert f"{number:>4}  {move.who} {move.text}\n" in listed
    assert "Turn 2 of 2: P2" in listed
    assert "The game is over: P1 " in listed


def test_the_table_after_some_moves(file: Path, record: Record) -> None:
    shown = replay(file, "--to", "12").output
    assert shown.startswith(f"After move 12 of {len(record.moves)}, turn 1\nP1: 5 coins\n")
    beyond = replay(file, "--to", str(len(record.moves) + 1))
    assert beyond.exit_code == 2


def test_json(file: Path, record: Record) -> None:
    told = json.loads(replay(file, "--json", "--to", "13").stdout)
    assert len(told["moves"]) == 13
    assert told["moves"][0] == {"who": "*", "do": record.moves[0].text}
    assert told["table"]["turn"] == 1


def test_stepping_forth_and_back(record: Record, capsys: pytest.CaptureFixture[str]) -> None:
    show = ReplayViewer(out(), record)
    for line in ("", "", "20", "b", "t", "c", "m", "x"):
        show.obey(line)
    printed = capsys.readouterr().out
    assert show.at == 19
    assert f"   2  * {record.moves[1].text}" in printed
    assert f"After move 20 of {len(record.moves)}" in printed
    assert f"  19  {record.moves[18].who} {record.moves[18].text}" in printed
    assert f"there are {len(record.moves)} moves" in printed
    show.obey(str(len(record.moves)))
    show.obey("")
    assert "The game is over" in capsys.readouterr().out
