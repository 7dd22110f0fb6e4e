"""Every other command: what it prints, its JSON, its errors and its exit status."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from smallworld.cli import app
from smallworld.cli.commands.new_race import make_draft
from smallworld.cli.commands.rules import look_up
from smallworld.content.custom.files import load_customs
from smallworld.content.texts import load_texts
from smallworld.engine.regions import COMPILED
from smallworld.scenario.runner import run_files
from smallworld.work.processes import in_order

COMMANDS = [
    "play",
    "serve",
    "think",
    "tables",
    "move-games",
    "admin",
    "replay",
    "hint",
    "review",
    "simulate",
    "arena",
    "results",
    "respond",
    "balance",
    "rules",
    "scenario",
    "new-race",
    "selfplay",
    "learn",
    "puzzles",
    "perft",
    "soak",
    "bench",
    "version",
]
ROOT = Path(__file__).parents[2]


def run(*words: str, columns: int = 100) -> Result:
    return CliRunner().invoke(app, list(words), env={"COLUMNS": str(columns)})


def run_json(*words: str) -> Any:
    done = run(*words, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


# ---- help, errors, interrupts ----


def test_help_lists_all_commands() -> None:
    listed = re.findall(r"^│ ([a-z][a-z-]*)  ", run("--help").output, re.MULTILINE)
    assert listed == COMMANDS


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_has_an_example(command: str) -> None:
    shown = run(command, "--help").output
    assert re.search(rf"Examples?:\s+smallworld {command}", shown)


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("play --map base-9", "there is no map 'base-9'; there are base-2"),
        ("play --opponent bob", "there is no player 'bob'; there are random"),
        ("play --seat P7", "there is no seat 'P7'; there are P1, P2"),
        ("play --world underground", "choose world mixed or base"),
        ("play --coins maybe", "coins are hidden or open"),
        ("play --custom no.toml", "no.toml: it cannot be read"),
        ("play --record no/such/folder.record", "it cannot be written"),
        ("play --resume nothing.record", "nothing.record: it cannot be read"),
        ("replay nothing.record", "nothing.record: it cannot be read"),
        ("replay --to 3 run.py", "line 1"),
        ("simulate --players bob", "there is no player 'bob'"),
        ("simulate --players ,", "name at least one player"),
        ("simulate --world underground", "choose world mixed or base"),
        ("arena greedy", "an arena needs two players or more"),
        ("arena greedy bob", "there is no player 'bob'; there are random"),
        ("arena greedy random --boards base-9", "there is no map 'base-9'; there are base-2"),
        ("arena greedy random --boards ,", "name at least one board: base-2"),
        ("arena greedy random --seats 7", "a table has 2, 3, 4 or 5 seats, not '7'"),
        ("arena greedy random --cross some", "cross is one of all, neighbours, last, none"),
        ("arena greedy random --only 9.9.9", "there is no game '9.9.9'"),
        ("arena greedy random --record a.record", "--record keeps the game that --only names"),
        ("arena greedy random --out run.py", "run.py exists; go on with it by --resume"),
        (
            "arena greedy random --out run.py --resume",
            "run.py, line 1: this is no line of an arena",
        ),
        ("arena greedy random --out no/such/folder", "it cannot be written"),
        ("arena greedy random --part 3/2", "there is no part 3 of 2"),
        ("results run.py", "run.py, line 1: this is no line of an arena"),
        ("perft --map nowhere", "there is no map 'nowhere'"),
        ("scenario nowhere", "nowhere: no such file or folder"),
        ("rules orks", "did you mean Orcs"),
        ("new-race Orcs", "the box has Orcs already"),
        ("new-race 7up", "'7up' cannot be a name"),
    ],
)
def test_errors_are_one_line_on_stderr(
    words: str, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    done = run(*words.split())
    assert done.exit_code == 2
    assert part in done.stderr
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.output


def _listen_to_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
def test_an_interrupt_keeps_the_game_and_is_quiet(tmp_path: Path) -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "smallworld", "play", "--record", "game.record"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # Whoever runs the tests in the background may ignore interrupts; a person does not.
        preexec_fn=_listen_to_interrupts,
    )
    assert running.stdout is not None
    shown = b""
    while not shown.endswith(b"for help] > "):
        shown += os.read(running.stdout.fileno(), 1000)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (130, b"")
    assert b"play --resume game.record" in out
    assert (tmp_path / "game.record").is_file()


def test_work_in_processes_comes_back_in_order_and_may_be_left() -> None:
    assert list(in_order(abs, [-3, 2, -1], 1)) == [3, 2, 1]
    answers = in_order(abs, range(-1_000_000, 0), 2)
    assert [next(answers) for _ in range(3)] == [1_000_000, 999_999, 999_998]
    answers.close()  # type: ignore[attr-defined]


def test_nobody_waits_for_work_that_was_left() -> None:
    begun = time.monotonic()
    answers = in_order(time.sleep, [0.0, 300.0, 300.0], 2)
    next(answers)
    answers.close()  # type: ignore[attr-defined]
    assert time.monotonic() - begun < 60


def test_version() -> None:
    build = "compiled" if COMPILED else "plain"
    assert re.fullmatch(rf"smallworld \d+\.\d+\.\d+, {build} build\n", run("version").output)
    assert run_json("version")["build"] == build


# ---- arena ----


def test_an_arena_prints_tables_json_and_a_picture(tmp_path: Path) -> None:
    words = ["arena", "random", "greedy", "--boards", "base-2,base-3", "--games", "3"]
    words += ["--turns", "3", "--out", str(tmp_path / "games.jsonl"), "--resume"]
    shown = run(*words, "--picture", str(tmp_path / "games.svg"))
    assert shown.exit_code == 0, shown.output
    assert "base-2, 3 turns: wins in %, the row against the column; fair: 50 %" in shown.stdout
    assert "base-3, 3 turns: wins in %, one of the row among those of the column" in shown.stdout
    assert re.search(r"^greedy +1500 +fixed +13 ", shown.stdout, re.MULTILINE)
    assert (tmp_path / "games.svg").read_text().startswith("<svg")
    data = run_json(*words)  # nothing is left to play, and the report is the same
    assert data["games"] == 13
    assert [player["player"] for player in data["players"]] == ["greedy", "random"]
    assert [(board["map"], board["fair"]) for board in data["boards"]] == [
        ("base-2", 0.5),
        ("base-3", 0.3333),
    ]
    assert data["failures"] == []


def test_parts_of_an_arena_are_told_together(tmp_path: Path) -> None:
    words = ["arena", "random", "greedy", "--boards", "base-3", "--games", "6", "--turns", "3"]
    files = [str(tmp_path / f"part-{n}.jsonl") for n in (1, 2)]
    for n, file in enumerate(files, start=1):
        assert run_json(*words, "--part", f"{n}/2", "--out", file)["games"] == 9
    data = run_json("results", *files)
    assert data["games"] == 18
    (board,) = data["boards"]
    assert {(one["player"], one["against"]) for one in board["both_ways"]} == {
        ("greedy", "random"),
        ("random", "greedy"),
    }
    assert [one["player"] for one in board["behaviour"]] == ["random", "greedy", None]
    shown = run("results", *files)
    assert "base-3, 3 turns: wins in % of the row's side, both ways round" in shown.stdout
    assert "base-3, 3 turns: what they did, wins in % by seat" in shown.stdout
    page = tmp_path / "page.md"
    said = run("results", *files, "--markdown", str(page), "--picture", str(tmp_path / "a.svg"))
    assert said.stdout == f"{page}: 18 games\n"
    assert "| `greedy` | 1500 | fixed | 18 |" in page.read_text()
    assert (tmp_path / "a.svg").read_text().startswith("<svg")


def test_one_game_of_an_arena_alone(tmp_path: Path) -> None:
    kept = tmp_path / "it.record"
    words = ["arena", "random", "greedy", "--turns", "2", "--only", "0.3.1", "--record", str(kept)]
    shown = run(*words)
    assert re.fullmatch(r"P1 .* coins  random.*\nP2 .* coins  greedy.*\n", shown.stdout)
    assert run("replay", str(kept), "--verify").exit_code == 0


def test_a_game_that_fails_is_told_with_the_command_that_plays_it(tmp_path: Path) -> None:
    custom = tmp_path / "cursed.py"
    custom.write_text(
        "from smallworld.engine.trait import Power\n"
        "class Cursed(Power):\n"
        "    def __init__(self):\n"
        "        super().__init__('Cursed', tokens=5, text='Whoever takes it regrets it.')\n"
        "    def on_pick(self, s, e):\n"
        "        raise ZeroDivisionError('the curse')\n"
    )
    shown = run(
        "arena", "random", "greedy", "--games", "30", "--turns", "2", "--custom", str(custom)
    )
    assert shown.exit_code == 1
    assert re.search(
        r"game 0\.\d+\.\d failed: HookFailed: .*`on_pick`: .* ZeroDivisionError: the curse",
        shown.stderr,
    )
    again = re.search(r"again: smallworld (.*)", shown.stderr)
    assert again is not None
    alone = run(*[word for word in shlex.split(again[1]) if word not in ("--record", "it.record")])
    assert alone.exit_code == 1
    assert "ZeroDivisionError: the curse" in alone.stderr


# ---- rules ----


def test_rules_lists_every_name() -> None:
    listed = run("rules").output
    for entry in load_texts():
        assert " ".join(entry.name.split()) in " ".join(listed.split())


@pytest.mark.parametrize("name", sorted({entry.name for entry in load_texts()}))
def test_rules_finds_every_name_however_it_is_written(name: str) -> None:
    for way in (name, name.upper(), name.lower().replace("'", "")):
        assert name in [entry.name for entry in look_up(load_texts(), way)]


def test_rules_tells_text_numbers_and_rulings() -> None:
    told = run("rules", "dragonmaster", columns=60).output
    assert told.startswith("Dragon Master  power, rules B2; 5 tokens\n")
    assert "one region a turn for you at the price of one token" in " ".join(told.split())
    assert re.search(r"^   1\. You must be able", told, re.MULTILINE)
    assert max(len(line) for line in told.splitlines()) <= 60
    assert "6 + 4 tokens of 15" in run("rules", "amazons").output
    assert "10 in the box; defends with 1" in run("rules", "lair").output
    assert "immune to others" in run("rules", "hole").output


def test_one_name_may_be_two_things() -> None:
    kinds = [entry["kind"] for entry in run_json("rules", "forest")]
    assert kinds == ["power", "term"]


# ---- scenario ----

HOLDS = """\
- id: it-holds
  rule: A8.3
  given:
    board: {A: {terrain: hill, edge: true}}
    seats:
      P1: {active: {race: Ratmen, power: Stout, hand: 3}}
      P2: {}
  play:
    - cost: {A: 2}
