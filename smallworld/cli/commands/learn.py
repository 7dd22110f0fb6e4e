"""`smallworld learn`: train a net that judges positions, round after round."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from smallworld.cli.console import say, warn
from smallworld.cli.options import PROCESSES
from smallworld.cli.where import place_of_work
from smallworld.content.loader import MAPS
from smallworld.engine.game import GameError
from smallworld.extras import need


def learn(
    out: Annotated[
        Path, typer.Argument(help="The folder of the run; one that is begun is gone on with.")
    ],
    size: Annotated[
        str,
        typer.Option(
            help="How much is done in a round: tiny (a try), small (two cores) or full "
            "(many cores and a GPU).",
            show_default="small, or that of the folder",
        ),
    ] = "",
    rounds: Annotated[int, typer.Option(min=1, help="How many rounds there shall be.")] = 2,
    minutes: Annotated[
        float | None,
        typer.Option(
            min=0.01,
            help="Stop after so long, at the end of a piece of work; the same command goes on.",
            show_default="until all is done",
        ),
    ] = None,
    boards: Annotated[
        str,
        typer.Option(
            help=f"Some of {', '.join(MAPS)}, with commas between.",
            show_default="those of the size",
        ),
    ] = "",
    positions: Annotated[
        int | None,
        typer.Option(min=1, help="Positions of the first round.", show_default="those of the size"),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(min=1, help="Games of each further round.", show_default="those of the size"),
    ] = None,
    net: Annotated[
        str,
        typer.Option(
            help="As in summed:64x2; or compact, the small judge of champion.",
            show_default="that of the size",
        ),
    ] = "",
    teacher: Annotated[
        str,
        typer.Option(
            help="A larger net, as in attention:96x3, that learns first and then teaches the net.",
            show_default="that of the size",
        ),
    ] = "",
    seed: Annotated[
        int | None, typer.Option(help="The luck.", show_default="1, or that of the folder")
    ] = None,
    processes: Annotated[int, PROCESSES] = 1,
    device: Annotated[str, typer.Option(help="auto, cpu or cuda: where nets are fitted.")] = "auto",
) -> None:
    """Train a net that judges positions and actions: play, fit, measure, judge, and again.

    Everything is in the folder: stopped at any time, the same command goes on, on another machine
    too. The best net so far is best.pt; the player learned:net=FOLDER/best.pt uses it; curves.svg
    shows how it went. With --net compact it trains a judge for the player champion instead, in
    rounds as well; champion:judge=FOLDER/judge.json plays with the best. Needs the extra `train`.

    Example:
    smallworld learn run --minutes 10 --processes 2
    """
    for package in ("numpy", "torch"):
        need("smallworld learn", package)
    if net.partition(":")[0] == "compact":
        if teacher or positions is not None:
            raise GameError(
                f"--net {net} learns from games, without a teacher: leave out --teacher and "
                "--positions, and say --games for how many"
            )
        _learn_compact(out, size, net, rounds, boards, games, seed, minutes, processes, device)
        return
    from smallworld.training.plan import plan_of, read_plan  # here, as it needs an extra
    from smallworld.training.rounds import BEST, LearningRun
    from smallworld.training.run_folder import CURVES

    changes = {
        "boards": tuple(name.strip() for name in boards.split(",")) if boards else None,
        "positions": positions,
        "games": games,
        "net": net or None,
        "teacher": teacher or None,
        "seed": seed,
    }
    kept = read_plan(out)
    if kept is not None and not size and not any(v is not None for v in changes.values()):
        plan = kept
    else:
        plan = plan_of(size or (kept.size if kept else "small"), **changes)
    where = place_of_work(processes, "")
    run = LearningRun(out, plan, where, device, minutes, say)
    try:
        done = run.run(rounds)
    except KeyboardInterrupt:
        warn("Stopped; the same command goes on from there.")
        raise
    results = run.results()
    if not done:
        say(f"Time is up with {len(results)} of {rounds} rounds; the same command goes on.")
        return
    if not results:
        raise GameError(f"{out}: nothing was learnt")
    say(f"{out}: {len(results)} rounds; {out / BEST} is the best net, {out / CURVES} the picture")


def _learn_compact(
    out: Path,
    size: str,
    net: str,
    rounds: int,
    boards: str,
    games: int | None,
    seed: int | None,
    minutes: float | None,
    processes: int,
    device: str,
) -> None:
    from smallworld.training.compact.plan import SIZES, compact_plan
    from smallworld.training.compact.run import JUDGE, CompactRun
    from smallworld.training.run_folder import CURVES

    chosen = tuple(name.strip() for name in boards.split(",")) if boards else None
    plan = compact_plan(size or next(iter(SIZES)), net, boards=chosen, games=games, seed=seed)
    run = CompactRun(out, plan, place_of_work(processes, ""), minutes, say, device)
    try:
        done = run.run(rounds)
    except KeyboardInterrupt:
        warn("Stopped; the same command goes on from there.")
        raise
    if done:
        say(f"{out / CURVES} shows how it went")
        say(f"{out / JUDGE} is the best judge: play with it by champion:judge={out / JUDGE}")
    else:
        many = len(run.results())
        say(f"Time is up with {many} of {rounds} rounds; the same command goes on.")
