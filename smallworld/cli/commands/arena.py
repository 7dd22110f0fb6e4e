"""`smallworld arena`: who is stronger, by how much, and how sure that is."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from smallworld.arena.charts import draw_report
from smallworld.arena.plan import ALL, CROSSES, WHOLE, ArenaPlan, ArenaTable, PlanPart, Rules
from smallworld.arena.play import PlayerCache, PlayerFailure
from smallworld.arena.pool import play_games
from smallworld.arena.report import make_report
from smallworld.arena.results import Results, ResultsFile, command_of
from smallworld.cli.arena_tables import print_report
from smallworld.cli.console import INTERRUPTED, out, progress_bar, say, say_json, warn, write_text
from smallworld.cli.home_made import load_home_made
from smallworld.cli.options import CUSTOM, JSON, ON, PROCESSES, SET, TURNS, WORLD
from smallworld.cli.where import place_of_work
from smallworld.content.loader import MAPS, load_map
from smallworld.engine.game import GameError
from smallworld.extras import need
from smallworld.players.registry import player_names_in_words
from smallworld.work.where import Where

FAILED = 1


def arena(
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER PLAYER…",
            show_default=False,
            help=f"Best from the weakest to the strongest: {player_names_in_words()}.",
        ),
    ],
    boards: Annotated[
        str, typer.Option(help=f"Some of {', '.join(MAPS)}, or map files, with commas between.")
    ] = "base-2",
    seats: Annotated[
        str,
        typer.Option(help="2 to 5, with commas between, on every board.", show_default="the map's"),
    ] = "",
    world: Annotated[str, WORLD] = "",
    games: Annotated[
        int, typer.Option(min=1, help="Games of each lineup, made up to whole deals.")
    ] = 100,
    seed: Annotated[int, typer.Option(help="The luck; the same seed brings the same games.")] = 1,
    cross: Annotated[str, typer.Option(help=f"Who meets: {', '.join(CROSSES)}.")] = ALL,
    mixed: Annotated[
        bool, typer.Option(help="At three seats and more, all players at one table too.")
    ] = True,
    turns: Annotated[int | None, TURNS] = None,
    coins: Annotated[str, typer.Option(help="hidden or open: the others' coins.")] = "hidden",
    places: Annotated[bool, typer.Option(help="With Popular Places and Righteous Relics.")] = True,
    settings: Annotated[list[str] | None, SET] = None,
    custom: Annotated[list[str] | None, CUSTOM] = None,
    processes: Annotated[int, PROCESSES] = 1,
    on: Annotated[str, ON] = "",
    results: Annotated[
        Path | None, typer.Option("--out", help="Keep every game in this file as it ends.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with that file.")] = False,
    part: Annotated[
        str,
        typer.Option(
            metavar="K/N",
            help="Play every N-th deal only, from the K-th on: a part for one of N machines. "
            "`smallworld results` reads their files together.",
            show_default="everything",
        ),
    ] = "",
    picture: Annotated[Path | None, typer.Option(help="Draw the report, as SVG.")] = None,
    only: Annotated[
        str, typer.Option(help="Play one game alone, by its name in the file.", show_default=False)
    ] = "",
    record: Annotated[
        Path | None, typer.Option(help="With --only: where the game is kept.")
    ] = None,
    as_json: Annotated[bool, JSON] = False,
) -> None:
    """Measure how strong players are: seats rotated, luck paired, with 95 % intervals.

    Each deal of luck is played once in every rotation of the seats, by all lineups alike: at two
    seats each pair of players, at more one player among others of another kind and both ways
    round, and mixtures. Stop with Ctrl-C at any time: with --out nothing but the running games is
    lost, and --resume goes on. The results depend on the seed, not on where games are played.

    Examples:
    smallworld arena random greedy --games 100
    smallworld arena random greedy --boards base-2,base-4,underground-3 --out ladder.jsonl --resume
    smallworld arena greedy "external:time=2s ./mybot --fast" --processes 2 --picture mine.svg
    smallworld arena master champion --games 400 --part 1/4 --out part-1.jsonl --resume
    """
    own = PlanPart.read(part) if part else WHOLE
    rules = Rules(world, turns or 0, coins, places, tuple(custom or ()), tuple(settings or ()))
    need("smallworld arena", "openskill")  # it rates at the end, when all games are played
    names = tuple(player.strip() for player in players)
    plan = ArenaPlan(names, read_places(boards, seats), games, seed, cross, mixed, rules)
    load_home_made(custom)  # tells what is probably not meant
    plan.check()
    maps = [place.map for place in plan.places]
    where = place_of_work(processes, on, custom or (), maps, names)
    if only:
        play_alone(plan, only, record)
        return
    if record is not None:
        raise GameError("--record keeps the game that --only names")
    interrupted = False
    with ResultsFile(plan, results, resume) as file:
        try:
            play(file, where, not as_json, own)
        except KeyboardInterrupt:
            interrupted = True
        found = file.results
    if interrupted:
        warn(stopped(plan, found, results, own), style="yellow")
    tell(found, as_json, picture)
    if interrupted:
        raise typer.Exit(INTERRUPTED)
    if found.failures:
        raise typer.Exit(FAILED)


def read_places(boards: str, seats: str) -> tuple[ArenaTable, ...]:
    """Every board with every number of seats, or with its own."""
    maps = [name.strip() for name in boards.split(",") if name.strip()]
    counts = [count.strip() for count in seats.split(",") if count.strip()]
    if not maps:
        raise GameError(f"name at least one board: {', '.join(MAPS)}")
    for count in counts:
        if count not in ("2", "3", "4", "5"):
            raise GameError(f"a table has 2, 3, 4 or 5 seats, not {count!r}")
    found = [
        ArenaTable(name, count)
        for name in maps
        for count in ([int(count) for count in counts] or [load_map(name).players])
    ]
    return tuple(dict.fromkeys(found))


def play(file: ResultsFile, where: Where, shown: bool, part: PlanPart = WHOLE) -> None:
    """Play what has not been played; what failed is tried again."""
    plan = file.results.plan
    waiting = [game for game in plan.all_games(part) if game.key not in file.results.outcomes]
    with (
        progress_bar("games", len(waiting), shown) as advance,
        closing(play_games(plan, waiting, where)) as ended,
    ):
        for one in ended:
            file.add(one)
            advance()


def play_alone(plan: ArenaPlan, key: str, path: Path | None) -> None:
    """Play one game, and keep its record."""
    ended, kept = PlayerCache(plan).play_with_record(plan.find(key))
    if path is not None and kept is not None:
        write_text(path, kept.to_text())
    if isinstance(ended, PlayerFailure):
        warn(ended.trace.rstrip() or ended.error)
        raise typer.Exit(FAILED)
    for seat, player in enumerate(ended.seats):
        won = "  wins" if seat in ended.winners else ""
        say(f"P{seat + 1}  {ended.coins[seat]:3} coins  {plan.players[player]}{won}")
    for seat, remark in ended.remarks:
        say(f"P{seat + 1} {remark}", "yellow")


def stopped(plan: ArenaPlan, found: Results, path: Path | None, part: PlanPart) -> str:
    """What to know after Ctrl-C."""
    left = sum(1 for game in plan.all_games(part) if game.key not in found.outcomes)
    if path is None:
        return f"Stopped with {left} games left; with --out the rest could be played later."
    return f"Stopped with {left} games left; the same command with --resume plays them."


def tell(found: Results, as_json: bool, picture: Path | None) -> None:
    """Print and draw what was found."""
    report = make_report([found])
    if picture is not None:
        write_text(picture, draw_report(report))
    if as_json:
        say_json(report.as_data())
    else:
        print_report(out(), report)
    for failure in found.failures.values():
        warn(f"game {failure.key} failed: {failure.error}")
        warn(f"  again: {command_of(found.plan, '--only', failure.key, '--record', 'it.record')}")
