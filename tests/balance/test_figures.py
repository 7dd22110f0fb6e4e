"""The figures of a balance against sums made by hand, and against what is known to be true."""

import random
from math import inf

import pytest

from smallworld.arena.plan import ArenaTable
from smallworld.arena.statistics import Interval, mean_interval, share_interval
from smallworld.balance.games_file import BoardGames, Box
from smallworld.balance.observed_game import Holding, ObservedGame
from smallworld.balance.plan import CYCLE, is_varied
from smallworld.balance.ratio import RatioSum, quotient, slope
from smallworld.balance.report import BalancedThing, make_report
from smallworld.balance.tally import COINS, FAIR, MARGIN, OFFERED, PRICE, SHARE, TAKEN, WORTH

BOX = Box(("Apes", "Bees"), ("Able", "Bold"), (5, 6), (12, 12), (3, 4), ("Bees",))
PLACE = ArenaTable("base-2", 2)


def holding(seat: int, slot: int, row: list[int], changed: int = 0, coins: int = 10) -> Holding:
    return Holding(seat, 1, slot, -1, 9, changed, row, 4, coins, 1, 2)


def board(games: list[ObservedGame]) -> BoardGames:
    return BoardGames(PLACE, "greedy", 1, 10, "base", BOX, {game.number: game for game in games})


def thing(games: list[ObservedGame], kind: str, name: str) -> BalancedThing:
    (found,) = make_report([board(games)]).boards
    (one,) = [one for one in found.things if (one.kind, one.name) == (kind, name)]
    return one


def test_a_game_counted_by_hand() -> None:
    # Able Apes lie first, then Bold Bees with two coins; P1 takes the second, P2 the first.
    both = [holding(0, 1, [0, 0, 0, 1, 1, 2]), holding(1, 0, [0, 0, 1])]
    alone = [holding(0, 0, [0, 1, 0])]
    games = [ObservedGame(0, [50, 40], [0], both), ObservedGame(1, [30, 30], [0, 1], alone)]
    apes = thing(games, "race", "Apes")
    assert (apes.offered, apes.taken, apes.home_made) == (3, 2, False)
    assert apes.prices[:2] == ((3, 2), (0, 0))
    means = {name: one.mean for name, one in apes.figures.items() if one is not None}
    assert means[OFFERED] == 1  # in all three rows
    assert means[TAKEN] == pytest.approx(2 / 3)
    assert means[PRICE] == -0.5  # once nothing, once a coin was found
    assert means[COINS] == 12 / 5
    assert means[MARGIN] == (-5 + 0) / 2
    assert means[SHARE] == (0 + 0.5) / 2
    assert means[FAIR] == (0 + 1) / 2
    assert means[WORTH] == (-5 - 1 + 0) / 2
    bees = thing(games, "race", "Bees")
    assert bees.home_made
    assert bees.figures[OFFERED] is not None
    assert bees.figures[OFFERED].mean == pytest.approx(1 / 3)  # the second game counts, too
    assert bees.prices[1] == (1, 1)
    assert thing(games, "pair", "Bold Bees").home_made
    assert not thing(games, "pair", "Able Apes").home_made
    seat = thing(games, "seat", "P1").figures
    assert (seat[MARGIN], seat[SHARE]) != (None, None)
    assert seat[SHARE] is not None
    assert seat[SHARE].mean == 0.75


def test_badges_that_were_exchanged_belong_to_who_has_them() -> None:
    held = Holding(0, 1, 0, 1, 9, 0, [0, 0, 0, 1, 1, 0])
    assert (held.race, held.power) == (0, 1)


def simulated(token: float, apes: float, games: int) -> list[ObservedGame]:
    """Games in which a token and Apes are worth so many coins, and all else is noise."""
    luck = random.Random(5)
    found = []
    for number in range(games):
        holdings, coins = [], []
        for seat in (0, 1):
            race = luck.randrange(2)
            changed = luck.randrange(-2, 3) if is_varied(number) else 0
            slot = 1 if race == 0 else 0  # Apes always cost a coin
            row = [1 - race, 0, 0, race, 0, 0] if slot else [race, 0, 0]
            holdings.append(holding(seat, slot, row, changed))
            worth = token * changed + (apes if race == 0 else 0)
            coins.append(round(80 + 2 * worth - slot + luck.gauss(0, 4)))
        best = max(coins)
        winners = [seat for seat in (0, 1) if coins[seat] == best]
        found.append(ObservedGame(number, coins, winners, holdings))
    return found


