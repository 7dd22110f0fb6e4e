"""`smallworld balance`: how strong races, powers, pairs, boards and seats are."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid

from smallworld.arena.plan import Rules
from smallworld.arena.statistics import Interval
from smallworld.balance.charts import draw_pairs, draw_strengths
from smallworld.balance.games_file import GamesFolder, play_piece
from smallworld.balance.output import as_csv, as_data
from smallworld.balance.plan import BalancePlan
from smallworld.balance.report import (
    OFTEN,
    BalancedThing,
    BalanceReport,
    BoardBalance,
    make_report,
)
from smallworld.balance.tally import (
    COINS,
    MARGIN,
    OFFERED,
    PAIR,
    POWER,
    PRICE,
    RACE,
    SEAT,
    SHARE,
    TAKEN,
)
from smallworld.cli.arena_tables import new_grid, print_whole
from smallworld.cli.commands.arena import read_places
from smallworld.cli.console import INTERRUPTED, out, progress_bar, say_json, warn
from smallworld.cli.home_made import load_home_made
from smallworld.cli.options import JSON, ON, PROCESSES, SET, TURNS, WORLD
from smallworld.cli.where import place_of_work
from smallworld.content.loader import MAPS
from smallworld.engine.game import GameError
from smallworld.players.registry import player_names_in_words
from smallworld.work.where import Where

FAILED = 1
ALL = "all"
BOARD = "base-2"
SOME = 10  # pairs that are shown at either end


def balance(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FILE…]",
            show_default=False,
            help="Home-made things: .toml or .py files of races and powers, map files, or "
            "installed packages by name. Python files run: trust them.",
        ),
    ] = None,
    boards: Annotated[
        str,
        typer.Option(
            help=f"Some of {', '.join(MAPS)}, with commas between, or all.",
            show_default="the map files, or base-2",
        ),
    ] = "",
    seats: Annotated[
        str,
        typer.Option(help="2 to 5, with commas between, on every board.", show_default="the map's"),
    ] = "",
    player: Annotated[
        str, typer.Option(help=f"Who has all seats: {player_names_in_words()}.")
    ] = "planner",
    games: Annotated[
        int, typer.Option(min=1, help="Games of each board; an eighth more are varied.")
    ] = 200,
    seed: Annotated[int, typer.Option(help="The luck; the same seed brings the same games.")] = 1,
    world: Annotated[str, WORLD] = "",
    turns: Annotated[int | None, TURNS] = None,
    coins: Annotated[str, typer.Option(help="hidden or open: the others' coins.")] = "hidden",
    places: Annotated[bool, typer.Option(help="With Popular Places and Righteous Relics.")] = True,
    settings: Annotated[list[str] | None, SET] = None,
    processes: Annotated[int, PROCESSES] = 1,
    on: Annotated[str, ON] = "",
    folder: Annotated[
        Path | None, typer.Option("--out", help="Keep the games in this folder, and go on there.")
    ] = None,
    csv: Annotated[Path | None, typer.Option(help="Write all figures as CSV.")] = None,
    pictures: Annotated[
        Path | None, typer.Option(help="Draw strengths and pairs into this folder, as SVG.")
    ] = None,
    as_json: Annotated[bool, JSON] = False,
) -> None:
    """Measure how strong things are: every race, power, pair, board and seat, home-made ones too.

    One player has all seats. Told is how often a thing lay in the row and was taken, what it cost,
    the coins a turn it brought, the final coins of who took it above the table's mean, its share of
    wins, and the tokens more or less that would make it average; all with 95 % intervals. In an
    eighth more games combos bring a few tokens more or less than they say, which shows what a token
    is worth. Stop with Ctrl-C at any time: with --out the same command goes on, and with more games
    it adds to what is there. The results depend on the seed, not on where games are played.

    Examples:
    smallworld balance --games 500 --processes 2 --out games
    smallworld balance beavers.toml --boards base-2,base-4 --player greedy --csv beavers.csv
    smallworld balance my-map.toml --pictures pictures --json
    """
    custom, maps = sort_files(files or [])
    named = ",".join(MAPS) if boards.strip() == ALL else boards
    chosen = ",".join([*maps, *([named] if named.strip() else [] if maps else [BOARD])])
    rules = Rules(world, turns or 0, coins, places, tuple(custom), tuple(settings or ()))
    plan = BalancePlan(read_places(chosen, seats), player.strip(), seed, rules)
    load_home_made(custom)  # tells what is probably not meant
    plan.check()
    where = place_of_work(processes, on, custom, maps, [player])
    kept = GamesFolder(plan, folder)
    interrupted = False
    try:
        play(plan, kept, games, where, not as_json)
    except KeyboardInterrupt:
        interrupted = True
        there = sum(len(board.games) for board in kept.boards)
        again = "the same command goes on from there" if folder else "without --out they are lost"
        warn(f"Stopped with {there} games; {again}.", style="yellow")
    report = make_report(kept.boards)
    tell(report, as_json, csv, pictures)
    if interrupted:
        raise typer.Exit(INTERRUPTED)
    if report.failures:
        raise typer.Exit(FAILED)


def sort_files(names: Sequence[str]) -> tuple[list[str], list[str]]:
    """Races and powers, and maps: those are the .toml files that list regions."""
    custom: list[str] = []
    maps: list[str] = []
    for name in names:
        is_map = False
        if Path(name).suffix == ".toml":
            # Whoever reads it later says what is wrong with it.
            with suppress(OSError, ValueError, RecursionError):
                is_map = "regions" in tomllib.loads(Path(name).read_text(encoding="utf-8-sig"))
        (maps if is_map else custom).append(name)
    return custom, maps


def play(plan: BalancePlan, kept: GamesFolder, games: int, where: Where, shown: bool) -> None:
    """Play what is not there yet."""
    due = kept.due(games)
    with (
        progress_bar("games", sum(len(piece.games) for piece in due), shown) as advance,
        closing(where.as_done(partial(play_piece, plan), due)) as ended,
    ):
        for piece, content in ended:
            kept.add(piece, content)
            for _ in piece.games:
                advance()


def tell(report: BalanceReport, as_json: bool, csv: Path | None, pictures: Path | None) -> None:
    """Print the report, and write what else was asked for."""
    if csv is not None:
        write(csv, as_csv(report))
    if pictures is not None:
        for board in (*report.boards, *report.groups):
            name = re.sub(r"[^A-Za-z0-9_-]+", "-", Path(board.name).stem)
            write(pictures / f"{name}.svg", draw_strengths(board))
            write(pictures / f"{name}-pairs.svg", draw_pairs(board))
    if as_json:
        say_json(as_data(report))
        return
    console = out()
    for board in (*report.boards, *report.groups):
        print_board(console, board)
    for place, game, error in report.failures:
        warn(f"{place}, game {game}: {error}")


def write(path: Path, content: str) -> None:
    """Write a file, and the folder it is to lie in."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    except OSError as error:
        raise GameError(f"{path}: it cannot be written: {error.strerror}") from None


