"""Whole games through the keyboard's lines: menus, commands, taking back, quitting, resuming."""

import re
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from smallworld.cli import app
from smallworld.game.records.record import Record

ONES = ["1"] * 600  # the first line of every list leads through a game


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def play(lines: list[str], *options: str, columns: int = 100) -> Result:
    words = ["play", "--seed", "1", "--record", "game.record", *options]
    given = "".join(f"{line}\n" for line in lines)
    return CliRunner().invoke(app, words, input=given, env={"COLUMNS": str(columns)})


def kept(name: str = "game.record") -> Record:
    return Record.from_text(Path(name).read_text(encoding="utf-8"))


def test_a_whole_game() -> None:
    done = play(ONES)
    assert done.exit_code == 0, done.output
    assert "Turn 10 of 10: P2 (greedy)" in done.output
    ending = done.output[done.output.index("The game is over") :]
    assert re.search(r"P1 +you +\d+ +\d+", ending)
    assert re.search(r"(You win|P2 wins|share the win) .*\.", ending)
    assert kept().is_finished()
    assert kept().players == ["human", "greedy"]


@pytest.mark.parametrize(
    "options",
    [
        ["--map", "underground-3"],
        ["--map", "base-3", "--world", "mixed"],
        ["--map", "base-4", "--seat", "P2", "--seat", "4", "--opponent", "random"],
    ],
)
def test_other_tables_at_sixty_columns(options: list[str]) -> None:
    done = play(ONES, *options, "--turns", "3", columns=60)
    assert done.exit_code == 0, done.output
    assert "The game is over" in done.output
    assert kept().is_finished()
    assert max(len(line) for line in done.output.splitlines()) <= 60


def test_the_end_of_the_input_keeps_the_game() -> None:
    done = play(["1", "conquer 5"])
    assert done.exit_code == 0
    assert kept().moves[-1].text == "conquer 5"
    assert "play --resume game.record" in done.output


@pytest.mark.parametrize("answers", [0, 3, 20])
def test_a_resumed_game_is_the_same_game(answers: int) -> None:
    play(ONES, "--turns", "3", "--map", "underground-3")
    whole = kept().moves
    play([*ONES[:answers], "q"], "--turns", "3", "--map", "underground-3")
    assert len(kept().moves) < len(whole)
    given = "".join(f"{line}\n" for line in ONES)
    done = CliRunner().invoke(app, ["play", "--resume", "game.record"], input=given)
    assert done.exit_code == 0, done.output
    assert kept().moves == whole


def test_a_finished_game_cannot_be_resumed() -> None:
    play(ONES, "--turns", "1")
    done = CliRunner().invoke(app, ["play", "--resume", "game.record"])
    assert done.exit_code == 2
    assert "that game is over" in done.stderr


def test_a_record_starts_no_program() -> None:
    bot = Path(__file__).parents[2] / "docs" / "examples" / "bots" / "mybot.py"
    program = f"external:'{sys.executable}' '{bot}'"
    play(["1"], "--opponent", program)
    assert kept().players == ["human", program]
    refused = CliRunner().invoke(app, ["play", "--resume", "game.record"])
    assert refused.exit_code == 2
    assert "say who plays on with --opponent" in refused.stderr
    words = ["play", "--resume", "game.record", "--opponent", program]
    done = CliRunner().invoke(app, words, input="1\n" * 600)
    assert done.exit_code == 0, done.output
    assert kept().is_finished()


def test_own_steps_are_taken_back_until_luck_intervened() -> None:
    done = play(["1", "conquer 5", "conquer 2", "u", "u", "u", "conquer 21", "q"])
    assert "Taken back: conquer 2\n" in done.output
    assert "Taken back: conquer 5\n" in done.output
    assert "luck has spoken since your last step" in done.output
    assert [move.text for move in kept().moves if move.who == "P1"] == ["pick 1", "conquer 21"]


def test_what_was_taken_back_is_not_in_the_log() -> None:
    done = play(["1", "conquer 5", "u", "conquer 21", "l", "q"])
    log = done.output[done.output.index("> l\n") :]
    assert "You conquer 21 (swamp)" in log
    assert "You conquer 5 " not in log


def test_conquests_that_end_by_themselves_are_no_step_of_their_own() -> None:
    # Eleven Giants: 2 + 2 + 2 + 2 + 3 tokens leave none, so the game goes on to redeployment.
    conquests = ["conquer 2", "conquer 5", "conquer 3", "conquer 4", "conquer 9"]
    done = play(["1", *conquests, "u", "q"])
    assert "No further conquest is possible." in done.output
    assert "Taken back: conquer 9\n" in done.output
    assert kept().moves[-1].text == "conquer 4"


