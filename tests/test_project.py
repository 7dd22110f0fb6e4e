"""The shape of the house: layers, names, pins and the two commands of the README."""

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import run
from smallworld.cli import app as cli

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "smallworld"
LOCK = ROOT / "requirements.lock"

# A layer imports only itself and layers with a lower number.
LAYERS = {
    "engine": 0,
    "content": 1,
    "drawing": 2,
    "play": 3,
    "learn": 4,
    "players": 5,
    "env": 6,
    "arena": 6,
    "bench": 6,
    "server": 6,
    "cli": 7,
}
PURE = ("engine", "content")
LUCK_AND_CLOCKS = {"random", "secrets", "time", "datetime", "os.urandom"}
COMPILER = {"librt", "mypy_extensions"}  # wanted by the compiled build only

TERRAINS_AND_SYMBOLS = {"Forest", "Hill", "Swamp", "Magic"}  # powers are named after them
NOT_OURS = {".venv", "venv", "build", "dist", "node_modules"}
LONGEST_FILE = 600


def sources(layer: str) -> list[Path]:
    return sorted([*PACKAGE.glob(f"{layer}.py"), *PACKAGE.glob(f"{layer}/**/*.py")])


def imports(path: Path) -> Iterator[str]:
    """Full names of all that a file imports, wherever in it the statement stands."""
    folder = path.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
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
        if package == "smallworld" and part != layer and LAYERS.get(part, -1) >= height
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("layer", PURE)
def test_nothing_below_play_knows_luck_or_clocks(layer: str) -> None:
    wrong = [
        f"{file} imports {name}"
        for file, name in imports_in(layer)
        if {name, name.split(".")[0]} & LUCK_AND_CLOCKS
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("layer", [*PURE, "drawing"])
def test_engine_and_content_need_the_standard_library_only(layer: str) -> None:
    assert sources(layer)
    known = {"smallworld", *COMPILER, *sys.stdlib_module_names}
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


def test_the_lock_holds_every_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = project["dependencies"] + project["optional-dependencies"]["dev"]
    locked = re.findall(r"^([a-z0-9._-]+)==", LOCK.read_text(encoding="utf-8"), re.MULTILINE)
    assert {re.split(r"[^\w.-]", name)[0].lower() for name in wanted} <= set(locked)


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
