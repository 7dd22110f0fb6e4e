"""Our own figures, and those beside other engines."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from smallworld.devtools.bench.builds import Builds
from smallworld.devtools.bench.peer_environment import scratch_python
from smallworld.devtools.bench.runner import Entrant, alternate, own_worker, peer_worker, ratio
from smallworld.devtools.bench.targets import Target

TABLE = {"map": "base-4", "players": 4}
LARGEST = {"map": "underground-5", "world": "mixed", "players": 5}

RATE, TIME, BYTES = "rate", "microseconds", "bytes"
RATES = {"loop": "loop inside the engine", "driven": "driven from Python"}
TIMES = {"copy": "copy()", "fingerprint": "fingerprint()"}
ROOM = {"live": "a live state", "packed": "packed", "packed_most": "packed, the largest"}

PEERS = {
    "catanatron": "Catanatron, 4 players",
    "backgammon": "OpenSpiel backgammon",
    "hex": "OpenSpiel hex",
    "hex inside": "OpenSpiel hex, C++ loop",
}
OWN_ROUNDS = 3
PEER_ROUNDS = 5

Advance = Callable[[], None]


def own_steps(builds: Builds) -> int:
    """How often `measure_own` advances."""
    return len(builds.homes()) * ((len(RATES) + len(TIMES)) * OWN_ROUNDS + 1)


def measure_own(
    builds: Builds, seconds: float, advance: Advance
) -> tuple[list[Entrant], list[Target]]:
    """Rates, times and room of both builds."""
    with ExitStack() as stack:
        entrants = _enter(stack, builds, {**RATES, **TIMES}, seconds)
        alternate(entrants, OWN_ROUNDS, advance)
    for build, home in builds.homes().items():
        entrants += weigh(build, home)
        advance()
    return entrants, own_demands({entrant.name: entrant.median() for entrant in entrants})


def _enter(
    stack: ExitStack, builds: Builds, kinds: dict[str, str], seconds: float
) -> list[Entrant]:
    """Each build with each of these measurements."""
    found: list[Entrant] = []
    for build, home in builds.homes().items():
        worker = stack.enter_context(own_worker(home))
        for what, words in kinds.items():
            request = {"what": what, "table": TABLE, "seconds": seconds}
            unit = RATE if what in RATES else TIME
            found.append(Entrant(f"{build}, {words}", worker, request, unit))
    return found


def weigh(build: str, home: Path) -> list[Entrant]:
    """Bytes of a position on the largest board, in a process of its own."""
    with own_worker(home) as worker:
        found = worker.measure({"what": "memory", "table": LARGEST, "seconds": 0.0})
        return [
            Entrant(f"{build}, {words}", worker, {}, BYTES, [found[what]])
            for what, words in ROOM.items()
        ]


def own_demands(found: dict[str, float]) -> list[Target]:
    """What is promised of the build alone, as far as it was measured."""
    wanted = [
        ("compiled, loop inside the engine", 2e6, " decisions/s", False),
        ("compiled, copy()", 0.7, " µs", True),
        ("plain, copy()", 5.0, " µs", True),
        ("compiled, a live state", 1600.0, " bytes", True),
        ("compiled, packed, the largest", 400.0, " bytes", True),
    ]
    return [
        Target(name, found[name], limit, unit, most)
        for name, limit, unit, most in wanted
        if name in found
    ]


def peer_steps(builds: Builds) -> int:
    """How often `measure_peers` advances."""
    return (len(builds.homes()) * len(RATES) + len(PEERS)) * PEER_ROUNDS


def measure_peers(
    builds: Builds, seconds: float, advance: Advance
) -> tuple[list[Entrant], list[Target]]:
    """Random play of both builds and of the peers, in windows that take turns."""
    python = scratch_python()
    with ExitStack() as stack:
        ours = _enter(stack, builds, RATES, seconds)
        theirs = [
            Entrant(words, stack.enter_context(peer_worker(python, name)), {"seconds": seconds})
            for name, words in PEERS.items()
        ]
        alternate([*ours, *theirs], PEER_ROUNDS, advance)
    entrants = [*ours, *theirs]
    return entrants, peer_demands({entrant.name: entrant for entrant in entrants})


def peer_demands(found: dict[str, Entrant]) -> list[Target]:
    """What is promised beside the peers, as far as it was measured."""
    wanted = [
        ("compiled, loop inside the engine", "catanatron", 100.0),
        ("compiled, loop inside the engine", "hex inside", 2.5),
        ("compiled, driven from Python", "catanatron", 30.0),
        ("compiled, driven from Python", "backgammon", 10.0),
        ("compiled, driven from Python", "hex", 1.2),
        ("plain, driven from Python", "catanatron", 3.0),
        ("plain, driven from Python", "backgammon", 1.5),
    ]
    alone = own_demands({name: entrant.median() for name, entrant in found.items()})
    return alone + [
        Target(f"{name} : {PEERS[peer]}", ratio(found[name], found[PEERS[peer]]), limit, "×")
        for name, peer, limit in wanted
        if name in found
    ]
