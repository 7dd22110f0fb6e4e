"""A player trained against one opponent: what is kept, gone on with and measured."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from smallworld.arena import best_response
from smallworld.arena.best_response import (
    SEATS,
    TRAINED,
    BestResponse,
    ResponsePlan,
    budget_of,
    changed,
    values_of,
)
from smallworld.arena.play import GameOutcome
from smallworld.arena.results import read_results
from smallworld.engine.errors import GameError
from smallworld.game.compiled.dealer import Dealer
from smallworld.players.policy.weights import weights_for
from smallworld.players.registry import make_player
from smallworld.players.search.champion import ChampionPlayer
from smallworld.players.search.tuned import PARTS, SCOPES, TunedPlayer
from smallworld.work.where import Where

PLAN = ResponsePlan("careless", "simulations=2,per=decision", turns=1)
CHANGED, HALVINGS = 3, (2, 1, 1)
GAMES = SEATS * (4 * HALVINGS[0] + 3 * HALVINGS[1] + 2 * HALVINGS[2])


@pytest.fixture(autouse=True, scope="module")
def _small_generations() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(best_response, "CHANGED", CHANGED)
        patch.setattr(best_response, "HALVINGS", HALVINGS)
        yield


@pytest.fixture(scope="module")
def cut_off(_small_generations: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One generation, cut off after every game; the tests take copies of it."""
    folder = tmp_path_factory.mktemp("response") / "begun"
    one_generation(response(folder))
    return folder


@pytest.fixture
def begun(cut_off: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(cut_off, tmp_path / "begun"))


def response(folder: Path, plan: ResponsePlan = PLAN) -> BestResponse:
    return BestResponse(folder, plan, Where(1), lambda said: None)


def one_generation(run: BestResponse) -> None:
    while not run.trained.generations:
        run.train(run.trained.seconds + 0.001)  # cut off after every game


def test_a_training_that_is_cut_off_after_every_game_is_the_same(
    begun: Path, tmp_path: Path
) -> None:
    whole = response(tmp_path / "whole")
    while not whole.trained.generations:
        whole.train(whole.trained.seconds + 0.5)
    again = response(begun)
    assert again.best == whole.best
    assert again.trained.generations == 1
    assert json.loads((begun / TRAINED).read_text())["best"] == again.best
    kept, _ = read_results(begun / "generation-001.jsonl")
    assert len(kept.outcomes) == GAMES  # halved again and again, and no game played twice
    assert again.trained.games >= GAMES  # the next generation may have begun


def test_who_did_best_with_the_same_luck_is_kept(begun: Path) -> None:
    run = response(begun)
    kept, _ = read_results(begun / "generation-001.jsonl")
    values = values_of(kept.outcomes.values(), CHANGED + 1)
    last = [n for n in range(CHANGED + 1) if _games(kept.outcomes, n) == SEATS * sum(HALVINGS)]
    assert 0 in last  # the one of before stays to the end
    assert len(last) == 2
    best = max(last, key=lambda n: values[n])
    assert kept.plan.players[best] == PLAN.spec(run.best)


def _games(outcomes: dict[str, GameOutcome], player: int) -> int:
    return sum(player in outcome.seats for outcome in outcomes.values())


def test_it_is_measured_with_luck_that_nobody_trained_on(begun: Path) -> None:
    run = response(begun)
    cell = run.measure(4)
    assert cell.games == 4
    assert 0 <= cell.share.low <= cell.share.mean <= cell.share.high <= 1
    measured, _ = read_results(begun / "measured-001.jsonl")
    trained, _ = read_results(begun / "generation-001.jsonl")
    lucks = [
        {run.plan.luck(game) for game in run.plan.all_games() if game.key in run.outcomes}
        for run in (measured, trained)
    ]
    assert not lucks[0] & lucks[1]
    assert run.measure(6).games == 6  # and more games go on with the same file


def test_a_weakness_is_found(tmp_path: Path) -> None:
    """Against somebody who plays anything at all nearly every game is won."""
    plan = replace(PLAN, against="random", turns=2)
    assert response(tmp_path, plan).measure(8).share.mean > 0.8


def test_other_settings_in_a_folder_are_refused(tmp_path: Path) -> None:
    response(tmp_path)
    with pytest.raises(GameError, match="was begun with other settings"):
        response(tmp_path, replace(PLAN, seed=2))
    with pytest.raises(GameError, match="there is no player 'nobody'"):
        response(tmp_path / "other", replace(PLAN, against="nobody"))
    (tmp_path / TRAINED).write_text("[]")
    with pytest.raises(GameError, match=r"trained\.json: this is no file of"):
        response(tmp_path)


def test_changed_numbers_are_ones_that_can_be_played() -> None:
    dealer = Dealer(3)
    numbers: dict[str, float] = {}
    seen: set[str] = set()
    for _ in range(200):
        numbers = changed(numbers, dealer)
        seen |= numbers.keys()
        player = make_player(PLAN.spec(numbers))
        assert isinstance(player, TunedPlayer)
        scope = player.tuning.scope_for(SEATS)
        for name, (least, most) in SCOPES.items():
            assert least <= getattr(scope, name) <= most
        weights = player.tuning.weights_for(SEATS)
        usual = weights_for(SEATS)
        for name, part in player.tuning.policy.items():
            assert PARTS[0] <= part <= PARTS[1]
            assert getattr(weights, name) == getattr(usual, name) * part // 100
    assert len(seen) == 11


def test_without_numbers_it_plays_as_the_champion() -> None:
    tuned = make_player("tuned:simulations=20")
    assert isinstance(tuned, TunedPlayer)
    for seats in (2, 3, 5):
        usual = ChampionPlayer.OF_FEW.get(seats, ChampionPlayer.SCOPE)
        assert tuned.tuning.scope_for(seats) == usual


@pytest.mark.parametrize("setting", ["turns=0", "turns=9", "harm=9", "doubt=4", "depth=3"])
def test_other_numbers_are_refused(setting: str) -> None:
    with pytest.raises(GameError, match="tuned"):
        make_player(f"tuned:{setting}")


def test_thinking_as_long_as_the_opponent() -> None:
    assert budget_of("champion:time=100ms,judge=mine.json") == "time=100ms"
    assert budget_of("champion:simulations=50,per=turn") == "simulations=50,per=turn"
    assert budget_of("greedy") == ChampionPlayer.DEFAULT
