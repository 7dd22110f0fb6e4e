"""The dealer: fair, repeatable, one stream for each kind of luck."""

import copy
import pickle
from collections import Counter

import pytest

from smallworld.engine.errors import GameError
from smallworld.engine.game import apply, is_chance, legal, outcomes
from smallworld.engine.notation import to_text
from smallworld.engine.state import State
from smallworld.engine.terms import DIE_ROLL
from smallworld.game.compiled.dealer import Dealer, ScriptedDealer, Stream
from smallworld.game.setup import new_game

PICKED = [308, 887, 685, 67, 966, 56]
SHUFFLED = [5, 6, 1, 3, 2, 0, 4, 7]


def rolling() -> State:
    """A position in which the die is next."""
    s = new_game("base-2")
    s.push(DIE_ROLL, 0, 0)
    return s


def drawn(dealer: Dealer, s: State, times: int) -> list[str]:
    return [to_text(s, dealer.draw(s)) for _ in range(times)]


def test_the_same_seed_deals_the_same_game() -> None:
    s = rolling()
    assert drawn(Dealer(5), s, 20) == drawn(Dealer(5), s, 20)
    assert drawn(Dealer(5), s, 20) != drawn(Dealer(6), s, 20)


def test_the_numbers_never_change_from_one_version_to_the_next() -> None:
    # Seeds in headers, bug reports and published tournaments rely on them.
    dealer = Dealer(2024)
    assert [dealer.pick(1000) for _ in range(6)] == PICKED
    assert Dealer(7).shuffled(8) == SHUFFLED


@pytest.mark.parametrize("seed", [0, 1, -1, 2**31, 2**32, 2**64, -(2**64), 10**30])
def test_any_whole_number_is_a_seed(seed: int) -> None:
    assert sorted(Dealer(seed).shuffled(10)) == list(range(10))


def test_seeds_have_streams_of_their_own() -> None:
    seeds = [0, 1, -1, 2, -2, 2**32, 2**32 + 1, 2**64, -(2**64), 2**96]
    assert len({tuple(Dealer(seed).shuffled(20)) for seed in seeds}) == len(seeds)


def test_one_kind_of_luck_does_not_depend_on_another() -> None:
    die, cards = rolling(), new_game("base-2")
    apart = drawn(Dealer(3), die, 12)
    dealer = Dealer(3)
    mixed = []
    for n in range(12):
        for _ in range(n):
            dealer.draw(cards)
            dealer.pick(6)
        mixed += drawn(dealer, die, 1)
    assert mixed == apart


def test_the_die_falls_as_its_faces_say() -> None:
    found = Counter(drawn(Dealer(1), rolling(), 6000))
    assert set(found) == {"die 0", "die 1", "die 2", "die 3"}
    # Three of six faces are blank; the bounds are four standard deviations wide.
    assert abs(found["die 0"] - 3000) < 155
    for pips in (1, 2, 3):
        assert abs(found[f"die {pips}"] - 1000) < 116


@pytest.mark.parametrize("n", [2, 3, 6, 29, 41])
def test_picks_are_even(n: int) -> None:
    dealer = Dealer(11)
    draws = 2000 * n
    found = Counter(dealer.pick(n) for _ in range(draws))
    expected = draws / n
    spread = sum((found[i] - expected) ** 2 / expected for i in range(n))
    assert spread < n + 5 * (2 * n) ** 0.5  # chi square: mean n - 1, variance 2n


def test_picks_out_of_very_many_are_even_too() -> None:
    # A number that does not go into the generator's range would prefer the lower part.
    dealer = Dealer(12)
    low = sum(dealer.pick(1_500_000_000) < 600_000_000 for _ in range(2000))
    assert abs(low - 800) < 100


def test_neighbouring_seeds_are_unrelated() -> None:
    pairs = Counter((Dealer(n).pick(4), Dealer(n + 1).pick(4)) for n in range(4000))
    assert len(pairs) == 16
    assert all(abs(times - 250) < 70 for times in pairs.values())


def test_streams_fit_64_bits() -> None:
    stream = Stream(-(10**40), 3)
    for _ in range(1000):
        assert 0 <= stream.below(2**31 - 86) < 2**31 - 86
        assert max(stream._x * 40014, stream._y * 40692) < 2**63


def test_only_possible_outcomes_are_dealt() -> None:
    s = new_game("base-2")
    dealer = Dealer(9)
    while is_chance(s):
        outcome = dealer.draw(s)
        assert outcome in [possible for possible, _ in outcomes(s)]
        apply(s, outcome)
    assert legal(s)
    with pytest.raises(GameError, match="luck is not next"):
        dealer.draw(s)


@pytest.mark.parametrize("n", [0, -3, 2**31])
def test_no_pick_out_of_nothing_or_too_much(n: int) -> None:
    with pytest.raises(GameError, match=f"not of {n}"):
        Dealer(0).pick(n)


@pytest.mark.parametrize("seed", [0, 7, -(10**30)])
def test_copies_deal_on_alike(seed: int) -> None:
    dealer = Dealer(seed)
    s = new_game("base-2")
    for _ in range(5):
        dealer.pick(60)
        apply(s, dealer.draw(s))
    twins = [copy.copy(dealer), copy.deepcopy(dealer), pickle.loads(pickle.dumps(dealer))]
    wanted = [(dealer.draw(s), dealer.pick(60)) for _ in range(20)]
    for twin in twins:
        assert twin.seed == seed
        assert [(twin.draw(s), twin.pick(60)) for _ in range(20)] == wanted


def test_a_dealer_can_go_back() -> None:
    dealer = Dealer(3)
    place = dealer.place()
    picks = [dealer.pick(60) for _ in range(20)]
    dealer.go_to(place)
    assert [dealer.pick(60) for _ in range(20)] == picks


def test_copies_of_a_script_go_on_alike() -> None:
    s = new_game("base-2")
    dealer = ScriptedDealer(["race Trolls", "power Hill"], seed=4)
    apply(s, dealer.draw(s))
    for twin in (copy.copy(dealer), copy.deepcopy(dealer)):
        other = s.copy()
        for text in ("power Hill", "race"):
            drawn = twin.draw(other)
            assert to_text(other, drawn).startswith(text)
            apply(other, drawn)
    assert to_text(s, dealer.draw(s)) == "power Hill"
    with pytest.raises(TypeError, match="write its script down"):
        pickle.dumps(dealer)


def test_a_script_comes_first() -> None:
    s = new_game("base-2")
    dealer = ScriptedDealer(["race Trolls", "power Hill"], seed=4)
    for _ in range(12):
        apply(s, dealer.draw(s))
    assert s.library.races[s.row_races[0]].name == "Trolls"
    assert s.library.powers[s.row_powers[0]].name == "Hill"


def test_a_script_cannot_deal_what_cannot_come() -> None:
    s = new_game("base-2")
    with pytest.raises(GameError, match="which cannot come now"):
        ScriptedDealer(["die 2"]).draw(s)
