"""Encoding and environments, beside the environments of others."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any, Final

from smallworld.devtools.bench.builds import Builds
from smallworld.devtools.bench.measurements import RATE, TIME, Advance
from smallworld.devtools.bench.peer_environment import ENV_PINS, scratch_python
from smallworld.devtools.bench.runner import Entrant, alternate, own_worker, peer_worker, ratio
from smallworld.devtools.bench.targets import Target

ROUNDS: Final = 5
WORKER: Final = "smallworld.devtools.bench.env_worker"
LARGEST: Final = {"board": "underground-5", "world": "mixed"}

# What each build is asked: the words for it, what is measured, and where.
ENCODINGS: Final[dict[str, dict[str, Any]]] = {
    "a position with its actions, base-4": {"board": "base-4"},
    "a position with its actions, underground-5, both boxes": LARGEST,
}
# ... and the compiled build, or the plain one where there is no other.
FACES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "PettingZoo, base-2": ("agents", {"board": "base-2"}),
    "Gymnasium against random, base-2": ("seat", {"board": "base-2", "opponents": "random"}),
    "vector, base-2": ("side by side", {"board": "base-2"}),
    "vector, underground-5": ("side by side", {"board": "underground-5"}),
}
ENV_PEERS: Final = {
    "pettingzoo chess": "PettingZoo chess",
    "pettingzoo connect four": "PettingZoo connect four",
    "backgammon observed": "OpenSpiel backgammon, observed",
}


def environment_steps(builds: Builds) -> int:
    """How often `measure_environments` advances."""
    return (len(builds.homes()) * len(ENCODINGS) + len(FACES) + len(ENV_PEERS)) * ROUNDS


def measure_environments(
    builds: Builds, seconds: float, advance: Advance
) -> tuple[list[Entrant], list[Target]]:
    """Both builds, the faces and the peers, in windows that take turns."""
    python = scratch_python(ENV_PINS)
    with ExitStack() as stack:
        entrants: list[Entrant] = []
        for build, home in builds.homes().items():
            worker = stack.enter_context(own_worker(home, WORKER))
            for words, table in ENCODINGS.items():
                request = {"what": "encode", "table": table, "seconds": seconds}
                entrants.append(Entrant(f"{build}, {words}", worker, request, TIME))
            if home is next(iter(builds.homes().values())):
                for words, (what, table) in FACES.items():
                    request = {"what": what, "table": table, "seconds": seconds}
                    entrants.append(Entrant(f"{build}, {words}", worker, request, RATE))
        for name, words in ENV_PEERS.items():
            peer = stack.enter_context(peer_worker(python, name))
            entrants.append(Entrant(words, peer, {"seconds": seconds}))
        alternate(entrants, ROUNDS, advance)
    return entrants, environment_demands({entrant.name: entrant for entrant in entrants})


def environment_demands(found: dict[str, Entrant]) -> list[Target]:
    """What is promised, as far as it was measured."""
    small, large = ENCODINGS
    alone = [
        (f"compiled, {small}", 30.0, " µs", True),
        (f"plain, {small}", 400.0, " µs", True),
        (f"compiled, {large}", 60.0, " µs", True),
        ("compiled, Gymnasium against random, base-2", 10_000.0, " steps/s", False),
    ]
    beside = [
        ("compiled, PettingZoo, base-2", "PettingZoo chess", 15.0),
        ("compiled, PettingZoo, base-2", "PettingZoo connect four", 1.0),
        ("compiled, vector, base-2", "OpenSpiel backgammon, observed", 2.0),
        ("compiled, vector, underground-5", "OpenSpiel backgammon, observed", 1.0),
    ]
    if "compiled, vector, base-2" in found:
        beside.append(("compiled, vector, underground-5", "compiled, vector, base-2", 0.5))
    return [
        Target(name, found[name].median(), limit, unit, most)
        for name, limit, unit, most in alone
        if name in found
    ] + [
        Target(f"{name} : {peer}", ratio(found[name], found[peer]), limit, "×")
        for name, peer, limit in beside
        if name in found
    ]
