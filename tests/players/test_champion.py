"""The search with the learned judge: it asks the judge, stops where it is told, repeats itself."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from time import thread_time

import pytest

from smallworld.engine.game import GameError, State, do, is_chance
from smallworld.engine.query import PICK
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.match import Match
from smallworld.game.setup import GameSetup, start_game
from smallworld.game.views.view import View
from smallworld.players.budget import Budget, Clock
from smallworld.players.judge.judge_file import (
    CHAMPION,
    SHIPPED,
    champion_judge,
    read_judge,
    shipped_judge,
)
from smallworld.players.policy.features import moment
from smallworld.players.policy.judge import Judge
from smallworld.players.registry import make_player
from smallworld.players.search.champion import ChampionPlayer
from smallworld.players.search.search import Branch, Scope, judged_horizon, policy_for, search
from tests.compiled.build import Do
from tests.effort import usually

JUDGE = files("smallworld.players.judge").joinpath(SHIPPED)


def picking() -> State:
    s = start_game(GameSetup(map="base-2"))
    dealer = Dealer(1)
    while is_chance(s):
        do(s, dealer.draw(s))
    assert s.step() == PICK
    return s


def test_simulations_stop_where_the_judge_is_asked() -> None:
    s = picking()
    now = int(moment(s))
    assert judged_horizon(s, Scope(turns=3, big=1)) == now + 7
    assert judged_horizon(s, Scope(turns=3, big=2)) == now + 15
    assert judged_horizon(s, Scope(turns=3)) == now  # to the end of the running turn
    do(s, make_player("planner").choose_number(_view(s)))
    while is_chance(s):
        do(s, Dealer(1).draw(s))
    assert judged_horizon(s, Scope(turns=1, big=9)) == int(moment(s)) + 7


def _view(s: State) -> View:
    return View(s.copy(), GameSetup(map="base-2"), int(s.seat))


def test_the_judge_decides_what_is_thought() -> None:
    """The same simulations, and a judge that gives the seat to move a hundred coins more."""
    s = picking()
    policy = policy_for(s)
    kept = json.loads(JUDGE.read_text(encoding="utf-8"))
    kept["lines"] = [0] * len(kept["lines"])
    hidden = kept["hidden"]
    plain = read_judge(json.dumps(kept), "plain")
    for line in range(len(kept["lines"]) // (hidden + 1)):
        kept["lines"][line * (hidden + 1)] = 100 * 1024 * 4096
    rich = read_judge(json.dumps(kept), "rich")
    means = []
    for file in (plain, rich):
        judge = Judge(file.numbers_for(s.library), policy)
        clock = Clock(Budget(simulations=20, per="decision"))
        thoughts = search(s, 0, clock, 7, policy, Scope(turns=1, big=1), judge)
        means.append(thoughts[0].coins[0])
    assert means[1] == pytest.approx(means[0] + 100)


def test_the_same_seed_gives_the_same_game() -> None:
    def game(seed: int) -> list[int]:
        players = [make_player("champion:simulations=6", seed), make_player("greedy", 1)]
        match = Match(GameSetup(map="base-2", turns=3), players, seed=2)
        match.run()
        return [int(coins) for coins in match.state.coins]

    assert game(5) == game(5)


def test_a_judge_of_ones_own_is_read_and_a_bad_one_refused(tmp_path: Path) -> None:
    mine = tmp_path / "mine.json"
    mine.write_text(JUDGE.read_text(encoding="utf-8"), encoding="utf-8")
    player = make_player(f"champion:judge={mine},time=20ms")
    assert isinstance(player, ChampionPlayer)
    assert player.name.startswith("champion:judge=")
    mine2 = tmp_path / "other.json"
    mine2.write_text("{}", encoding="utf-8")
    with pytest.raises(GameError, match="is no judge"):
        make_player(f"champion:judge={mine2}")
    with pytest.raises(GameError, match="it cannot be read"):
        make_player(f"champion:judge={tmp_path / 'none.json'}")
    with pytest.raises(GameError, match="champion has no setting 'net'"):
        make_player("champion:net=x")


@pytest.mark.parametrize("name", [SHIPPED, CHAMPION])
def test_shipped_judges_are_small_and_load_quickly(name: str) -> None:
    text = files("smallworld.players.judge").joinpath(name).read_text(encoding="utf-8")
    assert len(text) < 400_000
    library = start_game(GameSetup(map="base-2", world="mixed")).library
    begun = thread_time()
    read_judge(text, name).numbers_for(library)
    assert thread_time() - begun < 0.3


def test_a_judge_is_read_once() -> None:
    library = start_game(GameSetup(map="base-2")).library
    assert shipped_judge() is shipped_judge() is not champion_judge()
    assert champion_judge().numbers_for(library) is champion_judge().numbers_for(library)


def longest_turn(board: str, setting: str, turns: int) -> float:
    """Seconds of processor time of the longest turn that a champion took."""
    table = GameSetup(map=board, turns=turns)
    seats = int(board[-1])
    players = [make_player(f"champion:{setting}", seat) for seat in range(seats)]
    match = Match(table, players, seed=4)
    spent: dict[tuple[int, int], float] = {}
    while not match.is_over():
        turn = (int(match.state.turn), int(match.state.seat))
        begun = thread_time()
        action = match.next_action()
        spent[turn] = spent.get(turn, 0.0) + thread_time() - begun
        match.play(action)
    return max(spent.values())


@pytest.mark.parametrize("board", ["base-2", "underground-5"])
def test_a_turn_takes_no_more_than_its_time(quickly: Do, board: str) -> None:
    assert quickly(longest_turn, board, "time=300ms", usually(2, 3)) <= 0.3


def test_one_lucky_simulation_is_not_believed() -> None:
    """What was compared once is in doubt; the same many times over is not."""
    branch = Branch(1, picking(), simulations=1, ahead=0.05, squares=0.0025)
    assert branch.merit(1.0) > 0 > branch.merit(1.0, 0.005)
    often = Branch(1, picking(), simulations=50, ahead=50 * 0.05, squares=50 * 0.0025)
    assert often.merit(1.0, 0.005) > 0.04
