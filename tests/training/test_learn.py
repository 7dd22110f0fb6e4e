"""A run of training: it learns, can be stopped and carried, and judges a net before it is used."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from typer.testing import CliRunner

from tests.compiled.build import Do
from tests.effort import only_long
from tests.later import Later

if find_spec("torch") is None and not os.environ.get("CI"):
    pytest.skip("torch is not installed: see CONTRIBUTING.md", allow_module_level=True)

from smallworld.cli import app
from smallworld.engine.errors import GameError
from smallworld.game.match import Match
from smallworld.game.setup import GameSetup
from smallworld.players.registry import make_player
from smallworld.training.judging import verdict
from smallworld.work.where import Where

if TYPE_CHECKING:
    import torch

    from smallworld.learn.judge import net_file, nets
    from smallworld.training import fitting, measuring, playing
    from smallworld.training import plan as plans
    from smallworld.training import rounds as runs
    from smallworld.training import samples as sampling
else:
    torch, nets = Later("torch"), Later("smallworld.learn.judge.nets")
    net_file = Later("smallworld.learn.judge.net_file")
    fitting, measuring = (
        Later("smallworld.training.fitting"),
        Later("smallworld.training.measuring"),
    )
    plans, playing = Later("smallworld.training.plan"), Later("smallworld.training.playing")
    runs, sampling = Later("smallworld.training.rounds"), Later("smallworld.training.samples")

KINDS = ("summed", "attention")
BOARDS = ("base-2", "base-5", "underground-3")


def played(quickly: Do, folder: Path, many: int = 24, seed: int = 1) -> sampling.Samples:
    path = folder / f"{seed}.npz"
    path.write_bytes(
        quickly(playing.play_positions, playing.PositionsTask(BOARDS, 0, many, seed, 2, 4, 0.5))
    )
    return sampling.read_samples(path)


@pytest.fixture(scope="module")
def samples(quickly: Do, tmp_path_factory: pytest.TempPathFactory) -> sampling.Samples:
    return played(quickly, tmp_path_factory.mktemp("samples"))


def test_the_same_seed_gives_the_same_positions(
    quickly: Do, samples: sampling.Samples, tmp_path: Path
) -> None:
    again = played(quickly, tmp_path)
    assert (again.rows == samples.rows).all()
    np.testing.assert_array_equal(again.coins, samples.coins)
    assert (played(quickly, tmp_path, seed=2).rows != samples.rows).any()


def test_samples_say_what_was_seen_and_what_it_is_worth(samples: sampling.Samples) -> None:
    assert len({name.split("/")[0] for name in samples.tables}) == len(BOARDS)
    assert 0 < samples.fresh.mean() < 1
    here = samples.told.here
    assert np.isfinite(samples.coins[here]).all()
    assert np.isnan(samples.coins[~here]).all()
    assert np.nansum(samples.won, 1) == pytest.approx(1)
    for n in np.flatnonzero(np.diff(samples.starts)):
        assert samples.share[samples.starts[n] : samples.starts[n + 1]].sum() == pytest.approx(1)
    picked = samples.pick(np.array([5, 0, 5]))
    assert (picked.rows[1] == samples.rows[0]).all()
    assert len(picked.share) == picked.starts[-1]
    joined = sampling.Samples.joined([samples, picked])
    assert [joined.tables[n] for n in joined.table[-3:]] == [
        samples.tables[samples.table[n]] for n in (5, 0, 5)
    ]


def test_every_kind_of_net_is_tested() -> None:
    assert nets.KINDS == KINDS


@pytest.mark.parametrize("kind", KINDS)
def test_a_fresh_net_says_what_the_signs_say_and_then_learns(
    kind: str, samples: sampling.Samples, tmp_path: Path
) -> None:
    data = fitting.LoadedSamples(samples, "cpu")
    shape = net_file.NetShape(kind, 16, 1)
    here = data.here.numpy()
    before = fitting.judge_all(shape.build(), data)
    assert np.abs(before.coins.numpy() - samples.prior)[here].mean() < 1.5
    assert before.won.sum(1).tolist() == pytest.approx([1] * len(samples), abs=1e-4)
    fit = fitting.Fitting(shape, data, fitting.FitSettings(8, 8, 1e-2), tmp_path / "net.fit", 1)
    assert fit.run(lambda: False, lambda _: None)
    assert fit.losses[-1][0] < 0.9 * fit.losses[0][0]
    assert fit.losses[-1][2] < fit.losses[0][2]


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_padded_changes_nothing(kind: str, samples: sampling.Samples) -> None:
    """Alone or beside positions of larger boards, a position is judged alike."""
    torch.manual_seed(1)
    net = net_file.NetShape(kind, 16, 1).build().eval()
    together = fitting.judge_all(net, fitting.LoadedSamples(samples, "cpu"))
    alone = fitting.judge_all(net, fitting.LoadedSamples(samples.pick(np.array([3])), "cpu"))
    assert alone.coins[0].tolist() == pytest.approx(together.coins[3].tolist(), abs=1e-3)


def test_fitting_that_was_stopped_ends_the_same(samples: sampling.Samples, tmp_path: Path) -> None:
    data, shape, settings = (
        fitting.LoadedSamples(samples, "cpu"),
        net_file.NetShape("summed", 16, 1),
        fitting.FitSettings(3, 8),
    )

    def fitted(kept: Path, stop_after: int) -> fitting.Fitting:
        found = fitting.Fitting(shape, data, settings, kept, 1)
        found.run(lambda: found.done >= stop_after, lambda _: None)
        return found

    whole = fitted(tmp_path / "whole", 3)
    fitted(tmp_path / "parts", 1)
    parts = fitted(tmp_path / "parts", 3)
    assert parts.losses == whole.losses
    for one, other in zip(whole.net.parameters(), parts.net.parameters(), strict=True):
        assert torch.equal(one, other)


def test_shares_of_actions_are_by_position() -> None:
    logs = fitting.log_shares(torch.tensor([1.0, 1.0, 5.0]), torch.tensor([0, 0, 2]), 3)
    assert logs.exp().tolist() == pytest.approx([0.5, 0.5, 1.0])


def test_what_is_unexplained(samples: sampling.Samples) -> None:
    known = measuring.measurable(samples)
    coins = np.nan_to_num(known.coins)
    assert measuring.unexplained(known, coins) < 0.01  # less luck, so it may be below nothing
    assert measuring.unexplained(known, coins + 7) == pytest.approx(
        measuring.unexplained(known, coins), abs=1e-4
    )
    assert measuring.unexplained(known, known.prior) > measuring.unexplained(known, coins)
    assert measuring.refit(known, known).shape == known.prior.shape
    with pytest.raises(GameError, match="at least 30 positions"):
        measuring.measure(known.pick(np.arange(5)), coins[:5], known)


def test_a_net_replaces_another_that_it_is_not_behind_of() -> None:
    pool = {"a": 1.0, "b": 2.0}
    assert verdict(pool, None, None).replaces
    assert verdict(pool, {"a": 1.0, "b": 1.0}, {"c": 1.0}).replaces
    assert not verdict(pool, {"a": 2.0, "b": 2.0}, {"c": 1.0}).replaces
    assert not verdict(pool, {"a": 1.0, "b": 1.0}, {"c": 0.5}).replaces


@pytest.fixture(scope="module")
def net(tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch.manual_seed(1)
    shape = net_file.NetShape("summed", 16, 1)
    path = tmp_path_factory.mktemp("net") / "net.pt"
    net_file.save_net(path, shape, shape.build(), {})
    return path


def test_a_net_plays_every_table_and_the_same_game_for_the_same_seed(net: Path) -> None:
    def game(board: str, world: str, seats: int) -> str:
        player = make_player(f"learned:net={net},simulations=2", 1)
        others = [make_player("random", n) for n in range(1, seats)]
        table = GameSetup(map=board, world=world, players=seats, turns=2)
        match = Match(table, [player, *others], seed=3)
        match.run()
        return str([int(coins) for coins in match.state.coins])

    assert game("base-2", "", 2) == game("base-2", "", 2)
    game("underground-3", "mixed", 5)


def test_files_that_are_no_nets_are_refused(tmp_path: Path, net: Path) -> None:
    with pytest.raises(GameError, match="there is no such net; `smallworld learn` makes one"):
        net_file.load_net(tmp_path / "none.pt")
    (tmp_path / "bad.pt").write_text("no net")
    with pytest.raises(GameError, match="it is no net of `smallworld learn`"):
        net_file.load_net(tmp_path / "bad.pt")
    kept = torch.load(net, weights_only=True)
    torch.save({**kept, "encoding": 1}, tmp_path / "old.pt")
    with pytest.raises(GameError, match="made for encoding 1"):
        net_file.load_net(tmp_path / "old.pt")
    with pytest.raises(GameError, match="learned needs a net"):
        make_player("learned:simulations=5")


def test_the_command_says_what_would_work(tmp_path: Path) -> None:
    def said(*words: str) -> str:
        done = CliRunner().invoke(app, ["learn", str(tmp_path / "run"), *words])
        assert done.exit_code == 2
        return done.output

    assert "there are tiny, small, full" in said("--size", "huge")
    assert "there is no board 'atlantis'" in said("--boards", "atlantis")
    assert "write summed:64x2" in said("--net", "large")
    assert "there are auto, cpu and cuda" in said("--device", "abacus")
    assert not (tmp_path / "run").exists()


def tiny(seed: int = 1) -> plans.LearnPlan:
    return replace(plans.SIZES["tiny"], positions=160, held=120, games=1, seed=seed)


def learn_tiny(folder: str, rounds: int, minutes: float | None) -> bool:
    """A run that is stopped where time is up; carried out in the compiled build."""
    run = runs.LearningRun(Path(folder), tiny(), Where(), "cpu", minutes, lambda _: None)
    return run.run(rounds)


def test_a_run_is_stopped_carried_and_gone_on_with(quickly: Do, tmp_path: Path) -> None:
    first, second = tmp_path / "here", tmp_path / "there"
    assert not quickly(learn_tiny, str(first), 2, 1e-6)  # after the first piece of work
    assert not (first / "results.json").exists()
    shutil.move(first, second)
    assert quickly(learn_tiny, str(second), 2, None)
    results = json.loads((second / "results.json").read_text(encoding="utf-8"))
    assert [one["round"] for one in results] == [0, 1]
    assert results[0]["verdict"]["replaces"]
    assert results[1]["verdict"]["against_best"] is not None
    assert (second / "best.pt").is_file()
    assert "Unexplained" in (second / "curves.svg").read_text(encoding="utf-8")
    assert not [*second.rglob("*.part"), *second.rglob("*.fit")]
    with pytest.raises(GameError, match="its run has seed 1, not 2"):
        runs.LearningRun(second, tiny(seed=2), Where())
    with pytest.raises(GameError, match="there is no size"):
        plans.plan_of("huge")


def learn_short() -> tuple[float, float, float]:
    """What is unexplained after a short run: by the net, by the signs, and by them refitted."""
    boards = ("base-2", "base-3", "underground-2")
    learnt = playing.play_positions(playing.PositionsTask(boards, 0, 2400, 1, 8, 8, 0.0))
    held = playing.play_positions(playing.PositionsTask(boards, 0, 600, 99, 8, 8, 0.0))
    folder = Path(os.environ.get("TMPDIR", "/tmp"))
    parts: list[sampling.Samples] = []
    for n, content in enumerate((learnt, held)):
        path = folder / f"learn-short-{os.getpid()}-{n}.npz"
        path.write_bytes(content)
        parts.append(sampling.read_samples(path))
        path.unlink()
    data = fitting.LoadedSamples(parts[0], "cpu")
    kept = folder / f"learn-short-{os.getpid()}.fit"
    fit = fitting.Fitting(
        net_file.NetShape("summed", 32, 2), data, fitting.FitSettings(6, 128, 3e-3), kept, 1
    )
    fit.run(lambda: False, lambda _: None)
    kept.unlink()
    known = measuring.measurable(parts[1])
    coins = fitting.judge_all(fit.net, fitting.LoadedSamples(known, "cpu")).coins.numpy()
    found = measuring.measure(known, coins, measuring.measurable(parts[0]))
    return found.net, found.signs, found.refitted


@only_long
def test_after_a_short_run_the_value_explains_more_than_the_signs(quickly: Do) -> None:
    by_net, by_signs, by_refitted = quickly(learn_short)
    assert by_net < by_signs
    assert by_net < by_refitted
