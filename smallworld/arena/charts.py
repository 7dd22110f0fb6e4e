"""The report of an arena as a picture: ratings with their intervals, then the cross tables."""

from __future__ import annotations

from html import escape

from smallworld.arena.report import ArenaReport, Cell, TableReport
from smallworld.game.display.svg import FAINT, INK, STYLE, line, text

WIDTH = 720
LEFT = 190  # names stand there
ROW = 24
GAP = 56
CELL = 84
DOT = "#1b7f79"
# From losing to winning; a fair share is white.
WORSE, BETTER = (0xC2, 0x57, 0x1A), (0x1B, 0x7F, 0x79)
LONGEST = 28  # letters of a name


def draw_report(report: ArenaReport) -> str:
    """The whole picture."""
    parts: list[str] = []
    y = GAP
    rated = [one for one in report.standings if one.rating is not None]
    if rated:
        parts += _ratings(report, y)
        y += ROW * (len(rated) + 1) + GAP
    for place in report.places:
        parts += _cross(report, place, y)
        y += ROW * (len(report.players) + 1) + GAP
    columns = len(report.players) + 1
    width, height = max(WIDTH, LEFT + CELL * columns + 10), y - GAP // 2
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" style="{STYLE}">',
        "<title>Ratings and cross tables of computer players</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    return "\n".join([*head, *parts, "</svg>", ""])


def _ratings(report: ArenaReport, top: float) -> list[str]:
    """A dot for each player, and a line as long as its interval."""
    rated = [(one.player, one.rating) for one in report.standings if one.rating is not None]
    low = min(rating.low for _, rating in rated)
    high = max(rating.high for _, rating in rated)
    step = _step(high - low)
    low, high = low // step * step, -(-high // step) * step
    wide = (WIDTH - 40 - LEFT) / max(high - low, step)
    bottom = top + ROW * len(rated)
    found = [text(10, top - 22, f"Rating, {report.games} games", weight="bold", size=13)]
    tick = low
    while tick <= high:
        x = LEFT + (tick - low) * wide
        found.append(line(x, top, x, bottom, FAINT))
        found.append(text(x, bottom + 16, f"{tick:.0f}", anchor="middle"))
        tick += step
    for n, (player, rating) in enumerate(rated):
        y = top + ROW * (n + 0.5)
        ends = [LEFT + (value - low) * wide for value in (rating.low, rating.mean, rating.high)]
        found.append(text(LEFT - 10, y + 4, _short(player), anchor="end"))
        found.append(line(ends[0], y, ends[2], y, DOT))
        found.append(f'<circle cx="{ends[1]:.1f}" cy="{y:.1f}" r="4" fill="{DOT}"/>')
        found.append(text(ends[1], y - 7, f"{rating.mean:.0f}", anchor="middle"))
    return found


def _cross(report: ArenaReport, place: TableReport, top: float) -> list[str]:
    """A field for each pair: the wins of the row in percent, coloured by how fair that is."""
    fair = 1 / place.place.seats
    title = f"{place.title}: wins of the row in %, fair is {100 * fair:.3g}"
    found = [text(10, top - 22, title, weight="bold", size=13)]
    columns = report.columns(place)
    for k, column in enumerate(columns):
        words = "mixed" if column is None else _short(column, 12)
        found.append(text(LEFT + CELL * (k + 0.5), top - 5, words, anchor="middle"))
    for n, player in enumerate(report.players):
        y = top + ROW * n
        found.append(text(LEFT - 10, y + 16, _short(player), anchor="end"))
        for k, column in enumerate(columns):
            cell = place.cell(player, column)
            if cell is not None:
                found += _field(cell, fair, LEFT + CELL * k, y)
    return found


def _field(cell: Cell, fair: float, x: float, y: float) -> list[str]:
    share = cell.share
    words = share.in_percent(0)
    colour = shade(share.mean, fair)
    told = f"{cell.player} against {cell.against or 'mixtures'}: {cell.games} games"
    return [
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{CELL - 2}" height="{ROW - 2}" fill="{colour}">'
        f"<title>{escape(told)}</title></rect>",
        text(x + CELL / 2, y + 15, words, anchor="middle", colour=INK),
    ]


def shade(share: float, fair: float) -> str:
    """White at a fair share, and the deeper the farther from it.

    >>> shade(0.25, 0.25)
    '#ffffff'
    """
    if share >= fair:
        end, depth = BETTER, (share - fair) / (1 - fair)
    else:
        end, depth = WORSE, (fair - share) / fair
    mixed = [round(255 + (part - 255) * 0.7 * depth) for part in end]
    return "#" + "".join(f"{part:02x}" for part in mixed)


def _step(span: float) -> float:
    """A round distance between lines that gives at most eight of them."""
    step = 10.0
    while span / step > 8:
        step *= 2.5 if f"{step:g}".startswith("2") and not f"{step:g}".startswith("25") else 2
    return step


def _short(name: str, longest: int = LONGEST) -> str:
    return name if len(name) <= longest else name[: longest - 1] + "…"
