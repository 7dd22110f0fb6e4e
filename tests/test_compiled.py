"""The compiled build plays the very games of the plain one, and asks traits in plain Python.

Only this comparison finds code that the compiler got wrong: see the note on shifts in regions.py.
"""

import os
import pickle
import shutil
import subprocess
import sys
import sysconfig
from copy import deepcopy
from pathlib import Path

import pytest

from smallworld import Game
from smallworld.content.library import full_library
from smallworld.content.settings import read_house_rules
from smallworld.engine.trait import Power, Race
from smallworld.game.setup import GameSetup
from tests.compiled.build import Do
from tests.effort import usually

ROOT = Path(__file__).parents[1]
TOOL = ROOT / "tools" / "compile.py"
GAMES = ROOT / "tests" / "compiled" / "play_games.py"
BROKEN_HOOKS = ROOT / "tests" / "compiled" / "broken_hooks.py"
MANY_GAMES = ROOT / "tests" / "compiled" / "many_games.py"
MANY_VIEWS = ROOT / "tests" / "compiled" / "many_views.py"
MANY_ENCODINGS = ROOT / "tests" / "compiled" / "many_encodings.py"
BARE = ROOT / "tests" / "install" / "bare.py"
BOX = full_library("mixed")
NO_COMPILER = 3
SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))
SEEDS = usually("8", "12")
FOLDERS = (
    "engine", "content", "game/compiled", "game/views", "encoding/compiled", "players/policy",
)  # fmt: skip
PLAIN = (
    "__init__.py", "shim.py", "errors.py", "parts.py", "guard.py", "view.py", "reference.py",
)  # never compiled  # fmt: skip

# The hooks that the home-made race and power of wanderers.py override.
HOOKS = {
    "answer",
    "cheaper",
    "conquest_only",
    "enters",
    "on_conquered",
    "options",
    "pays",
    "tokens_lost",
}


def run(*command: object, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *map(str, command)],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
    )


def games(package: Path, *arguments: str, script: Path = GAMES) -> list[str]:
    """The lines that the games print when played with the package in that folder."""
    answer = run(script, *arguments, PYTHONPATH=str(package))
    assert answer.returncode == 0, answer.stderr
    return answer.stdout.splitlines()


