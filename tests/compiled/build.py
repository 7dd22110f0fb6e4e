"""The compiled build of the package, and how tests use it."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol, TypeVar

import pytest

ROOT = Path(__file__).parents[2]
COMPILE = ROOT / "tools" / "compile.py"
CHILD = Path(__file__).with_name("child.py")
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


@contextmanager
def child(home: Path) -> Iterator[Do]:
    """Carries out functions in a process that has the package of that folder."""
    with subprocess.Popen(
        [sys.executable, "-P", str(CHILD)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(home), str(ROOT)])},
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        asking, answering = process.stdin, process.stdout

        def do(function: Callable[..., T], *arguments: object) -> T:
            pickle.dump((function, arguments), asking)
            asking.flush()
            wrong, found = pickle.load(answering)
            if wrong:
                pytest.fail(f"in the compiled build:\n{wrong}", pytrace=False)
            answer: T = found
            return answer

        yield do
