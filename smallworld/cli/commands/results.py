"""`smallworld results`: what the kept games of one or several arenas say."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from smallworld.arena.charts import draw_report
from smallworld.arena.markdown import report_as_markdown
from smallworld.arena.report import make_report
from smallworld.arena.results import read_results
from smallworld.cli.arena_tables import print_report
from smallworld.cli.console import out, say, say_json, warn, write_text
from smallworld.cli.options import JSON
from smallworld.extras import need


def results(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE…", help="Files of `smallworld arena --out`.")
    ],
    markdown: Annotated[
        Path | None, typer.Option(help="Write the tables for a page of documentation.")
    ] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the report, as SVG.")] = None,
    as_json: Annotated[bool, JSON] = False,
) -> None:
    """Tell what the games of arenas say together: who wins, how sure that is, how they play.

    Parts of one arena that several machines played (--part) are taken as the one it is: a game
    that stands in two files counts once. Other arenas are read side by side, each board and set
    of rules with tables of its own.

    Examples:
    smallworld results part-1.jsonl part-2.jsonl
    smallworld results ladder.jsonl --markdown ladder.md --picture ladder.svg
    """
    need("smallworld results", "openskill")
    report = make_report([read_results(file)[0] for file in files])
    if markdown is not None:
        write_text(markdown, report_as_markdown(report))
    if picture is not None:
        write_text(picture, draw_report(report))
    if as_json:
        say_json(report.as_data())
    elif markdown is None:
        print_report(out(), report)
    else:
        say(f"{markdown}: {report.games} games")
    for game, why in report.failures:
        warn(f"game {game} failed: {why}")
