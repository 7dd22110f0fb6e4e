"""`smallworld bench`: how fast it is, alone and beside other engines."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table as Grid

from smallworld.cli.console import out, progress_bar, say, say_json, warn
from smallworld.cli.options import JSON
from smallworld.devtools.bench.builds import Builds, both_builds
from smallworld.devtools.bench.environments import environment_steps, measure_environments
from smallworld.devtools.bench.growth import HOMEMADE, SEATS, growth_steps, measure_growth
from smallworld.devtools.bench.growth_chart import draw_growth
from smallworld.devtools.bench.measurements import (
    RATE,
    TIME,
    measure_own,
    measure_peers,
    own_steps,
    peer_steps,
)
from smallworld.devtools.bench.peer_environment import ENV_PINS, PINS
from smallworld.devtools.bench.runner import Entrant
from smallworld.devtools.bench.scaling import measure_scaling, scaling_steps
from smallworld.devtools.bench.targets import Target, number
from smallworld.extras import need

Advance = Callable[[], None]
UNITS = {RATE: "decisions/s", TIME: "µs"}
CROWDS = (200, 1000, 2000)  # sockets at one move a second each
QUICK = 50.0  # milliseconds from a move to its view, for 99 of 100 moves of ...
QUICK_CROWD = 1000  # ... so many sockets, with two cores for server and players
PROMPT = 1000.0  # milliseconds from a move to its acknowledgement, for every move and any crowd
HALF_OPEN = 2000  # connections that keep half a request open …
CALM = 100.0  # … while 99 of 100 moves of the others are seen within so many milliseconds …
CALM_CROWD = 200  # … by so many sockets
DEARER = 1.5  # times the processor time of a move in a file, where it is kept in PostgreSQL
TWICE = 1.1  # times that of a move at one process, where two bear twice as much


def bench(
    peers: Annotated[
        bool, typer.Option("--peers", help="Beside Catanatron and OpenSpiel.")
    ] = False,
    env: Annotated[
        bool, typer.Option("--env", help="Encoding and environments, beside others.")
    ] = False,
    growth: Annotated[bool, typer.Option("--growth", help="By board, seats and box.")] = False,
    scaling: Annotated[bool, typer.Option("--scaling", help="Two processes against one.")] = False,
    server: Annotated[bool, typer.Option("--server", help="Moves and views by sockets.")] = False,
    fairness: Annotated[
        bool,
        typer.Option("--fairness", help="Computers' answers beside those who ask for a lot."),
    ] = False,
    site: Annotated[
        bool, typer.Option("--site", help="The game as a site, in a real browser.")
    ] = False,
    folder: Annotated[Path, typer.Option(help="With --site: where the site was built.")] = Path(
        "build/site"
    ),
    sockets: Annotated[
        int | None,
        typer.Option(min=2, help="With --server: so many.", show_default="200, 1000, then 2000"),
    ] = None,
    half_open: Annotated[
        int,
        typer.Option(
            min=0, help="With --server and --sockets: so many half requests are kept open."
        ),
    ] = 0,
    kills: Annotated[
        int,
        typer.Option(min=0, help="With --server: only kill it so often, and count what is lost."),
    ] = 0,
    homes: Annotated[
        bool,
        typer.Option("--homes", help="With --server: a file, and PostgreSQL with NATS, compared."),
    ] = False,
    seconds: Annotated[
        float | None,
        typer.Option(min=0.01, help="Processor time of a window.", show_default="fits the kind"),
    ] = None,
    picture: Annotated[
        Path | None,
        typer.Option(help="Where --growth draws.", show_default="docs/growth.svg or growth.svg"),
    ] = None,
    as_json: Annotated[bool, JSON] = False,
) -> None:
    """Measure random play, copies and memory of both builds.

    Rates are per second of processor time, the middle of several windows that take turns, so a busy
    machine matters little. Without options: our own figures, in less than a minute. With --peers
    or --env others are installed from the package index into a scratch environment first.

    Examples:
    smallworld bench
    smallworld bench --peers --json
    smallworld bench --growth --picture growth.svg
    smallworld bench --server
    smallworld bench --server --sockets 200 --half-open 2000
    smallworld bench --server --kills 300
    smallworld bench --server --homes
    smallworld bench --server --homes --kills 200
    smallworld bench --site --folder build/site
    """
    if server and homes:
        run_homes(sockets or CALM_CROWD, kills, seconds or 10.0, as_json)
        return
    if server and kills:
        run_crashes(kills, as_json)
        return
    if server:
        usual = [*((crowd, 0) for crowd in CROWDS), (CALM_CROWD, HALF_OPEN)]
        run_server([(sockets, half_open)] if sockets else usual, seconds or 10.0, as_json)
        return
    if fairness:
        run_fairness(seconds or 10.0, as_json)
        return
    if site:
        run_site(folder, as_json)
        return
    if env:
        need("smallworld bench --env", "pettingzoo")
    with both_builds() as builds:
        if builds.compiled is None:
            warn(f"{builds.why_not_compiled}\nOnly the plain build is measured.", style="yellow")
        data: dict[str, object] = {"machine": machine(), "builds": list(builds.homes())}
        if growth:
            data |= run_growth(builds, seconds or 0.15, picture or usual_picture(), as_json)
        elif scaling:
            data |= run_scaling(builds, seconds or 20.0, as_json)
        elif env:
            with progress_bar("windows", environment_steps(builds), not as_json) as advance:
                entrants, demands = measure_environments(builds, seconds or 1.0, advance)
            data |= {"peers": ENV_PINS} | tell(entrants, demands, as_json)
        elif peers:
            with progress_bar("windows", peer_steps(builds), not as_json) as advance:
                entrants, demands = measure_peers(builds, seconds or 1.0, advance)
            data |= {"peers": PINS} | tell(entrants, demands, as_json)
        else:
            with progress_bar("windows", own_steps(builds), not as_json) as advance:
                entrants, demands = measure_own(builds, seconds or 0.5, advance)
            data |= tell(entrants, demands, as_json)
    if as_json:
        say_json(data)


def run_site(folder: Path, as_json: bool) -> None:
    """Measure a built site, and print it."""
    from smallworld.devtools.bench.site.site_bench import measure_site, steps

    with progress_bar("visits", steps(), not as_json) as advance:
        figures, demands = measure_site(folder, advance)
    if as_json:
        told = [demand.as_data() for demand in demands]
        found = [asdict(figure) for figure in figures]
        say_json({"machine": machine(), "site": found, "demands": told})
        return
    grid = new_grid("", "", "")
    for figure in figures:
        grid.add_row(figure.name, number(figure.value), figure.unit)
    out().print(grid)
    tell_demands(demands)


def machine() -> dict[str, object]:
    """What the figures were measured on."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return {
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "processors": os.cpu_count(),
        "load": round(load, 1),
    }


