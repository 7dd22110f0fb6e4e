"""The shape of the house: layers, names, pins and the two commands of the README."""

import ast
import json
import re
import signal
import subprocess
import sys
import threading
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import run
from smallworld.cli import app as cli
from smallworld.extras import EXTRA_OF
from tests.time_limit import LONGEST, TookTooLong, time_limit
from tools.environment import locked, pins, required

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "smallworld"
LOCK = ROOT / "requirements.lock"

# A layer imports only itself and layers with a lower number.
LAYERS = {
    "engine": 0,
    "content": 1,
    "extras": 1,
    "runtime": 0,
    "drawing": 2,
    "wire": 1,
    "work": 2,
    "game": 3,
    "table": 4,
    "scenario": 4,
    "encoding": 4,
    "learn": 5,
    "players": 6,
    "home": 7,
    "arena": 7,
    "puzzles": 7,
    "env": 7,
    "training": 7,
    "server": 8,
    "browser": 8,
    "devtools": 9,
    "balance": 9,
    "cli": 10,
}
# A game seats players by name, which stand above it; nothing else looks up.
LOOKS_UP = {("smallworld/game/seated_players.py", "smallworld.players.registry.make_player")}
PURE = ("engine", "content")
# Whose packages a layer may import; all others need the standard library only.
EXTRAS = {
    "scenario": ["scenarios"],
    "learn": ["learn", "train"],
    "training": ["learn", "train"],
    "env": ["learn", "rl", "openspiel"],
    "work": ["ray"],
    "arena": ["arena"],
    "home": ["scenarios"],
    "server": ["play", "scenarios", "cluster", "notify"],
    "devtools": ["rl", "play"],
    "cli": ["play", "scenarios"],
}
# What others may import of the engine; traits, shipped or home-made, are part of it.
DOORS = {"actions", "build", "game", "notation", "pack", "query"}
COMPILED = (
    "game/compiled",
    "game/views",
    "encoding/compiled",
    "players/policy",
)  # with the engine: they share its number types
TRAIT_AUTHORS = {"smallworld/devtools/bench/custom_traits.py"}
LUCK_AND_CLOCKS = {"random", "secrets", "time", "datetime", "os.urandom"}
COMPILER = {"librt", "mypy_extensions"}  # wanted by the compiled build only

TERRAINS_AND_SYMBOLS = {"Forest", "Hill", "Swamp", "Magic"}  # powers are named after them
NOT_OURS = {".venv", "venv", "build", "dist", "node_modules"}
LONGEST_FILE = 600
MOST_FILES = 16  # in one folder
# What home-made traits import stays where it is, so the engine's nouns are not put into rooms.
MOST_IN_ENGINE = 18


def sources(layer: str) -> list[Path]:
    return sorted([*PACKAGE.glob(f"{layer}.py"), *PACKAGE.glob(f"{layer}/**/*.py")])


@cache
def nodes(path: Path) -> list[ast.AST]:
    """All of a file as Python reads it; no file is read twice for that."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def imports(path: Path) -> list[str]:
    """Full names of all that a file imports, wherever in it the statement stands."""
    return list(_imports(path))


def _imports(path: Path) -> Iterator[str]:
    folder = path.relative_to(ROOT).parent.parts
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = folder[: len(folder) + 1 - node.level] if node.level else ()
            module = ".".join([*start, node.module] if node.module else start)
            yield from (f"{module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Attribute) and ast.unparse(node) == "os.urandom":
            yield "os.urandom"


def imports_in(layer: str) -> list[tuple[Path, str]]:
    return [(path.relative_to(ROOT), name) for path in sources(layer) for name in imports(path)]


def plain(text: str) -> str:
    """Words in small letters, whether written as prose, snake_case or CamelCase."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|[^A-Za-z]+", " ", text).lower()


def names_on_the_pieces() -> list[str]:
    components = json.loads((ROOT / "tests/data/components.json").read_text(encoding="utf-8"))
    base, underground = components["base"], components["underground"]
    names = [
        row["name"]
        for world in (base, underground)
        for kind in ("races", "powers")
        for row in world[kind]
    ]
    names += underground["places"] + underground["relics"]
    return [name for name in names if name not in TERRAINS_AND_SYMBOLS]


