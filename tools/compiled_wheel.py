"""The compiled modules in a wheel: the part of hatch_build.py that calls the compiler.

SMALLWORLD_COMPILE says what is wanted: 0 never compiles, 1 also compiles for an editable install
(the modules then lie beside their sources and hide later edits of them). Without it a wheel is
compiled and an editable install is not. Whatever goes wrong is told, and leaves the plain build.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
COMPILE = ROOT / "tools" / "compile.py"
SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))
TOOLS = ("mypy", "mypy-extensions", "setuptools")
RUNTIME = "smallworld/runtime_packages"  # what the compiled modules import
EDITABLE = "editable"


def is_wanted(editable: bool) -> bool:
    """Whether this build should be compiled."""
    wish = os.environ.get("SMALLWORLD_COMPILE", "")
    return wish == "1" or (wish != "0" and not editable)


def build_requirements() -> list[str]:
    """What a compiled build needs beside the compiler, in the versions of the lock."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if not is_wanted(editable=False) or (os.name != "nt" and not shutil.which(compiler)):
        return []
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    return [pin for tool in TOOLS for pin in re.findall(rf"^{tool}==[\w.]+", lock, re.MULTILINE)]


def add_compiled(
    kind: str, build_data: dict[str, Any], say: Callable[[str], object]
) -> TemporaryDirectory[str] | None:
    """Compile and put all modules into the wheel, or none; the folder is to be removed after it."""
    editable = kind == EDITABLE
    if editable:
        for path in files_in(ROOT):  # modules of an earlier wish would hide edits
            path.unlink()
        shutil.rmtree(ROOT / RUNTIME, ignore_errors=True)
    if not is_wanted(editable):
        return None
    folder = TemporaryDirectory()
    home = Path(folder.name, "compiled")
    command = [sys.executable, str(COMPILE), "--out", str(home)]
    answer = subprocess.run(command, capture_output=True, text=True)
    if answer.returncode:
        folder.cleanup()
        say(f"{answer.stderr.strip()}\nSmall World is installed as plain Python: it works, slower.")
        return None
    if editable:
        for path in files_in(home):
            copy = ROOT / path.relative_to(home)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, copy)
    else:
        for path in files_in(home):
            build_data["force_include"][str(path)] = path.relative_to(home).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
    say(answer.stdout.strip())
    return folder


def files_in(home: Path) -> list[Path]:
    """The extension modules in that folder, the library they share, and what they import."""
    modules = {*home.glob(f"smallworld__mypyc*{SUFFIX}"), *home.glob(f"smallworld/**/*{SUFFIX}")}
    return sorted(modules | {path for path in (home / RUNTIME).rglob("*") if path.is_file()})
