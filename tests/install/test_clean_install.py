"""A wheel in a clean environment: nothing comes with it, and it works."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.install.test_extras import BARE, BROKEN, ROOT


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The commands of a new environment that has a wheel of this project, and had no index."""
    folder = tmp_path_factory.mktemp("clean")
    plain = {**os.environ, "SMALLWORLD_PAGE": "skip", "SMALLWORLD_COMPILE": "0"}
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, env=plain, check=True, capture_output=True)
    venv.create(folder / "venv", with_pip=True, symlinks=os.name != "nt")
    found = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    wheel = next(folder.glob("*.whl"))
    install = [str(found / "python"), "-m", "pip", "install", "--no-index", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    return found


def run(scripts: Path, command: str, *words: object) -> subprocess.CompletedProcess[str]:
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        [str(scripts / command), *map(str, words)],
        cwd=scripts,
        env=surroundings,
        capture_output=True,
        text=True,
    )


def test_nothing_else_is_installed(scripts: Path) -> None:
    listed = run(scripts, "python", "-m", "pip", "list", "--format", "freeze").stdout
    names = {line.partition("==")[0].lower() for line in listed.splitlines()}
    assert names - {"pip", "setuptools"} == {"smallworld"}


def test_it_works_alone(scripts: Path) -> None:
    done = run(scripts, "python", "-P", BARE)
    assert done.returncode == 0, done.stderr
    assert "none but ours" in done.stdout


def test_the_command_says_what_to_install(scripts: Path) -> None:
    done = run(scripts, "smallworld", "arena", "greedy", "planner")
    assert done.stderr == "smallworld arena needs typer: pip install 'smallworld[arena]'\n"
    assert done.returncode == BROKEN


def test_the_extras_are_those_of_the_project(scripts: Path) -> None:
    code = "from importlib.metadata import requires; print('\\n'.join(requires('smallworld')))"
    wanted = run(scripts, "python", "-c", code).stdout.splitlines()
    assert len(wanted) > 10
    assert [line for line in wanted if "extra ==" not in line] == []
