"""Programs that are started warm behave like others."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.server.warm_start import POSSIBLE, WarmProcess, cold_starts, warm_starts

pytestmark = pytest.mark.skipif(not POSSIBLE, reason="programs are not started warm here")

TELL = """
import os, sys
print(sys.stdin.read(), os.getcwd(), os.environ["GIVEN"], sys.argv[1:], __name__)
print("beside", file=sys.stderr)
"""


def ran(*words: str, **options: Any) -> tuple[int, str, str]:
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, **options)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("-c", TELL, "a", "b"),
        ("-c", "raise SystemExit(7)"),
        ("-c", "raise SystemExit('what is wrong')"),
        ("-c", "import os; os.kill(os.getpid(), 9)"),
        ("-m", "smallworld", "version", "--json"),
        ("-m", "smallworld", "no-such-command"),
    ],
)
def test_what_they_say_and_how_they_end(words: tuple[str, ...], tmp_path: Path) -> None:
    options = {
        "input": "typed",
        "cwd": tmp_path,
        "env": {**os.environ, "GIVEN": "so", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    }
    with warm_starts():
        warm = ran(*words, **options)
    with cold_starts():
        cold = ran(*words, **options)
    assert warm == cold


def test_they_are_processes_that_can_be_killed() -> None:
    with warm_starts():
        process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    assert isinstance(process, WarmProcess)
    with process:
        assert process.poll() is None
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.01)
        os.kill(process.pid, signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL


def test_errors_are_told_as_tracebacks() -> None:
    with warm_starts():
        status, _, told = ran("-c", "1 / 0")
    assert status == 1
    assert told.endswith("ZeroDivisionError: division by zero\n")
