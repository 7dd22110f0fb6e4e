"""Turns that the judge chooses: the same for a seed, no further than asked, better than others."""

from __future__ import annotations

from smallworld.engine.game import State, do, is_chance, is_over, result
from smallworld.engine.pack import fingerprint
from smallworld.engine.query import CHOOSE, PICK
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.match import set_table
from smallworld.game.setup import GameSetup, start_game
from smallworld.players.judge.judge_file import shipped_judge
from smallworld.players.policy.features import ROUND, moment
from smallworld.players.policy.judge import Judge
from smallworld.players.policy.policy import simulate
from smallworld.players.search.judged_turns import JudgedTurns
from smallworld.players.search.search import policy_for
from tests.compiled.build import Do


def begin(board: str, seed: int) -> State:
    dealer = Dealer(seed)
    return start_game(set_table(GameSetup(map=board), dealer))


def turns_for(s: State, combos: int = 3, ways: int = 1) -> JudgedTurns:
    policy = policy_for(s)
    return JudgedTurns(policy, Judge(shipped_judge().numbers_for(s.library), policy), combos, ways)


def test_it_plays_as_far_as_it_is_told_and_leaves_the_position_alone() -> None:
    s = begin("underground-3", 3)
    before = fingerprint(s)
    turns = turns_for(s, ways=2)
    last = int(moment(s)) + ROUND - 1
    one, again = turns.play_on(s, 7, last), turns.play_on(s, 7, last)
    assert fingerprint(one) == fingerprint(again)
    assert fingerprint(s) == before
    assert int(moment(one)) == last + 1
    assert fingerprint(turns.play_on(s, 8, last)) != fingerprint(one)
    whole = turns.play_on(s, 7, 1000)
    assert is_over(whole)


def wins_against_the_quick_policy(deals: int) -> float:
    """Part of the games on base-2, each deal from both seats."""
    won = 0.0
    for deal in range(deals):
        for seat in range(2):
            s = begin("base-2", deal)
            turns, policy = turns_for(s), policy_for(s)
            while not is_over(s):
                now = int(moment(s))
                if int(s.seat) == seat:
                    s = turns.play_on(s, deal, now)
                else:
                    s = simulate(s, [], policy, deal * 100 + now, now)
            winners = result(s).winners
            won += (seat in winners) / len(winners)
    return won / (2 * deals)


def test_it_beats_the_quick_policy(quickly: Do) -> None:
    """About four games in five."""
    assert quickly(wins_against_the_quick_policy, 20) > 0.62


def test_big_decisions_are_compared_and_others_not() -> None:
    s = begin("base-2", 1)
    turns = turns_for(s)
    seen: dict[int, set[int]] = {}
    dealer = Dealer(2)
    while not is_over(s):
        while is_chance(s):
            do(s, dealer.draw(s))
        seen.setdefault(int(s.step()), set()).add(len(turns.choices(s)))
        s = turns.play_on(s, 5, int(moment(s)))
    assert max(seen[PICK]) == 3
    assert seen[CHOOSE] == {1, 2}  # nobody declines in his last turn
