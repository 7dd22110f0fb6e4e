"""What tests of all kinds share: the compiled build of the package, and how to use it."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol, TypeVar

import pytest

ROOT = Path(__file__).parents[1]
COMPILE = ROOT / "tools" / "compile.py"
CHILD = ROOT / "tests" / "compiled" / "child.py"
NO_COMPILER = 3

T = TypeVar("T")


class Do(Protocol):
    """Carries out a function of a test module, perhaps elsewhere."""

    def __call__(self, function: Callable[..., T], *arguments: object) -> T: ...


def compile_package() -> Path | str:
    """The compiled copy that `run.py play` uses, made only if the sources have changed; or why not.

    Where `CI` is set, there must be a compiler.
    """
    answer = subprocess.run([sys.executable, str(COMPILE)], capture_output=True, text=True)
    if answer.returncode == NO_COMPILER and not os.environ.get("CI"):
        return answer.stderr
    assert answer.returncode == 0, answer.stderr
    return Path(answer.stdout.strip())


@pytest.fixture(scope="session")
def compiled() -> Path:
    """The folder of the compiled package."""
    found = compile_package()
    if isinstance(found, str):
        pytest.skip(found)
    return found


@pytest.fixture(scope="session")
def quickly() -> Iterator[Do]:
    """Carries out functions in the compiled build; without a compiler, here in the plain one."""
    home = compile_package()
    if isinstance(home, str):
        yield lambda function, *arguments: function(*arguments)
        return
    child = subprocess.Popen(
        [sys.executable, "-P", str(CHILD)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(home), str(ROOT)])},
    )
    assert child.stdin is not None
    assert child.stdout is not None
    asking, answering = child.stdin, child.stdout

    def do(function: Callable[..., T], *arguments: object) -> T:
        pickle.dump((function, arguments), asking)
        asking.flush()
        wrong, found = pickle.load(answering)
        if wrong:
            pytest.fail(f"in the compiled build:\n{wrong}", pytrace=False)
        answer: T = found
        return answer

    with child:
        yield do
