"""`smallworld soak`: random games in which everything is checked."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from smallworld.cli.options import JSON
from smallworld.cli.pool import in_order
from smallworld.cli.screen import progress_bar, say, say_json
from smallworld.content.loader import load_map
from smallworld.play.checked import Unsound
from smallworld.play.soak import NOTHING, Report, soak_batch

FAILED = 1


def soak(
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="The first game's luck and choices.")] = 0,
    processes: Annotated[int, typer.Option(min=1, help="Games played at the same time.")] = 1,
    map_name: Annotated[
        str, typer.Option("--map", help="One map, or a map file.", show_default="all eight maps")
    ] = "",
    as_json: Annotated[bool, JSON] = False,
) -> None:
    """Play random games on all boards or on one, and check every invariant on the way.

    Tokens and coins are conserved, what is legal is accepted, texts read back, copies stay equal,
    records replay. A game that fails is kept as a record. The exit status is 0 only if none does.

    Examples:
    smallworld soak --games 500 --processes 2
    smallworld soak --games 50 --map my.toml
    """
    if map_name:
        load_map(map_name)  # what is wrong with it is better told before any game
    report = NOTHING
    with progress_bar("games", games, not as_json) as advance:
        for one in in_order(partial(play_one, seed, map_name), range(games), processes):
            report = report.joined(one)
            advance()
    failures = [as_data(failure) for failure in report.failures]
    if as_json:
        say_json(
            {
                "games": report.games,
                "decisions": report.decisions,
                "deep_checks": report.deep_checks,
                "failures": failures,
            }
        )
    else:
        for failure in report.failures:
            path = Path(f"soak-{failure.seed}.record")
            path.write_text(failure.record, encoding="utf-8")
            say(f"seed {failure.seed}: {'; '.join(failure.wrong)}; the game is in {path}", "red")
        done_what = f"{report.decisions} decisions, {report.deep_checks} deep checks"
        say(f"{report.games} games, {done_what}, {len(failures)} failed")
    if failures:
        raise typer.Exit(FAILED)


def play_one(seed: int, map_name: str, number: int) -> Report:
    """That game of the soak."""
    return soak_batch([number], seed, map_name=map_name)


def as_data(failure: Unsound) -> dict[str, object]:
    """A game that failed, as JSON."""
    return {"seed": failure.seed, "wrong": failure.wrong, "record": failure.record}