"""


def test_scenarios_that_hold(tmp_path: Path) -> None:
    (tmp_path / "good.yaml").write_text(HOLDS, encoding="utf-8")
    done = run("scenario", str(tmp_path))
    assert (done.exit_code, done.output) == (0, "1 passed, 0 failed\n")


def test_a_scenario_that_does_not_hold_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    wrong = HOLDS.replace("it-holds", "it-does-not").replace("cost: {A: 2}", "cost: {A: 9}")
    file.write_text(HOLDS + wrong, encoding="utf-8")
    done = run("scenario", str(file), columns=40)
    assert done.exit_code == 1
    assert done.output.splitlines() == [
        f"{file}: it-does-not (A8.3): line 18: A should cost 9, but costs 2",
        "1 passed, 1 failed",
    ]
    told = CliRunner().invoke(app, ["scenario", str(file), "--json"])
    assert told.exit_code == 1
    assert json.loads(told.stdout)["failures"][0]["id"] == "it-does-not"


def test_a_malformed_scenario_is_refused_with_file_id_and_line(tmp_path: Path) -> None:
    file = tmp_path / "odd.yaml"
    file.write_text(HOLDS.replace("    - cost: {A: 2}", "    - costs: {A: 2}"), encoding="utf-8")
    done = run("scenario", str(file))
    assert done.exit_code == 2
    assert done.stdout == ""
    for part in (str(file), "it-holds", "line 9"):
        assert part in done.stderr


# ---- new-race ----


@pytest.mark.parametrize("toml", [False, True])
@pytest.mark.parametrize("power", [False, True])
@pytest.mark.parametrize("name", ["Otters", "Will-o'-Whats", "No", "Zwölf von 12"])
def test_a_new_race_works_as_it_is_pasted(
    name: str, power: bool, toml: bool, tmp_path: Path
) -> None:
    draft = make_draft(name, power, toml)
    file, scenario = tmp_path / draft.file, tmp_path / draft.scenario_file
    file.write_text(draft.text, encoding="utf-8")
    scenario.write_text(draft.scenario, encoding="utf-8")
    custom = load_customs([str(file)])
    assert custom.warnings == []
    assert [make().name for make in [*custom.races, *custom.powers]] == [name]
    assert [outcome.reason for outcome in run_files([scenario], custom)] == [""]
    done = run("scenario", str(scenario), "--custom", str(file))
    assert done.output == "1 passed, 0 failed\n"
    alone = run("scenario", str(scenario))
    assert alone.exit_code == 1
    assert "there is no" in alone.output


def test_the_scenario_of_a_new_race_notices_what_it_is_for(tmp_path: Path) -> None:
    draft = make_draft("Otters", False, False)
    (tmp_path / "otters.py").write_text(draft.text.replace("board.hills", "board.swamps"))
    (tmp_path / "otters.yaml").write_text(draft.scenario)
    custom = load_customs([str(tmp_path / "otters.py")])
    assert run_files([tmp_path / "otters.yaml"], custom)[0].reason


def test_new_race_prints_both_files() -> None:
    printed = run("new-race", "Otters").output
    draft = make_draft("Otters", False, False)
    assert draft.text in printed
    assert draft.scenario in printed
    assert run_json("new-race", "Otters")["file"] == "otters.py"


# ---- simulate, perft, soak ----


def test_simulated_games_do_not_depend_on_the_number_of_processes() -> None:
    words = ["simulate", "--players", "greedy,random", "--map", "base-3", "--turns", "3"]
    words += ["--games", "5", "--seed", "7"]
    alone = run_json(*words)
    assert run_json(*words, "--processes", "2") == alone
    assert run_json(*words[:-1], "8") != alone


def test_simulate_counts_every_seat_and_shares_the_wins() -> None:
    words = ["simulate", "--players", "random", "--games", "4", "--turns", "1", "--map", "base-4"]
    told = run_json(*words)
    assert told["players"]["random"]["games"] == 16
    assert told["players"]["random"]["wins"] == pytest.approx(4, abs=0.01)
    assert [sums["games"] for sums in told["seats"].values()] == [4] * 4
    assert sum(sums["wins"] for sums in told["seats"].values()) == pytest.approx(4, abs=0.01)
    shown = run(*words).output
    assert shown.startswith("4 games on base-4, base world, seed 1\n")
    assert re.search(r"^random +16 +4 +25\.0 % +\d+\.\d", shown, re.MULTILINE)


def test_names_move_from_seat_to_seat() -> None:
    words = ["simulate", "--players", "greedy,random", "--games", "2", "--turns", "4"]
    told = run_json(*words)
    assert told["players"]["greedy"]["wins"] == 2
    assert [sums["wins"] for sums in told["seats"].values()] == [1, 1]


def test_perft_counts_the_first_decisions() -> None:
    told = run_json("perft", "--map", "base-3", "--depth", "2", "--seed", "3")
    assert told["ways"] == sum(told["first"].values())
    assert list(told["first"])[:2] == ["pick 1", "pick 2"]
    assert run("perft", "--depth", "1").output == "base-2, seed 1, depth 1: 6 ways\n"
    assert run("perft", "--depth", "1", "--divide").output.startswith("pick 1: 1\npick 2: 1\n")
    assert run_json("perft", "--depth", "0")["ways"] == 1


def test_soak_is_sound() -> None:
    assert re.fullmatch(
        r"3 games, \d+ decisions, \d+ deep checks, 0 failed\n", run("soak", "--games", "3").output
    )
    assert run_json("soak", "--games", "2", "--seed", "5")["failures"] == []


def test_soak_on_a_server_looks_at_its_memory() -> None:
    done = run("soak", "--server", "--games", "12", "--json")
    told = json.loads(done.stdout)
    assert done.exit_code == (0 if told["flat"] else 1)
    assert told["games"] == len(told["memory"]) == 12
    assert told["moves"] > 12 * 4
    assert 10 < told["begun"] < 1000  # megabytes
    short = json.loads(run("soak", "--server", "--minutes", "0.02", "--json").stdout)
    assert short["games"] >= 20  # all that had begun
    assert short["seconds"] >= 1.2
    assert "goes with --server" in run("soak", "--minutes", "1").output
    few = run("soak", "--server", "--games", "3")
    assert (few.exit_code, "at least 10 games" in few.output) == (2, True)
