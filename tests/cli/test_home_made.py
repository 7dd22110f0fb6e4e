"""Home-made races and powers in every command that plays, and what it says of broken ones."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from smallworld.cli import app
from smallworld.game.records.record import Record

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
OTTERS, BEAVERS = str(EXAMPLES / "otters.py"), str(EXAMPLES / "beavers.toml")
# Forty races, so that some are among the first six combos whatever the seed.
MANY = """
from smallworld.engine.trait import Race
from smallworld.engine.verbs import draw_tokens


class _Many(Race):
    def __init__(self):
        super().__init__(f"Folk{self.numeral}", tokens=6, supply=11)

    def HOOK:
        BODY


for _n in range(40):
    globals()[f"Folk{_n}"] = type(f"Folk{_n}", (_Many,), {"numeral": _n})
"""


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, list(words), input=typed, env={"COLUMNS": "100"})


def run_json(*words: str) -> Any:
    done = run(*words, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def words_of(done: Result) -> str:
    """What was printed, however its lines were broken."""
    return " ".join(done.output.split())


def many(hook: str, body: str, name: str = "many.py") -> str:
    """A file of races that all do the same."""
    text = MANY.replace("HOOK", hook).replace("BODY", body)
    Path(name).write_text(text, encoding="utf-8")
    return name


# ---- every command ----


def test_rules_tell_text_numbers_and_pieces() -> None:
    told = run("rules", "--custom", OTTERS, "otters").output
    assert told == (
        "Otters  race; 6 tokens of 11\n  Regions next to a coast they hold cost one token less.\n"
    )
    assert run("rules", "--custom", OTTERS, "lamplit").output.startswith("Lamplit  power; 3 tokens")
    lamp = run("rules", "--custom", OTTERS, "lamps").output
    assert lamp.startswith("lamp  piece; 5 in the box\n  Place one of 5 lamps")
    dam = run_json("rules", "--custom", BEAVERS, "dam")
    assert dam[0]["numbers"] == {"pieces": 6, "defence": 1}
    assert run("rules", "otters").exit_code == 2  # only when they are named


def test_rules_list_what_is_home_made_with_the_others() -> None:
    listed = run_json("rules", "--custom", OTTERS, "--custom", BEAVERS)
    assert {"Otters", "Beavers", "Orcs"} <= set(listed["race"])
    assert {"Lamplit", "Flying"} <= set(listed["power"])
    assert {"lamp", "dam", "lair"} <= set(listed["piece"])
    plain = run_json("rules")
    assert [name for name in listed["piece"] if name in plain["piece"]] == plain["piece"]
    assert "lamp" in run("rules", "--custom", OTTERS).output


def test_soak_plays_them_in_every_game() -> None:
    file = many("cheaper(self, s, e)", "return s.board.hills")
    done = run("soak", "--games", "3", "--custom", file, "--map", "base-2")
    assert re.fullmatch(r"3 games, \d+ decisions, \d+ deep checks, 0 failed\n", done.output)
    told = run_json("soak", "--games", "4", "--custom", BEAVERS, "--custom", OTTERS)
    assert told["failures"] == []
    own_map = str(EXAMPLES / "maps" / "heron-lake.toml")
    told = run_json("soak", "--games", "2", "--custom", OTTERS, "--map", own_map)
    assert (told["games"], told["failures"]) == (2, [])


def test_soak_finds_a_hook_that_fails_and_keeps_the_game() -> None:
    file = many("on_conquered(self, s, e, r)", "1 / 0")
    done = run("soak", "--games", "2", "--map", "base-3", "--custom", file, "--processes", "2")
    assert done.exit_code == 1
    assert "seed 0: HookFailed: many.py, class Folk" in done.output
    assert "`on_conquered`: it failed in line 11 with ZeroDivisionError" in done.output
    assert Path("soak-0.record").is_file()
    again = run("replay", "soak-0.record", "--custom", file)
    assert again.exit_code == 2
    assert "`on_conquered`" in again.output


@pytest.mark.parametrize(
    ("hook", "body", "words"),
    [
        ("options(self, s, e, phase, out)", "return [1]", "it must return nothing"),
        ("on_redeploy(self, s, e)", "e.hand += 1", "tokens where there should be"),
        ("cheaper(self, s, e)", "s.set_turn_note(self, 1); return 0", "changed"),
    ],
)
def test_soak_finds_what_else_is_wrong(hook: str, body: str, words: str) -> None:
    done = run("soak", "--games", "1", "--map", "base-2", "--custom", many(hook, body))
    assert done.exit_code == 1
    assert words in done.output


def test_soak_keeps_to_boards_where_a_race_can_borrow_its_tokens() -> None:
    done = run("soak", "--games", "1", "--map", "underground-2", "--custom", BEAVERS)
    assert done.exit_code == 0, done.output  # in the mixed game
    text = Path(BEAVERS).read_text(encoding="utf-8")
    stand_in = re.findall(r'stand_in = "(\w+)"', text)[0]
    race = f'[[race]]\nname = "Moles"\ntokens = 3\nstand_in = "{stand_in}"\n'
    Path("moles.toml").write_text(race + race.replace("Moles", "Voles").replace(stand_in, "Drow"))
    done = run("soak", "--games", "1", "--map", "base-2", "--custom", "moles.toml")
    assert done.exit_code == 0, done.output


def test_soak_on_a_map_that_is_none() -> None:
    done = run("soak", "--games", "1", "--map", "nowhere")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "there is no map 'nowhere'" in done.stderr


def test_perft_counts_their_ways() -> None:
    file = many("cheaper(self, s, e)", "return s.board.all")
    told = run_json("perft", "--depth", "2", "--custom", file)
    assert told["ways"] != run_json("perft", "--depth", "2")["ways"]


def test_a_game_with_them_is_simulated_kept_replayed_hinted_and_reviewed() -> None:
    words = ["--custom", OTTERS, "--custom", BEAVERS]
    games = ["--players", "greedy,random", "--games", "2", "--turns", "2"]
    told = run_json("simulate", *games, *words)
    assert told["games"] == 2
    assert run_json("simulate", *games, *words, "--processes", "2") == told
    done = run(
        "play", "--seed", "1", "--turns", "2", *words, "--record", "it.record", typed="1\n" * 99
    )
    assert done.exit_code == 0, done.output
    assert run("replay", "it.record", "--verify", *words).exit_code == 0
    assert "give that file by --custom" in run("replay", "it.record", "--verify").output
    assert run_json("hint", "it.record", "--at", "12", "--simulations", "4", *words)["do"]
    review = run_json("review", "it.record", "--simulations", "2", *words)
    assert review
    arena = ["arena", "random", "greedy", "--games", "2", "--turns", "2", *words]
    assert run_json(*arena)


# ---- what is told ----


def test_doubts_are_told_by_every_command() -> None:
    file = many("payz(self, s, e)", "return 0")
    wanted = "class Folk0: nothing ever asks `payz`; did you mean `pays`?"
    for words in (
        ["rules", "folk3"],
        ["soak", "--games", "1", "--map", "base-2"],
        ["perft", "--depth", "0"],
        ["simulate", "--games", "1", "--turns", "1"],
        ["arena", "random", "careless", "--games", "1", "--turns", "1"],
    ):
        done = run(*words, "--custom", file)
        assert done.exit_code == 0, done.output
        assert wanted in done.stderr, words


def test_every_problem_of_a_file_has_its_line() -> None:
    file = many("pays(self, s)", "return 0")
    done = run("simulate", "--custom", file)
    assert done.exit_code == 2
    lines = done.stderr.splitlines()
    assert len(lines) == 40
    assert all(line.startswith("many.py, class Folk") for line in lines)
    Path("bad.toml").write_text('[[power]]\nname = "P"\ntokens = 9\nclauses = [{ coins = 99 }]\n')
    lines = run("rules", "--custom", "bad.toml").stderr.splitlines()
    assert [line.partition("`")[2].partition("`")[0] for line in lines] == ["tokens", "coins"]


# ---- broken hooks ----


def test_simulate_ends_with_the_name_of_the_hook() -> None:
    file = many("on_pick(self, s, e)", "raise KeyError('gold')")
    for processes in ("1", "2"):
        done = run("simulate", "--custom", file, "--games", "3", "--processes", processes)
        assert (done.exit_code, done.stdout) == (2, "")
        (line,) = done.stderr.splitlines()
        assert re.fullmatch(
            r"many\.py, class Folk\d+, `on_pick`: it failed in line 11 with KeyError: 'gold'", line
        )


def test_the_arena_counts_a_game_that_fails_and_plays_the_others() -> None:
    file = many("on_pick(self, s, e)", "1 / 0")
    done = run("arena", "random", "careless", "--games", "2", "--turns", "1", "--custom", file)
    assert done.exit_code == 1
    assert "failed: " in done.stderr
    assert "`on_pick`: it failed in line 11 with ZeroDivisionError" in done.stderr


def test_a_move_that_fails_is_refused_and_the_game_goes_on() -> None:
    file = many("on_conquered(self, s, e, r)", "draw_tokens(s, e, 1)\n        1 / 0")
    words = ["play", "--seed", "1", "--turns", "1", "--custom", file, "--record", "it.record"]
    picks = [line for slot in "123456" for line in (slot, "y")]
    done = run(*words, typed="\n".join(["1", "1", "1", "stop", *picks, *["1"] * 40]) + "\n")
    assert "`on_conquered`: it failed in line 12 with ZeroDivisionError" in words_of(done)
    assert done.exit_code == 0, done.output
    record = Record.from_text(Path("it.record").read_text(encoding="utf-8"), None)
    assert record


def test_computers_do_something_else_where_a_hook_fails() -> None:
    file = many("on_conquered(self, s, e, r)", "draw_tokens(s, e, 1)\n        1 / 0")
    words = ["play", "--seed", "1", "--turns", "2", "--custom", file, "--record", "it.record"]
    done = run(*words, typed="1\nstop\ndone\n" * 40)  # the person conquers nothing
    assert "Turn 2 of 2" in done.output
    assert words_of(done).count("`on_conquered`: it failed") > 1
    assert run("replay", "it.record", "--verify", "--custom", file).exit_code == 0
