"""What `import smallworld` offers: documented, with examples that run, quick to load and light."""

import ast
import inspect
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import smallworld as sw
from tests.compiled.front_door import NAMES, everything, run_examples

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "tests" / "compiled" / "front_door.py"
QUICK = 0.15  # seconds that importing may take
# Classes whose instances come from a game, with what they mean said where they are made.
DATA = ("Ending", "Record")


def python(*arguments: object, package: Path = ROOT) -> str:
    """What a new interpreter prints that finds the package in that folder."""
    answer = subprocess.run(
        [sys.executable, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(package)},
        capture_output=True,
        text=True,
    )
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


# ---- names ----


def test_the_names_are_few_and_sorted() -> None:
    assert sw.__all__ == sorted(sw.__all__)
    assert 18 <= len(sw.__all__) <= 26


def test_type_checkers_are_told_of_the_same_names() -> None:
    tree = ast.parse((ROOT / "smallworld" / "__init__.py").read_text(encoding="utf-8"))
    (block,) = [node for node in tree.body if isinstance(node, ast.If)]
    told = {
        alias.name: node.module.removeprefix("smallworld.")
        for node in block.body
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }
    assert told == sw._HOMES
    assert [*sorted(told), "__version__"] == sorted(
        sw.__all__, key=lambda name: (name == "__version__", name)
    )


def test_names_that_are_none_are_refused() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Gmae'"):
        sw.Gmae  # noqa: B018
    assert set(sw.__all__) <= set(dir(sw))


# ---- words and examples ----


@pytest.mark.parametrize("path", everything())
def test_whatever_is_public_says_what_it_is(path: str) -> None:
    said = inspect.getdoc(everything()[path]) or ""
    assert said.split("\n\n")[0].rstrip().endswith((".", ":")), said


@pytest.mark.parametrize("path", everything())
def test_examples_run(path: str) -> None:
    value = everything()[path]
    wanted = path in NAMES or path.split(".")[0] in ("Game", "PlayerView", "Action")
    assert ">>>" in (inspect.getdoc(value) or "") or not wanted
    assert not run_examples(path, value)


def test_games_can_be_kept_and_copied() -> None:
    assert python(SCRIPT) == "plain\n"


def test_examples_run_in_the_compiled_build_and_docstrings_survive(compiled: Path) -> None:
    assert python(SCRIPT, package=compiled) == "compiled\n"


def test_help_says_something(compiled: Path) -> None:
    ask = "import smallworld as sw; help(sw.Game.push); help(sw.Illegal); help(sw.make_player)"
    for package in (ROOT, compiled):
        told = python("-c", ask, package=package)
        assert "push(self, action: 'Action | str') -> 'None'" in told
        assert "What the rules forbid raises" in told
        assert "An action the rules forbid now." in told
        assert "settings may follow it after a colon" in told


# ---- weight ----


def test_importing_is_quick() -> None:
    """By the processor's clock: others may be busy on this machine."""
    clock = "from time import process_time as t; s = t(); import smallworld; print(t() - s)"
    assert min(float(python("-c", clock)) for _ in range(5)) < QUICK


def test_a_game_needs_the_standard_library_only() -> None:
    play = (
        "import sys, random, smallworld as sw\n"
        "game = sw.Game('underground-2', seed=1)\n"
        "while not game.is_over: game.push(random.choice(game.legal_actions))\n"
        "sw.Game('base-2', seed=1, turns=2).play(['greedy', 'search:simulations=5'])\n"
        "str(game), game._repr_svg_(), sw.races(), sw.boards(), game.narration()\n"
        "known = {*sys.stdlib_module_names, 'smallworld'}\n"
        "print({name.split('.')[0] for name in sys.modules} - known)\n"
    )
    # Isolated from what else is installed here, but for what the interpreter itself loads.
    found = python("-S", "-c", play)
    assert found.strip() in ("set()", "{'__main__'}", "{'__mp_main__'}")


# ---- pages ----


def run_page(name: str) -> list[str]:
    """Run the Python of a page, block after block; errors tell the line of the page."""
    page = ROOT / name
    text = page.read_text(encoding="utf-8")
    names: dict[str, object] = {}
    blocks: list[str] = []
    for found in re.finditer(r"```python\n(.*?)```", text, re.DOTALL):
        blocks.append(found[1])
        above = "\n" * text.count("\n", 0, found.start(1))
        exec(compile(above + found[1], str(page), "exec"), names)
    return blocks


def test_the_readme_runs() -> None:
    (code,) = run_page("README.md")
    assert 14 <= len(code.splitlines()) <= 16


def test_the_page_about_python_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert len(run_page("docs/python.md")) > 10


def test_the_page_about_python_names_all_there_is() -> None:
    said = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    missing = [
        path
        for path in everything()
        if path.split(".")[0] not in (*DATA, "GameError") and f"{path.split('.')[-1]}" not in said
    ]
    assert not missing
