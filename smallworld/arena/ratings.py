"""Ratings for tables of any size: OpenSkill's Plackett-Luce model, with intervals by resampling.

The model takes games one after another and remembers late ones best. So it is run many times over
deals drawn anew with replacement, in an order of chance; the middle is the rating, and where 95 %
of the runs lie is its interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from statistics import fmean
from typing import Final

from smallworld.arena.statistics import Interval
from smallworld.game.compiled.dealer import Dealer

RUNS: Final = 60
MOST_RATED: Final = 400_000  # games of all runs together; large results are run less often
LEAST_RUNS: Final = 20
ANCHOR: Final = "greedy"  # its rating is the fixed point of the scale ...
FIXED: Final = 1500  # ... else the mean of all is
BETA: Final = 25 / 6  # OpenSkill's own
# Ten to one between two players is 400 points.
POINTS: Final = 400 / (log(10) * sqrt(2) * BETA)


@dataclass(frozen=True)
class Ranked:
    """One game: the players' numbers by seat, and their ranks, 0 being the first."""

    players: tuple[int, ...]
    ranks: tuple[float, ...]


def rank(coins: Sequence[int], winners: Sequence[int]) -> tuple[float, ...]:
    """Ranks by coins; winners come first whatever broke their tie.

    >>> rank([90, 95, 90, 95], [3])
    (2, 1, 2, 0)
    """
    order = [(seat not in winners, -n) for seat, n in enumerate(coins)]
    return tuple(sum(other < own for other in order) for own in order)


def rate(
    names: Sequence[str], deals: Sequence[Sequence[Ranked]], seed: int = 0
) -> list[Interval | None]:
    """The rating of each player; None for those that never sat with another.

    Where a player has several seats of a table, its change is the mean of theirs.
    """
    games = sum(len(deal) for deal in deals)
    if not games:
        return [None for _ in names]
    runs = max(LEAST_RUNS, min(RUNS, MOST_RATED // games))
    dealer = Dealer(seed)
    found = [_run(len(names), deals, dealer) for _ in range(runs)]
    met = {n for deal in deals for game in deal for n in game.players if len({*game.players}) > 1}
    anchor = list(names).index(ANCHOR) if ANCHOR in names else -1
    points = [_on_scale(run, anchor if anchor in met else -1, met) for run in found]
    return [_interval([run[n] for run in points]) if n in met else None for n in range(len(names))]


def _run(players: int, deals: Sequence[Sequence[Ranked]], dealer: Dealer) -> list[float]:
    """The means after one pass over as many deals, drawn with replacement."""
    from openskill.models import PlackettLuce  # only who rates waits for it

    # The model's spread of a game grows with the seats; this keeps one scale for all tables.
    sizes = {len(game.players) for deal in deals for game in deal}
    models = {seats: PlackettLuce(beta=BETA * sqrt(2 / seats), tau=0.0) for seats in sizes}
    ratings = [PlackettLuce().rating() for _ in range(players)]
    for _ in range(len(deals)):
        deal = deals[dealer.pick(len(deals))]
        for n in dealer.shuffled(len(deal)):
            game = deal[n]
            model = models[len(game.players)]
            # Copies, for one player may have several seats.
            teams = [[model.create_rating([ratings[p].mu, ratings[p].sigma])] for p in game.players]
            after = model.rate(teams, ranks=list(game.ranks))
            for player in set(game.players):
                own = [after[seat][0] for seat, p in enumerate(game.players) if p == player]
                ratings[player].mu = fmean(one.mu for one in own)
                ratings[player].sigma = fmean(one.sigma for one in own)
    return [float(rating.mu) for rating in ratings]


def _on_scale(means: list[float], anchor: int, met: set[int]) -> list[float]:
    fixed = means[anchor] if anchor >= 0 else fmean(means[n] for n in met)
    return [FIXED + POINTS * (mean - fixed) for mean in means]


def _interval(values: list[float]) -> Interval:
    ordered = sorted(values)
    cut = round(0.025 * (len(ordered) - 1))
    return Interval(fmean(ordered), ordered[cut], ordered[-1 - cut])
