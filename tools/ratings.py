"""Write what an arena found into docs/players.md and into the package.

    smallworld arena random greedy … --out ladder.jsonl
    python tools/ratings.py ladder.jsonl           # several files are read together

The cross tables and the command that made them go between the markers of the page, the picture
to docs/ratings.svg, and the ratings to smallworld/players/ratings.toml, where the levels find them.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from smallworld.arena.charts import draw_report  # noqa: E402
from smallworld.arena.report import ArenaReport, TableReport, make_report  # noqa: E402
from smallworld.arena.results import read_results  # noqa: E402
from smallworld.engine.errors import GameError  # noqa: E402

PAGE = ROOT / "docs" / "players.md"
PICTURE = ROOT / "docs" / "ratings.svg"
RATINGS = ROOT / "smallworld" / "players" / "ratings.toml"
BEGIN, END = "<!-- begin: tools/ratings.py -->", "<!-- end: tools/ratings.py -->"


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
        f"**{place.place}**: wins in %, {place.sides}; {fair}; {counted} games a pair",
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


def show(report: ArenaReport) -> str:
    """All that stands between the markers."""
    lines = [f"{report.games:,} games, made by", "", "```", *report.commands, "```", ""]
    lines += ["![Ratings and cross tables](ratings.svg)", "", *show_ratings(report), ""]
    for place in report.places:
        lines += show_place(report, place)
    return "\n".join(lines)


def write_ratings(report: ArenaReport) -> str:
    """The file of the package."""
    lines = ["# Written by tools/ratings.py; docs/players.md has the games behind it.", "[ratings]"]
    for one in report.standings:
        if one.rating is not None and not one.player.startswith("external:"):
            lines.append(f'"{one.player}" = {one.rating.mean:.0f}')
    return "\n".join(lines) + "\n"


def main(words: list[str]) -> None:
    if not words or words[0].startswith("-"):
        sys.exit((__doc__ or "").strip())
    try:
        report = make_report([read_results(Path(word))[0] for word in words])
    except GameError as error:
        sys.exit(str(error))
    page = PAGE.read_text(encoding="utf-8")
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        sys.exit(f"{PAGE} has lost its markers: {BEGIN} and {END}")
    PAGE.write_text(f"{before}{BEGIN}\n{show(report)}{END}{after}", encoding="utf-8")
    PICTURE.write_text(draw_report(report), encoding="utf-8")
    RATINGS.write_text(write_ratings(report), encoding="utf-8")
    print(f"{report.games} games: wrote", *(p.relative_to(ROOT) for p in (PAGE, PICTURE, RATINGS)))


if __name__ == "__main__":
    main(sys.argv[1:])
