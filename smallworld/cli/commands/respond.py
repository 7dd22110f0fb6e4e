"""`smallworld respond`: a player trained against one opponent, and what it wins."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from smallworld.arena.best_response import BestResponse, ResponsePlan, budget_of
from smallworld.cli.console import say, say_json, warn
from smallworld.cli.options import JSON, MAP, PROCESSES, TURNS
from smallworld.cli.where import place_of_work
from smallworld.extras import need


def respond(
    folder: Annotated[
        Path, typer.Argument(help="The folder of the training; one that is begun is gone on with.")
    ],
    against: Annotated[
        str, typer.Option(help="The opponent, who does not learn.")
    ] = "champion:time=100ms",
    minutes: Annotated[float, typer.Option(min=0.01, help="How long to train, in all.")] = 60,
    games: Annotated[
        int, typer.Option(min=2, help="Games to measure the best one by, with new luck.")
    ] = 400,
    budget: Annotated[
        str,
        typer.Option(
            help="How long those who are trained think, as in time=100ms.",
            show_default="as long as the opponent",
        ),
    ] = "",
    board: Annotated[str, MAP] = "base-2",
    turns: Annotated[int | None, TURNS] = None,
    seed: Annotated[int, typer.Option(help="The luck.")] = 1,
    processes: Annotated[int, PROCESSES] = 1,
    as_json: Annotated[bool, JSON] = False,
) -> None:
    """Train a player against a frozen opponent at two seats, then measure what it wins.

    Numbers of the search and of the quick policy are changed, generation by generation, and kept
    where they win more with the same luck. Stop with Ctrl-C at any time, the same command goes on.
    If much more than half of the games are won, the opponent has a weakness, and the numbers say
    which.

    Example:
    smallworld respond response --against champion:time=100ms --minutes 60 --processes 2
    """
    need("smallworld respond", "openskill")
    plan = ResponsePlan(against.strip(), budget or budget_of(against), board, turns or 0, seed)
    where = place_of_work(processes, "", (), [board], [against])
    run = BestResponse(folder, plan, where, warn if as_json else say)
    try:
        run.train(60 * minutes)
        cell = run.measure(games)
    except KeyboardInterrupt:
        warn("Stopped; the same command goes on from there.")
        raise
    trained = run.trained
    found = plan.spec(run.best)
    if as_json:
        say_json(
            {
                "against": plan.against,
                "player": found,
                "minutes": round(trained.seconds / 60, 1),
                "generations": trained.generations,
                "games": trained.games,
                "measured": {"games": cell.games, "share": cell.share.as_data(4)},
            }
        )
        return
    say(
        f"After {trained.seconds / 60:.0f} min, {trained.generations} generations and "
        f"{trained.games} games: {found}"
    )
    say(
        f"wins {cell.share.in_percent()} % of {cell.games} new games against {plan.against}; "
        f"coins {cell.coins.in_words()}, margin {cell.margin.in_words()}"
    )
