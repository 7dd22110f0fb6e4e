"""The growth as a picture: small charts side by side, written as plain SVG."""

from __future__ import annotations

from collections.abc import Sequence

from smallworld.devtools.bench.growth import HOMEMADE, MOST, SEATS, SMALLEST, Point
from smallworld.game.display.svg import FAINT, STYLE, line, text

WIDTH, HEIGHT = 320, 240  # of one chart
LEFT, RIGHT, TOP, BOTTOM = 44, 100, 34, 34  # margins in it; names stand on the right
COLUMNS = 3
COLOURS = ("#1b7f79", "#c2571a", "#6a4fa3", "#3b6fb6")
LIMIT = "#b3261e"


def draw_growth(points: Sequence[Point], build: str) -> str:
    """The whole picture."""
    top = max(point.cost for point in points) * 1.1
    limit = MOST * next(p.cost for p in points if (p.series, p.map, p.seats) == SMALLEST)
    top = max(top, limit * 1.1)
    names = list(dict.fromkeys(point.series for point in points))
    rows = -(-len(names) // COLUMNS)
    width, height = COLUMNS * WIDTH, rows * HEIGHT + 28
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" style="{STYLE}">',
        "<title>Microseconds of a decision by board, seats and box</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        text(LEFT, 18, f"Microseconds of processor time a decision, random play, {build}", size=13),
    ]
    for number, name in enumerate(names):
        chart = _BoardChart(number % COLUMNS * WIDTH, number // COLUMNS * HEIGHT + 24, top)
        parts += chart.frame(name, limit)
        own = [point for point in points if point.series == name]
        parts += chart.bars(own) if name == HOMEMADE else chart.lines(own)
    return "\n".join([*parts, "</svg>", ""])


class _BoardChart:
    """One of the small charts; all share one scale."""

    def __init__(self, x: int, y: int, top: float) -> None:
        self.left, self.right = x + LEFT, x + WIDTH - RIGHT
        self.high, self.low = y + TOP, y + HEIGHT - BOTTOM
        self.top = top

    def y(self, cost: float) -> float:
        """How high that cost stands."""
        return self.low - (self.low - self.high) * cost / self.top

    def x(self, place: float, places: int) -> float:
        """The middle of one of so many places."""
        return self.left + (self.right - self.left) * (place + 0.5) / places

    def frame(self, title: str, limit: float) -> list[str]:
        """Title, scale and the limit."""
        found = [text(self.left, self.high - 10, title, weight="bold")]
        step = _step(self.top)
        tick = 0.0
        while tick <= self.top:
            y = self.y(tick)
            found.append(line(self.left, y, self.right, y, FAINT))
            found.append(text(self.left - 6, y + 4, f"{tick:g}", anchor="end"))
            tick = round(tick + step, 6)
        y = self.y(limit)
        found.append(line(self.left, y, self.right, y, LIMIT, dashes="4 3"))
        found.append(text(self.right + 4, y + 4, f"{MOST:g} × base-2", colour=LIMIT))
        return found

    def lines(self, points: Sequence[Point]) -> list[str]:
        """A line for each board over the seats."""
        found = [
            text(self.x(n, len(SEATS)), self.low + 16, str(seats), anchor="middle")
            for n, seats in enumerate(SEATS)
        ]
        middle = (self.left + self.right) / 2
        found.append(text(middle, self.low + 30, "seats", anchor="middle"))
        boards = list(dict.fromkeys(point.map for point in points))
        ends: list[tuple[float, str, str]] = []
        for colour, board in zip(COLOURS, boards, strict=True):
            own = sorted((p for p in points if p.map == board), key=lambda p: p.seats)
            dots = [(self.x(n, len(SEATS)), self.y(p.cost)) for n, p in enumerate(own)]
            path = " ".join(f"{x:.1f},{y:.1f}" for x, y in dots)
            found.append(
                f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
            )
            found += [
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>' for x, y in dots
            ]
            ends.append((dots[-1][1], board, colour))
        below = -1.0
        for y, board, colour in sorted(ends):  # names that would touch move down
            below = max(y + 4, below + 12)
            found.append(text(self.right - 8, below, board, colour=colour))
        return found

    def bars(self, points: Sequence[Point]) -> list[str]:
        """A bar for each number of traits."""
        found: list[str] = []
        for n, point in enumerate(points):
            x, y = self.x(n, len(points)), self.y(point.cost)
            found.append(
                f'<rect x="{x - 14:.1f}" y="{y:.1f}" width="28" height="{self.low - y:.1f}" '
                f'fill="{COLOURS[n]}"/>'
            )
            found.append(text(x, y - 5, f"{point.cost:.2f}", anchor="middle"))
            found.append(text(x, self.low + 16, str(point.custom), anchor="middle"))
        middle = (self.left + self.right) / 2
        words = "in plain Python, base-4, 4 seats"
        found.append(text(middle, self.low + 30, words, anchor="middle"))
        return found


def _step(top: float) -> float:
    """A round distance between lines that gives four to eight of them."""
    step = 0.01
    while top / step > 8:
        step *= 2.5 if f"{step:g}".lstrip("0.").startswith("2") else 2
    return step
