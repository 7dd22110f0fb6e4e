"""One source, two builds: the cache of compiled copies, and what a wheel gets."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
NO_COMPILER = 3

# The least package the tool is content with; what is not compiled may need what is not installed.
SOURCES = {
    "__init__.py": "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from smallworld import extra\n",
    "extra.py": "import there_is_no_such_package\n\nthere_is_no_such_package.nor() + this\n",
    "engine/__init__.py": "",
    "engine/shim.py": "",
    "engine/regions.py": "COMPILED = not __file__.endswith('.py')\n",
    "engine/game.py": "def add(a: int, b: int) -> int:\n    return a + b\n",
    "cli.py": "print('hello')\n",
}


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "tools")  # as for a script
        spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def compiled_checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny project that has been compiled; the tests take copies of it."""
    made = make_checkout(tmp_path_factory.mktemp("compiled"))
    compiled(made)
    return made


@pytest.fixture
def ready(compiled_checkout: Path, tmp_path: Path) -> Path:
    """A copy of a tiny project that has been compiled."""
    return Path(shutil.copytree(compiled_checkout, tmp_path / "ready", symlinks=True))


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    return make_checkout(tmp_path)


def make_checkout(tmp_path: Path) -> Path:
    """A tiny project with the real tools."""
    shutil.copytree(
        ROOT / "tools", tmp_path / "tools", ignore=shutil.ignore_patterns("__pycache__")
    )
    for name, text in SOURCES.items():
        path = tmp_path / "smallworld" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def compile_in(checkout: Path, *options: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(checkout / "tools" / "compile.py"), "--opt", "0", *options],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
    )


def compiled(checkout: Path) -> Path:
    answer = compile_in(checkout)
    if answer.returncode == NO_COMPILER and not os.environ.get("CI"):
        pytest.skip(answer.stderr)
    assert answer.returncode == 0, answer.stderr
    return Path(answer.stdout.strip())


def test_an_edit_never_meets_a_stale_module(ready: Path) -> None:
    checkout = ready
    first = compiled(checkout)
    assert sorted(path.name.split(".")[0] for path in first.rglob("*.so")) == [
        "game",
        "regions",
        "smallworld__mypyc",
        "vecs",
    ]
    assert compiled(checkout) == first
    (checkout / "smallworld" / "cli.py").write_text("print('good day')\n")
    second = compiled(checkout)
    assert second != first
    assert "good day" in (second / "smallworld" / "cli.py").read_text()
    old, new = (next(home.glob("smallworld__mypyc*")).read_bytes() for home in (first, second))
    assert old == new  # taken along, not compiled again
    game = checkout / "smallworld" / "engine" / "game.py"
    game.write_text(game.read_text().replace("a + b", "a - b"))
    third = compiled(checkout)
    asked = [
        sys.executable,
        "-P",
        "-c",
        "from smallworld.engine import game; print(game.add(5, 3))",
    ]
    for home, wanted in ((first, 8), (second, 8), (third, 2)):
        surroundings = {**os.environ, "PYTHONPATH": str(home)}
        answer = subprocess.run(asked, env=surroundings, capture_output=True, text=True)
        assert answer.stdout == f"{wanted}\n"


C_CODE = """\
PyObject *CPyDef_game___legal(PyObject *cpy_r_s) {
    CPy_AddTraceback("smallworld/engine/game.py", "legal", 86, CPyStatic_game___globals);
}
        PyObject *CPyPy_game___legal(PyObject *self, PyObject *const *args, size_t nargs) {
    return CPyDef_game___legal(arg_s);
}
PyObject *CPyDef_emblem___draw(PyObject *cpy_r_s) {
    CPy_AddTraceback("smallworld/content/custom/emblem.py", "draw", 8, CPyStatic_emblem___globals);
}
char CPyDef_game_____top_level__(void) {
}
"""


def test_what_is_seldom_run_is_compiled_in_less_time() -> None:
    """In games, what is played keeps all of the compiler's attention."""
    hurried = load("c_code").hurry(C_CODE)
    assert [line.split("(")[0].strip() for line in hurried.splitlines() if line.endswith("{")] == [
        "PyObject *CPyDef_game___legal",
        "SMALLWORLD_PLAINLY         PyObject *CPyPy_game___legal",
        "SMALLWORLD_PLAINLY PyObject *CPyDef_emblem___draw",
        "SMALLWORLD_ONCE char CPyDef_game_____top_level__",
    ]


def test_modules_of_the_same_name_are_entered_by_different_files() -> None:
    layers = list(load("c_code").in_layers(["a.one", "a.two", "b.one", "c.three", "c.one"]))
    assert sorted(name for layer in layers for name in layer) == [
        "a.one",
        "a.two",
        "b.one",
        "c.one",
        "c.three",
    ]
    assert [sorted(name[2:] for name in layer) for layer in layers] == [
        ["one", "three", "two"],
        ["one"],
        ["one"],
    ]


