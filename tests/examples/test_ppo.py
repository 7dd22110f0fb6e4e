"""The example that learns: its arithmetic is right, it learns, and it goes on where it stopped."""

from __future__ import annotations

import csv
import os
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import smallworld as sw
from tests.compiled.build import Do
from tests.later import Later

if find_spec("torch") is None and not os.environ.get("CI"):
    pytest.skip("torch is not installed: see CONTRIBUTING.md", allow_module_level=True)

if TYPE_CHECKING:
    import torch

    from examples import ppo
else:
    torch, ppo = Later("torch"), Later("examples.ppo")


def tiny(**others: Any) -> ppo.Settings:
    small = ppo.Settings(games=3, steps=5, width=4, batch=8, look_games=2, last_games=2, threads=1)
    return replace(small, **others)


def short(out: str) -> ppo.Settings:
    return ppo.Settings(
        out=out, games=64, steps=32, updates=8, width=16, batch=512, rate=3e-3, threads=1
    )


@pytest.mark.parametrize("board", ["base-2", "base-3", "underground-5"])
def test_chances_are_those_of_legal_actions_and_add_up_to_one(board: str) -> None:
    torch.manual_seed(1)
    table = ppo.Table(tiny(board=board))
    net = ppo.Net(board, tiny().width)
    for _ in range(12):  # picks first, then conquests
        choices, values = ppo.look(net, table.seen)
        masks = table.seen["action_mask"]
        for n, mask in enumerate(masks):
            own = choices.rows == n
            assert choices.ids[own].tolist() == np.flatnonzero(mask).tolist()
            assert float(choices.logs[own].exp().sum()) == pytest.approx(1, abs=1e-5)
        assert values.shape == (3,)
        for actions in (choices.drawn(), choices.best()):
            assert masks[np.arange(3), actions.numpy()].all()
        table.seen, _, _, _, table.infos = table.env.step(choices.drawn().numpy())


def test_choices_are_drawn_as_often_as_they_are_likely() -> None:
    torch.manual_seed(1)
    rows, ids = torch.tensor([0, 0, 1, 1, 1]), torch.tensor([4, 7, 2, 3, 9])
    chances = torch.tensor([0.25, 0.75, 0.1, 0.6, 0.3])
    choices = ppo.Choices(rows, ids, chances.log() + 5, 2)
    assert torch.allclose(choices.logs.exp(), chances)
    assert choices.of(torch.tensor([7, 9])).exp().tolist() == pytest.approx([0.75, 0.3])
    assert choices.best().tolist() == [7, 3]
    spread = -(chances * chances.log()).sum() / 2
    assert float(choices.entropy()) == pytest.approx(float(spread))
    drawn = torch.stack([choices.drawn() for _ in range(2000)])
    assert float((drawn[:, 0] == 7).float().mean()) == pytest.approx(0.75, abs=0.04)
    assert float((drawn[:, 1] == 9).float().mean()) == pytest.approx(0.3, abs=0.04)


def random_play(rng: np.random.Generator, steps: int, games: int, seats: int) -> ppo.Played:
    nothing = np.zeros((steps, games, 1))
    return ppo.Played(
        observations=nothing.astype(np.uint8),
        masks=nothing.astype(np.int8),
        seats=rng.integers(seats, size=(steps, games)),
        actions=np.zeros((steps, games), np.int64),
        chances=np.zeros((steps, games), np.float32),
        values=rng.normal(size=(steps, games)).astype(np.float32),
        rewards=rng.normal(size=(steps, games, seats)).astype(np.float32),
        over=rng.random((steps, games)) < 0.15,
        last_values=rng.normal(size=(games, seats)).astype(np.float32),
    )


def plain_advantage(played: ppo.Played, step: int, game: int, trace: float) -> float:
    """Read forward, one decision: the differences to what was expected, ever fainter."""
    seat = played.seats[step, game]
    found, weight = 0.0, 1.0
    expected, rewards = played.values[step, game], 0.0
    for later in range(step, len(played.over)):
        rewards += played.rewards[later, game, seat]
        if played.over[later, game]:
            return float(found + weight * (rewards - expected))
        following = later + 1
        if following < len(played.over) and played.seats[following, game] == seat:
            value = played.values[following, game]
            found += weight * (rewards + value - expected)
            weight *= trace
            expected, rewards = value, 0.0
    return float(found + weight * (rewards + played.last_values[game, seat] - expected))


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("trace", [0.0, 0.9, 1.0])
def test_advantages_are_those_of_each_seat_by_itself(seats: int, trace: float) -> None:
    played = random_play(np.random.default_rng(seats), 20, 4, seats)
    found = ppo.advantages(played, trace)
    for step in range(20):
        for game in range(4):
            wanted = plain_advantage(played, step, game, trace)
            assert found[step, game] == pytest.approx(wanted, abs=1e-4)


def test_what_one_gains_above_the_others_they_lose() -> None:
    assert ppo.above_others(np.array([[6.0, 1.0], [0.0, 0.0]])).tolist() == [[5, -5], [0, 0]]
    assert ppo.above_others(np.array([6.0, 0.0, 3.0])).tolist() == [4.5, -4.5, 0]


