"""Work on a real Ray cluster: equal to that of one process, also when a node dies in the middle."""

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from smallworld.engine.game import GameError
from smallworld.work.ray_cluster import shipped_files
from smallworld.work.where import Where
from tests.effort import usually

ROOT = Path(__file__).parents[2]
CHILD = ROOT / "tests" / "work" / "ray_child.py"


def test_every_command_finds_the_same_on_a_cluster_that_loses_a_node(tmp_path: Path) -> None:
    """One cluster for all of it: to start one takes longer than all the games."""
    shutil.copy(ROOT / "docs" / "examples" / "beavers.toml", tmp_path / "races.toml")
    path = os.pathsep.join([str(ROOT), *os.environ.get("PYTHONPATH", "").split(os.pathsep)])
    answer = subprocess.run(
        [sys.executable, str(CHILD), str(tmp_path)],
        env={**os.environ, "PYTHONPATH": path, "RAY_raylet_start_wait_time_s": "120"},
        capture_output=True,
        text=True,
        timeout=500,
    )
    assert answer.returncode == 0, answer.stderr
    found = json.loads(answer.stdout.splitlines()[-1])
    for command in ("balance", "simulate", *usually((), ("arena", "selfplay"))):
        here, there = found[command]
        assert here == there, command
        assert len(here) > 1
    times = Counter(piece for piece, _ in found["begun"])
    assert set(times) == {"0", "20", "40", "60", "80"}
    assert max(times.values()) == 2  # what the node took with it was done again
    assert len({node for _, node in found["begun"]}) == 2


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.setattr("smallworld.extras.find_spec", lambda _: None)
    with pytest.raises(GameError, match=r"--on ray needs ray: pip install 'smallworld\[ray\]'"):
        Where(on="ray").check()


def test_files_are_named_so_that_every_machine_finds_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "map.toml").write_text("name", encoding="utf-8")
    assert shipped_files(["mine/map.toml"]) == {"mine/map.toml": b"name"}
    for wrong in (str(tmp_path / "mine" / "map.toml"), "../map.toml"):
        with pytest.raises(GameError, match="named from the folder the command is given in"):
            shipped_files([wrong])
    with pytest.raises(GameError, match="cannot be read"):
        shipped_files(["mine/other.toml"])