def test_conquests_show_the_parts_of_their_price_and_rolls_their_chance() -> None:
    done = play(["1", "conquer 21", "conquer 17", "conquer 22", "conquer 16", "q"])
    assert "conquer 14 (mountain, mine): 3 tokens (2 land + 1 mountain)" in done.output
    assert "conquer 16 (farmland, magic): 2 tokens (2 farmland + 1 Lost Tribe − 1 Giants)" in (
        done.output
    )
    assert "needs 1: 50 %" in done.output


def test_tokens_are_put_down_by_region_and_amount() -> None:
    done = play(["1", "conquer 5", "stop", "1 3", "1", "2", "1 9", "deploy 5 1", "q"])
    assert "how many (1-7)? 2" in done.output
    assert "1 to 5 can be put there, not '9'" in done.output
    assert [move.text for move in kept().moves[-3:]] == ["deploy 5 3", "deploy 5 2", "deploy 5 1"]


def test_everything_in_hand_can_be_spread_in_one_go() -> None:
    steps = ["1", "conquer 2", "conquer 5", "stop"]
    play([*steps, "3", "q"])
    assert [move.text for move in kept().moves[-2:]] == ["deploy 2 5", "deploy 5 4"]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("?", "take your last step back"),
        ("b", "price: tokens the Giants need"),
        ("m", "23 sea"),
        ("c", "  2  Spirit Skeletons · 11 tokens · costs 1 coin"),
        ("s", "As things stand this turn brings 1: 1 region (Giants)."),
        ("l", "You pick Bivouacking Giants, 11 tokens."),
        ("r gaints", "did you mean Giants or ancient?"),
        ("r GIANTS", "Their first conquest gets no discount"),
        ("conquer 13", "conquer 13: no region of Giants is adjacent to it (rules A8.1e)"),
        ("conquer 99", "there is no region '99'"),
        ("dance", "'dance' is no action"),
        ("77", "the list goes from 1 to"),
        ("1 7", "1 takes no number behind it"),
    ],
)
def test_what_can_be_typed(line: str, answer: str) -> None:
    done = play(["1", "conquer 5", line, "q"])
    assert done.exit_code == 0, done.output
    answered = done.output[done.output.index(f"> {line}\n") :]
    assert answer in answered
    assert kept().moves[-1].text == "conquer 5"


def test_the_others_coins_are_hidden_unless_the_table_is_open() -> None:
    hidden = play([*ONES[:40], "s", "q"]).output
    assert "P2: coins hidden" in hidden
    assert not re.search(r"P2: \d+ coins", hidden)
    assert re.search(r"P2: \d+ coins", play([*ONES[:40], "s", "q"], "--coins", "open").output)


def test_combos_that_cannot_be_paid_have_no_number() -> None:
    done = play(["6", "c", "q"])
    row = done.output[done.output.index("> c\n") :]
    assert re.search(r"^  1  .* · free · 1 coin on it$", row, re.MULTILINE)
    assert re.search(r"^  –  .* · costs 1 coin", row, re.MULTILINE)


def test_home_made_races_are_in_the_game() -> None:
    Path("otters.toml").write_text(
        '[[race]]\nname = "Otters"\ntokens = 6\nstand_in = "Ratmen"\n'
        'clauses = [{ coins = 1, per = "hill" }]\n',
        encoding="utf-8",
    )
    for seed in range(40):
        done = play(["r otters", "q"], "--custom", "otters.toml", "--seed", str(seed))
        if " Otters · " in done.output:
            break
    assert " Otters · " in done.output
    assert "1 coin for every hill." in done.output
    resumed = CliRunner().invoke(app, ["play", "--resume", "game.record"], input="")
    assert resumed.exit_code == 2
    assert "give that file by --custom" in resumed.stderr
    words = ["play", "--resume", "game.record", "--custom", "otters.toml"]
    assert CliRunner().invoke(app, words, input="1\n").exit_code == 0


def test_an_old_record_is_not_written_over() -> None:
    for _ in range(2):
        CliRunner().invoke(app, ["play", "--seed", "3"], input="1\n")
    assert sorted(path.name for path in Path().glob("*.record")) == [
        "smallworld-3-2.record",
        "smallworld-3.record",
    ]
