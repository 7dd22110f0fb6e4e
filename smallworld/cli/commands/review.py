"""`smallworld review`: a kept game looked at afterwards."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from smallworld.cli.console import out, progress_bar, say, say_json, write_text
from smallworld.cli.home_made import load_home_made
from smallworld.cli.options import CUSTOM, JSON
from smallworld.cli.saved_games import read_record
from smallworld.engine.game import GameError
from smallworld.players.analysis.review import review as look_at
from smallworld.players.analysis.review_picture import draw_review
from smallworld.players.analysis.review_words import report


def review(
    file: Annotated[Path, typer.Argument(help="A record, as `play` keeps it.")],
    picture: Annotated[Path | None, typer.Option(help="Draw it into this SVG file.")] = None,
    simulations: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=100_000,
            help="How often each position is played on; usually what 8 s allow.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="The luck in those games.")] = 1,
    custom: Annotated[list[str] | None, CUSTOM] = None,
    as_json: Annotated[bool, JSON] = False,
) -> None:
    """Tell what was expected when, where coins were lost, and what was luck.

    Examples:
    smallworld review smallworld-7.record
    smallworld review smallworld-7.record --picture review.svg --simulations 50
    """
    if picture is not None and not picture.parent.is_dir():
        raise GameError(f"{picture}: there is no folder {picture.parent} to draw it in")
    record = read_record(file, load_home_made(custom))
    if not record.moves:
        raise GameError(f"{file}: nothing has happened in this game yet")
    with progress_bar("moves", len(record.moves) + 1, not as_json) as advance:
        found = look_at(record, simulations, seed, lambda done, total: advance())
    if picture is not None:
        write_text(picture, draw_review(found))
    if as_json:
        say_json(found.to_dict())
        return
    out().print(Text(report(found)), soft_wrap=True)
    if picture is not None:
        say(f"Drawn in {picture}")
