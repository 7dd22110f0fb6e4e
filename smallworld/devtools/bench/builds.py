"""Both builds of the package that runs: where child processes find them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import smallworld
from smallworld.engine.query import COMPILED

PACKAGE = Path(smallworld.__file__).resolve().parent
COMPILER = PACKAGE.parent / "tools" / "compile.py"  # only in a checkout


@dataclass(frozen=True)
class Builds:
    """The folders to put on the module path."""

    plain: Path
    compiled: Path | None
    why_not_compiled: str = ""

    def homes(self) -> dict[str, Path]:
        """Those there are, by name."""
        found = {"plain": self.plain}
        return found if self.compiled is None else {"compiled": self.compiled, **found}


@contextmanager
def both_builds() -> Iterator[Builds]:
    """The running build, and the other one made from the same sources."""
    if not COMPILED:
        compiled, why_not = make_compiled()
        yield Builds(PACKAGE.parent, compiled, why_not)
        return
    with TemporaryDirectory() as folder:
        no_extensions = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "runtime_packages")
        shutil.copytree(PACKAGE, Path(folder, PACKAGE.name), ignore=no_extensions)
        yield Builds(Path(folder), PACKAGE.parent)


def make_compiled() -> tuple[Path | None, str]:
    """A compiled copy of a checkout, and else the reason why there is none."""
    if os.environ.get("SMALLWORLD_COMPILE") == "0":
        return None, "SMALLWORLD_COMPILE=0 asks for the plain build."
    if not COMPILER.is_file():
        return None, "This installation has no compiled modules."
    command = [sys.executable, str(COMPILER)]
    answer = subprocess.run(command, capture_output=True, text=True)
    if answer.returncode:
        return None, answer.stderr.strip()
    return Path(answer.stdout.strip()), ""
