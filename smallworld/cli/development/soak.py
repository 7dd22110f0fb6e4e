"""`smallworld soak`: random games in which everything is checked."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from smallworld.cli.console import progress_bar, say, say_json
from smallworld.cli.home_made import load_home_made
from smallworld.cli.options import CUSTOM, JSON
from smallworld.devtools.checked import Unsound
from smallworld.devtools.soak import NOTHING, SoakReport, soak_batch
from smallworld.devtools.soak_tables import SoakContent, table_for
from smallworld.engine.game import GameError
from smallworld.work.processes import in_order

FAILED = 1


def soak(
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="The first game's luck and choices.")] = 0,
    map_name: Annotated[
        str, typer.Option("--map", help="One board, or a map file.", show_default="all boards")
    ] = "",
    custom: Annotated[list[str] | None, CUSTOM] = None,
    processes: Annotated[int, typer.Option(min=1, help="Games played at the same time.")] = 1,
    server: Annotated[
        bool, typer.Option("--server", help="On a server, and its memory is looked at.")
    ] = False,
    minutes: Annotated[
        float,
        typer.Option(
            min=0, max=10_000, help="With --server: play for so long.", show_default="games"
        ),
    ] = 0.0,
    as_json: Annotated[bool, JSON] = False,
) -> None:
    """Play random games on all boards or on one, and check every invariant on the way.

    Tokens and coins are conserved, what is legal is accepted, texts read back, copies stay equal,
    records replay. A game that fails is kept as a record. The exit status is 0 only if none does.
    Home-made races and powers are in every game, on the boards where they can be played. With
    --server they are short games of people on a server of its own, 20 at the same time, and the
    exit status is 0 only if its memory does not grow.

    Examples:
    smallworld soak --games 500 --processes 2
    smallworld soak --server --games 5000
    smallworld soak --server --minutes 30
    smallworld soak --custom otters.py --map islands.toml
    """
    if server:
        soak_server(games, minutes, as_json)
        return
    if minutes:
        raise GameError("--minutes goes with --server; without it --games says how long it takes")
    load_home_made(custom)  # tells what is probably not meant
    content = SoakContent(map_name, tuple(custom or ()))
    table_for(0, content)  # what is wrong with it is better told before any game
    report = NOTHING
    with progress_bar("games", games, not as_json) as advance:
        for one in in_order(partial(play_one, seed, content), range(games), processes):
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


def soak_server(games: int, minutes: float, as_json: bool) -> None:
    """Play so many games, or for so long, on a server of its own, and look at its memory."""
    # Here, because nothing else that is played here needs the server, nor the time to load it.
    from smallworld.server.trials.soak import FLAT, SAMPLES, measure_memory

    looks = SAMPLES if minutes else min(SAMPLES, games)
    with progress_bar("looks at its memory", looks, not as_json) as advance:
        found = measure_memory(games, minutes, progress=advance)
    if as_json:
        say_json({**asdict(found), "flat": found.flat})
    else:
        say(f"{found.games} games, {found.moves} moves in {found.seconds:g} s")
        change = f"{found.grown:+g} % from {found.begun:g} to {found.ended:g} MB"
        say(f"memory: {change}; at most +{FLAT:g} % is wanted", "" if found.flat else "red")
    if not found.flat:
        raise typer.Exit(FAILED)


def play_one(seed: int, content: SoakContent, number: int) -> SoakReport:
    """That game of the soak."""
    return soak_batch([number], seed, content=content)


def as_data(failure: Unsound) -> dict[str, object]:
    """A game that failed, as JSON."""
    return {"seed": failure.seed, "wrong": failure.wrong, "record": failure.record}
