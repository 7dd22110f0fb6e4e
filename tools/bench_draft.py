"""Measure random play: decisions a second, copies, fingerprints; and where the time goes.

    python tools/bench_draft.py                                # the plain build
    PYTHONPATH=build/compiled python tools/bench_draft.py      # the compiled one
    python tools/bench_draft.py --profile                      # hot spots of the plain build

All rates are per second of processor time, so that a busy machine matters less.
"""

import argparse
import cProfile
import pstats
import sys
import time
from collections.abc import Callable
from pathlib import Path

# Last, so that a compiled copy named in PYTHONPATH comes first.
sys.path.append(str(Path(__file__).resolve().parent.parent))

from smallworld.engine.actions import Actions
from smallworld.engine.game import apply, do, is_chance, is_over, legal, legal_into
from smallworld.engine.pack import fingerprint
from smallworld.engine.regions import COMPILED
from smallworld.engine.state import State
from smallworld.play.dealer import Dealer
from smallworld.play.table import Table, start_table


def play_listed(start: State, seed: int) -> int:
    """A random game with `legal` and `apply`; how many decisions it had."""
    s = start.copy()
    dealer = Dealer(seed)
    decisions = 0
    while not is_over(s):
        if is_chance(s):
            apply(s, dealer.draw(s))
            continue
        choices = legal(s)
        apply(s, choices[dealer.pick(len(choices))])
        decisions += 1
    return decisions


def play_buffered(start: State, seed: int) -> int:
    """A random game with `legal_into` and `do`, as a rollout would."""
    s = start.copy()
    dealer = Dealer(seed)
    buffer = Actions()
    decisions = 0
    while not is_over(s):
        if is_chance(s):
            do(s, dealer.draw(s))
            continue
        legal_into(s, buffer)
        do(s, buffer.items[dealer.pick(buffer.size)])
        decisions += 1
    return decisions


def rate(play: Callable[[State, int], int], start: State, seconds: float) -> float:
    """Decisions a second of processor time."""
    decisions = 0
    seed = 0
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        decisions += play(start, seed)
        seed += 1
    return decisions / (time.process_time() - begin)


def microseconds(work: Callable[[], object], seconds: float) -> float:
    """Processor time of one call."""
    calls = 0
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        for _ in range(100):
            work()
        calls += 100
    return (time.process_time() - begin) / calls * 1e6


def middle(start: State, seed: int, decisions: int) -> State:
    """A position after so many decisions."""
    s = start.copy()
    dealer = Dealer(seed)
    while decisions or is_chance(s):
        if is_chance(s):
            apply(s, dealer.draw(s))
            continue
        choices = legal(s)
        apply(s, choices[dealer.pick(len(choices))])
        decisions -= 1
    return s


def profile(start: State, games: int) -> None:
    """Where the time goes, function by function."""
    watch = cProfile.Profile()
    watch.enable()
    decisions = sum(play_listed(start, seed) for seed in range(games))
    watch.disable()
    print(f"{games} games, {decisions} decisions")
    pstats.Stats(watch).strip_dirs().sort_stats("tottime").print_stats(45)


def main() -> None:
    """Measure, or profile."""
    parser = argparse.ArgumentParser(description="Measure random play.")
    parser.add_argument("--map", default="base-4")
    parser.add_argument("--world", default="")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--profile", type=int, default=0, metavar="GAMES")
    options = parser.parse_args()
    start = start_table(Table(map=options.map, world=options.world))
    if options.profile:
        profile(start, options.profile)
        return
    seconds = options.seconds
    play_listed(start, 0)
    print("compiled" if COMPILED else "plain", options.map, options.world)
    print(f"legal, apply:   {rate(play_listed, start, seconds):10,.0f} decisions/s")
    print(f"legal_into, do: {rate(play_buffered, start, seconds):10,.0f} decisions/s")
    s = middle(start, 1, 150)
    print(f"copy:        {microseconds(s.copy, seconds / 3):8.2f} µs")
    print(f"fingerprint: {microseconds(lambda: fingerprint(s), seconds / 3):8.2f} µs")


if __name__ == "__main__":
    main()
