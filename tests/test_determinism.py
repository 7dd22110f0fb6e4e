"""What a seed fixes, as docs/determinism.md says: the same games wherever they are played."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import smallworld as sw
from tests.effort import usually

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "tests" / "compiled" / "seeded_games.py"
KNOWN_GAMES = ROOT / "tests" / "data" / "seeded-games.txt"
KNOWN_ENV = ROOT / "tests" / "data" / "seeded-env.txt"
PAGE = ROOT / "docs" / "determinism.md"
OTHER_PYTHONS = ["python3.11", "python3.12", "python3.13", "python3.14"]


def played(python: str, package: Path, *words: str, hash_seed: str = "random") -> list[str]:
    """What the games print, played by that Python with the package in that folder."""
    done = subprocess.run(
        [python, "-P", str(GAMES), *words],
        env={**os.environ, "PYTHONPATH": str(package), "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def known(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("hash_seed", usually(["0", "random"], ["0", "1", "random"]))
def test_every_process_plays_the_known_games(hash_seed: str) -> None:
    """Also on other machines: the file was written on one of them."""
    assert played(sys.executable, ROOT, hash_seed=hash_seed) == known(KNOWN_GAMES)


@pytest.mark.parametrize("name", OTHER_PYTHONS)
def test_every_version_of_python_plays_the_known_games(name: str) -> None:
    if name == f"python{sys.version_info.major}.{sys.version_info.minor}":
        pytest.skip("this is it, and it has played them")
    python = shutil.which(name)
    if python is None or subprocess.run([python, "-V"], capture_output=True).returncode:
        pytest.skip(f"there is no {name} here")
    assert played(python, ROOT) == known(KNOWN_GAMES)


def test_the_compiled_build_plays_the_known_games(compiled: Path) -> None:
    assert played(sys.executable, compiled, hash_seed="3") == known(KNOWN_GAMES)


def test_environments_tell_the_same_of_them(compiled: Path) -> None:
    for package, hash_seed in usually(
        [(ROOT, "0"), (compiled, "1")],
        [(package, hash_seed) for package in (ROOT, compiled) for hash_seed in ("0", "1")],
    ):
        assert played(sys.executable, package, "env", hash_seed=hash_seed) == known(KNOWN_ENV)


def rolls(player: str) -> list[str]:
    game = sw.Game("base-4", seed=3)
    game.play(player)
    return [str(move) for move in game.moves if str(move).startswith("die ")]


def test_the_die_falls_the_same_whoever_plays() -> None:
    found, others = rolls("random"), rolls("greedy")
    both = min(len(found), len(others))
    assert both >= 5
    assert found[:both] == others[:both]


def test_the_page_names_tests_that_there_are() -> None:
    named = re.findall(r"tests/[\w/-]+\.(?:py|txt)", PAGE.read_text(encoding="utf-8"))
    assert "tests/data/seeded-games.txt" in named
    assert [name for name in named if not (ROOT / name).is_file()] == []


def test_the_examples_of_the_page_hold() -> None:
    for code in re.findall(r"```python\n(.+?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL):
        exec(compile(code, str(PAGE), "exec"), {})
