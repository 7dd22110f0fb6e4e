"""Games to learn from: what is written is what was thought, and it can be read back."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from smallworld.cli import app
from smallworld.cli.commands.selfplay import SelfplayPlan, keep_shard, play_shard
from smallworld.encoding.layout import ARRAYS, ENCODING_VERSION, GLOBALS, SEATS
from smallworld.engine.errors import GameError
from smallworld.game.setup import GameSetup
from smallworld.game.views.view import View
from smallworld.learn.selfplay import play_game
from smallworld.learn.shards import (
    Decision,
    collate,
    read_decisions,
    read_shard,
    shard_files,
    write_shard,
)
from smallworld.learn.targets import PlayerThinker, PolicyTarget, Thinker
from smallworld.players.greedy import GreedyPlayer


class Doubtful(Thinker):
    """Likes the first legal action best and the last one half as well."""

    def __init__(self) -> None:
        super().__init__("doubtful")

    def think(self, view: View) -> list[PolicyTarget]:
        assert view.seat is not None
        coins = tuple(10.0 * (seat + 1) for seat in range(view.state.seats))
        return [
            PolicyTarget(view.legal[0], 2 / 3, coins),
            PolicyTarget(view.legal[-1], 1 / 3, coins),
        ]


def game(thinker: Thinker, explore: float = 0.0, seed: int = 1) -> list[Decision]:
    return play_game(GameSetup(map="base-3", turns=2), [thinker] * 3, seed, 7, explore)


def test_decisions_hold_what_was_thought_and_how_it_ended() -> None:
    made = game(Doubtful())
    assert len(made) > 20
    for one in made:
        assert len(one.share) == len(one.arrays["actions"]) > 1
        assert one.share.sum() == pytest.approx(1)
        assert one.share[0] == pytest.approx(2 / 3)
        assert one.chosen == 0
        assert one.game == 7
        turned = [10.0 * ((one.seat + n) % 3 + 1) for n in range(3)]
        assert list(one.coins[0, :3]) == turned
        assert np.isnan(one.coins[0, 3:]).all()
        assert np.isnan(one.coins[1:-1]).all()
        assert one.won[:3].sum() == 1
        assert np.isnan(one.won[3:]).all()
    last = {one.seat: one for one in made}
    ends = {tuple(np.roll(one.final[:3], seat)) for seat, one in last.items()}
    assert len(ends) == 1  # the same end, as each seat sees it
    assert last[0].final[0] >= last[0].arrays["seats"][0, SEATS.at["coins"]]


def test_exploring_takes_other_actions_and_keeps_the_targets() -> None:
    made = game(Doubtful(), explore=1.0)
    assert {one.chosen for one in made} > {0}
    assert all(one.share[one.chosen] > 0 for one in made)
    again = game(Doubtful(), explore=1.0)
    assert [one.chosen for one in again] == [one.chosen for one in made]


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    made = game(PlayerThinker(GreedyPlayer()))
    path = tmp_path / "games-000000-000000.npz"
    write_shard(path, made)
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    kept = list(read_decisions(tmp_path))
    assert len(kept) == len(made)
    for one, other in zip(made, kept, strict=True):
        assert list(other.arrays) == [*other.arrays]
        for name, found in one.arrays.items():
            assert np.array_equal(found, other.arrays[name]), name
        for name in ("share", "coins", "final", "won"):
            assert np.array_equal(getattr(one, name), getattr(other, name), equal_nan=True)
        assert (one.chosen, one.game, one.seat) == (other.chosen, other.game, other.seat)


def test_a_batch_is_padded_and_masked() -> None:
    made = game(PlayerThinker(GreedyPlayer()))[:9]
    batch = collate(made)
    most = max(len(one.share) for one in made)
    assert set(ARRAYS) < set(batch)
    for name in ARRAYS:
        assert len(batch[name]) == 9
    assert batch["actions"].shape[1] == batch["share"].shape[1] == most
    for n, one in enumerate(made):
        length = len(one.share)
        assert batch["action_mask"][n].sum() == length
        assert not batch["actions"][n, length:].any()
        assert np.array_equal(batch["actions"][n, :length], one.arrays["actions"])
    assert batch["regions"].dtype == batch["actions"].dtype == np.uint8
    assert batch["regions"].shape == (9, 30, ARRAYS["regions"].width)


def test_files_that_are_none_are_refused(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="there are no decisions"):
        list(read_decisions(tmp_path))
    path = tmp_path / "games-000000-000000.npz"
    path.write_bytes(b"nonsense")
    with pytest.raises(GameError, match="it is no file of decisions"):
        list(read_decisions(tmp_path))
    np.savez(path, encoding=np.array(ENCODING_VERSION + 1))
    with pytest.raises(GameError, match=f"written in encoding {ENCODING_VERSION + 1}"):
        read_shard(path)


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["selfplay", "--turns", "1", *words], env={"COLUMNS": "100"})


def test_the_command_goes_on_where_it_was(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    begun = run("--games", "3", "--shard", "2", "--out", str(folder))
    assert begun.exit_code == 0, begun.output
    assert "3 games, 3 of them new" in begun.output
    names = ["games-000000-000001.npz", "games-000002-000002.npz"]
    assert [path.name for path in shard_files(folder)] == names
    first = (folder / names[0]).stat().st_mtime_ns
    more = run("--games", "4", "--shard", "2", "--out", str(folder))
    assert "4 games, 2 of them new" in more.output
    assert [path.name for path in shard_files(folder)] == [names[0], "games-000002-000003.npz"]
    assert (folder / names[0]).stat().st_mtime_ns == first
    assert (
        "1 games, 0 of them new" in run("--games", "1", "--shard", "2", "--out", str(folder)).output
    )
    kept = list(read_decisions(folder))
    assert {one.game for one in kept} == {0, 1, 2, 3}
    assert kept[0].arrays["globals"][GLOBALS.at["turn"]] == 1


def test_the_same_seed_writes_the_same_games(tmp_path: Path) -> None:
    for name in ("one", "two"):
        done = run("--games", "1", "--out", str(tmp_path / name))
        assert done.exit_code == 0
    one, two = (shard_files(tmp_path / name)[0].read_bytes() for name in ("one", "two"))
    assert len(one) == len(two)
    assert [made.chosen for made in read_decisions(tmp_path / "one")] == [
        made.chosen for made in read_decisions(tmp_path / "two")
    ]


def test_other_games_in_the_folder_are_refused(tmp_path: Path) -> None:
    run("--games", "1", "--out", str(tmp_path))
    other = run("--games", "1", "--out", str(tmp_path), "--seed", "2")
    assert other.exit_code == 2
    assert "it holds games with seed 1, not 2" in other.stderr
    plan = tmp_path / "selfplay.json"
    assert json.loads(plan.read_text(encoding="utf-8"))["encoding"] == ENCODING_VERSION
    plan.write_text("?", encoding="utf-8")
    spoilt = run("--games", "1", "--out", str(tmp_path))
    assert "does not say what this folder is for" in spoilt.stderr


def test_a_wrong_player_or_table_is_told_before_any_game(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    assert "there is no player" in run("--player", "gredy", "--out", str(folder)).stderr
    assert run("--map", "atlantis", "--out", str(folder)).exit_code == 2
    assert not folder.exists()


def test_half_a_file_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("os.replace", fail)
    plan = SelfplayPlan("greedy", "base-2", "", 1, 1, 0.0, 1, (), ())
    content, _ = play_shard(plan, (0, 1))
    with pytest.raises(KeyboardInterrupt):
        keep_shard(tmp_path, 0, 1, content)
    assert shard_files(tmp_path) == []


def test_stopping_tells_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = iter([(b"", 3)])

    def play(*_: object) -> tuple[bytes, int]:
        try:
            return next(played)
        except StopIteration:
            raise KeyboardInterrupt from None

    module = sys.modules["smallworld.cli.commands.selfplay"]  # the name alone is the command
    monkeypatch.setattr(module, "play_shard", play)
    done = run("--games", "5", "--shard", "2", "--out", str(tmp_path))
    assert done.exit_code == 130
    assert "Stopped after 2 of 5 games" in done.stderr
