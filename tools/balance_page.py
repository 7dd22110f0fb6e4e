"""The tables of docs/balance.md, from a report; tools/balance.py writes them."""

from smallworld.arena.statistics import Interval
from smallworld.balance.report import BalancedThing, BalanceReport, BoardBalance
from smallworld.balance.tally import (
    ACTIVE,
    COINS,
    DECLINED,
    FAIR,
    MARGIN,
    OFFERED,
    POWER,
    PRICE,
    RACE,
    SEAT,
    SHARE,
    TAKEN,
    WORTH,
)

TITLES = {"base": "The base game", "underground": "Underground"}
PAIRS = 12  # at either end


def grid(*rows: list[str]) -> list[str]:
    """A table; the first row is its head, and numbers stand on the right."""
    head, *rest = rows
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rest]
    return ["| " + " | ".join(line) + " |" for line in lines]


def words(interval: Interval | None, digits: int = 1, signed: bool = False) -> str:
    """A mean with half its interval, with a true minus sign."""
    if interval is None:
        return ""
    mean = round(interval.mean, digits) + 0.0  # no −0.0
    sign = "+" if signed and mean else ""
    return f"{mean:{sign}.{digits}f} ± {interval.half:.{digits}f}".replace("-", "−")


def percent(interval: Interval | None) -> str:
    """A share with half its interval."""
    if interval is None:
        return ""
    return f"{100 * interval.mean:.1f} ± {100 * interval.half:.1f}"


def show(report: BalanceReport) -> str:
    """All that stands between the markers."""
    lines = [
        f"**{report.games:,} games and {report.varied:,} varied ones**, player "
        f"`{report.players[0]}` in every seat, seed {report.seeds[0]}. ± is half a 95 % interval.",
        "",
        *show_boards(report),
        *show_seats(report)[:-1],
    ]
    for group, (name, title) in zip(report.groups, TITLES.items(), strict=True):
        boards = [board for board in report.boards if board.name.startswith(name)]
        picture = f"![{title}: strength in tokens](pictures/balance-{name}.svg)"
        lines += ["", f"## {title}", "", picture, ""]
        for kind, plural in ((RACE, "races"), (POWER, "powers")):
            lines += show_things(group, kind, plural)
            lines += show_by_board(boards, group, kind, plural)
        lines += show_prices(group)
        lines += show_pairs(group, name)
    return "\n".join([*lines, ""])


def show_boards(report: BalanceReport) -> list[str]:
    """What boards have in common, and what not."""
    rows = [["board", "games", "varied", "coins a seat", "first before second", "combos a seat",
             "coins for a token"]]  # fmt: skip
    for board in (*report.boards, *report.groups):
        rows.append(
            [
                board.name,
                f"{board.games:,}",
                f"{board.varied:,}",
                words(board.coins),
                words(board.lead),
                words(board.combos, 2),
                words(board.token, 2),
            ]
        )
    lines = ["### Boards", "", *grid(*rows), "", "What combos were worth that brought some tokens "]
    lines[-1] += "more or less than they said, in coins:"
    changes = [change for change, _ in report.groups[0].by_change]
    head = ["", *(f"{change:+d}".replace("-", "−").replace("+0", "0") for change in changes)]
    found = [
        [group.name, *(words(worth) for _, worth in group.by_change)] for group in report.groups
    ]
    return [*lines, "", *grid(head, *found), ""]


def show_seats(report: BalanceReport) -> list[str]:
    """Wins and coins by the order of play."""
    wins = [["wins in %", "fair", *(f"P{n}" for n in range(1, 6))]]
    coins = [["coins above the mean", *(f"P{n}" for n in range(1, 6))]]
    for board in report.boards:
        seats = board.of_kind(SEAT)
        gap = [""] * (5 - len(seats))
        fair = f"{100 / board.seats:.1f}"
        wins.append([board.name, fair, *(percent(seat.figures[SHARE]) for seat in seats), *gap])
        margins = [words(seat.figures[MARGIN], signed=True) for seat in seats]
        coins.append([board.name, *margins, *gap])
    return ["### Seats", "", "P1 begins.", "", *grid(*wins), "", *grid(*coins), ""]