def usual_picture() -> Path:
    """In a checkout the picture belongs to the documentation."""
    return Path("docs/growth.svg") if Path("docs").is_dir() else Path("growth.svg")


def tell(
    entrants: Sequence[Entrant], demands: Sequence[Target], as_json: bool
) -> dict[str, object]:
    """Print what was measured, or answer with it."""
    if not as_json:
        grid = new_grid("", "median", "", "lowest", "highest")
        for entrant in entrants:
            low, high = number(min(entrant.found)), number(max(entrant.found))
            unit = UNITS.get(entrant.unit, entrant.unit)
            alone = len(entrant.found) == 1
            grid.add_row(
                entrant.name,
                number(entrant.median()),
                unit,
                *(("", "") if alone else (low, high)),
            )
        out().print(grid)
        tell_demands(demands)
    return {
        "figures": [entrant.as_data() for entrant in entrants],
        "demands": [demand.as_data() for demand in demands],
    }


def tell_demands(demands: Sequence[Target]) -> None:
    """What was promised, and whether it holds."""
    say("")
    grid = new_grid("demand", "found", "wanted", "")
    for demand in demands:
        verdict = "[green]pass[/]" if demand.holds else "[red]fail[/]"
        grid.add_row(demand.words, number(demand.found), demand.limit(), verdict)
    out().print(grid)