def test_the_worth_of_a_token_and_of_a_race_are_found_again() -> None:
    """Of coins above the mean of two seats half are one's own doing: hence the factor above."""
    games = simulated(1.5, 3.0, 6000)
    (found,) = make_report([board(games)]).boards
    assert found.games == 6000 - 6000 // CYCLE
    assert found.varied == 6000 // CYCLE
    token = found.token
    assert token is not None
    assert token.low < 1.5 < token.high
    assert token.half < 0.2
    apes = thing(games, "race", "Apes")
    # Apes are 3 coins better than Bees, half of all are Apes: 1.5 better than a usual combo, and
    # half of the coin they cost comes back as it lowers the mean.
    assert apes.strength is not None
    assert apes.strength.low < (1.5 + 0.25) / 1.5 < apes.strength.high
    assert apes.correction is not None
    assert apes.correction.mean == -apes.strength.mean
    assert apes.correction.low == -apes.strength.high
    by_change = dict(found.by_change)
    assert list(by_change) == [-2, -1, 0, 1, 2]
    assert by_change[-2].high < by_change[2].low


def test_what_cannot_be_known_is_not_told() -> None:
    games = [game for game in simulated(1.5, 3.0, 60) if not is_varied(game.number)]
    (found,) = make_report([board(games)]).boards
    assert found.token is None
    assert {one.strength for one in found.things} == {None}
    assert quotient(Interval(1, 0, 2), Interval(0.1, -0.1, 0.3)) is None
    assert slope([[(0.0, 1.0)]] * 5) is None


def test_ratios_of_one_case_a_game_are_plain_means() -> None:
    values = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0]
    sums = RatioSum()
    for value in values:
        sums.add(value, 1)
    found, plain = sums.interval(), mean_interval(values)
    assert found is not None
    assert [found.mean, found.low] == pytest.approx([plain.mean, plain.low])
    alone = RatioSum()
    alone.add(2, 1)
    assert alone.interval() == Interval(2.0, -inf, inf)
    assert RatioSum().interval() is None
    assert RatioSum().share() is None


def test_shares_are_honest_at_the_ends() -> None:
    sums = RatioSum()
    for _ in range(200):
        sums.add(1, 1)
    found = sums.share()
    assert found is not None
    assert found.high == 1
    assert found.low == pytest.approx(share_interval([1.0] * 200).low)


@pytest.mark.parametrize("together", [1, 4])
def test_intervals_hold_the_truth_as_often_as_they_say(together: int) -> None:
    """Cases of one game are alike here; an error that took them for independent would be small."""
    luck = random.Random(3)
    inside = 0
    for _ in range(400):
        sums = RatioSum()
        for _ in range(60):
            chance = luck.choice((0.2, 0.8)) if together > 1 else 0.5
            sums.add(sum(luck.random() < chance for _ in range(together)), together)
        found = sums.share()
        assert found is not None
        inside += found.low <= 0.5 <= found.high
    assert 0.92 < inside / 400 < 0.98


def test_boards_of_one_box_are_also_told_together() -> None:
    one, other = board(simulated(1.5, 3.0, 90)), board(simulated(1.5, 3.0, 180))
    other.place = ArenaTable("base-3", 3)
    report = make_report([one, other])
    (group,) = report.groups
    assert group.name == "all base boards"
    assert group.games == report.games == sum(found.games for found in report.boards) == 240
    assert group.of_kind("seat") == []  # seats of different tables are not the same
    apes = [b.of_kind("race") for b in (*report.boards, group)]
    taken = [{thing.name: thing.taken for thing in things}["Apes"] for things in apes]
    assert taken[2] == taken[0] + taken[1]


def test_pairs_that_were_taken_seldom_are_no_surprise() -> None:
    (found,) = make_report([board(simulated(1.5, 3.0, 90))]).boards
    strong, weak = found.surest_pairs(1)
    assert [one.name for one in strong] == ["Able Apes"]
    assert [one.name for one in weak] == ["Able Bees"]
    (few,) = make_report([board(simulated(1.5, 3.0, 9))]).boards
    assert few.surest_pairs(1) == ([], [])
