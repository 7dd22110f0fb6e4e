"""Pictures of a balance: how strong things are in tokens, and which pairs are good together."""

from __future__ import annotations

from html import escape
from math import ceil, floor
from typing import Final

from smallworld.arena.statistics import Interval
from smallworld.balance.report import OFTEN, BalancedThing, BoardBalance
from smallworld.balance.tally import PAIR, POWER, RACE, SEAT, SHARE, WORTH
from smallworld.game.display.svg import FAINT, INK, STYLE, line, text

WIDTH: Final = 720
LEFT: Final = 170  # names stand there
ROW: Final = 20
GAP: Final = 64
DOT: Final = "#1b7f79"
OWN: Final = "#7a3e9d"  # home-made
CELL: Final = 30
HEADS: Final = 110  # names of races above the pairs, turned
WORSE, BETTER = (0xC2, 0x57, 0x1A), (0x1B, 0x7F, 0x79)
FULL: Final = 10.0  # coins more or less that have the deepest colour


def draw_strengths(board: BoardBalance) -> str:
    """Races, powers and seats: a dot for each, and a line as long as its interval."""
    parts: list[str] = []
    y = GAP
    for kind, title in ((RACE, "Races"), (POWER, "Powers")):
        things = [(one, one.strength) for one in board.of_kind(kind)]
        rows = [(one, strength) for one, strength in things if strength is not None]
        if rows:
            head = f"{title} on {board.name}: strength in tokens, 0 is a usual combo"
            parts += _dots(rows, head, y, 0.0, 1.0)
            y += ROW * (len(rows) + 1) + GAP
    seats = [(one, one.figures[SHARE]) for one in board.of_kind(SEAT)]
    shares = [(one, _percent(share)) for one, share in seats if share is not None]
    if shares and board.seats:
        fair = 100 / board.seats
        head = f"Seats on {board.name}: wins in %, fair is {fair:.3g}"
        parts += _dots(shares, head, y, fair, 100.0)
        y += ROW * (len(shares) + 1) + GAP
    return _picture(WIDTH, y - GAP // 2, f"How strong things are on {board.name}", parts)


def draw_pairs(board: BoardBalance) -> str:
    """A field for each pair: what it was worth in coins above a usual combo."""
    races = [one.name for one in board.of_kind(RACE)]
    powers = [one.name for one in board.of_kind(POWER)]
    pairs = {one.name: one for one in board.of_kind(PAIR)}
    usual = 0.0 if board.usual is None else board.usual.mean
    title = f"Pairs on {board.name}: coins at the end above a usual combo, before its price"
    parts = [text(10, 24, title, weight="bold", size=13)]
    top = HEADS + 30
    for k, race in enumerate(races):
        x = LEFT + CELL * (k + 0.6)
        parts.append(
            f'<text transform="translate({x:.1f} {top - 6}) rotate(-60)" fill="{INK}" '
            f'font-size="11">{escape(race)}</text>'
        )
    for n, power in enumerate(powers):
        y = top + ROW * n
        parts.append(text(LEFT - 8, y + 14, power, anchor="end"))
        for k, race in enumerate(races):
            pair = pairs.get(f"{power} {race}")
            worth = None if pair is None else pair.figures[WORTH]
            if pair is not None and worth is not None and pair.taken >= OFTEN:
                parts += _field(pair, worth, usual, LEFT + CELL * k, y)
    width = LEFT + CELL * len(races) + 20
    height = top + ROW * len(powers) + 20
    return _picture(max(WIDTH, width), height, f"Pairs on {board.name}", parts)


def _picture(width: int, height: int, title: str, parts: list[str]) -> str:
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" style="{STYLE}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    return "\n".join([*head, *parts, "</svg>", ""])


def _dots(
    rows: list[tuple[BalancedThing, Interval]], title: str, top: int, middle: float, most: float
) -> list[str]:
    """One panel; what is far more uncertain than the rest does not decide how wide it is."""
    ends = [middle] + [one.mean for _, one in rows]
    ends += [end for _, one in rows if one.half < most * 6 for end in (one.low, one.high)]
    step = _step(max(ends) - min(ends))
    low, high = floor(min(ends) / step) * step, ceil(max(ends) / step) * step
    wide = (WIDTH - 40 - LEFT) / max(high - low, step)
    bottom = top + ROW * len(rows)
    found = [text(10, top - 20, title, weight="bold", size=13)]
    for n in range(round((high - low) / step) + 1):
        tick = low + n * step
        x = LEFT + (tick - low) * wide
        found.append(line(x, top, x, bottom, FAINT))
        found.append(text(x, bottom + 15, f"{tick:g}", anchor="middle"))
    x = LEFT + (middle - low) * wide
    found.append(line(x, top, x, bottom, INK, "4 3"))
    for n, (thing, one) in enumerate(rows):
        y = top + ROW * (n + 0.5)
        left, at, right = (
            LEFT + (min(max(end, low), high) - low) * wide for end in (one.low, one.mean, one.high)
        )
        colour = OWN if thing.home_made else DOT
        told = f"{thing.name}: {one.mean:.2f}, {one.low:.2f} to {one.high:.2f}"
        found.append(text(LEFT - 8, y + 4, thing.name, anchor="end"))
        found.append(line(left, y, right, y, colour))
        found.append(
            f'<circle cx="{at:.1f}" cy="{y:.1f}" r="4" fill="{colour}">'
            f"<title>{escape(told)}</title></circle>"
        )
    return found


def _field(pair: BalancedThing, worth: Interval, usual: float, x: float, y: float) -> list[str]:
    above = worth.mean - usual
    end = BETTER if above >= 0 else WORSE
    depth = min(abs(above) / FULL, 1.0)
    colour = "#" + "".join(f"{round(255 + (part - 255) * 0.8 * depth):02x}" for part in end)
    told = f"{pair.name}: {above:+.1f} ± {worth.half:.1f}, taken {pair.taken} times"
    return [
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{CELL - 2}" height="{ROW - 2}" fill="{colour}">'
        f"<title>{escape(told)}</title></rect>",
        text(x + CELL / 2 - 1, y + 13, _whole(above), anchor="middle", size=10),
    ]


def _whole(coins: float) -> str:
    """A whole number with its sign; nothing is neither more nor less.

    >>> [_whole(2.6), _whole(-0.4), _whole(-1.5)]
    ['+3', '0', '−2']
    """
    rounded = round(coins)
    return f"{rounded:+d}".replace("-", "−") if rounded else "0"


def _percent(share: Interval) -> Interval:
    return Interval(100 * share.mean, 100 * share.low, 100 * share.high)


def _step(span: float) -> float:
    """A round distance between lines that gives at most ten of them."""
    for step in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20):
        if span / step <= 10:
            return step
    return 50
