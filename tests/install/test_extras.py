"""A bare install is whole without any other package; what needs one says how to get it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import run
from smallworld.extras import EXTRA_OF, FOR_COMMAND, USUAL
from tools.environment import EXTRAS, included, required

ROOT = Path(__file__).parents[2]
BARE = Path(__file__).with_name("bare.py")
DISTRIBUTIONS = {
    "yaml": "pyyaml",
    "resvg_py": "resvg-py",
    "nats": "nats-py",
    "pyspiel": "open-spiel",
}  # where it is not called as it is imported
SLOWEST_IMPORT = 0.15  # seconds
BROKEN = 2

# Only these packages are missing; all others are there.
WITHOUT = """
import sys
for name in {missing!r}:
    sys.modules[name] = None
sys.argv = ["smallworld", *{words!r}]
from smallworld.__main__ import main
main()
"""


def alone(*words: object) -> subprocess.CompletedProcess[str]:
    """Run Python with the standard library and this project, and nothing that is installed."""
    return subprocess.run(
        [sys.executable, "-S", "-P", *map(str, words)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )


def without(missing: list[str], *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command where these packages are missing."""
    script = WITHOUT.format(missing=missing, words=words)
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)


def test_a_bare_install_plays_records_shows_and_loads() -> None:
    done = alone(BARE)
    assert done.returncode == 0, done.stderr
    assert "none but ours" in done.stdout


def test_the_import_is_quick() -> None:
    """By the processor's clock, for the machine may be busy; the first time it may compile."""
    script = "import time, smallworld; print(time.process_time())"
    start = "import time; print(time.process_time())"

    def least(code: str) -> float:
        return min(float(alone("-c", code).stdout) for _ in range(5))

    assert least(script) - least(start) < SLOWEST_IMPORT


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "smallworld needs typer: pip install 'smallworld[play]'"),
        (["--help"], "smallworld needs typer: pip install 'smallworld[play]'"),
        (["serve"], "smallworld serve needs typer: pip install 'smallworld[play]'"),
        (["arena", "greedy"], "smallworld arena needs typer: pip install 'smallworld[arena]'"),
        (["selfplay"], "smallworld selfplay needs typer: pip install 'smallworld[play,learn]'"),
    ],
)
def test_without_the_command_line_a_command_says_what_to_install(
    words: list[str], told: str
) -> None:
    done = alone("-m", "smallworld", *words)
    assert (done.returncode, done.stdout, done.stderr) == (BROKEN, "", f"{told}\n")


@pytest.mark.parametrize(
    ("missing", "words", "told"),
    [
        ("rich", "version", "smallworld version needs rich: pip install 'smallworld[play]'"),
        ("starlette", "serve", "smallworld serve needs starlette: pip install 'smallworld[play]'"),
        ("msgspec", "bench --server", "smallworld bench needs msgspec: pip install"),
        ("yaml", "scenario x.yaml", "needs yaml: pip install 'smallworld["),
        (
            "openskill",
            "arena random greedy --games 2 --turns 1",
            "smallworld arena needs openskill: pip install 'smallworld[arena]'",
        ),
        (
            "numpy",
            "selfplay --out nowhere --games 1",
            "smallworld selfplay needs numpy: pip install 'smallworld[learn]'",
        ),
        ("pettingzoo", "bench --env", "bench --env needs pettingzoo: pip install 'smallworld[rl]'"),
        ("torch", "learn nowhere", "smallworld learn needs torch: pip install 'smallworld[train]'"),
        (
            "ray",
            "simulate --players random,random --games 1 --on ray",
            "--on ray needs ray: pip install 'smallworld[ray]'",
        ),
        (
            "asyncpg",
            "admin list --store postgresql://nowhere/games",
            "a database of PostgreSQL needs asyncpg: pip install 'smallworld[cluster]'",
        ),
        ("nats", "think --bus nats://nowhere", "needs nats: pip install 'smallworld[cluster]'"),
        (
            "onnxruntime",
            "simulate --players net:model=none.onnx,greedy --games 1",
            "a net needs onnxruntime: pip install 'smallworld[learn]'",
        ),
    ],
)
def test_a_missing_package_is_named_with_its_extra(missing: str, words: str, told: str) -> None:
    done = without([missing], *words.split())
    assert told in done.stderr
    assert done.returncode == BROKEN
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_the_arena_asks_for_its_extra_before_the_games(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    words = ["arena", "random", "greedy", "--games", "2", "--turns", "1", "--out", str(results)]
    assert without(["openskill"], *words).returncode == BROKEN
    assert not results.exists()


def test_what_needs_no_extra_does_not_ask_for_one() -> None:
    others = ["openskill", "numpy", "onnxruntime", "msgspec", "starlette", "uvicorn", "websockets"]
    done = without(others, "simulate", "--games", "1")
    assert done.returncode == 0, done.stderr


def test_the_server_alone_says_what_to_install() -> None:
    done = alone("-m", "smallworld.server")
    assert done.returncode != 0
    assert done.stderr == "the server needs uvicorn: pip install 'smallworld[play]'\n"


def test_other_missing_modules_are_no_matter_of_extras() -> None:
    done = without(["smallworld.cli.options"], "version")
    assert "Traceback" in done.stderr


@pytest.mark.parametrize("module", EXTRA_OF)
def test_extras_bring_what_they_are_named_for(module: str) -> None:
    assert DISTRIBUTIONS.get(module, module) in required([EXTRA_OF[module]])


def test_commands_need_what_run_py_installs_for_them() -> None:
    needs = {command: run.NEEDS[command] for command in run.COMMANDS if command in run.NEEDS}
    assert {command: ",".join(extras) for command, extras in needs.items()} == FOR_COMMAND
    assert [USUAL] == run.USUAL_NEEDS


@pytest.mark.parametrize("extra", EXTRAS)
def test_the_page_about_installing_tells_what_an_extra_brings(extra: str) -> None:
    text = (ROOT / "docs" / "installing.md").read_text(encoding="utf-8")
    assert f"`{extra}`" in text
    row = re.search(rf"^\| `{extra}` \|.*\| (.*) \|$", text, re.MULTILINE)
    if row:
        named = {re.sub(r"\W", "", name).lower() for name in row[1].split(",")}
        brought = required([extra]) - required(included([extra])[1:])
        assert named == {re.sub(r"\W", "", name) for name in brought}


def test_developers_have_every_extra() -> None:
    """Or are offered it, where it cannot be had everywhere."""
    assert {*included(["dev"]), *run.WELCOME["test"]} == set(EXTRAS)
    assert set(included(["dev"])).isdisjoint(run.WELCOME["test"])
