"""What all commands share: the two consoles, JSON, errors in one red line, and the app's group."""

from __future__ import annotations

import json
import sys

import typer
from rich.console import Console
from rich.text import Text
from typer.core import TyperGroup

from smallworld.engine.errors import GameError

JSON_HELP = "Print the result as JSON instead."

BROKEN = 2  # exit status of an error that has been explained
INTERRUPTED = 130


def out() -> Console:
    """Where results go."""
    return Console(highlight=False)


def say(line: str, style: str = "") -> None:
    """One line, never broken and never read as markup."""
    out().print(Text(line, style=style), soft_wrap=True)


def warn(line: str, style: str = "red") -> None:
    """One line on stderr."""
    Console(stderr=True, highlight=False).print(Text(line, style=style), soft_wrap=True)


def say_json(data: object) -> None:
    """A result as JSON, alone on stdout."""
    sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=False) + "\n")


class Commands(TyperGroup):
    """Prints what the project refuses as one red line instead of a traceback."""

    def invoke(self, ctx: typer.Context) -> object:  # type: ignore[override]
        """Run a command."""
        try:
            return super().invoke(ctx)
        except GameError as error:
            warn(" ".join(str(error).split()))
            raise typer.Exit(BROKEN) from None
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None
