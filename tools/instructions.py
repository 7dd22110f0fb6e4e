"""Count the processor's instructions of a fixed piece of random play, and compare.

    python tools/instructions.py            # fails on a loss of more than 30 %
    python tools/instructions.py --write    # keeps today's counts in tests/data/instructions.toml

Time depends on the machine and on what else it does; instructions under valgrind hardly do. What a
run costs beside the games is measured too and taken off. The plain build is counted in units of a
fixed loop of plain Python, so that another build of the interpreter gives nearly the same number.
The exit status is 3 if there is no valgrind, 1 after a loss.
"""

import argparse
import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "tests" / "data" / "instructions.toml"
COMPILE = ROOT / "tools" / "compile.py"
NO_VALGRIND = 3
MOST = 1.3  # times the count that is kept

# Games are played by both builds; the compiled one needs more of them to be heard over the start.
PLAIN_GAMES = 12
COMPILED_GAMES = 160
YARDS = 80
TURNS = 3

Run = tuple[int, int]  # so many games, and so many runs of the fixed loop

HEAD = """\
# Written by tools/instructions.py --write; see there.
"""
NAMES = {
    "plain": "a game in plain Python, in runs of the fixed loop",
    "compiled": "instructions of a decision, compiled",
}


def yardstick(rounds: int) -> int:
    """A loop of what plain Python does in a game: calls, attributes, masks, lists."""

    class Place:
        def __init__(self, mask: int) -> None:
            self.mask = mask
            self.tokens = 0

        def put(self, number: int) -> int:
            self.tokens += number
            return self.tokens & 7

    places = [Place(1 << n) for n in range(48)]
    total = 0
    for _ in range(rounds):
        reached = 0
        for place in places:
            if place.mask & 0x5555555555:
                reached |= place.mask << 1
            total += place.put(2)
        total += sum([place.tokens for place in places if reached & place.mask])
    return total


def work(runs: list[Run]) -> None:
    """What is counted: each run in a process of its own, forked when everything is loaded."""
    from smallworld.game.compiled.rollout import random_games
    from smallworld.game.setup import GameSetup, prepare

    options, library = prepare(GameSetup(map="base-4", turns=TURNS))
    # From here on valgrind counts: what comes before takes several times as long when counted.
    # It listens only while this process does something.
    asked = subprocess.Popen(["vgdb", f"--pid={os.getpid()}", "instrumentation on"])
    while asked.poll() is None:
        yardstick(1)
    if asked.returncode:
        raise SystemExit("vgdb, a part of valgrind, could not begin the count")
    for games, yards in runs:
        child = os.fork()
        if not child:
            yardstick(yards)
            print(f"{os.getpid()} decisions {random_games(options, library, games, 1)}", flush=True)
            os._exit(0)
        os.waitpid(child, 0)


def count(home: Path, *runs: Run) -> list[tuple[int, int]]:
    """Instructions and decisions of these runs with the package in that folder."""
    counter = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={os.devnull}"]
    counter += ["--instr-atstart=no"]
    counted = [sys.executable, "-P", str(Path(__file__).resolve()), "--work", repr(runs)]
    answer = subprocess.run(
        [*counter, *counted],
        env={**os.environ, "PYTHONPATH": str(home), "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    collected = dict(re.findall(r"==(\d+)== Collected : (\d+)", answer.stderr))
    decisions = re.findall(r"^(\d+) decisions (\d+)", answer.stdout, re.MULTILINE)
    assert len(decisions) == len(runs), answer.stderr
    return [(int(collected[child]), int(decided)) for child, decided in decisions]


def count_plain(home: Path) -> float:
    """How many runs of the fixed loop a game costs."""
    (start, _), (games, _), (yards, _) = count(home, (1, 1), (1 + PLAIN_GAMES, 1), (1, 1 + YARDS))
    return (games - start) / PLAIN_GAMES / ((yards - start) / YARDS)


def count_compiled(home: Path) -> float:
    """How many instructions a decision costs."""
    (start, few), (games, many) = count(home, (1, 1), (1 + COMPILED_GAMES, 1))
    return (games - start) / (many - few)


def compiled_home() -> Path | None:
    """A compiled copy of the package, if there is a compiler."""
    answer = subprocess.run([sys.executable, str(COMPILE)], capture_output=True, text=True)
    if answer.returncode:
        print(f"Only the plain build is counted: {answer.stderr.strip()}")
        return None
    return Path(answer.stdout.strip())


def main(arguments: list[str]) -> int:
    """Count, and compare or keep."""
    if arguments[:1] == ["--work"]:
        work(ast.literal_eval(arguments[1]))
        return 0
    parser = argparse.ArgumentParser(description="Count instructions of random play.")
    parser.add_argument("--write", action="store_true", help="keep today's counts")
    options = parser.parse_args(arguments)
    if not shutil.which("valgrind"):
        print("There is no valgrind to count instructions with: apt install valgrind.")
        return NO_VALGRIND
    ways: dict[str, tuple[Callable[[Path], float], Path | None]] = {
        "plain": (count_plain, ROOT),
        "compiled": (count_compiled, compiled_home()),
    }
    found = {name: way(home) for name, (way, home) in ways.items() if home is not None}
    kept: dict[str, float] = tomllib.loads(KEPT.read_text("utf-8")) if KEPT.is_file() else {}
    lost = False
    for name, value in found.items():
        before = kept.get(name, value)
        print(f"{NAMES[name]}: {value:.1f}, kept {before:.1f}, {value / before - 1:+.1%}")
        lost |= value > MOST * before
    if options.write:
        now = {**kept, **found}
        lines = [f"{name} = {value:.1f}  # {NAMES[name]}" for name, value in now.items()]
        KEPT.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")
    elif lost:
        print(
            f"A loss of more than {MOST - 1:.0%}. If it is worth it: {Path(__file__).name} --write"
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
