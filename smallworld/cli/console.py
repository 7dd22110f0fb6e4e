"""What all commands share: the two consoles, JSON, errors in red, and the app's group."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text
from typer.core import TyperGroup

from smallworld.engine.game import GameError

BROKEN = 2  # exit status of an error that has been explained
INTERRUPTED = 130


def out() -> Console:
    """Where results go."""
    return Console(highlight=False)


def command() -> str:
    """How this program is called here, for hints that can be typed as they stand."""
    if shutil.which("smallworld"):
        return "smallworld"
    called = Path(sys.argv[0])
    if called.stem != "smallworld":
        return "python -m smallworld"
    try:
        return str(called.absolute().relative_to(Path.cwd()))
    except ValueError:
        return str(called.absolute())


def say(line: str, style: str = "") -> None:
    """One line, never broken and never read as markup."""
    out().print(Text(line, style=style), soft_wrap=True)


def warn(line: str, style: str = "red") -> None:
    """One line on stderr."""
    Console(stderr=True, highlight=False).print(Text(line, style=style), soft_wrap=True)


def indented(console: Console, words: str, indent: int, head: str = "", style: str = "") -> Text:
    """Words as a paragraph set in by so many columns; `head` stands before its first line."""
    lines = Text(words).wrap(console, max(20, console.width - indent))
    found = Text(head.ljust(indent))
    for n, line in enumerate(lines):
        found.append(("\n" + " " * indent if n else "") + line.plain.rstrip(), style=style)
    return found


@contextmanager
def progress_bar(what: str, total: int, shown: bool = True) -> Iterator[Callable[[], None]]:
    """A bar on stderr while long work runs, in a terminal only; the caller says when to advance."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(compact=True, elapsed_when_finished=True),
    )
    hidden = not shown or not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hidden) as progress:
        task = progress.add_task(what, total=total)
        yield lambda: progress.advance(task)


def write_text(path: Path, text: str) -> None:
    """Write a file; what is in the way is told as everything that is refused."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise GameError(f"{path}: it cannot be written: {error.strerror}") from None


def say_json(data: object) -> None:
    """A result as JSON, alone on stdout."""
    sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=False) + "\n")


class Commands(TyperGroup):
    """Prints what the project refuses in red, a line for each problem, instead of a traceback."""

    def invoke(self, ctx: typer.Context) -> object:  # type: ignore[override]
        """Run a command."""
        try:
            return super().invoke(ctx)
        except GameError as error:
            for line in str(error).splitlines():
                warn(" ".join(line.split()))
            raise typer.Exit(BROKEN) from None
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None
