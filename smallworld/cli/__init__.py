"""The command line: `smallworld COMMAND`. One small module for each command."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from io import TextIOWrapper
from typing import Annotated

import typer

import smallworld
from smallworld.cli.commands.arena import arena
from smallworld.cli.commands.balance import balance
from smallworld.cli.commands.hint import hint
from smallworld.cli.commands.learn import learn
from smallworld.cli.commands.new_race import new_race
from smallworld.cli.commands.play import play
from smallworld.cli.commands.puzzles import puzzles
from smallworld.cli.commands.replay import replay
from smallworld.cli.commands.respond import respond
from smallworld.cli.commands.results import results
from smallworld.cli.commands.review import review
from smallworld.cli.commands.rules import rules
from smallworld.cli.commands.selfplay import selfplay
from smallworld.cli.commands.simulate import simulate
from smallworld.cli.console import Commands, say, say_json
from smallworld.cli.development.bench import bench
from smallworld.cli.development.perft import perft
from smallworld.cli.development.scenario import scenario
from smallworld.cli.development.soak import soak
from smallworld.cli.hosting.admin import admin
from smallworld.cli.hosting.move_games import move_games
from smallworld.cli.hosting.serve import serve
from smallworld.cli.hosting.tables import tables
from smallworld.cli.hosting.think import think
from smallworld.cli.options import JSON
from smallworld.engine.query import COMPILED

app = typer.Typer(
    name="smallworld",
    cls=Commands,
    help="The board games Small World and Small World Underground.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)


def version(as_json: Annotated[bool, JSON] = False) -> None:
    """Print the version, and whether the compiled or the plain build runs.

    Example:
    smallworld version
    """
    build = "compiled" if COMPILED else "plain"
    if as_json:
        say_json({"version": smallworld.__version__, "build": build})
    else:
        say(f"smallworld {smallworld.__version__}, {build} build")


def help_of(command: Callable[..., None]) -> str:
    """The docstring of a command, its paragraphs in one line each so that they wrap anew."""
    paragraphs = re.split(r"\n\s*\n", (command.__doc__ or "").strip())
    lines: list[str] = []
    for paragraph in paragraphs:
        words = [line.strip() for line in paragraph.splitlines()]
        lines.append("\n".join(words) if words[0].startswith("Example") else " ".join(words))
    return "\n\n".join(lines)


_COMMANDS = (
    *(
        play,
        serve,
        think,
        tables,
        move_games,
        admin,
        replay,
        hint,
        review,
        simulate,
        arena,
        results,
        respond,
        balance,
        rules,
        scenario,
        new_race,
    ),
    *(selfplay, learn, puzzles, perft, soak, bench, version),
)
for _command in _COMMANDS:
    app.command(_command.__name__.replace("_", "-"), help=help_of(_command))(_command)


def main() -> None:
    """Run the command the words after `smallworld` name."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # A terminal that knows fewer letters than we use is no reason to stop.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    app(prog_name="smallworld")
