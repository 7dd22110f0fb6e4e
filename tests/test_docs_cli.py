"""The pages about the command line say what the program does."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from smallworld.cli import app

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")

COMMANDS: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]
EXAMPLES = re.findall(r"^(?:\.venv/bin/)?smallworld (.+)$", PAGE, re.MULTILINE)


def section(command: str) -> str:
    """What the page says of a command."""
    _, _, rest = PAGE.partition(f"\n## {command}\n")
    return rest.partition("\n## ")[0]


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "version"])
def test_every_option_is_on_the_page(command: str) -> None:
    options = {option for param in COMMANDS[command].params for option in param.opts}
    named = {option for option in options if option.startswith("--")} - {"--help", "--json"}
    assert {option for option in named if option not in section(command)} == set()


def test_the_page_names_no_option_that_is_none() -> None:
    params = [param for command in COMMANDS.values() for param in command.params]
    known = {option for param in params for option in [*param.opts, *param.secondary_opts]}
    assert set(re.findall(r"--[a-z][a-z-]*", PAGE)) <= known | {"--help"}


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_are_understood(example: str) -> None:
    words = shlex.split(example)
    if words != ["--help"]:
        COMMANDS[words[0]].make_context(words[0], words[1:])


@pytest.mark.parametrize("command", COMMANDS)
def test_examples_in_the_help_are_understood(command: str) -> None:
    examples = re.findall(rf"^smallworld ({command}.*)$", COMMANDS[command].help, re.MULTILINE)
    assert examples
    for example in examples:
        COMMANDS[command].make_context(command, shlex.split(example)[1:])


def test_the_sample_in_the_readme_is_from_a_real_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    _, _, rest = README.partition("## What it looks like")
    sample = rest.split("```")[1].strip("\n")
    assert len(sample.splitlines()) > 10
    typed = "".join(f"{line}\n" for line in ["1", "conquer 22", "2", "2", "1", "1", "1"])
    words = ["play", "--seed", "1"]
    shown = CliRunner().invoke(app, words, input=typed, env={"COLUMNS": "100"}).output
    assert sample in shown


def test_lines_in_the_page_are_what_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    typed = "".join(f"{line}\n" for line in ["1", "conquer 22", "2", "2", "1", "1", "1"])
    words = ["play", "--seed", "1"]
    shown = CliRunner().invoke(app, words, input=typed, env={"COLUMNS": "100"}).output
    for line in re.findall(r"^  \d  .+$", PAGE, re.MULTILINE):
        assert f"\n{line}\n" in shown
