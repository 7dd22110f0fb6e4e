"""Budgets: read from settings, handed out over a turn, kept."""

from time import thread_time

import pytest

from smallworld.engine.errors import GameError
from smallworld.engine.game import to_act
from smallworld.engine.regions import COMPILED
from smallworld.game.game import Game
from smallworld.game.match import Match
from smallworld.game.setup import GameSetup
from smallworld.players.budget import Budget, RemainingBudget, processor_time
from smallworld.players.greedy import GreedyPlayer
from smallworld.players.registry import make_player
from smallworld.players.search.search import SearchPlayer
from tests.effort import usually


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("time=1s", Budget(seconds=1.0)),
        ("time=300ms", Budget(seconds=0.3)),
        ("time=0.3s,per=decision", Budget(seconds=0.3, per="decision")),
        ("simulations=200", Budget(simulations=200)),
        ("per=turn, simulations=7", Budget(simulations=7)),
    ],
)
def test_settings_are_read(text: str, budget: Budget) -> None:
    assert Budget.from_setting(text) == budget


@pytest.mark.parametrize(
    "text",
    [
        *("", "400", "time=", "time=fast", "time=0s", "time=-1s", "time=2h", "simulations=0"),
        *("simulations=-3", "simulations=²", "time=1s,simulations=3", "per=turn", "speed=3"),
        *("time=1s,per=move", "time=1s,,per=turn"),
    ],
)
def test_bad_settings_are_refused_in_words(text: str) -> None:
    with pytest.raises(GameError, match=r"time|simulation|per"):
        Budget.from_setting(text)


def test_a_turn_never_takes_more_than_its_budget() -> None:
    match = Match(GameSetup(map="base-2"), [GreedyPlayer(), GreedyPlayer()], seed=2)
    purse = RemainingBudget(Budget(simulations=1000))
    spent: dict[tuple[int, int], int] = {}
    while not match.is_over():
        s = match.state
        if to_act(s) == s.seat:
            budget = purse.allot(s)
            allotted = 0 if budget is None else budget.simulations
            assert allotted is not None
            purse.pay(allotted)
            turn = (int(s.turn), int(s.seat))
            spent[turn] = spent.get(turn, 0) + allotted
        match.step()
    assert all(300 <= total <= 1000 for total in spent.values())


@pytest.mark.parametrize("spec", ["search:time=200ms", "master:time=200ms", "champion:time=200ms"])
def test_time_is_kept(spec: str) -> None:
    seats = usually(2, 3)
    match = Match(
        GameSetup(map=f"base-{seats}", turns=2),
        [make_player(spec, n) for n in range(seats)],
        seed=4,
    )
    spent: dict[tuple[int, int, int], float] = {}
    while not match.is_over():
        s = match.state
        turn = (int(s.turn), int(s.seat), to_act(s))
        begun = thread_time()
        match.step()
        spent[turn] = spent.get(turn, 0.0) + thread_time() - begun
    # Uncompiled, a single simulation takes too long to stop in time.
    assert max(spent.values()) < (0.24 if COMPILED else 1.5)


def test_simulations_end_when_the_time_is_up() -> None:
    """However many there might be: a slow device answers in time, with what it has."""
    game = Game("base-2", seed=1)
    seat = game.to_act
    assert seat is not None
    player = make_player("search:simulations=100000", 1)
    assert isinstance(player, SearchPlayer)
    player.longest = 0.3
    begun = processor_time()
    player.choose(game.view(seat))
    assert processor_time() - begun < 2.0


def test_a_share_of_a_turn_is_a_share_of_its_time() -> None:
    purse = RemainingBudget(Budget(simulations=1000))
    assert purse.share(Budget(simulations=250, per="decision")) == 0.25
    whole = Budget(simulations=60, per="decision")
    assert RemainingBudget(whole).share(whole) == 1.0
