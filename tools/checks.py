"""What `run.py test` checks: everything, or in less than a minute what is about the rules.

python3 run.py test                 # style, types and all tests
python3 run.py test --quick         # no browsers, servers or compiler
python3 run.py test --long          # more games, more boards, more screens: for a night
python3 run.py test --coverage      # everything, and which lines were run
python3 run.py test -k decline      # other words go to pytest
"""

import os
import subprocess
import tempfile
import time
from itertools import takewhile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMPILE = ROOT / "tools" / "compile.py"

BEFORE = (["ruff", "check"], ["ruff", "format", "--check"])
BESIDE = (["mypy"],)  # while the tests run; what it says is shown after them
# One process more than there are cores, as some wait for servers and browsers. Tests that lie
# together stay together, as they share those; who is idle helps out.
PYTEST = ["pytest", "-n", str((os.cpu_count() or 1) + 1), "--dist", "worksteal", "--durations=20"]
# What failed beside others may have had to wait for them, so it is tried once more alone.
AGAIN = ["pytest", "-n", "0", "-x", "--last-failed", "--last-failed-no-failures", "none"]
SOME_FAILED = 1  # says pytest then; anything else means that it could not run them all
QUICK = (
    "tests/engine",
    "tests/content",
    "tests/game",
    "tests/scenario",
    "tests/table",
    "tests/devtools/test_invariants.py",
    "tests/devtools/test_perft.py",
    "tests/test_docstrings.py",
    "tests/test_finds.py",
    "tests/test_golden.py",
    "tests/test_project.py",
    "tests/test_scenarios.py",
)
COVERED = ("smallworld/engine/*", "smallworld/content/*")  # nearly all of it, always
LEAST = 98  # of a hundred lines
NO_BYTE_CODE = "PYTHONDONTWRITEBYTECODE"
OWN = ("--quick", "--long", "--coverage")


def commands(arguments: list[str]) -> list[list[str]]:
    """What is run one after the other, as modules of Python, for the words after `run.py test`."""
    words = [word for word in arguments if word not in OWN]
    tests = [*PYTEST, *words]
    if "--quick" in arguments:
        tests += ["-m", "not hypothesis", *QUICK]  # random input, too, takes its time
    if "--coverage" not in arguments:
        return [*BEFORE, tests]
    return [
        *BEFORE,
        ["coverage", "erase"],
        ["coverage", "run", "-m", *tests],
        ["coverage", "combine", "--quiet"],
        ["coverage", "report"],
        ["coverage", "report", f"--include={','.join(COVERED)}", f"--fail-under={LEAST}"],
    ]


def surroundings(long: bool = False) -> dict[str, str]:
    """The environment of all checks.

    Byte code is kept even where the user wants none: tests start some hundred processes, and each
    would compile what it imports anew.
    """
    around = {name: value for name, value in os.environ.items() if name != NO_BYTE_CODE}
    return {**around, "SMALLWORLD_TESTS": "long"} if long else around


class Beside:
    """A check that runs beside the others, and whose words are kept until they are done."""

    def __init__(self, python: str, words: list[str], around: dict[str, str]) -> None:
        self.words = words
        self._said = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115
        self._process = subprocess.Popen(
            [python, "-m", *words],
            cwd=ROOT,
            env=around,
            stdout=self._said,
            stderr=subprocess.STDOUT,
        )
        self._status: int | None = None

    def end(self) -> int:
        """Wait for it, show what it said, and answer with its status; the first time."""
        if self._status is None:
            self._status = self._process.wait()
            with self._said as said:
                said.seek(0)
                print("\n$", *self.words, end=f"\n{said.read()}", flush=True)
        return self._status


def check(python: str, arguments: list[str]) -> int:
    """Run every check, whatever the ones before it said."""
    begun = time.monotonic()
    quiet = subprocess.DEVNULL
    around = surroundings("--long" in arguments)
    compiler = None
    if not set(arguments) - {"--coverage", "--long"}:
        # The whole suite needs the compiled build; it is made while the first tests run.
        compiler = subprocess.Popen([python, str(COMPILE)], stdout=quiet, env=around)
    beside = [Beside(python, words, around) for words in BESIDE]

    def run(words: list[str]) -> int:
        print("\n$", *words, flush=True)
        return subprocess.call([python, "-m", *words], cwd=ROOT, env=around)

    failed = []
    for words in commands(arguments):
        status = run(words)
        if words == PYTEST and status == SOME_FAILED:
            for other in beside:
                other.end()
            status = run(AGAIN)
        if status:
            failed.append(" ".join(takewhile(lambda word: not word.startswith("-"), words)))
    failed += [" ".join(other.words) for other in beside if other.end()]
    if compiler is not None:
        compiler.wait()
    took = f"{time.monotonic() - begun:.0f} s"
    print(f"\nFailed after {took}: {', '.join(failed)}" if failed else f"\nAll passed in {took}.")
    return 1 if failed else 0