def test_the_loss_makes_good_actions_likelier_but_not_too_much() -> None:
    torch.manual_seed(1)
    table = ppo.Table(tiny())
    net = ppo.Net(tiny().board, tiny().width)
    choices, values = ppo.look(net, table.seen)
    actions = choices.drawn()
    part = {
        "observation": torch.from_numpy(table.seen["observation"]),
        "mask": torch.from_numpy(table.seen["action_mask"]),
        "action": actions,
        "chance": choices.of(actions),
        "gain": torch.tensor([1.0, 0.0, -1.0]),
        "return": values,
    }
    loss, _ = ppo.loss_of(net, part, tiny(), 0.0)
    loss.backward()
    assert float(net.combo_score.weight.grad.abs().max()) > 1e-4
    with torch.no_grad():
        for one in net.parameters():
            one -= 0.1 * one.grad
    after = ppo.look(net, table.seen)[0].of(actions) - part["chance"]
    assert after[0] > 0 > after[2]
    # As if it were already far likelier, or less likely, than when it was chosen.
    part["chance"] = ppo.look(net, table.seen)[0].of(actions) - torch.tensor([1.0, 0.0, -1.0])
    part["return"] = ppo.look(net, table.seen)[1]
    net.zero_grad()
    ppo.loss_of(net, part, tiny(), 0.0)[0].backward()
    assert float(net.combo_score.weight.grad.abs().max()) < 1e-6


def train_shortly(folder: str) -> tuple[float, float, list[float]]:
    """Wins against random before and after, and what the value leaves unexplained on the way."""
    settings = short(folder)
    training = ppo.Training(settings)
    table = ppo.Table(settings)
    before = ppo.win_share(training.net, settings.board, "random", 10, 5)
    told = [
        ppo.learn(training.net, training.optimiser, table.play(training.net), settings, 1 - n / 8)
        for n in range(settings.updates)
    ]
    after = ppo.win_share(training.net, settings.board, "random", 40, 5)
    return before, after, [one["unexplained"] for one in told]


def test_it_learns_within_seconds(quickly: Do, tmp_path: Path) -> None:
    before, after, unexplained = quickly(train_shortly, str(tmp_path))
    assert after >= 0.75
    assert after >= before + 0.2
    assert unexplained[-1] < 0.75 < unexplained[0]


def train(folder: str, updates: int, look_every: int) -> tuple[int, int]:
    """Run or go on; which update it began and ended with."""
    settings = tiny(out=folder, updates=updates, look_every=look_every)
    training = ppo.Training(settings)
    began = training.update
    training.run()
    return began, training.update


def test_it_stops_and_goes_on(quickly: Do, tmp_path: Path) -> None:
    assert quickly(train, str(tmp_path), 2, 2) == (0, 2)
    kept = torch.load(tmp_path / "training.pt", weights_only=True)
    assert (kept["update"], kept["steps"]) == (2, 30)
    assert quickly(train, str(tmp_path), 5, 2) == (2, 5)
    with (tmp_path / "curve.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["update"] for row in rows] == ["0", "2", "4", "5"]
    assert [row["steps"] for row in rows] == ["0", "30", "60", "75"]
    times = [float(row["processor_seconds"]) for row in rows]
    assert times == sorted(times)
    assert all(0 <= float(row[name]) <= 1 for row in rows for name in ppo.OPPONENTS)
    later = torch.load(tmp_path / "training.pt", weights_only=True)
    assert not torch.equal(kept["net"]["score.weight"], later["net"]["score.weight"])
    assert quickly(train, str(tmp_path), 5, 2) == (5, 5)


def weights_of(folder: str) -> list[float]:
    """Those of a net that was trained for a moment."""
    settings = tiny(out=folder, updates=3, look_every=9)
    training = ppo.Training(settings)
    training.run()
    return [float(one.detach().abs().sum()) for one in training.net.parameters()]


def test_the_same_settings_give_the_same_net(quickly: Do, tmp_path: Path) -> None:
    """On one machine, as docs/determinism.md says."""
    once = quickly(weights_of, str(tmp_path / "once"))
    assert quickly(weights_of, str(tmp_path / "again")) == once


def test_every_setting_is_a_word_of_the_command_line() -> None:
    assert ppo.read_settings([]) == ppo.Settings()
    words = "--board base-3 --rate 0.01 --games 8 --look-every 3"
    assert ppo.read_settings(words.split()) == replace(
        ppo.Settings(), board="base-3", rate=0.01, games=8, look_every=3
    )


def test_what_is_wrong_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        ppo.read_settings(["--updates", "0"])
    assert "--updates is more than 0, not 0" in capsys.readouterr().err
    ppo.Training(tiny(out=str(tmp_path))).keep()
    with pytest.raises(sw.GameError, match="holds a net of width 4 for base-2, not a net of width"):
        ppo.Training(tiny(out=str(tmp_path), width=8))
    with pytest.raises(sw.GameError, match="there is no map"):
        ppo.Training(tiny(out=str(tmp_path / "other"), board="atlantis"))
