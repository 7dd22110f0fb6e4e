"""The report of an arena as tables for a page of documentation, every figure with its interval."""

from __future__ import annotations

from smallworld.arena.report import ArenaReport, TableReport


def report_as_markdown(report: ArenaReport) -> str:
    """All there is to tell: how it was made, ratings, and for each board who won and how."""
    lines = [*show_commands(report), *show_ratings(report), ""]
    for place in report.places:
        lines += [*show_place(report, place), *show_behaviour(place)]
    return "\n".join(lines)


def show_commands(report: ArenaReport) -> list[str]:
    """How many games, and what plays them again."""
    return [f"{report.games:,} games, made by", "", "```", *report.commands, "```", ""]


def grid(*rows: list[str]) -> list[str]:
    """A table; the first row is its head, and numbers stand on the right."""
    head, *rest = rows
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rest]
    return ["| " + " | ".join(line) + " |" for line in lines]


def name(player: str) -> str:
    """A player as code."""
    return f"`{player}`"


def show_ratings(report: ArenaReport) -> list[str]:
    """The strongest first."""
    rows = [["player", "rating", "95 %", "games", "thinking a turn"]]
    for one in report.standings:
        rating = one.rating
        bounds = "" if rating is None else f"{rating.low:.0f} to {rating.high:.0f}"
        if rating is not None and rating.low == rating.high:
            bounds = "fixed"
        mean = "" if rating is None else f"{rating.mean:.0f}"
        thinking = f"{one.seconds * 1000:,.1f} ms"
        rows.append([name(one.player), mean, bounds, f"{one.games:,}", thinking])
    return grid(*rows)


def show_place(report: ArenaReport, place: TableReport) -> list[str]:
    """Wins and coins of every pair."""
    columns = report.columns(place)
    head = ["", *(name(column) if column else "mixed" for column in columns)]
    wins, coins = [head], [head]
    for player in report.players:
        cells = [place.cell(player, column) for column in columns]
        if any(cells):
            wins.append([name(player), *(c.share.in_percent() if c else "" for c in cells)])
            coins.append([name(player), *(c.coins.in_words() if c else "" for c in cells)])
    games = sorted({cell.games for cell in place.cells if cell.against is not None})
    counted = " to ".join(f"{n:,}" for n in dict.fromkeys((games[0], games[-1]))) if games else "no"
    fair = f"fair is {100 / place.place.seats:.3g}"
    return [
        f"**{place.title}**: wins in %, {place.sides}; {fair}; {counted} games a pair",
        "",
        *grid(*wins),
        "",
        *(show_both_ways(report, place) if place.place.seats > 2 else []),
        "mean coins",
        "",
        *grid(*coins),
        "",
    ]


def show_both_ways(report: ArenaReport, place: TableReport) -> list[str]:
    """Whose side wins, over lineups with one of either."""
    rows = [["", *map(name, report.players)]]
    for player in report.players:
        shares = [place.both_ways(player, other) for other in report.players]
        if any(shares):
            rows.append([name(player), *(share.in_percent() if share else "" for share in shares)])
    return [
        "wins in % of the row's side, over lineups with one of either among the others; fair is 50",
        "",
        *grid(*rows),
        "",
    ]


def show_behaviour(place: TableReport) -> list[str]:
    """Declines, coins a turn, and the wins from each seat."""
    seats = [f"seat {n}" for n in range(1, place.place.seats + 1)]
    rows = [["", "games", "declines a game", "coins a turn", *seats]]
    for one in place.behaviours:
        rows.append(
            [
                "all" if one.player is None else name(one.player),
                f"{one.games:,}",
                "" if one.declines is None else one.declines.in_words(2),
                one.coins.in_words(2),
                *("" if share is None else share.in_percent() for share in one.seats),
            ]
        )
    return [f"**{place.title}**: what they did, and wins in % from each seat", "", *grid(*rows), ""]