@pytest.fixture(scope="session")
def plain(compiled: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources that were compiled, even if someone has edited them since."""
    out = tmp_path_factory.mktemp("plain")
    no_extensions = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "runtime_packages")
    shutil.copytree(compiled / "smallworld", out / "smallworld", ignore=no_extensions)
    return out


@pytest.fixture(scope="session")
def plain_lines(plain: Path) -> list[str]:
    return games(plain, SEEDS)


@pytest.fixture(scope="session")
def compiled_lines(compiled: Path) -> list[str]:
    return games(compiled, SEEDS)


def test_whole_folders_are_compiled(compiled: Path, compiled_lines: list[str]) -> None:
    sources: list[Path] = []
    for folder in FOLDERS:
        sources += compiled.glob(f"smallworld/{folder}/**/*.py")
    assert len(sources) > 60
    for path in sources:
        extension = path.with_name(path.stem + SUFFIX)
        assert extension.is_file() == (path.name not in PLAIN), path
    word, *modules = compiled_lines[0].split()
    assert word == "compiled"
    assert {"smallworld.engine.regions", "smallworld.game.compiled.dealer"} <= set(modules)


def test_the_compiled_build_needs_no_other_package(compiled: Path) -> None:
    """Not even those that the compiler's output imports: they come with it."""
    done = run("-S", "-P", BARE, PYTHONPATH=str(compiled))
    assert done.returncode == 0, done.stderr
    assert "none but ours" in done.stdout


def test_the_plain_build_is_plain(plain_lines: list[str]) -> None:
    assert plain_lines[0] == "compiled"


def test_both_builds_play_the_same_games(
    compiled: Path, plain: Path, plain_lines: list[str], compiled_lines: list[str]
) -> None:
    assert len(plain_lines) == len(compiled_lines) > 100
    assert not [line for line in plain_lines if "broken:" in line]
    for wanted, found in zip(plain_lines[1:], compiled_lines[1:], strict=True):
        if wanted != found:
            *table, seed, _ = wanted.split()
            show_difference(plain, compiled, " ".join(table), seed)
        assert wanted == found


def test_both_builds_offer_and_do_the_same_in_many_games(compiled: Path, plain: Path) -> None:
    many = usually(350, 2000)
    wanted = games(plain, str(many), script=MANY_GAMES)
    found = games(compiled, str(many), script=MANY_GAMES)
    assert len(set(wanted)) == many
    differ = [pair for pair in zip(wanted, found, strict=True) if pair[0] != pair[1]]
    assert not differ, f"{len(differ)} games differ; the first: {differ[0]}"


def test_both_builds_encode_the_same_and_give_the_memory_back(compiled: Path, plain: Path) -> None:
    each = usually(("1", "4"), ("3", "10"))
    *wanted, _ = games(plain, *each, script=MANY_ENCODINGS)
    *found, grown = games(compiled, *each, script=MANY_ENCODINGS)
    assert len(wanted) == 16
    assert found == wanted
    assert int(grown) < 400, f"3,000 positions left {grown} KB behind"


def show_difference(plain: Path, compiled: Path, table: str, seed: str) -> None:
    """Fail at the first action of a game after which the builds disagree."""
    wanted = games(plain, table, seed)
    found = games(compiled, table, seed)
    for before, here, there in zip(["the start", *wanted], wanted, found, strict=False):
        assert there == here, f"{table}, seed {seed}, after {before}"


def test_traits_in_plain_python_are_asked_by_the_compiled_engine(
    compiled_lines: list[str],
) -> None:
    word, *counts = compiled_lines[-1].split()
    assert word == "asked"
    assert {count.split("=")[0] for count in counts} == HOOKS


def test_hooks_that_fail_are_told_alike_and_change_nothing(compiled: Path, plain: Path) -> None:
    wanted = games(plain, script=BROKEN_HOOKS)
    assert games(compiled, script=BROKEN_HOOKS) == wanted
    assert len(wanted) > 15
    assert all(line.endswith("the position is the same") for line in wanted[:-1])


def test_views_of_compiled_games_give_their_memory_back(compiled: Path) -> None:
    """Rows that plain Python sets in a compiled state never do, nor those it hands over."""
    answer = run(MANY_VIEWS, PYTHONPATH=str(compiled))
    assert answer.returncode == 0, answer.stderr
    left = [line.split() for line in answer.stdout.splitlines()]
    assert len(left) == 10
    assert [(look, blocks) for look, blocks in left if float(blocks) >= 0.5] == []


def test_without_a_compiler_it_says_so(tmp_path: Path) -> None:
    answer = run(TOOL, "--out", tmp_path / "out", CC="there-is-no-such-compiler")
    assert answer.returncode == NO_COMPILER
    assert answer.stderr.startswith("There is no C compiler (there-is-no-such-compiler)")
    assert not (tmp_path / "out").exists()


def test_the_sources_are_never_overwritten() -> None:
    answer = run(TOOL, "--out", ROOT / "smallworld")
    assert answer.returncode == 2
    assert "would overwrite the sources" in answer.stderr


def test_computer_seats_think_with_the_modules_of_the_server(
    compiled: Path, tmp_path: Path
) -> None:
    """Workers are compiled where the server is, also if it was started where the sources lie."""
    (tmp_path / "asked.py").write_text(
        "from smallworld.engine import regions\n"
        "def is_compiled(given, stop):\n"
        "    return regions.COMPILED\n"
    )
    script = tmp_path / "ask.py"
    script.write_text(
        "from asked import is_compiled\n"
        "from smallworld.server.workers.pool import WorkerProcess\n"
        "worker = WorkerProcess(False)\n"
        "print(is_compiled(None, None), worker.ask(worker.next_job(), is_compiled, None))\n"
        "worker.close()\n"
    )
    answer = run(script, PYTHONPATH=str(compiled))
    assert (answer.returncode, answer.stdout) == (0, "True True\n"), answer.stderr


def test_a_table_and_a_view_are_sent_to_other_processes_in_both_builds(quickly: Do) -> None:
    assert sent() == quickly(sent) == [True] * 4


def test_home_made_classes_may_derive_from_all_of_the_box(quickly: Do) -> None:
    assert quickly(derived) == derived()
    assert len(derived()) == len(BOX.races) + len(BOX.powers)


def derived() -> list[str]:
    """The classes of the box from which one in plain Python could be derived, and made."""
    found = []
    for trait in (*BOX.races, *BOX.powers):
        own = type(f"Own{trait.name}", (type(trait),), {"__init__": make_as_any})
        found.append(type(own()).__name__)
    return found


def make_as_any(trait: Race | Power) -> None:
    """A constructor as that of a home-made class that derives from one of the box."""
    if isinstance(trait, Race):
        Race.__init__(trait, "Own", tokens=5, supply=10)
    else:
        Power.__init__(trait, "Own", tokens=5)


def sent() -> list[bool]:
    """Whether a table and a view come out of a pickle and a copy as they were."""
    table = GameSetup(map="underground-2", settings=read_house_rules(["flames_entry=volcano"]))
    view = Game("underground-2", seed=1).view("P1")
    return [
        again == before
        for before in (table, view)
        for again in (pickle.loads(pickle.dumps(before)), deepcopy(before))
    ]
