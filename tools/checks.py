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
CORES = os.cpu_count() or 1


def pytest(processes: int) -> list[str]:
    """Tests that lie together stay together, as they share servers; who is idle helps out."""
    return ["pytest", "-n", str(processes), "--dist", "worksteal", "--durations=20"]


# More processes than there are cores, as some wait for servers and browsers.
PYTEST = pytest(CORES + 1)
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
# Games and tables stand above the rules: in a run of everything they, too, are tested compiled.
ABOVE_RULES = ("tests/game", "tests/table")
# In a run of everything these are tested in plain Python, while the compiler works: the rules, and
# what has nothing to do with them. All others are tested in the build that people play with.
PLAIN = (
    *(path for path in QUICK if path not in ABOVE_RULES),
    "tests/browser/test_site.py",  # of the documentation, as tests/test_docs_site.py
    "tests/devtools/test_bench.py",  # of the plain build
    "tests/drawing",
    "tests/install",
    "tests/table/test_conversions.py",  # it counts calls between functions that are compiled
    "tests/web",
    "tests/test_build.py",
    "tests/test_docs_cli.py",
    "tests/test_docs_custom.py",
    "tests/test_docs_maps.py",
    "tests/test_docs_notation.py",
    "tests/test_docs_rules.py",
    "tests/test_docs_site.py",
    "tests/test_start.py",
)
BEFORE_COMPILED = [*pytest(CORES), *PLAIN]
COMPILED = [*pytest(CORES + 2), "-o", "pythonpath=", *(f"--ignore={path}" for path in PLAIN)]
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
    if is_whole(arguments):
        return [*BEFORE, BEFORE_COMPILED, COMPILED]
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


def is_whole(arguments: list[str]) -> bool:
    """Whether everything is to be tested, and not measured."""
    return not set(arguments) - {"--long"}


def again(words: list[str]) -> list[str]:
    """Those of a run that failed once more, with nothing beside them."""
    return [*AGAIN, *words[len(PYTEST) :]]


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


class Compiler:
    """Makes the compiled build while the first tests run."""

    def __init__(self, python: str, around: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            [python, str(COMPILE)], stdout=subprocess.PIPE, text=True, env=around
        )
        self._home: str | None = None

    def home(self) -> str:
        """Wait for it: the folder of the build, or nothing where it could not be made."""
        if self._home is None:
            self._home = self._process.communicate()[0].strip()
        return self._home


def check(python: str, arguments: list[str]) -> int:
    """Run every check, whatever the ones before it said."""
    begun = time.monotonic()
    around = surroundings("--long" in arguments)
    compiler = None
    if not set(arguments) - {"--coverage", "--long"}:
        compiler = Compiler(python, around)  # all that is tested late needs it
    beside = [Beside(python, words, around) for words in BESIDE]

    def run(words: list[str], like: list[str]) -> int:
        print("\n$", *words, flush=True)
        home = compiler.home() if compiler is not None and like == COMPILED else ""
        if not home:
            return subprocess.call([python, "-m", *words], cwd=ROOT, env=around)
        # Not the working directory first (-P): the sources are there.
        paths = [home, str(ROOT), *filter(None, [around.get("PYTHONPATH")])]
        compiled = {**around, "PYTHONPATH": os.pathsep.join(paths)}
        return subprocess.call([python, "-P", "-m", *words], cwd=ROOT, env=compiled)

    failed, once_more = [], []
    for words in commands(arguments):
        status = run(words, words)
        if status == SOME_FAILED and words in (BEFORE_COMPILED, COMPILED):
            once_more.append(words)
        elif status:
            failed.append(name_of(words))
    failed += [" ".join(other.words) for other in beside if other.end()]
    if compiler is not None:
        compiler.home()
    failed += [name_of(words) for words in once_more if run(again(words), words)]
    took = f"{time.monotonic() - begun:.0f} s"
    print(f"\nFailed after {took}: {', '.join(failed)}" if failed else f"\nAll passed in {took}.")
    return 1 if failed else 0


def name_of(words: list[str]) -> str:
    """What a check is called."""
    return " ".join(takewhile(lambda word: not word.startswith("-"), words))
