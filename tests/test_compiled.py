"""The compiled build plays the very games of the plain one, and asks traits in plain Python.

Only this comparison finds code that the compiler got wrong: see the note on shifts in regions.py.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOOL = ROOT / "tools" / "compile.py"
GAMES = ROOT / "tests" / "compiled" / "play_games.py"
NO_COMPILER = 3
SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))
SEEDS = "12"

# The hooks that the home-made race of wanderers.py overrides.
HOOKS = {"answer", "cheaper", "on_conquered", "options", "pays", "tokens_lost"}


def run(*command: object, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *map(str, command)],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
    )


@pytest.fixture(scope="session")
def compiled() -> Path:
    """A compiled copy of the package, kept from one run to the next while the sources are equal."""
    out = ROOT / "build" / "compiled-tests"
    answer = run(TOOL, "--out", out, "--opt", "0")
    if answer.returncode == NO_COMPILER and not os.environ.get("CI"):
        pytest.skip(answer.stderr)
    assert answer.returncode == 0, answer.stderr
    return out


def games(package: Path, *arguments: str) -> list[str]:
    """The lines that the games print when played with the package in that folder."""
    answer = run(GAMES, *arguments, PYTHONPATH=str(package))
    assert answer.returncode == 0, answer.stderr
    return answer.stdout.splitlines()


@pytest.fixture(scope="session")
def plain(compiled: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources that were compiled, even if someone has edited them since."""
    out = tmp_path_factory.mktemp("plain")
    no_extensions = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    shutil.copytree(compiled / "smallworld", out / "smallworld", ignore=no_extensions)
    return out


@pytest.fixture(scope="session")
def plain_lines(plain: Path) -> list[str]:
    return games(plain, SEEDS)


@pytest.fixture(scope="session")
def compiled_lines(compiled: Path) -> list[str]:
    return games(compiled, SEEDS)


def test_engine_content_and_dealer_are_compiled(compiled: Path, compiled_lines: list[str]) -> None:
    sources = [compiled / "smallworld" / "play" / "dealer.py"]
    for layer in ("engine", "content"):
        sources += compiled.glob(f"smallworld/{layer}/**/*.py")
    for path in sources:
        extension = path.with_name(path.stem + SUFFIX)
        assert extension.is_file() == (path.name not in ("__init__.py", "shim.py")), path
    word, *modules = compiled_lines[0].split()
    assert word == "compiled"
    assert {"smallworld.engine.regions", "smallworld.play.dealer"} <= set(modules)


def test_the_plain_build_is_plain(plain_lines: list[str]) -> None:
    assert plain_lines[0] == "compiled"


def test_both_builds_play_the_same_games(
    compiled: Path, plain: Path, plain_lines: list[str], compiled_lines: list[str]
) -> None:
    differ = [line for line in plain_lines[1:] if line not in compiled_lines]
    if differ and differ[0].split()[0] not in ("custom", "asked", "facts"):
        *table, seed, _ = differ[0].split()
        wanted = games(plain, " ".join(table), seed)[1:]
        found = games(compiled, " ".join(table), seed)[1:]
        for before, here, there in zip(["the start", *wanted], wanted, found, strict=False):
            assert there == here, f"{' '.join(table)}, seed {seed}, after {before}"
    assert compiled_lines[1:] == plain_lines[1:]


def test_a_race_in_plain_python_is_asked_by_the_compiled_engine(compiled_lines: list[str]) -> None:
    facts, asked = compiled_lines[-2:]
    assert facts == "facts 7 14 1 rest"
    word, *counts = asked.split()
    assert word == "asked"
    assert {count.split("=")[0] for count in counts} == HOOKS


def test_without_a_compiler_it_says_so(tmp_path: Path) -> None:
    answer = run(TOOL, "--out", tmp_path / "out", CC="there-is-no-such-compiler")
    assert answer.returncode == NO_COMPILER
    assert answer.stderr.startswith("There is no C compiler (there-is-no-such-compiler)")
    assert not (tmp_path / "out").exists()


def test_the_sources_are_never_overwritten() -> None:
    answer = run(TOOL, "--out", ROOT / "smallworld")
    assert answer.returncode == 2
    assert "would overwrite the sources" in answer.stderr
