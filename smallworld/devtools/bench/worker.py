"""The child process that is measured: it answers one request a line, each with one line of JSON.

A request is a JSON object: `what` names one of the measurements below, `table` the game, `seconds`
how much processor time to spend. The build measured is the one this process was started with.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import repeat
from pathlib import Path

from smallworld.devtools.bench.custom_traits import homemade
from smallworld.engine.game import Library, Options, State, apply, is_chance, is_over, legal, start
from smallworld.engine.pack import fingerprint, to_bytes
from smallworld.engine.query import COMPILED
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.compiled.rollout import random_games
from smallworld.game.setup import GameSetup, possible_monster_sites, prepare

Found = dict[str, float]

BATCH = 8  # games between two looks at the clock
CALLS = 200  # the same for copies and fingerprints
POSITIONS = 64  # that copies are timed on, from all through a game
APART = 7  # decisions between two of them
HELD = 10_000  # positions kept alive to weigh them


def table_of(words: dict[str, object]) -> GameSetup:
    """The table a request names; Monsters stand where the first regions allow it."""
    custom = homemade(int(str(words.get("custom", 0))))
    world = str(words.get("world", ""))
    map_name = str(words["map"])
    players = int(str(words.get("players", 0)))
    places = bool(words.get("places", True))
    monsters: tuple[str, ...] = ()
    if world == "mixed" and map_name.startswith("base"):
        monsters = possible_monster_sites(map_name, range(60), players)
    return GameSetup(map_name, world, players, places=places, monsters=monsters, custom=custom)


def rate(play: Callable[[int], int], seconds: float) -> Found:
    """How many decisions fit into so much processor time; `play` takes the number of a batch."""
    decisions = batch = 0
    begin = time.process_time()
    spent = 0.0
    while spent < seconds:
        decisions += play(batch)
        batch += 1
        spent = time.process_time() - begin
    return {"rate": decisions / spent, "decisions": decisions, "seconds": spent}


def measure_loop(options: Options, library: Library, seconds: float) -> Found:
    """Random play with the loop inside the engine."""
    return rate(lambda batch: random_games(options, library, BATCH, batch * BATCH), seconds)


def measure_driven(options: Options, library: Library, seconds: float) -> Found:
    """Random play with `legal`, a choice and `apply` here, as a player in Python would."""
    return rate(partial(drive_game, options, library), seconds)


def drive_game(options: Options, library: Library, seed: int) -> int:
    """One random game; how many decisions it took."""
    s = start(options, library)
    dealer = Dealer(seed)
    decisions = 0
    while True:
        choices = legal(s)
        if choices:
            apply(s, choices[dealer.pick(len(choices))])
            decisions += 1
        elif is_over(s):
            return decisions
        else:
            apply(s, dealer.draw(s))


def measure_copy(options: Options, library: Library, seconds: float) -> Found:
    """Microseconds of a copy, over positions from all through a game."""
    return each_takes([s.copy for s in positions(options, library, POSITIONS)], seconds)


def measure_fingerprint(options: Options, library: Library, seconds: float) -> Found:
    """Microseconds of a fingerprint, over the same positions."""
    kept = positions(options, library, POSITIONS)
    return each_takes([partial(fingerprint, s) for s in kept], seconds)


def each_takes(works: list[Callable[[], object]], seconds: float, calls: int = CALLS) -> Found:
    """Microseconds of processor time a call takes, over all of these, so many times each."""
    made = 0
    begin = time.process_time()
    spent = 0.0
    while spent < seconds:
        work = works[made // calls % len(works)]
        for _ in repeat(None, calls):
            work()
        made += calls
        spent = time.process_time() - begin
    return {"microseconds": spent / made * 1e6}


def positions(options: Options, library: Library, number: int) -> list[State]:
    """Positions at equal distances in random games, as many as wanted."""
    found: list[State] = []
    seed = decisions = 0
    while len(found) < number:
        s = start(options, library)
        dealer = Dealer(seed)
        seed += 1
        while not is_over(s) and len(found) < number:
            if is_chance(s):
                apply(s, dealer.draw(s))
                continue
            choices = legal(s)
            apply(s, choices[dealer.pick(len(choices))])
            decisions += 1
            if decisions % APART == 0:
                found.append(s.copy())
    return found


def measure_memory(options: Options, library: Library, seconds: float) -> Found:
    """Bytes of a live position, by what the process grows when it keeps many, and of a packed one.

    Copies of positions from all through the game, so the mean is what a search tree would need.
    """
    kept = positions(options, library, HELD // 10)
    packed = [len(to_bytes(s)) for s in kept]
    each = HELD // len(kept)
    gc.collect()
    filler = [s.copy() for s in kept]  # takes the room that is free already
    before = resident_bytes()
    held = [[s.copy() for _ in range(each)] for s in kept]
    after = resident_bytes()
    counted = each * len(kept)
    del filler, held
    return {
        "live": (after - before) / counted,
        "packed": sum(packed) / len(packed),
        "packed_most": max(packed),
        "regions": int(options.board.size),
    }


def resident_bytes() -> int:
    """How much memory this process holds; 0 where the system does not say."""
    status = Path("/proc/self/status")
    if not status.is_file():
        return 0
    lines = status.read_text().splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


MEASUREMENTS: dict[str, Callable[[Options, Library, float], Found]] = {
    "loop": measure_loop,
    "driven": measure_driven,
    "copy": measure_copy,
    "fingerprint": measure_fingerprint,
    "memory": measure_memory,
}


def main() -> None:
    """Say which build this is, then answer until the wishes end."""
    print(json.dumps({"compiled": COMPILED, "python": sys.version.split()[0]}), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        options, library = prepare(table_of(request["table"]))
        found = MEASUREMENTS[request["what"]](options, library, float(request["seconds"]))
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
