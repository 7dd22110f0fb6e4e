"""A table knows no clock, no luck, no socket, no file and no database, and needs no package."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.test_project import imports

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "smallworld" / "table").rglob("*.py"))

FORBIDDEN = {
    *("asyncio", "concurrent", "multiprocessing", "queue", "sched", "select", "selectors"),
    *("signal", "subprocess", "threading"),  # others at work
    *("datetime", "time"),
    *("random", "secrets", "uuid"),
    *("http", "socket", "socketserver", "ssl", "urllib"),
    *("io", "os", "pathlib", "shutil", "sqlite3", "tempfile", "logging"),
}
# What the interpreter itself, or layers below that read boards and texts, load anyway.
LOADED_ANYWAY = {"datetime", "io", "os", "pathlib", "time", "urllib"}
PACKAGES = {"msgspec", "starlette", "uvicorn", "websockets", "yaml", "typer", "numpy"}


def test_the_sources_import_nothing_but_the_standard_library_and_lower_layers() -> None:
    assert len(SOURCES) > 10
    known = {"smallworld", *sys.stdlib_module_names} - FORBIDDEN
    wrong = [
        f"{path.name} imports {name}"
        for path in SOURCES
        for name in imports(path)
        if name.split(".")[0] not in known
    ]
    assert not wrong, "\n".join(wrong)


def test_the_sources_open_no_file_and_await_nothing() -> None:
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        for word in ("open(", "async ", "await ", "input(", "print("):
            assert f" {word}" not in text, f"{path.name}: {word}"


def test_nothing_else_is_loaded_with_a_table() -> None:
    paths = [path.relative_to(ROOT) for path in SOURCES if path.stem != "__init__"]
    modules = [".".join(path.with_suffix("").parts) for path in paths]
    program = f"import sys, {', '.join(modules)}\nprint(*sys.modules)"
    answer = subprocess.run(
        [sys.executable, "-S", "-c", program],  # -S: without packages, as after a bare install
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    loaded = {name.split(".")[0] for name in answer.stdout.split()}
    assert loaded & (FORBIDDEN - LOADED_ANYWAY | PACKAGES) == set()
