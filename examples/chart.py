"""Lines over a common scale, as SVG: what a notebook shows, and the picture of a training.

python examples/chart.py build/ppo/curve.csv docs/pictures/ppo.svg
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Final

from smallworld.game.display.svg import FAINT, STYLE, line, text

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 56, 110, 40, 48  # margins; names stand on the right
COLOURS: Final = ("#1b7f79", "#c2571a", "#6a4fa3", "#3b6fb6", "#8a6d00", "#a3346d")
NAMES_APART: Final = 14
TICKS: Final = 8  # at most, along a side

Points = Sequence[tuple[float, float]]


class Chart:
    """Some lines by name; in a notebook it draws itself.

    >>> chart = Chart("Coins", "turn", "coins", {"P1": [(1, 5), (2, 9)], "P2": [(1, 5), (2, 8)]})
    >>> chart.svg().count("<polyline")
    2
    """

    def __init__(
        self, title: str, across: str, up: str, lines: Mapping[str, Points], marks: Points = ()
    ) -> None:
        self.title: Final = title
        self.across: Final = across
        self.up: Final = up
        self.lines: Final = {name: list(points) for name, points in lines.items()}
        self.marks: Final = list(marks)  # heights that are marked, and the number of their line
        every = [point for points in self.lines.values() for point in points]
        if not every:
            raise ValueError("there is nothing to draw: every line is empty")
        self._wide: Final = max(x for x, _ in every) or 1.0
        self._high: Final = max([y for _, y in every] + [y for y, _ in self.marks]) or 1.0
        self._low: Final = min(0.0, *(y for _, y in every)) if len(every) > 1 else 0.0

    def svg(self) -> str:
        """The whole picture."""
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'style="{STYLE}">',
            f"<title>{escape(self.title)}</title>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
            text(LEFT, 20, self.title, weight="bold", size=13),
            *self._scales(),
            *self._marked(),
            *self._drawn(),
            "</svg>",
            "",
        ]
        return "\n".join(parts)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _x(self, value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * value / self._wide

    def _y(self, value: float) -> float:
        share = (value - self._low) / (self._high - self._low)
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share

    def _scales(self) -> list[str]:
        found: list[str] = []
        right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
        for value in ticks(self._low, self._high):
            found.append(line(LEFT, self._y(value), right, self._y(value), FAINT))
            found.append(text(LEFT - 6, self._y(value) + 4, f"{value:g}", anchor="end"))
        for value in ticks(0.0, self._wide):
            found.append(line(self._x(value), bottom, self._x(value), bottom + 4, FAINT))
            found.append(text(self._x(value), bottom + 17, f"{value:g}", anchor="middle"))
        found.append(text((LEFT + right) / 2, bottom + 36, self.across, anchor="middle"))
        found.append(text(LEFT, TOP - 6, self.up))
        return found

    def _marked(self) -> list[str]:
        right = WIDTH - RIGHT
        return [
            line(LEFT, self._y(height), right, self._y(height), COLOURS[int(number)], dashes="4 3")
            for height, number in self.marks
        ]

    def _drawn(self) -> list[str]:
        found: list[str] = []
        ends: list[tuple[float, str, str]] = []
        for n, (name, points) in enumerate(self.lines.items()):
            colour = COLOURS[n % len(COLOURS)]
            dots = [(self._x(x), self._y(y)) for x, y in points]
            path = " ".join(f"{x:.1f},{y:.1f}" for x, y in dots)
            found.append(
                f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
            )
            if dots:
                ends.append((dots[-1][1], name, colour))
        below = 0.0
        for y, name, colour in sorted(ends):  # names that would touch move down
            below = max(y + 4, below + NAMES_APART)
            found.append(text(WIDTH - RIGHT + 6, below, name, colour=colour))
        return found


def ticks(low: float, high: float) -> list[float]:
    """Round numbers between two.

    >>> ticks(0, 100)
    [0, 20, 40, 60, 80, 100]
    """
    step = 1e-3
    grow = [2.0, 2.5, 2.0]
    n = 0
    while (high - low) / step > TICKS:
        step *= grow[n % len(grow)]
        n += 1
    first = -(-low // step)
    found = []
    while first * step <= high + step / 1e6:
        found.append(round(first * step, 6))
        first += 1
    return [int(value) if value == int(value) else value for value in found]


def draw_training(curve: Path) -> Chart:
    """What examples/ppo.py wrote on the way: wins against others, over the minutes of training."""
    with curve.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    lines = {
        f"against {name}": [(float(row["seconds"]) / 60, 100 * float(row[name])) for row in rows]
        for name in ("random", "careless", "greedy")
        if name in rows[0]
    }
    return Chart(
        "A network that learns from nothing, base-2",
        "minutes of training",
        "% of games won",
        lines,
        marks=[(95, 0), (50, 1)],
    )


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(draw_training(Path(sys.argv[1])).svg(), encoding="utf-8")
