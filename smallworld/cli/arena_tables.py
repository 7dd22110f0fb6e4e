"""What an arena found, as tables in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid

from smallworld.arena.report import ArenaReport, Cell, TableReport
from smallworld.arena.statistics import Interval


def print_report(console: Console, report: ArenaReport) -> None:
    """Tables for each board, then the ratings."""
    for place in report.places:
        fair = f"{100 / place.place.seats:.3g} %"
        console.print(f"\n{place.title}: wins in %, {place.sides}; fair: {fair}", soft_wrap=True)
        print_whole(console, cross_grid(report, place, share_in_cell))
        if any(place.both_ways(*pair) for pair in permutations(report.players, 2)):
            words = "wins in % of the row's side, both ways round; fair: 50 %"
            console.print(f"\n{place.title}: {words}", soft_wrap=True)
            print_whole(console, both_ways_grid(report, place))
        console.print(f"\n{place.title}: mean coins of the same", soft_wrap=True)
        print_whole(console, cross_grid(report, place, coins_in_cell))
        console.print(f"\n{place.title}: what they did, wins in % by seat", soft_wrap=True)
        print_whole(console, behaviour_grid(place))
    if report.games:
        console.print(f"\nratings over {report.games} games", soft_wrap=True)
        print_whole(console, ratings_grid(report))


def print_whole(console: Console, grid: Grid) -> None:
    """Print all of a table, however narrow the terminal is."""
    unbounded = console.options.update(width=10_000)
    needed = console.measure(grid, options=unbounded).maximum
    if needed > console.width:
        console = Console(highlight=False, width=needed)
    console.print(grid)


def share_in_cell(cell: Cell) -> str:
    """The share of the wins."""
    return share_in_words(cell.share)


def share_in_words(share: Interval | None) -> str:
    """The share with its bounds in a second line, so that many columns fit."""
    if share is None:
        return ""
    mean, _, bounds = share.in_percent().partition(" ")
    return f"{mean}\n[dim]{bounds.strip('()')}[/]"


def coins_in_cell(cell: Cell) -> str:
    """The same for coins."""
    return mean_in_words(cell.coins, 1)


def mean_in_words(figure: Interval | None, digits: int) -> str:
    """A mean with half its interval in a second line."""
    if figure is None:
        return ""
    mean, _, half = figure.in_words(digits).partition(" ")
    return f"{mean}\n[dim]{half}[/]"


def both_ways_grid(report: ArenaReport, place: TableReport) -> Grid:
    """Whose side wins, over lineups with one of either."""
    numbers = [str(n) for n in range(1, len(report.players) + 1)]
    grid = new_grid("", *numbers)
    for number, player in zip(numbers, report.players, strict=True):
        shares = [place.both_ways(player, other) for other in report.players]
        if any(shares):
            grid.add_row(escape(f"{number} {player}"), *map(share_in_words, shares))
    return grid


def behaviour_grid(place: TableReport) -> Grid:
    """Declines, coins a turn, and the wins from each seat."""
    seats = [f"seat {n}" for n in range(1, place.place.seats + 1)]
    grid = new_grid("", "declines a game", "coins a turn", *seats, "games")
    for one in place.behaviours:
        grid.add_row(
            "all" if one.player is None else escape(one.player),
            mean_in_words(one.declines, 2),
            mean_in_words(one.coins, 2),
            *map(share_in_words, one.seats),
            str(one.games),
        )
    return grid


def cross_grid(report: ArenaReport, place: TableReport, word: Callable[[Cell], str]) -> Grid:
    """Rows and columns are players, the columns by their number; mixtures come last."""
    columns = report.columns(place)
    numbers = [str(n) for n in range(1, len(report.players) + 1)]
    grid = new_grid("", *numbers, *(["mixed"] if None in columns else []), "games")
    for number, player in zip(numbers, report.players, strict=True):
        cells = [place.cell(player, column) for column in columns]
        if any(cells):
            words = [word(cell) if cell else "" for cell in cells]
            name = escape(f"{number} {player}")
            grid.add_row(name, *words, str(sum(cell.games for cell in cells if cell)))
    return grid


def ratings_grid(report: ArenaReport) -> Grid:
    """The strongest first."""
    faults = ["faults"] if any(one.faults for one in report.standings) else []
    headings = ["rating", "95 %", "games", "s a turn", "slowest turn", *faults]
    grid = new_grid("player", *headings)
    for one in report.standings:
        rating = one.rating
        grid.add_row(
            escape(one.player),
            "" if rating is None else f"{rating.mean:.0f}",
            interval_in_words(rating),
            str(one.games),
            f"{one.seconds:.3f}",
            f"{one.slowest:.3f}",
            *([str(one.faults or "")] if faults else []),
        )
    return grid


def interval_in_words(rating: Interval | None) -> str:
    """The bounds of a rating, unless it is the fixed point of the scale."""
    if rating is None:
        return ""
    return "fixed" if rating.low == rating.high else f"{rating.low:.0f} to {rating.high:.0f}"


def new_grid(first: str, *headings: str) -> Grid:
    """An empty table; all but the first column are numbers."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    grid.add_column(first, no_wrap=True)
    for heading in headings:
        grid.add_column(heading, justify="right", no_wrap=True)
    return grid