def test_every_part_of_the_package_has_a_layer() -> None:
    parts = {path.relative_to(PACKAGE).parts[0] for path in PACKAGE.rglob("*.py")}
    assert {part.removesuffix(".py") for part in parts} <= {*LAYERS, "__init__", "__main__"}


def test_no_layer_imports_a_higher_one() -> None:
    wrong = [
        f"{file} imports {name}"
        for layer, height in LAYERS.items()
        for file, name in imports_in(layer)
        for package, part in [f"{name}.".split(".")[:2]]
        if package == "smallworld"
        and part != layer
        and LAYERS.get(part, -1) >= height
        and (file.as_posix(), name) not in LOOKS_UP
    ]
    assert not wrong, "\n".join(wrong)


def test_outsiders_use_the_doors_of_the_engine() -> None:
    """Who asks the engine asks `engine.query`: what lies behind it may be moved."""
    wrong = [
        f"{file} imports {name}"
        for layer in LAYERS
        if layer not in PURE
        for file, name in imports_in(layer)
        if name.startswith("smallworld.engine.") and file.as_posix() not in TRAIT_AUTHORS
        for module in [name.split(".")[2]]
        if module not in DOORS
        and not (
            module == "shim"
            and file.as_posix().startswith(tuple(f"smallworld/{c}" for c in COMPILED))
        )
    ]
    assert not wrong, "\n".join(wrong)


def test_plain_modules_hand_no_row_of_a_state_to_compiled_functions() -> None:
    """The compiler's wrappers never give such a row back; `s.row_coins[0]` is as good."""
    takes_rows = {"at", "with_cell", "with_entry", "spread", "connected"}
    wrong = [
        f"{path.relative_to(ROOT).as_posix()} imports {name.name}"
        for layer in LAYERS
        if layer not in PURE
        for path in sources(layer)
        if not path.relative_to(PACKAGE).as_posix().startswith(COMPILED)
        for node in nodes(path)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("smallworld.engine")
        for name in node.names
        if name.name in takes_rows
    ]
    assert wrong == []


def test_the_picture_and_the_table_of_the_house_show_every_package() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    picture = (ROOT / "docs" / "pictures" / "house.svg").read_text(encoding="utf-8")
    packages = {path.parent for path in PACKAGE.rglob("__init__.py")} - {PACKAGE}
    for package in packages:
        name = package.relative_to(PACKAGE).as_posix()
        if name.count("/") == 0:
            assert f">{name}<" in picture
            assert f"| `{name}/`" in page
    for named in re.findall(
        r"`((?:engine|content|game|table|players|home|browser|server|arena)/[\w/]*\.py)`", page
    ):
        assert (PACKAGE / named).is_file(), named


def test_files_that_the_documentation_names_exist() -> None:
    named = re.compile(r"`((?:smallworld|tests|tools|web|deploy)/[\w./-]+)`")
    wrong = [
        f"{page.name}: {name}"
        for page in [*(ROOT / "docs").glob("*.md"), *ROOT.glob("*.md")]
        for name in named.findall(page.read_text(encoding="utf-8"))
        if not (ROOT / name).exists() and ".pl." not in name and "/pl." not in name
    ]
    assert wrong == []


def test_no_package_is_a_heap() -> None:
    heaps = {
        str(folder.relative_to(ROOT)): count
        for folder in {path.parent for path in PACKAGE.rglob("*.py")}
        if (count := len(list(folder.glob("*.py")))) > MOST_FILES
        and not (folder == PACKAGE / "engine" and count <= MOST_IN_ENGINE)
    }
    assert heaps == {}


def test_no_folder_of_the_page_is_a_heap() -> None:
    """Unit tests lie beside what they test and are not counted."""
    files = [
        path
        for path in (ROOT / "web" / "src").rglob("*")
        if path.suffix in (".ts", ".svelte") and not path.name.endswith(".test.ts")
    ]
    found = Counter(path.parent.relative_to(ROOT).as_posix() for path in files)
    assert {folder: count for folder, count in found.items() if count > MOST_FILES} == {}


