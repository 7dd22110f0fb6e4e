"""`smallworld balance`: files that may be stopped at any moment, tables, JSON, CSV and pictures."""

import csv
import gzip
import json
import os
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner, Result

from smallworld.arena.plan import ArenaTable, Rules
from smallworld.balance.games_file import GamesFolder, file_name, play_piece, read_board
from smallworld.balance.plan import BalancePlan
from smallworld.cli import app
from smallworld.engine.game import GameError
from tests.waiting import wait_until

ROOT = Path(__file__).parents[2]
BEAVERS = ROOT / "docs" / "examples" / "beavers.toml"
HERON = ROOT / "docs" / "examples" / "maps" / "heron-lake.toml"
QUICK = ["--player", "random", "--turns", "3"]
PLAN = BalancePlan((ArenaTable("base-2", 2),), "random", rules=Rules(turns=3))


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["balance", *words], env={"COLUMNS": "200"})


def played(folder: Path, games: int) -> GamesFolder:
    kept = GamesFolder(PLAN, folder)
    for piece in kept.due(games):
        kept.add(piece, play_piece(PLAN, piece))
    return kept


def test_games_come_back_from_their_file(tmp_path: Path) -> None:
    kept = played(tmp_path, 30)
    again, _, whole = read_board(tmp_path / "base-2.jsonl.gz")
    assert again == kept.boards[0]
    assert len(again.games) == 33
    assert whole == (tmp_path / "base-2.jsonl.gz").stat().st_size
    assert GamesFolder(PLAN, tmp_path).due(30) == []
    assert len(GamesFolder(PLAN, tmp_path).due(31)) == 1
    lines = gzip.decompress((tmp_path / "base-2.jsonl.gz").read_bytes()).splitlines()
    assert len(lines) == 33 + 2  # any program reads it: two pieces, each with its head


