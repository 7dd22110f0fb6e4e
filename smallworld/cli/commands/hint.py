"""`smallworld hint`: what a strong player would do in a position of a kept game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from smallworld.cli.console import indented, out, say_json
from smallworld.cli.home_made import load_home_made
from smallworld.cli.options import CUSTOM, JSON
from smallworld.cli.saved_games import read_record
from smallworld.engine.game import GameError, State, is_chance, is_over, to_act
from smallworld.game.narration.words import describe
from smallworld.game.views.view import View
from smallworld.players.analysis.hint import SECONDS, Hint
from smallworld.players.analysis.hint import hint as think_of_hint
from smallworld.players.budget import Budget
from smallworld.wire.forecasts import ExpectedResult


def hint(
    file: Annotated[Path, typer.Argument(help="A record, as `play` keeps it.")],
    at: Annotated[int | None, typer.Option(help="After so many moves.", show_default="all")] = None,
    seconds: Annotated[float, typer.Option(help="How long to think.")] = SECONDS,
    simulations: Annotated[
        int | None, typer.Option(min=1, help="Instead: games to play out in thought.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The luck in those games.")] = 1,
    custom: Annotated[list[str] | None, CUSTOM] = None,
    as_json: Annotated[bool, JSON] = False,
) -> None:
    """Suggest what to do in a position, and say why.

    It looks at the game as the seat that decides sees it.

    Examples:
    smallworld hint smallworld-7.record
    smallworld hint smallworld-7.record --at 40 --seconds 5
    """
    record = read_record(file, load_home_made(custom))
    moves = len(record.moves)
    number = moves if at is None else at
    if not 0 <= number <= moves:
        raise GameError(f"{file}: it has {moves} moves, so there is nothing to decide after {at}")
    s = record.replay(number)
    if is_over(s):
        raise GameError(f"{file}: the game is over; --at looks at a position before its end")
    if is_chance(s):
        raise GameError(f"{file}: after move {number} luck is next; give another number by --at")
    budget = (
        Budget(seconds=seconds, per="decision")
        if simulations is None
        else Budget(simulations=simulations, per="decision")
    )
    found = think_of_hint(View(s, record.table, to_act(s)), budget, seed)
    if as_json:
        say_json({"move": number, "seat": s.options.seats[found.seat], **found.to_dict()})
        return
    console = out()
    words = f"After move {number}, turn {s.turn} of {s.options.turns}: "
    console.print(indented(console, f"{words}{s.options.seats[found.seat]} decides.", 0))
    print_hint(console, s, found)


def print_hint(console: Console, s: State, found: Hint) -> None:
    """The suggestion, why, and the next best."""
    words = describe(s, found.action)
    if not words.startswith(found.do.split()[0]):
        words = f"{found.do}: {words}"
    console.print(indented(console, words, 2, "", style="bold"))
    console.print(indented(console, found.reason, 2))
    if found.expected is None or not found.others:
        return
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 2), header_style="dim")
    grid.add_column("expected at the end", no_wrap=True)
    grid.add_column("your coins", justify="right")
    grid.add_column("ahead of the others", justify="right")
    for row in (found.expected, *found.others):
        grid.add_row(*(Text(cell) for cell in _cells(row)))
    console.print(grid)


def _cells(row: ExpectedResult) -> tuple[str, str, str]:
    return row.do, f"{row.coins:.1f}", f"{row.lead:+.1f}".replace("-", "−")
