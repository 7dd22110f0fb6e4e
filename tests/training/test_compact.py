"""The small judge: what it learns from, and that the exported file says what the net says."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from typer.testing import CliRunner

from tests.compiled.build import Do
from tests.effort import usually
from tests.later import Later

if find_spec("torch") is None and not os.environ.get("CI"):
    pytest.skip("torch is not installed: see CONTRIBUTING.md", allow_module_level=True)

from smallworld.cli import app
from smallworld.engine.game import GameError, State, is_over
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.match import set_table
from smallworld.game.setup import start_game
from smallworld.players.judge.judge_file import read_judge
from smallworld.players.policy.features import moment
from smallworld.players.policy.judge import Judge
from smallworld.players.policy.policy import simulate
from smallworld.players.policy.position_signs import PositionSigns
from smallworld.players.search.search import policy_for
from smallworld.training.compact.positions import (
    CompactRows,
    CompactSamples,
    CompactTask,
    play_compact,
    read_compact,
)
from smallworld.training.judging import judged_games
from smallworld.training.run_folder import TimeUp
from smallworld.training.tables import TrainingTable
from smallworld.work.where import Where

if TYPE_CHECKING:
    import torch

    from smallworld.training.compact import fitting
    from smallworld.training.compact import net as nets
    from smallworld.training.compact import plan as plans
    from smallworld.training.compact import run as runs
else:
    torch, fitting = Later("torch"), Later("smallworld.training.compact.fitting")
    nets, plans = (
        Later("smallworld.training.compact.net"),
        Later("smallworld.training.compact.plan"),
    )
    runs = Later("smallworld.training.compact.run")

TASK = CompactTask(("base-2", "underground-3"), 0, 6, 3, 2)


def played(quickly: Do, folder: Path, task: CompactTask) -> CompactSamples:
    path = folder / f"{task.first}.npz"
    path.write_bytes(quickly(play_compact, task))
    return read_compact([path])


def test_the_same_games_give_the_same_positions(quickly: Do, tmp_path: Path) -> None:
    one, again = played(quickly, tmp_path, TASK), played(quickly, tmp_path, TASK)
    assert (one.regions == again.regions).all()
    np.testing.assert_array_equal(one.coins, again.coins)
    other = played(quickly, tmp_path, replace(TASK, first=50))
    assert len(other) != len(one) or (other.coins != one.coins).any()


def test_positions_say_who_holds_what(quickly: Do, tmp_path: Path) -> None:
    found = played(quickly, tmp_path, TASK)
    assert len(found.regions) == found.region_count.sum()
    assert len(found.holders) == found.holder_count.sum()
    assert (found.region_holder < np.repeat(found.holder_count, found.region_count)).all()
    assert ((found.coins >= found.now) | (found.now == 0)).mean() > 0.9
    assert (found.turns[:, 0] >= found.turns[:, 1]).all()


@pytest.mark.parametrize("table", ["base-2", "base-4/mixed", "underground-5", "base-3/5"])
def test_the_file_says_what_the_net_says(table: str) -> None:
    """Whole numbers round: a few hundredths of a coin are allowed."""
    torch.manual_seed(3)
    net = nets.CompactNet(nets.CompactShape.from_text("compact:16x16")).eval()
    with torch.no_grad():  # so that what a trait says is heard
        for numbers in (*net.by_fact.values(), *net.by_name.values()):
            numbers.mul_(20)
    file = read_judge(nets.export_judge(net, "a test"), "test.json")
    dealer = Dealer(4)
    s: State = start_game(set_table(TrainingTable.from_text(table).setup, dealer))
    policy = policy_for(s)
    judge = Judge(file.numbers_for(s.library), policy)
    told = PositionSigns(policy)
    turn = 0
    while not is_over(s):
        rows = CompactRows()
        order = rows.look_at(s, told, policy)
        rows.note_ends([[0] * len(order)] * 2)
        batch = nets.CompactBatches(CompactSamples(**rows.arrays())).pick(torch.zeros(1).long())
        with torch.inference_mode():
            coins = (net(batch) + batch.prior)[0].numpy()
        judged = judge.coins(s)
        for n, seat in enumerate(order):
            assert judged[seat] == pytest.approx(coins[n], abs=0.08)
        s = simulate(s, [], policy, turn, moment(s))
        turn += 1
    assert turn > 10


def small_run(quickly: Do, folder: Path) -> runs.CompactRun:
    """A run whose first round has its games, played in the compiled build."""
    many = usually(
        {"games": 150, "playouts": 2, "batch": 32, "held": 40, "further": 6},
        {"games": 200, "held": 60, "further": 20},
    )
    plan = plans.compact_plan("tiny", "compact:16x16", held_playouts=8, **many)
    run = runs.CompactRun(folder, plan, Where(1, ""), tell=lambda _: None)
    for name, first, games, playouts in (
        ("held", 5_000_000, plan.held, plan.held_playouts),
        ("games", 0, plan.games, plan.playouts),
    ):
        play_files(quickly, run, 0, name, CompactTask(plan.boards, first, games, playouts, 3))
    return run


def play_files(
    quickly: Do, run: runs.CompactRun, number: int, name: str, task: CompactTask
) -> None:
    """Play what the run would play; it finds its files there."""
    home = run.home(number) / name
    home.mkdir(parents=True)
    for first in range(0, task.games, runs.IN_ONE_FILE):
        many = min(runs.IN_ONE_FILE, task.games - first)
        part = replace(task, first=task.first + first, games=many)
        (home / f"games-{first:07}.npz").write_bytes(quickly(play_compact, part))


def test_a_small_run_learns_more_than_the_signs_know(quickly: Do, tmp_path: Path) -> None:
    run = small_run(quickly, tmp_path)
    assert run.run(1)
    found = run.results()[0]
    assert found["unexplained"]["net"] < 0.9 * found["unexplained"]["signs"]
    assert found["verdict"]["replaces"]
    kept = (tmp_path / "judge.json").read_bytes()
    assert kept == (tmp_path / "round-00" / "judge.json").read_bytes()
    read_judge(kept.decode(), "judge.json")
    assert run.run(1)  # all is there: nothing is done again, and nothing changes
    assert (tmp_path / "judge.json").read_bytes() == kept

    # The next round is played by that judge, and begins with it.
    judges = (str(tmp_path / "round-00" / "judge.json"),)
    plan = run.plan
    task = CompactTask(plan.boards, 10_000_000, plan.further, 4, 3, judges)
    play_files(quickly, run, 1, "games", task)
    held = replace(task, first=15_000_000, games=usually(8, plan.held), playouts=2)
    play_files(quickly, run, 1, "held", held)
    again = runs.CompactRun(tmp_path, replace(run.plan), Where(1, ""), tell=lambda _: None)
    lost = judged_games(
        *(run.plan.judges, run.plan.deals),
        f"champion:judge={tmp_path / 'round-01' / 'judge.json'},simulations=4",
        (f"champion:judge={tmp_path / 'round-00' / 'judge.json'},simulations=4",),
    )
    (tmp_path / "round-01" / "duel.json").write_text(
        json.dumps({game.key: 0.0 for game in lost}), encoding="utf-8"
    )
    assert again.run(2)
    rounds = again.results()
    assert rounds[1]["losses"][-1][0] < rounds[0]["losses"][0][0]
    assert not rounds[1]["verdict"]["replaces"]  # it lost against the one before
    assert (tmp_path / "judge.json").read_bytes() == kept
    assert "<svg" in (tmp_path / "curves.svg").read_text(encoding="utf-8")


def test_a_judge_plays_positions_on(quickly: Do, tmp_path: Path) -> None:
    """The first position of a game is the same; how it ends is up to who plays it on."""
    shipped = files("smallworld.players.judge").joinpath("judge.json").read_text(encoding="utf-8")
    judge = tmp_path / "judge.json"
    judge.write_text(shipped, encoding="utf-8")
    task = CompactTask(("base-2",), 0, 1, 3, 1, (str(judge),))
    one, again = played(quickly, tmp_path, task), played(quickly, tmp_path, task)
    np.testing.assert_array_equal(one.coins, again.coins)
    quick = played(quickly, tmp_path, replace(task, judges=()))
    np.testing.assert_array_equal(one.seats[0], quick.seats[0])
    assert (one.coins[0] != quick.coins[0]).any()


def test_games_may_be_learnt_from_themselves(quickly: Do, tmp_path: Path) -> None:
    """The last turn knows the end; what was said before counts the more the earlier it is."""
    shipped = files("smallworld.players.judge").joinpath("judge.json").read_text(encoding="utf-8")
    judge = tmp_path / "judge.json"
    judge.write_text(shipped, encoding="utf-8")
    task = CompactTask(("base-2",), 0, 6, 0, 1, (str(judge),))
    found = played(quickly, tmp_path, task)
    again = played(quickly, tmp_path, task)
    np.testing.assert_array_equal(found.coins, again.coins)
    last = (found.turns[:, 0] == 1) & (found.turns[:, 1] == 0) & (found.count == 2)
    assert last.sum() >= 3
    assert (found.coins[last] == found.coins[last].round()).all()
    assert (found.coins[last] >= found.now[last]).all()
    first = found.turns[:, 0] >= 8
    assert first.any()
    assert (found.coins[first] != found.coins[first].round()).any()
    with pytest.raises(GameError, match="played by a judge"):
        play_compact(replace(task, judges=()))


def test_a_fitting_that_was_stopped_goes_on(tmp_path: Path, quickly: Do) -> None:
    samples = played(quickly, tmp_path, TASK)
    plan = replace(plans.SIZES["tiny"], net="compact:8x8", passes=3, batch=16)
    standing = tmp_path / "judge.fit"

    def fitted(stop_after: int) -> tuple[list[list[float]], torch.Tensor]:
        torch.manual_seed(5)
        net = nets.CompactNet(nets.CompactShape.from_text(plan.net))
        left = [stop_after]

        def check_time() -> None:
            left[0] -= 1
            if left[0] == 0:
                raise TimeUp

        losses = fitting.fit(net, samples, plan, standing, lambda _: None, check_time)
        return losses, net.second.detach()

    whole, numbers = fitted(9)
    standing.unlink()
    with pytest.raises(TimeUp):
        fitted(1)
    losses, others = fitted(9)
    assert losses == whole
    assert torch.equal(numbers, others)


def test_a_folder_keeps_to_its_plan(tmp_path: Path) -> None:
    plan = plans.SIZES["tiny"]
    runs.CompactRun(tmp_path, plan, Where(1, ""))
    with pytest.raises(GameError, match="its run has"):
        runs.CompactRun(tmp_path, replace(plan, seed=2), Where(1, ""))


@pytest.mark.parametrize("net", ["compact:32", "compact:9x8", "compact:32x999", "compact:axb"])
def test_shapes_that_cannot_be_are_refused(net: str) -> None:
    with pytest.raises(GameError, match="compact"):
        nets.CompactShape.from_text(net)


def test_options_that_a_small_judge_has_no_use_for_are_refused(tmp_path: Path) -> None:
    words = ["learn", str(tmp_path / "run"), "--net", "compact", "--positions", "9"]
    result = CliRunner().invoke(app, words)
    assert result.exit_code != 0
    assert "leave out --teacher" in f"{result.output} {result.exception}"
    assert not (tmp_path / "run").exists()


def test_the_command_trains_a_judge_that_plays(tmp_path: Path) -> None:
    out = tmp_path / "run"
    words = ["learn", str(out), "--net", "compact:8x8", "--size", "tiny", "--games", "2"]
    words += ["--boards", "base-2", "--rounds", "1"]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    assert "careless" in (out / "round-00" / "pool.json").read_text(encoding="utf-8")
    assert json.loads((out / "judge.json").read_text(encoding="utf-8"))["hidden"] == 8
    words = ["simulate", "--players", f"champion:judge={out / 'judge.json'},simulations=4,random"]
    played = CliRunner().invoke(app, [*words, "--map", "base-2", "--games", "1"])
    assert played.exit_code == 0, played.output