# ---- tables ----


def print_board(console: Console, board: BoardBalance) -> None:
    """All tables of a board."""
    console.print(
        f"\n[bold]{escape(board.name)}[/]: {board.games} games and {board.varied} varied ones; "
        f"{in_words(board.coins)} coins a seat, {in_words(board.lead)} between first and second, "
        f"{in_words(board.combos, 2)} combos a seat; "
        f"a token more is worth {in_words(board.token, 2) or 'nobody knows how many'} coins",
        soft_wrap=True,
    )
    strong, weak = board.surest_pairs(SOME)
    for kind, title, things in (
        (RACE, "races", board.of_kind(RACE)),
        (POWER, "powers", board.of_kind(POWER)),
        (PAIR, f"surely strong pairs, taken {OFTEN} times or more", strong),
        (PAIR, "surely weak pairs", weak),
        (SEAT, "seats", board.of_kind(SEAT)),
    ):
        if things:
            console.print()
            print_whole(console, thing_grid(title, things, kind))


def thing_grid(title: str, things: Sequence[BalancedThing], kind: str) -> Grid:
    """A row for each thing."""
    heads = ["taken %", "price", "coins a turn", "above the mean", "wins %", "tokens to average"]
    offered = ["offered %"] if kind != SEAT else []
    grid = new_grid(title, "times", *offered, *(heads if kind != SEAT else heads[1:-1]))
    for thing in things:
        figures = thing.figures
        cells = [str(thing.taken)]
        if kind != SEAT:
            cells += [in_percent(figures[OFFERED]), in_percent(figures[TAKEN])]
        cells += [in_words(figures[PRICE]), in_words(figures[COINS], 2), in_words(figures[MARGIN])]
        cells.append(in_percent(figures[SHARE]))
        if kind != SEAT:
            cells.append(in_words(thing.correction, 1, signed=True))
        mark = " (home-made)" if thing.home_made else ""
        grid.add_row(escape(thing.name) + mark, *cells)
    return grid


def in_words(interval: Interval | None, digits: int = 1, signed: bool = False) -> str:
    """A mean with half its interval."""
    if interval is None:
        return ""
    sign = "+" if signed else ""
    half = f"{interval.half:.{digits}f}"
    mean = f"{interval.mean:{sign}.{digits}f}"
    return mean if half == "inf" else f"{mean} ± {half}"


def in_percent(interval: Interval | None) -> str:
    """A share with its bounds."""
    return "" if interval is None else interval.in_percent()
