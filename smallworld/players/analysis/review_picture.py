"""A review as a picture: what every seat could expect over the game, and its luck so far."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import accumulate
from typing import Final

from smallworld.game.display.svg import FAINT, INK, STYLE, line, text
from smallworld.game.display.svg_tokens import SEAT_LINES
from smallworld.players.analysis.review import LUCK, Mistake, Review
from smallworld.players.analysis.review_words import signed

WIDTH: Final = 860
LEFT, RIGHT, TOP = 44, 110, 56
HIGH, LOW, GAP = 280, 120, 46  # the chart of coins, that of luck, the room between
ROW: Final = 16
MARK: Final = "#16110c"  # nobody's


def draw_review(review: Review) -> str:
    """The whole picture."""
    seats = range(len(review.seats))
    coins = [_over_the_game(review, seat) for seat in seats]
    luck = [_luck_so_far(review, seat) for seat in seats]
    names = [_name(review, seat) for seat in seats]
    upper = _Chart(TOP, HIGH, coins)
    lower = _Chart(TOP + HIGH + GAP, LOW, luck)
    rows = len(review.mistakes)
    height = TOP + HIGH + GAP + LOW + 34 + ROW * (rows + 1 if rows else 0) + 10
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" style="{STYLE}">',
        "<title>Expected coins and luck over a game</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        text(LEFT, 20, f"A game on {review.map}: {', '.join(names)}", size=13),
        *upper.frame("Coins expected at the end", review),
        *upper.lines(names, coins),
        *_marks(review, upper, coins),
        *lower.frame("Luck so far, in coins", review),
        *lower.lines([signed(line_[-1]) for line_ in luck], luck),
        *_list(review, height),
    ]
    return "\n".join([*parts, "</svg>", ""])


def _over_the_game(review: Review, seat: int) -> list[float]:
    return [review.start[seat], *(step.expected[seat] for step in review.steps)]


def _luck_so_far(review: Review, seat: int) -> list[float]:
    changes = (step.change[seat] if step.kind == LUCK else 0.0 for step in review.steps)
    return list(accumulate(changes, initial=0.0))


def _name(review: Review, seat: int) -> str:
    player = review.players[seat]
    name = review.seats[seat]
    return name if player in ("", name) else f"{name} {player}"


class _Chart:
    """Lines over the moves of the game."""

    def __init__(self, top: int, height: int, series: Sequence[Sequence[float]]) -> None:
        least = min(min(row) for row in series)
        most = max(max(row) for row in series)
        self.step: Final = _step(max(most - least, 4.0))
        self.least: Final = self.step * (least // self.step)
        self.most: Final = self.step * -(-most // self.step) + (self.step if most == least else 0)
        self.top, self.low = top, top + height
        self.last: Final = max(1, len(series[0]) - 1)

    def x(self, move: int) -> float:
        """Where the position after that move stands."""
        return LEFT + (WIDTH - LEFT - RIGHT) * move / self.last

    def y(self, coins: float) -> float:
        """How high so many coins stand."""
        part = (coins - self.least) / (self.most - self.least)
        return self.low - (self.low - self.top) * part

    def frame(self, title: str, review: Review) -> list[str]:
        """Title, scale, and where turns begin."""
        found = [text(LEFT, self.top - 10, title, weight="bold")]
        tick = self.least
        while tick <= self.most + self.step / 2:
            y = self.y(tick)
            found.append(line(LEFT, y, self.x(self.last), y, FAINT))
            found.append(text(LEFT - 6, y + 4, f"{tick:g}".replace("-", "−"), anchor="end"))
            tick += self.step
        turn = 0
        for step in review.steps:
            if step.turn != turn:
                turn = step.turn
                x = self.x(step.move - 1)
                found.append(line(x, self.top, x, self.low, FAINT))
                found.append(text(x + 3, self.low + 14, str(turn)))
        return found

    def lines(self, names: Sequence[str], series: Sequence[Sequence[float]]) -> list[str]:
        """A line for each seat, its name at the end."""
        found: list[str] = []
        ends: list[tuple[float, int]] = []
        for seat, row in enumerate(series):
            path = " ".join(f"{self.x(n):.1f},{self.y(coins):.1f}" for n, coins in enumerate(row))
            found.append(
                f'<polyline points="{path}" fill="none" stroke="{SEAT_LINES[seat]}" '
                'stroke-width="1.8"/>'
            )
            ends.append((self.y(row[-1]), seat))
        below = -1.0
        for y, seat in sorted(ends):  # names that would touch move down
            below = max(y + 4, below + 13)
            found.append(text(self.x(self.last) + 6, below, names[seat], colour=SEAT_LINES[seat]))
        return found


def _marks(review: Review, chart: _Chart, coins: Sequence[Sequence[float]]) -> list[str]:
    """A number at each mistake, on the line of the seat that made it."""
    found: list[str] = []
    for number, mistake in enumerate(review.mistakes, 1):
        x = chart.x(mistake.move)
        y = chart.y(coins[mistake.seat][mistake.move])
        found.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8" fill="{MARK}">'
            f"<title>{escape(_told(review, mistake))}</title></circle>"
        )
        found.append(text(x, y + 4, str(number), anchor="middle", colour="#ffffff"))
    return found


def _list(review: Review, height: int) -> list[str]:
    if not review.mistakes:
        return []
    y = height - 10 - ROW * len(review.mistakes)
    found = [text(LEFT, y - 4, "The biggest mistakes", weight="bold")]
    for number, mistake in enumerate(review.mistakes, 1):
        words = f"{number}  {_told(review, mistake)}"
        found.append(text(LEFT, y + ROW * number - 4, words, colour=INK))
    return found


def _told(review: Review, mistake: Mistake) -> str:
    return (
        f"{signed(-mistake.lost)}  turn {mistake.turn}, {review.seats[mistake.seat]}: "
        f"{mistake.do}; better {mistake.better}"
    )


def _step(span: float) -> float:
    """A round distance between lines that gives three to eight of them."""
    step = 1.0
    while span / step > 8:
        step *= 2.5 if f"{step:g}".startswith("2") else 2
    return step
