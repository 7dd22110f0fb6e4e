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
from smallworld.arena.markdown import show_commands, show_place, show_ratings  # noqa: E402
from smallworld.arena.report import ArenaReport, make_report  # noqa: E402
from smallworld.arena.results import read_results  # noqa: E402
from smallworld.engine.errors import GameError  # noqa: E402

PAGE = ROOT / "docs" / "players.md"
PICTURE = ROOT / "docs" / "ratings.svg"
RATINGS = ROOT / "smallworld" / "players" / "ratings.toml"
BEGIN, END = "<!-- begin: tools/ratings.py -->", "<!-- end: tools/ratings.py -->"


def show(report: ArenaReport) -> str:
    """All that stands between the markers."""
    lines = show_commands(report)
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
