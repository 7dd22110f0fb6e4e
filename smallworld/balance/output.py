"""The report of a balance as data: JSON, and one flat table for spreadsheets."""

from __future__ import annotations

import csv
from io import StringIO
from typing import Final

from smallworld.arena.statistics import Interval
from smallworld.balance.report import BalancedThing, BalanceReport, BoardBalance
from smallworld.balance.tally import FIGURES, PRICES

DIGITS: Final = 4
CORRECTION: Final = "tokens"


def as_data(report: BalanceReport) -> dict[str, object]:
    """For JSON."""
    return {
        "players": list(report.players),
        "seeds": list(report.seeds),
        "games": report.games,
        "varied_games": report.varied,
        "boards": [_board_data(board) for board in report.boards],
        "together": [_board_data(group) for group in report.groups],
        "failures": [
            {"board": board, "game": game, "error": error} for board, game, error in report.failures
        ],
    }


def _board_data(board: BoardBalance) -> dict[str, object]:
    return {
        "board": board.name,
        "seats": board.seats or None,
        "games": board.games,
        "varied_games": board.varied,
        "coins": _data(board.coins),
        "lead": _data(board.lead),
        "combos": _data(board.combos),
        "worth": _data(board.usual),
        "coins_for_a_token": _data(board.token),
        "worth_by_tokens_more": [
            {"tokens": change, "worth": _data(worth)} for change, worth in board.by_change
        ],
        "things": [_thing_data(thing) for thing in board.things],
    }


def _thing_data(thing: BalancedThing) -> dict[str, object]:
    figures = {name.replace(" ", "_"): _data(thing.figures[name]) for name in FIGURES}
    return {
        "kind": thing.kind,
        "name": thing.name,
        "home_made": thing.home_made,
        "times_offered": thing.offered,
        "times_taken": thing.taken,
        **figures,
        "tokens_to_average": _data(thing.correction),
        "by_price": [
            {"price": price, "offered": offered, "taken": taken}
            for price, (offered, taken) in enumerate(thing.prices)
        ],
    }


def _data(interval: Interval | None) -> dict[str, float | None] | None:
    return None if interval is None else interval.as_data(DIGITS)


def as_csv(report: BalanceReport) -> str:
    """A row for each thing on each board, and on all boards of a box together."""
    names = [*FIGURES, CORRECTION]
    columns = [f"{name} {bound}".strip() for name in names for bound in ("", "low", "high")]
    found = StringIO()
    rows = csv.writer(found, lineterminator="\n")
    fixed = ["board", "seats", "kind", "name", "home-made", "times offered", "times taken"]
    prices = [f"{done} at {price}" for price in range(PRICES) for done in ("offered", "taken")]
    rows.writerow([*fixed, *columns, *prices])
    for board in (*report.boards, *report.groups):
        for thing in board.things:
            row: list[object] = [board.name, board.seats or "", thing.kind, thing.name]
            row += ["yes" if thing.home_made else "no", thing.offered, thing.taken]
            for interval in (*(thing.figures[name] for name in FIGURES), thing.correction):
                data = _data(interval) or {}
                row += [data.get(bound, "") for bound in ("mean", "low", "high")]
            row += [times for price in thing.prices for times in price]
            rows.writerow(["" if cell is None else cell for cell in row])
    return found.getvalue()