def test_a_file_cut_off_anywhere_goes_on_with_its_whole_pieces(tmp_path: Path) -> None:
    kept = played(tmp_path, 40)
    path = tmp_path / "base-2.jsonl.gz"
    content = path.read_bytes()
    for cut in (len(content) - 1, len(content) // 2, 30):
        path.write_bytes(content[:cut])
        if cut == 30:
            with pytest.raises(GameError, match="no whole piece"):
                GamesFolder(PLAN, tmp_path)
            path.write_bytes(b"")  # as a crash before the first piece leaves it
        assert GamesFolder(PLAN, tmp_path).boards[0].games.items() <= kept.boards[0].games.items()
        assert played(tmp_path, 40).boards == kept.boards
        assert read_board(path)[0] == kept.boards[0]


def test_files_may_be_joined_and_no_game_counts_twice(tmp_path: Path) -> None:
    kept = played(tmp_path, 30)
    path = tmp_path / "base-2.jsonl.gz"
    path.write_bytes(path.read_bytes() * 2)
    assert read_board(path)[0] == kept.boards[0]


def test_games_of_something_else_are_not_gone_on_with(tmp_path: Path) -> None:
    played(tmp_path, 1)
    words = ["--games", "2", "--out", str(tmp_path)]
    other = run(*QUICK, *words, "--seed", "2")
    assert other.exit_code == 2
    assert "its games have another seed 1, not 2" in other.stderr
    assert "another player 'random', not 'careless'" in run("--player", "careless", *words).stderr
    assert "another turns 3, not 4" in run("--player", "random", "--turns", "4", *words).stderr
    assert run(*QUICK, *words).exit_code == 0
    (tmp_path / "base-2.jsonl.gz").write_bytes(gzip.compress(b"{}\n"))
    assert "does not begin as games of a balance do" in run(*QUICK, *words).stderr


def test_names_of_files_are_plain_and_their_own() -> None:
    names = [file_name(ArenaTable(name, seats)) for name, seats in (("base-2", 2), ("base-2", 3))]
    assert names == ["base-2.jsonl.gz", "base-2-3-seats.jsonl.gz"]
    home_made = file_name(ArenaTable(str(HERON), 2))
    assert home_made.startswith("heron-lake-")


def test_the_command_tells_everything(tmp_path: Path) -> None:
    words = [*QUICK, "--games", "60", "--boards", "base-2,base-3", "--out", str(tmp_path / "games")]
    table = run(*words, "--csv", str(tmp_path / "all.csv"), "--pictures", str(tmp_path / "p"))
    assert table.exit_code == 0, table.output
    for words_there in (
        "60 games and 7 varied ones",
        "races",
        "powers",
        "seats",
        "all base boards",
    ):
        assert words_there in table.output
    data = json.loads(run(*words, "--json").output)
    assert (data["games"], data["varied_games"], data["failures"]) == (120, 14, [])
    boards = {board["board"]: board for board in [*data["boards"], *data["together"]]}
    assert list(boards) == ["base-2", "base-3", "all base boards"]
    races = {one["name"]: one for one in boards["base-2"]["things"] if one["kind"] == "race"}
    assert len(races) == 14
    for one in races.values():
        assert one["offered"]["low"] <= one["offered"]["mean"] <= one["offered"]["high"]
        assert sum(price["taken"] for price in one["by_price"]) == one["times_taken"]
        assert one["margin"]["low"] < one["margin"]["mean"] < one["margin"]["high"]
    taken = sum(one["times_taken"] for one in races.values())
    seats = [one for one in boards["base-2"]["things"] if one["kind"] == "seat"]
    assert sum(one["times_taken"] for one in seats) == taken
    assert sum(one["share"]["mean"] for one in seats) == pytest.approx(1, abs=0.001)
    rows = list(csv.DictReader(StringIO((tmp_path / "all.csv").read_text(encoding="utf-8"))))
    (amazons,) = [r for r in rows if r["name"] == "Amazons" and r["board"] == "base-2"]
    assert float(amazons["margin"]) == races["Amazons"]["margin"]["mean"]
    assert int(amazons["taken at 0"]) == races["Amazons"]["by_price"][0]["taken"]
    names = {path.name for path in (tmp_path / "p").iterdir()}
    assert names == {f"{n}{x}.svg" for n in ("base-2", "base-3", "all-base-boards")
                     for x in ("", "-pairs")}  # fmt: skip
    for path in (tmp_path / "p").iterdir():
        ElementTree.parse(path)


def test_home_made_things_are_told_apart(tmp_path: Path) -> None:
    words = [*QUICK, "--games", "30", "--json", "--csv", str(tmp_path / "all.csv")]
    data = json.loads(run(str(BEAVERS), str(HERON), *words).output)
    (board,) = data["boards"]
    assert board["board"] == str(HERON)
    own = {one["name"] for one in board["things"] if one["home_made"] and one["kind"] != "pair"}
    assert own == {"Beavers", "Thrifty"}
    pairs = [one["name"] for one in board["things"] if one["home_made"] and one["kind"] == "pair"]
    assert pairs
    assert all("Beavers" in name or "Thrifty" in name for name in pairs)


def test_a_broken_trait_costs_only_its_games(tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text(
        "from smallworld.engine.trait import Race\n"
        "class Brutes(Race):\n"
        "    def __init__(self):\n"
        "        super().__init__('Brutes', tokens=9, supply=15)\n"
        "    def on_pick(self, s, e):\n"
        "        raise RuntimeError('no brutes today')\n",
        encoding="utf-8",
    )
    found = run(str(broken), *QUICK, "--games", "20", "--json")
    assert found.exit_code == 1
    data = json.loads(found.output)
    assert 0 < len(data["failures"]) < 22
    assert data["games"] + data["varied_games"] + len(data["failures"]) == 22
    assert "no brutes today" in data["failures"][0]["error"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--boards", "atlantis"], "there is no map 'atlantis'"),
        (["--player", "nobody"], "there is no player 'nobody'"),
        (["--seats", "7"], "a table has 2, 3, 4 or 5 seats"),
        (["missing.toml"], "missing.toml"),
        (["--on", "moon"], "work is done --on ray or --on ray://HOST:PORT, not 'moon'"),
        (["--on", "ray", "--processes", "2"], "--processes is for this machine"),
    ],
)
def test_what_is_wrong_is_told_before_any_game(words: list[str], told: str) -> None:
    found = run("--games", "1", *words)
    assert found.exit_code == 2
    assert told in found.stderr


def hear_ctrl_c() -> None:
    """What a shell starts in the background is deaf to it, and so are its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
def test_ctrl_c_keeps_whole_pieces_and_the_same_command_goes_on(tmp_path: Path) -> None:
    words = ["--player", "random", "--games", "3000", "--out", str(tmp_path / "games")]
    program = [sys.executable, "-m", "smallworld", "balance", *words]
    pipe = subprocess.PIPE
    child = subprocess.Popen(program, cwd=ROOT, stdout=pipe, stderr=pipe, preexec_fn=hear_ctrl_c)
    path = tmp_path / "games" / "base-2.jsonl.gz"
    wait_until(lambda: path.exists() and path.stat().st_size > 0, "a first piece")
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate(timeout=60)
    assert child.returncode == 130
    assert b"the same command goes on from there" in errors
    found, _, whole = read_board(path)
    assert whole == path.stat().st_size
    assert 0 < len(found.games) < 3000
