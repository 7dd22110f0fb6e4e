"""Who meets whom, where, in which seats and with which luck."""

from collections import Counter

import pytest

from smallworld.arena.plan import ArenaPlan, ArenaTable, Lineup, Rules, derive_seed, mixture
from smallworld.engine.errors import GameError

TWO = ArenaTable("base-2", 2)
FOUR = ArenaTable("base-4", 4)


def plan(
    *players: str, places: tuple[ArenaTable, ...] = (TWO,), games: int = 4, **words: object
) -> ArenaPlan:
    return ArenaPlan(players or ("random", "greedy"), places, games, **words)  # type: ignore[arg-type]


def sides(found: ArenaPlan) -> list[tuple[int | None, int | None]]:
    return [(lineup.one, lineup.rest) for lineup in found.lineups()]


def test_at_two_seats_each_pair_meets_once() -> None:
    assert sides(plan("a", "b", "c")) == [(1, 0), (2, 0), (2, 1)]


def test_at_more_seats_each_is_one_among_others_and_all_are_mixed() -> None:
    found = sides(plan("a", "b", "c", places=(FOUR,)))
    assert set(found) == {(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1), (None, None)}
    assert len(found) == 7


@pytest.mark.parametrize(
    ("cross", "expected"),
    [("neighbours", [(1, 0), (2, 1)]), ("last", [(2, 0), (2, 1)]), ("none", [])],
)
def test_fewer_pairs_may_meet(cross: str, expected: list[tuple[int, int]]) -> None:
    assert sides(plan("a", "b", "c", places=(FOUR,), cross=cross, mixed=False)) == expected


@pytest.mark.parametrize("place", [TWO, FOUR])
def test_one_sits_in_every_seat_of_every_deal(place: ArenaTable) -> None:
    found = plan("a", "b", places=(place,), games=3 * place.seats, mixed=False)
    seats: dict[tuple[Lineup, int], list[int]] = {}
    for game in found.all_games():
        assert game.lineup.one is not None
        assert game.seats.count(game.lineup.one) == 1
        seats.setdefault((game.lineup, game.deal), []).append(game.seats.index(game.lineup.one))
    assert {len(numbers) for numbers in seats.values()} == {place.seats}
    assert all(sorted(numbers) == list(range(place.seats)) for numbers in seats.values())
    assert len(seats) == 3 * len(found.lineups())


def test_everybody_in_a_mixture_sits_in_every_seat() -> None:
    found = plan("a", "b", "c", "d", places=(FOUR,), games=40, cross="none")
    places = Counter((game.seats[seat], seat) for game in found.all_games() for seat in range(4))
    assert set(places.values()) == {10}


@pytest.mark.parametrize(("players", "seats"), [(2, 3), (3, 5), (4, 3), (6, 4), (5, 5)])
def test_mixtures_are_even(players: int, seats: int) -> None:
    deals = 60
    found = Counter(n for deal in range(deals) for n in mixture(players, seats, deal, seed=1))
    assert set(found) == set(range(players))
    assert set(found.values()) == {deals * seats // players}
    orders = {tuple(mixture(players, seats, deal, seed=1)) for deal in range(deals)}
    assert len(orders) > 2  # and not always the same neighbours


def test_luck_is_shared_by_all_games_of_a_deal_and_by_no_others() -> None:
    found = plan("a", "b", "c", places=(TWO, FOUR), games=8)
    by_luck: dict[int, set[tuple[ArenaTable, int]]] = {}
    for game in found.all_games():
        by_luck.setdefault(found.luck(game), set()).add((game.lineup.place, game.deal))
    assert all(len(deals) == 1 for deals in by_luck.values())
    assert len(by_luck) == 4 + 2


def test_no_player_has_the_seed_of_a_dealer() -> None:
    found = plan(games=200)
    games = list(found.all_games())
    dealers = {found.luck(game) for game in games}
    players = {found.player_seed(game, seat) for game in games for seat in (0, 1)}
    assert not dealers & players
    assert len(players) == 2 * len(dealers)


def test_other_seeds_bring_other_luck() -> None:
    assert len({derive_seed(seed, "base-2", 2, "", 0) for seed in range(100)}) == 100


def test_games_are_played_deal_by_deal_and_found_by_name() -> None:
    found = plan("a", "b", "c", places=(TWO, FOUR), games=8)
    games = list(found.all_games())
    assert [game.deal for game in games] == sorted(game.deal for game in games)
    assert len({game.key for game in games}) == len(games)
    assert all(found.find(game.key) == game for game in games)


def test_more_games_keep_the_names_of_the_first() -> None:
    few, many = (plan("a", "b", "c", places=(FOUR,), games=games) for games in (4, 40))
    assert {game.key: game for game in few.all_games()}.items() <= {
        game.key: game for game in many.all_games()
    }.items()


@pytest.mark.parametrize("key", ["", "0", "1.0.0", "0.0.2", "a.b.c", "0.-1.0", "0.0.0.0", "٣.0.0"])
def test_other_names_are_refused(key: str) -> None:
    with pytest.raises(GameError, match="there is no game"):
        plan().find(key)


@pytest.mark.parametrize(
    ("wrong", "part"),
    [
        (plan("greedy"), "two players or more"),
        (plan("greedy", "greedy"), "named twice"),
        (plan("greedy", "gredy"), "there is no player 'gredy'; there are random, careless"),
        (plan("greedy", "random:x"), "write random and not random:x"),
        (plan(cross="some"), "cross is one of all, neighbours, last, none"),
        (plan(cross="none"), "nobody meets"),
        (plan(games=0), "at least one game"),
        (plan(places=(ArenaTable("base-9", 2),)), "there is no map 'base-9'"),
        (plan(places=(ArenaTable("base-2", 6),)), "2 to 5 players"),
        (plan(rules=Rules(world="underground")), "choose world mixed or base"),
        (plan(rules=Rules(coins="maybe")), "coins are hidden or open"),
        (plan(rules=Rules(custom=("no.toml",))), "it cannot be read"),
    ],
)
def test_bad_plans_are_refused(wrong: ArenaPlan, part: str) -> None:
    with pytest.raises(GameError, match=part):
        wrong.check()