def test_no_two_classes_share_a_name() -> None:
    found: dict[str, list[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        module = nodes(path)[0]
        assert isinstance(module, ast.Module)
        for node in module.body:
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(path.relative_to(PACKAGE).as_posix())
    assert {name: files for name, files in found.items() if len(files) > 1} == {}


def test_no_two_types_of_the_page_share_a_name() -> None:
    found: dict[str, list[str]] = {}
    for path in (ROOT / "web" / "src").rglob("*"):
        if path.suffix in (".ts", ".svelte"):
            text = path.read_text(encoding="utf-8")
            for name in re.findall(r"^\s*export (?:interface|class|type) (\w+)", text, re.M):
                found.setdefault(name, []).append(path.name)
    assert {name: files for name, files in found.items() if len(files) > 1} == {}


@pytest.mark.parametrize("layer", PURE)
def test_nothing_below_game_knows_luck_or_clocks(layer: str) -> None:
    wrong = [
        f"{file} imports {name}"
        for file, name in imports_in(layer)
        if {name, name.split(".")[0]} & LUCK_AND_CLOCKS
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_needs_the_standard_library_and_its_extras_only(layer: str) -> None:
    assert sources(layer)
    known = {"smallworld", *sys.stdlib_module_names}
    known |= COMPILER if layer in PURE else set()
    known |= {name for name, extra in EXTRA_OF.items() if extra in EXTRAS.get(layer, ())}
    wrong = [
        f"{file} imports {name}"
        for file, name in imports_in(layer)
        if name.split(".")[0] not in known
    ]
    assert not wrong, "\n".join(wrong)


def test_the_engine_names_no_race_power_place_or_relic() -> None:
    words = [plain(name).strip().removesuffix("s") for name in names_on_the_pieces()]
    named = re.compile(rf"\b({'|'.join(words)})s?\b")
    wrong = [
        f"{path.relative_to(ROOT)}:{number} says {found[0]!r}"
        for path in sources("engine")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if (found := named.search(plain(line)))
    ]
    assert not wrong, "\n".join(wrong)


def test_the_lock_pins_and_hashes_everything_and_names_no_host() -> None:
    text = LOCK.read_text(encoding="utf-8")
    assert "://" not in text
    lines = text.replace("\\\n", " ").splitlines()
    pin = re.compile(r"[a-z0-9._-]+==\S+( ; .+?)?( +--hash=sha256:[0-9a-f]{64})+ *")
    assert [line for line in lines if not pin.fullmatch(line) and line.lstrip()[:1] != "#"] == []


def test_the_lock_holds_every_dependency_and_nothing_else() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["dependencies"] == []
    text = LOCK.read_text(encoding="utf-8")
    assert required(["dev", "train"]) <= {name for name, _, _ in pins(text)}
    assert locked(["dev", "train"]) == text


def test_who_waits_for_ever_fails() -> None:
    with pytest.raises(TookTooLong, match=r"not done after 0\.05 s"), time_limit(0.05):
        threading.Event().wait()
    left, _ = signal.getitimer(signal.ITIMER_REAL)
    assert 0 < left <= LONGEST, "the limit of this test itself"


def test_tests_wait_for_something_and_never_just_sleep() -> None:
    """What works slowly for a test, in a process of its own, may sleep."""
    may_sleep = {"tests/waiting.py", "tests/browser/person.py", "tests/server/jobs.py"}
    wrong = [
        f"{name}:{node.lineno}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if (name := path.relative_to(ROOT).as_posix()) not in may_sleep
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and _sleeps(node)
    ]
    assert wrong == [], "see tests/waiting.py"


def _sleeps(call: ast.Call) -> bool:
    """It sleeps for some time; sleep(0) only lets others work."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    if name == "wait_for_timeout":
        return True
    first = call.args[0] if call.args else None
    return name == "sleep" and not (isinstance(first, ast.Constant) and first.value == 0)


def test_the_readme_names_both_commands() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "python3 run.py play" in readme
    assert "python3 run.py test" in readme


def test_an_unknown_command_shows_the_usage() -> None:
    answer = subprocess.run([sys.executable, ROOT / "run.py", "dance"], capture_output=True)
    assert answer.returncode == 2
    assert answer.stderr.startswith(b"usage: python3 run.py play")


def test_run_py_passes_on_commands_that_are_some() -> None:
    known = {command.name for command in cli.registered_commands}
    meant = {run.WORDS.get(command, [command])[0] for command in run.COMMANDS}
    assert known >= meant >= {"play", "serve", "simulate", "bench", "version"}


def test_no_file_is_too_long() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for path in ROOT.rglob("*.py")
        if not NOT_OURS & set(path.relative_to(ROOT).parts)
        and (lines := len(path.read_text(encoding="utf-8").splitlines())) > LONGEST_FILE
    }
    assert long == {}
