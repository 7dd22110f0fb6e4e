"""What the games of a balance say: figures with 95 % intervals, and what things are worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final

from smallworld.arena.statistics import Interval
from smallworld.balance.games_file import BoardGames, Box
from smallworld.balance.ratio import RatioSum, quotient, slope
from smallworld.balance.tally import (
    KINDS,
    OFFERED,
    PAIR,
    SEAT,
    SHARE,
    TAKEN,
    WORTH,
    BoardTally,
    ThingTally,
    count_board,
    join_tallies,
)

_SHARES: Final = (OFFERED, TAKEN, SHARE)  # between 0 and 1
OFTEN: Final = 20  # times a pair must have been taken to be told of


@dataclass(frozen=True)
class BalancedThing:
    """A race, power, pair or seat, and all that was counted of it."""

    kind: str
    name: str
    home_made: bool
    offered: int  # choices in whose row it lay
    taken: int
    figures: dict[str, Interval | None]
    strength: Interval | None  # worth above that of a usual combo, in tokens
    prices: tuple[tuple[int, int], ...]  # for each price, how often it was offered and taken

    @property
    def correction(self) -> Interval | None:
        """The tokens more or less that would make it average."""
        found = self.strength
        if found is None:
            return None
        return Interval(-found.mean or 0.0, -found.high, -found.low)


@dataclass(frozen=True)
class BoardBalance:
    """A board, or all boards of one box together."""

    name: str
    seats: int  # 0 where boards of several numbers of seats are taken together
    games: int
    varied: int
    coins: Interval | None  # of a seat at the end
    lead: Interval | None  # of the first over the second
    combos: Interval | None  # a seat takes in a game
    usual: Interval | None  # the worth of a combo
    token: Interval | None  # what one more is worth, in coins at the end
    by_change: tuple[tuple[int, Interval], ...]  # worth of combos by the tokens they had more
    things: tuple[BalancedThing, ...]

    def of_kind(self, kind: str) -> list[BalancedThing]:
        """All of one kind: seats in their order, others from the strongest to the weakest."""
        found = [thing for thing in self.things if thing.kind == kind]
        if kind == SEAT:
            return found
        return sorted(found, key=lambda thing: -(_mean(thing.figures[WORTH], -inf)))

    def surest_pairs(self, most: int) -> tuple[list[BalancedThing], list[BalancedThing]]:
        """The pairs that are surely strong and those that are surely weak, the most so first."""
        known = [
            (thing, worth)
            for thing in self.of_kind(PAIR)
            if thing.taken >= OFTEN and (worth := thing.figures[WORTH]) is not None
        ]
        strong = sorted(known, key=lambda pair: -pair[1].low)[:most]
        weak = sorted(known, key=lambda pair: pair[1].high)[:most]
        return [thing for thing, _ in strong], [thing for thing, _ in weak]


@dataclass(frozen=True)
class BalanceReport:
    """Everything there is to tell."""

    players: tuple[str, ...]
    seeds: tuple[int, ...]
    boards: tuple[BoardBalance, ...]
    groups: tuple[BoardBalance, ...]  # boards of one box together, where there are several
    failures: tuple[tuple[str, int, str], ...]  # board, game, what went wrong

    @property
    def games(self) -> int:
        """All games in which nothing was changed."""
        return sum(board.games for board in self.boards)

    @property
    def varied(self) -> int:
        """All games in which tokens were changed."""
        return sum(board.varied for board in self.boards)


def make_report(boards: Sequence[BoardGames]) -> BalanceReport:
    """The report over all these games."""
    tallies = [count_board(board) for board in boards]
    boxes: dict[Box, list[int]] = {}
    for n, board in enumerate(boards):
        boxes.setdefault(board.box, []).append(n)
    groups = []
    for box, numbers in boxes.items():
        if len(numbers) > 1:
            together = join_tallies(tallies[n] for n in numbers)
            seats = {boards[n].place.seats for n in numbers}
            name = f"all {boards[numbers[0]].world} boards"
            groups.append(_balance(name, seats.pop() if len(seats) == 1 else 0, box, together))
    return BalanceReport(
        tuple(dict.fromkeys(board.player for board in boards)),
        tuple(dict.fromkeys(board.seed for board in boards)),
        tuple(
            _balance(str(board.place), board.place.seats, board.box, tally)
            for board, tally in zip(boards, tallies, strict=True)
        ),
        tuple(groups),
        tuple(
            (str(board.place), number, error)
            for board in boards
            for number, error in board.failures.items()
        ),
    )


def _balance(name: str, seats: int, box: Box, tally: BoardTally) -> BoardBalance:
    token = slope(tally.changes)
    usual = tally.worth.interval()
    things = [
        _thing(key, tally.things[key], box, usual, token)
        for kind in KINDS
        if kind != SEAT or seats  # seats of tables of different sizes are not the same
        for key in sorted(key for key in tally.things if key[0] == kind)
    ]
    return BoardBalance(
        name,
        seats,
        tally.games,
        tally.varied,
        tally.coins.interval(),
        tally.lead.interval(),
        tally.combos.interval(),
        usual,
        token,
        tuple(_by_change(tally.changes)),
        tuple(things),
    )


def _thing(
    key: tuple[str, str],
    tally: ThingTally,
    box: Box,
    usual: Interval | None,
    token: Interval | None,
) -> BalancedThing:
    kind, name = key
    figures = {
        figure: sums.share() if figure in _SHARES else sums.interval()
        for figure, sums in tally.figures.items()
    }
    worth = figures[WORTH]
    strength = None
    if worth is not None and usual is not None and token is not None:
        # The mean of all combos is known so much better that its error is left out.
        above = Interval(worth.mean - usual.mean, worth.low - usual.mean, worth.high - usual.mean)
        strength = quotient(above, token)
    parts = [part for part in box.home_made if f" {part} " in f" {name} "]
    return BalancedThing(
        kind,
        name,
        kind != SEAT and bool(parts),
        sum(tally.offered_at),
        sum(tally.taken_at),
        figures,
        strength,
        tuple(zip(tally.offered_at, tally.taken_at, strict=True)),
    )


def _by_change(
    changes: Iterable[Sequence[tuple[float, float]]],
) -> Iterable[tuple[int, Interval]]:
    """What combos were worth that brought one token more, two more, and so on."""
    found: dict[int, RatioSum] = {}
    for game in changes:
        for change in {int(change) for change, _ in game}:
            worths = [worth for other, worth in game if other == change]
            found.setdefault(change, RatioSum()).add(sum(worths), len(worths))
    for change in sorted(found):
        interval = found[change].interval()
        assert interval is not None
        yield change, interval


def _mean(interval: Interval | None, without: float) -> float:
    return without if interval is None else interval.mean
