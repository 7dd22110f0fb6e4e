"""What hints and reviews ask: the champion's judge, but for combos and declines."""

from collections.abc import Iterator

import pytest

from smallworld.content.custom.files import load_customs
from smallworld.engine.game import legal, to_act
from smallworld.engine.pack import fingerprint
from smallworld.engine.state import State
from smallworld.game.match import Match
from smallworld.game.player import Player
from smallworld.game.setup import GameSetup
from smallworld.players.analysis import look_ahead as module
from smallworld.players.analysis.look_ahead import look_ahead
from smallworld.players.budget import Budget
from smallworld.players.greedy import GreedyPlayer
from smallworld.players.policy.evaluation import BIG
from smallworld.players.search.champion import ChampionPlayer
from smallworld.players.search.search import SCOPE, Scope, search, think
from tests.decisions import match_decisions
from tests.players.test_unseen_traits import FILES

QUICK = Budget(simulations=6, per="decision")


def positions(table: GameSetup, every: int) -> Iterator[State]:
    players: list[Player] = [GreedyPlayer() for _ in range(int(table.map[-1]))]
    for view in match_decisions(Match(table, players, seed=4), every):
        yield view.state.copy()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[State, Scope, bool]]:
    found: list[tuple[State, Scope, bool]] = []

    def counted(s: State, seat: int, clock, seed, policy, scope, judge=None):  # type: ignore[no-untyped-def]
        found.append((s, scope, judge is not None))
        return search(s, seat, clock, seed, policy, scope, judge)

    monkeypatch.setattr(module, "search", counted)
    return found


@pytest.mark.parametrize("board", ["base-2", "base-3", "base-5"])
def test_all_but_combos_and_declines_is_judged_as_the_champion_does(
    board: str, asked: list[tuple[State, Scope, bool]]
) -> None:
    table = GameSetup(map=board, turns=1)
    for s in positions(table, 1):
        before = fingerprint(s)
        thoughts = look_ahead(s, to_act(s), QUICK, 1)
        assert thoughts[0].action in legal(s)
        assert fingerprint(s) == before
    champion = ChampionPlayer.OF_FEW.get(int(board[-1]), ChampionPlayer.SCOPE)
    for s, scope, judged in asked:
        assert judged == (s.step() not in BIG)
        if judged:
            assert (scope.turns, scope.doubt) == (champion.turns, champion.doubt)
            assert not scope.hasty  # the next best are told too
            assert not scope.combos  # and quickly
        else:
            assert scope == SCOPE
    assert {judged for _, _, judged in asked} == {True, False}


def test_what_a_combo_is_worth_is_found_by_playing_to_the_end() -> None:
    s = next(positions(GameSetup(map="base-2", turns=2), 1))
    assert s.step() in BIG
    assert look_ahead(s, to_act(s), QUICK, 1) == think(s, to_act(s), QUICK, 1)


def test_home_made_traits_are_judged_by_what_they_do() -> None:
    table = GameSetup(map="base-3", turns=2, custom=load_customs(FILES))
    seen = 0
    for s in positions(table, 3):
        thoughts = look_ahead(s, to_act(s), QUICK, 1)
        assert thoughts[0].action in legal(s)
        seen += s.step() not in BIG
    assert seen > 3