def new_grid(*headings: str) -> Grid:
    """A table without lines; numbers on the right."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for place, heading in enumerate(headings):
        grid.add_column(heading, justify="right" if place else "left", no_wrap=place > 0)
    return grid


def run_growth(builds: Builds, seconds: float, picture: Path, as_json: bool) -> dict[str, object]:
    """Measure the growth, draw it, and print it."""
    with progress_bar("windows", growth_steps(), not as_json) as advance:
        points, demands = measure_growth(builds, seconds, advance)
    picture.write_text(
        draw_growth(points, "plain" if builds.compiled is None else "compiled"), encoding="utf-8"
    )
    if not as_json:
        grid = new_grid("decisions/s", "board", *(f"{seats} seats" for seats in SEATS))
        lines: dict[tuple[str, str], dict[int, str]] = {}
        for point in points:
            name = f"{point.custom} {HOMEMADE}" if point.series == HOMEMADE else point.series
            lines.setdefault((name, point.map), {})[point.seats] = number(point.rate)
        for (name, board), cells in lines.items():
            grid.add_row(name, board, *(cells.get(seats, "") for seats in SEATS))
        out().print(grid)
        tell_demands(demands)
        say(f"The picture is {picture}.")
    return {
        "growth": [point.as_data() for point in points],
        "demands": [demand.as_data() for demand in demands],
        "picture": str(picture),
    }


def run_scaling(builds: Builds, seconds: float, as_json: bool) -> dict[str, object]:
    """Measure `simulate` with one process and with two."""
    with progress_bar("runs", scaling_steps(), not as_json) as advance:
        found, demands = measure_scaling(builds, seconds, advance)
    if not as_json:
        for name, value in found.items():
            say(f"{name}: {number(value)}")
        tell_demands(demands)
    return {"scaling": found, "demands": [demand.as_data() for demand in demands]}


def run_server(crowds: Sequence[tuple[int, int]], seconds: float, as_json: bool) -> None:
    """Measure a server in a process of its own, with one crowd after the other.

    A crowd is so many sockets, and so many connections that keep half a request open.
    """
    # Here, because nothing else that is measured needs the server, nor the time to load it.
    from smallworld.server.trials.load_test import measure

    with progress_bar("crowds", len(crowds), not as_json) as advance:
        found = []
        for sockets, half_open in crowds:
            found.append(measure(sockets, seconds, half_open))
            advance()
    demands = [Target("acknowledged moves lost", sum(run.lost for run in found), 0, most=True)]
    for run in found:
        crowd = f"{run.sockets} sockets"
        if run.sockets == QUICK_CROWD and not run.half_open:
            words = f"move to view at {crowd}, 99 of 100"
            demands.append(Target(words, run.p99, QUICK, " ms", most=True))
        if run.half_open:
            words = f"the same at {crowd} beside {run.half_open} half requests"
            demands.append(Target(words, run.p99, CALM, " ms", most=True))
        words = f"slowest acknowledgement at {crowd}"
        demands.append(Target(words, run.slowest_ack, PROMPT, " ms", most=True))
    if as_json:
        runs = [asdict(run) for run in found]
        told = [demand.as_data() for demand in demands]
        say_json({"machine": machine(), "server": runs, "demands": told})
        return
    grid = new_grid(
        *("sockets", "half open", "moves/s", "messages/s", "busy", "p50 ms", "p99 ms", "longest"),
        *("slowest ack", "ms a move"),
    )
    for run in found:
        rates = (run.half_open, run.moves_per_second, run.messages_per_second, run.refused)
        times = (run.p50, run.p99, run.longest, run.slowest_ack, run.processor)
        grid.add_row(f"{run.sockets}", *map(number, (*rates, *times)))
    out().print(grid)
    tell_demands(demands)


def run_homes(sockets: int, kills: int, seconds: float, as_json: bool) -> None:
    """What a move costs in each home, or what a cluster loses when its parts are killed."""
    # Here, for the same reason.
    from smallworld.server.trials.cluster_crash_test import measure_cluster_crashes
    from smallworld.server.trials.homes_bench import HOMES, ROUNDS, measure_homes

    if kills:
        crashes = measure_cluster_crashes(kills)
        wanted = [
            Target("acknowledged moves lost or doubled", crashes.lost, 0, most=True),
            Target("games that got stuck", crashes.stuck, 0, most=True),
        ]
        if as_json:
            told = [demand.as_data() for demand in wanted]
            say_json({"machine": machine(), "crashes": asdict(crashes), "demands": told})
            return
        said = ", ".join(f"{count} {what}" for what, count in crashes.kills.items())
        say(f"Killed: {said}; {crashes.acknowledged} acknowledged changes")
        tell_demands(wanted)
        return
    with progress_bar("homes", ROUNDS * len(HOMES), not as_json) as advance:
        found = measure_homes(sockets, seconds, advance=advance)
    file, one_process, two_processes, *_ = (one.server_ms for one in found)
    words = "two processes with twice the sockets : one"
    wanted = [
        Target("a move in PostgreSQL and NATS : in a file", one_process / file, DEARER, most=True),
        Target(words, two_processes / one_process, TWICE, most=True),
        Target("acknowledged moves lost", sum(one.load.lost for one in found), 0, most=True),
    ]
    if as_json:
        told = [demand.as_data() for demand in wanted]
        say_json({"machine": machine(), "homes": [asdict(one) for one in found], "demands": told})
        return
    grid = new_grid(
        *("home", "servers", "apart", "watchers", "server ms", "PostgreSQL ms", "NATS ms"),
        *("statements", "log bytes", "messages", "their bytes", "to pages", "p50 ms", "p99 ms"),
    )
    for one in found:
        figures = (one.server_ms, one.postgres_ms, one.nats_ms, one.statements, one.log_bytes)
        more = (one.messages, one.message_bytes, one.page_messages, one.load.p50, one.load.p99)
        name = (one.home, str(one.servers), "yes" if one.apart else "", str(one.watchers or ""))
        grid.add_row(*name, *map(number, (*figures, *more)))
    out().print(grid)
    tell_demands(wanted)


def run_crashes(kills: int, as_json: bool) -> None:
    """Kill a server again and again while people play, and count what is lost."""
    # Here, for the same reason.
    from smallworld.server.trials.crash_test import measure_crashes

    found = measure_crashes(kills)
    demands = [Target("acknowledged moves lost", found.lost, 0, most=True)]
    if as_json:
        told = [demand.as_data() for demand in demands]
        say_json({"machine": machine(), "crashes": asdict(found), "demands": told})
        return
    say(
        f"{found.kills} kills in {found.games} games: {found.acknowledged} acknowledged changes, "
        f"{found.undone} of them taken back, {found.resent} sent again after a crash"
    )
    tell_demands(demands)


def run_fairness(seconds: float, as_json: bool) -> None:
    """Time a computer's answers on a server while somebody else asks it for a lot."""
    from smallworld.server.trials.fairness import REVIEWED_WITHIN, SOON, STEPS, measure_fairness

    with progress_bar("loads", STEPS, not as_json) as advance:
        found = measure_fairness(seconds, advance)
    review = f"review of {found.review_lines} lines"
    demands = [Target(review, found.review_seconds, REVIEWED_WITHIN, " s", most=True)]
    demands += [
        Target(f"greedy answers beside {run.meanwhile}, 99 of 100", run.p99, SOON, " ms", most=True)
        for run in found.answers
    ]
    if as_json:
        told = [demand.as_data() for demand in demands]
        say_json({"machine": machine(), "fairness": asdict(found), "demands": told})
        return
    grid = new_grid("meanwhile", "answers", "p50 ms", "p99 ms", "longest")
    for run in found.answers:
        grid.add_row(run.meanwhile, *map(number, (run.answers, run.p50, run.p99, run.longest)))
    out().print(grid)
    tell_demands(demands)