def test_the_copy_holds_what_the_modules_import(ready: Path) -> None:
    first = compiled(ready)
    (ready / "smallworld" / "cli.py").write_text("print('good day')\n")
    for home in (first, compiled(ready)):  # compiled, and with the modules taken along
        packages = home / "smallworld" / "runtime_packages"
        assert len(list(packages.glob("librt/vecs.*"))) == 1
        assert (packages / "mypy_extensions.py").is_file()
        licences = [path.read_text() for path in (packages / "licences").iterdir()]
        assert len(licences) == 2
        assert all("MIT" in text for text in licences)


def test_before_it_was_compiled_nothing_is_ready(checkout: Path) -> None:
    waiting = compile_in(checkout, "--ready")
    assert (waiting.returncode, waiting.stdout) in ((4, ""), (NO_COMPILER, ""))


def test_a_new_page_comes_with_the_modules_there_are(ready: Path) -> None:
    """Whoever plays again after an update of the page gets that page, and does not wait for it."""
    checkout = ready
    page = checkout / "smallworld" / "static" / "index.html"
    page.parent.mkdir()
    page.write_text("old")
    first = compiled(checkout)
    assert compile_in(checkout, "--ready").stdout.strip() == str(first)
    page.write_text("new")
    (page.parent / "more.js").write_text("1")
    answer = compile_in(checkout, "--ready")
    second = Path(answer.stdout.strip())
    assert (answer.returncode, second != first) == (0, True)
    assert (second / "smallworld" / "static" / "index.html").read_text() == "new"
    assert (second / "smallworld" / "static" / "more.js").is_file()
    assert list(second.rglob("*.so"))
    game = checkout / "smallworld" / "engine" / "game.py"
    game.write_text(game.read_text().replace("a + b", "a - b"))
    assert compile_in(checkout, "--ready").returncode == 4


def test_what_cannot_be_compiled_is_tried_once(checkout: Path) -> None:
    (checkout / "smallworld" / "engine" / "game.py").write_text(
        "def add(a: int) -> str:\n  return a\n"
    )
    answer = compile_in(checkout)
    if answer.returncode == NO_COMPILER:
        pytest.skip(answer.stderr)
    assert answer.returncode == 1
    assert "Incompatible return value type" in answer.stderr
    again = compile_in(checkout)
    assert again.returncode == 1
    assert again.stderr.startswith("Compiling these sources failed before")


def test_a_missing_compiler_is_told_once(checkout: Path) -> None:
    told = [compile_in(checkout, "--once", CC="there-is-none") for _ in range(2)]
    assert [answer.returncode for answer in told] == [NO_COMPILER] * 2
    assert told[0].stderr.startswith("There is no C compiler")
    assert told[1].stderr == ""


@pytest.mark.parametrize(
    ("wish", "wheel", "editable"), [(None, True, False), ("0", False, False), ("1", True, True)]
)
def test_what_is_compiled(
    wish: str | None, wheel: bool, editable: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SMALLWORLD_COMPILE", raising=False)
    if wish is not None:
        monkeypatch.setenv("SMALLWORLD_COMPILE", wish)
    tool = load("compiled_wheel")
    assert tool.is_wanted(editable=False) == wheel
    assert tool.is_wanted(editable=True) == editable


def test_a_wheel_without_a_compiler_is_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SMALLWORLD_COMPILE", raising=False)
    monkeypatch.setenv("CC", "there-is-none")
    tool = load("compiled_wheel")
    assert tool.build_requirements() == []
    told: list[str] = []
    data: dict[str, Any] = {"force_include": {}, "pure_python": True, "dependencies": []}
    before = str(data)
    assert tool.add_compiled("standard", data, told.append) is None
    assert "installed as plain Python" in told[0]
    assert str(data) == before


def test_a_compiled_wheel_needs_no_other_package(
    ready: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = compiled(ready)
    tool = load("compiled_wheel")
    data: dict[str, Any] = {"force_include": {}, "pure_python": True, "dependencies": []}

    def copy(words: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        shutil.copytree(home, words[-1])
        return subprocess.CompletedProcess(words, 0, "done", "")

    monkeypatch.setattr(tool.subprocess, "run", copy)
    tool.add_compiled("standard", data, print).cleanup()
    assert data["dependencies"] == []
    inside = set(data["force_include"].values())
    assert "smallworld/runtime_packages/mypy_extensions.py" in inside
    assert any(name.startswith("smallworld/runtime_packages/librt/vecs.") for name in inside)
    assert any(name.startswith("smallworld/engine/game.") for name in inside)


def test_the_version_of_mypy_is_known_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a player without the tools finds what was compiled with them."""
    tool = load("compile")
    installed = tool.version_of_mypy()

    def missing(name: str) -> str:
        raise tool.PackageNotFoundError(name)

    monkeypatch.setattr(tool, "version", missing)
    assert tool.version_of_mypy() == installed
    with pytest.raises(tool.Failed, match=r"mypy is missing: pip install 'smallworld\[compile\]'"):
        tool.python_with_mypyc(fetch=False)


def test_a_compiled_wheel_needs_the_tools_of_the_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SMALLWORLD_COMPILE", "1")
    monkeypatch.setenv("CC", sys.executable)  # something that is there
    names = [pin.split("==")[0] for pin in load("compiled_wheel").build_requirements()]
    assert names == ["mypy", "mypy-extensions", "setuptools"]