def show_things(group: BoardBalance, kind: str, plural: str) -> list[str]:
    """All races or powers over all boards of a box."""
    rows = [[kind, "taken", "offered %", "taken %", "price", "coins a turn", "active", "in decline",
             "above the mean", "wins, 1 is fair", "worth", "tokens to average"]]  # fmt: skip
    for thing in group.of_kind(kind):
        figures = thing.figures
        rows.append(
            [
                thing.name,
                f"{thing.taken:,}",
                percent(figures[OFFERED]),
                percent(figures[TAKEN]),
                words(figures[PRICE], 2, signed=True),
                words(figures[COINS], 2),
                words(figures[ACTIVE], 2),
                words(figures[DECLINED], 2),
                words(figures[MARGIN], signed=True),
                words(figures[FAIR], 2),
                words(figures[WORTH], signed=True),
                f"**{words(thing.correction, signed=True)}**" if thing.correction else "",
            ]
        )
    return [f"### {plural.capitalize()}, {group.name}", "", *grid(*rows), ""]


def show_by_board(
    boards: list[BoardBalance], group: BoardBalance, kind: str, plural: str
) -> list[str]:
    """Tokens to average, and wins, at each number of players."""
    rows = [[f"{plural}: tokens to average", *(f"{b.seats} players" for b in boards)]]
    wins = [[f"{plural}: wins in %", *(f"{b.seats} players" for b in boards)]]
    for thing in group.of_kind(kind):
        here = [named(board, kind, thing.name) for board in boards]
        tokens = [None if one is None else one.correction for one in here]
        shares = [None if one is None else one.figures[SHARE] for one in here]
        rows.append([thing.name, *(words(one, signed=True) for one in tokens)])
        wins.append([thing.name, *map(percent, shares)])
    return [*grid(*rows), "", *grid(*wins), ""]


def named(board: BoardBalance, kind: str, name: str) -> BalancedThing | None:
    """That thing on that board."""
    for thing in board.things:
        if (thing.kind, thing.name) == (kind, name):
            return thing
    return None


def show_prices(group: BoardBalance) -> list[str]:
    """How often a race was taken where it lay."""
    rows = [["taken % at the price of", *(str(price) for price in range(6))]]
    for kind in (RACE, POWER):
        for thing in group.of_kind(kind):
            shares = [f"{100 * n / of:.0f} (of {of:,})" if of else "" for of, n in thing.prices]
            rows.append([thing.name, *shares])
    return [f"### Prices, {group.name}", "", "Of the times a thing lay there, how often it was "
            "taken; coins that lay on it are not deducted.", "", *grid(*rows), ""]  # fmt: skip


def show_pairs(group: BoardBalance, name: str) -> list[str]:
    """Those that are surely strong or weak, and a picture of all."""
    lines = [f"### Pairs, {group.name}", "", f"![Pairs](pictures/balance-{name}-pairs.svg)", ""]
    strong, weak = group.surest_pairs(PAIRS)
    for title, things in (("surely strong", strong), ("surely weak", weak)):
        heads = ["taken", "taken %", "price", "coins a turn", "above the mean"]
        rows = [[title, *heads, "wins, 1 is fair", "worth", "tokens to average"]]
        for thing in things:
            figures = thing.figures
            rows.append(
                [
                    thing.name,
                    f"{thing.taken:,}",
                    percent(figures[TAKEN]),
                    words(figures[PRICE], 1, signed=True),
                    words(figures[COINS], 2),
                    words(figures[MARGIN], signed=True),
                    words(figures[FAIR], 2),
                    words(figures[WORTH], signed=True),
                    words(thing.correction, signed=True),
                ]
            )
        lines += [*grid(*rows), ""]
    return lines
