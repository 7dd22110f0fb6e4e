"""A run of training as a picture: what is left unexplained, and how strong the nets are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from smallworld.game.display.svg import FAINT, STYLE, line, text

WIDTH: Final = 720
LEFT, RIGHT, TOP, HIGH, GAP = 60, 150, 40, 200, 70
COLOURS: Final = ("#1b7f79", "#c2571a", "#7a3e9d", "#4a6fa5")
LINES: Final = 5

Curve = tuple[str, list[tuple[float, float]]]


def draw_curves(rounds: Sequence[dict[str, Any]]) -> str:
    """The picture of these rounds."""

    def of(name: str, *path: str) -> Curve:
        points: list[tuple[float, float]] = []
        for one in rounds:
            value: Any = one
            for key in path:
                value = value.get(key) if isinstance(value, dict) else None
            if value is not None:
                points.append((one["round"], float(value)))
        return name, points

    panels = [
        (
            "Unexplained, in % of what can be explained",
            [
                ("net", [(x, 100 * y) for x, y in of("", "unexplained", "net")[1]]),
                ("signs", [(x, 100 * y) for x, y in of("", "unexplained", "signs")[1]]),
                (
                    "signs, refitted",
                    [(x, 100 * y) for x, y in of("", "unexplained", "refitted")[1]],
                ),
            ],
        ),
        (
            "Wins, in fair shares",
            [
                of("against the pool", "verdict", "score"),
                of("against the best", "verdict", "against_best"),
            ],
        ),
        (
            "Loss while learning: coins, in squares of ten",
            [("net", [(x, y[0]) for x, y in _passes(rounds)])],
        ),
    ]
    parts: list[str] = []
    y = float(TOP)
    for title, curves in panels:
        parts += _panel(title, [curve for curve in curves if curve[1]], y)
        y += HIGH + GAP
    height = round(y - GAP / 2)
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" style="{STYLE}">',
        "<title>A run of training</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
    ]
    return "\n".join([*head, *parts, "</svg>", ""])


def _passes(rounds: Sequence[dict[str, Any]]) -> list[tuple[float, list[float]]]:
    """The losses of all passes; a round is 1 wide."""
    return [
        (one["round"] + n / len(one["losses"]), losses)
        for one in rounds
        for n, losses in enumerate(one["losses"])
    ]


def _panel(title: str, curves: Sequence[Curve], top: float) -> list[str]:
    found = [text(LEFT, top - 14, title, weight="bold", size=13)]
    points = [point for _, curve in curves for point in curve]
    if not points:
        return found
    low, high = 0.0, max(y for _, y in points) * 1.05 or 1.0
    first, last = min(x for x, _ in points), max(x for x, _ in points)
    wide = (WIDTH - LEFT - RIGHT) / max(last - first, 1)
    tall = HIGH / (high - low)

    def at(point: tuple[float, float]) -> tuple[float, float]:
        return LEFT + (point[0] - first) * wide, top + HIGH - (point[1] - low) * tall

    for n in range(LINES + 1):
        value = low + (high - low) * n / LINES
        y = top + HIGH - (value - low) * tall
        found.append(line(LEFT, y, WIDTH - RIGHT, y, FAINT))
        found.append(text(LEFT - 6, y + 4, f"{value:.3g}", anchor="end"))
    for number in sorted({round(x) for x, _ in points}):
        x = LEFT + (number - first) * wide
        found.append(text(x, top + HIGH + 16, f"{number}", anchor="middle"))
    for n, (name, curve) in enumerate(curves):
        colour = COLOURS[n % len(COLOURS)]
        places = [at(point) for point in curve]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        found.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        found += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>' for x, y in places]
        name_at = top + 14 + 16 * n
        found.append(text(WIDTH - RIGHT + 10, name_at, f"{name} {curve[-1][1]:.3g}", colour=colour))
    return found
