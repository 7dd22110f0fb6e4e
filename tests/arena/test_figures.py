"""Statistics on data whose answer is known."""

from itertools import pairwise
from math import exp, inf, log

import pytest

from smallworld.arena.ratings import FIXED, Ranked, rank, rate
from smallworld.arena.statistics import mean_interval, share_interval, student
from smallworld.game.compiled.dealer import Dealer

# From printed tables.
STUDENT = {
    1: 12.706,
    2: 4.303,
    3: 3.182,
    5: 2.571,
    6: 2.447,
    9: 2.262,
    30: 2.042,
    120: 1.980,
    10**6: 1.960,
}


@pytest.mark.parametrize("freedom", STUDENT)
def test_students_t_is_that_of_the_tables(freedom: int) -> None:
    assert student(freedom) == pytest.approx(STUDENT[freedom], abs=0.002)


def test_a_mean_by_hand() -> None:
    found = mean_interval([80.0, 90.0, 100.0, 110.0, 120.0])
    # The deviation is 15.811, by the root of five 7.071, times 2.776.
    assert (found.mean, found.low, found.high) == pytest.approx((100, 80.37, 119.63), abs=0.01)


def test_one_deal_bounds_nothing() -> None:
    found = mean_interval([7.0])
    assert (found.mean, found.low, found.high) == (7, -inf, inf)
    assert found.as_data(2) == {"mean": 7.0, "low": None, "high": None}


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_winning_all_or_nothing_is_not_certain(share: float) -> None:
    found = share_interval([share] * 200)
    assert found.mean == share
    assert 0.01 < found.high - found.low < 0.035


def test_deals_that_cancel_out_say_more_than_games_would() -> None:
    paired = share_interval([0.5] * 190 + [1.0] * 10)
    alone = share_interval([0.0] * 95 + [1.0] * 105)
    assert paired.mean == alone.mean == 0.525
    assert paired.half < alone.half / 3


@pytest.mark.parametrize(("chance", "shared"), [(1, 1), (5, 2), (10, 2), (10, 5), (19, 1), (19, 4)])
@pytest.mark.parametrize("games", [2, 4])
def test_nineteen_of_twenty_intervals_hold_the_truth(chance: int, shared: int, games: int) -> None:
    """Deals whose games share their luck in so many of six cases, with a known chance to win."""
    held = 0
    for seed in range(200):
        dealer = Dealer(seed)
        deals = []
        for _ in range(50):
            luck = dealer.pick(20) < chance
            won = 0
            for _ in range(games):
                won += luck if dealer.pick(6) < shared else dealer.pick(20) < chance
            deals.append(won / games)
        found = share_interval(deals)
        held += found.low <= chance / 20 <= found.high
    assert 0.88 <= held / 200 <= 0.995


def test_a_share_is_bounded_by_wilson_where_games_are_independent() -> None:
    """One loss in 400 games: between 98.6 and 99.96 %."""
    found = share_interval([1.0] * 99 + [0.75])
    assert (found.low, found.high) == pytest.approx((0.986, 0.9996), abs=0.001)


# ---- ratings ----


def test_ranks_go_by_coins_and_winners_come_first() -> None:
    assert rank([90, 95, 80], [1]) == (1, 0, 2)
    assert rank([90, 90], [1]) == (1, 0)  # tokens broke the tie
    assert rank([90, 90, 70], [0, 1]) == (0, 0, 2)


def drawn(strengths: list[float], seats: int, deals: int, seed: int = 1) -> list[list[Ranked]]:
    """Games in which the chance to be first of those left is by strength."""
    dealer = Dealer(seed)
    found: list[list[Ranked]] = []
    for _ in range(deals):
        players = dealer.shuffled(len(strengths))[:seats]
        deal = []
        for _ in range(seats):
            order: list[int] = []
            while len(order) < seats:
                left = [player for player in players if player not in order]
                point = dealer.pick(10**6) / 10**6 * sum(exp(strengths[p]) for p in left)
                for player in left:
                    point -= exp(strengths[player])
                    if point <= 0:
                        break
                order.append(player)
            deal.append(Ranked(tuple(players), tuple(order.index(p) for p in players)))
        found.append(deal)
    return found


@pytest.mark.parametrize("seats", [2, 4])
def test_ratings_find_known_strengths(seats: int) -> None:
    names = ["weak", "middle", "greedy", "strong"]
    ratings = rate(names, drawn([0.0, 1.0, 2.0, 3.0], seats, 150))
    found = [rating.mean for rating in ratings if rating is not None]
    assert found[2] == FIXED
    step = 400 / log(10)  # what a strength of one more is worth
    for lower, higher in pairwise(found):
        assert 0.6 * step < higher - lower < 1.6 * step
    assert ratings[3] is not None
    assert ratings[3].low < ratings[3].mean < ratings[3].high
    assert ratings[3].high - ratings[3].low < 2 * step


def test_equals_are_rated_alike_and_results_are_the_same_each_time() -> None:
    games = drawn([0.0, 0.0], 2, 100)
    found = rate(["one", "other"], games)
    assert found == rate(["one", "other"], games)
    assert found[0] is not None
    assert found[0].low < FIXED < found[0].high


def test_a_player_in_several_seats_is_rated_once() -> None:
    deal = [Ranked((0, 1, 1, 1), (0, 1, 2, 3)), Ranked((1, 0, 1, 1), (1, 0, 2, 3))]
    strong, weak = rate(["strong", "weak"], [deal] * 20)
    assert strong is not None
    assert weak is not None
    assert strong.mean > weak.mean + 200


def test_who_never_met_anybody_has_no_rating() -> None:
    assert rate(["a", "b"], []) == [None, None]
    assert rate(["a", "b", "c"], [[Ranked((0, 1), (0, 1))]])[2] is None
