"""The child process that is measured by `bench --env`: encoding, and steps of environments.

Answers like worker.py. Loaded by its own name, as it needs packages that other measurements do not.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from smallworld.devtools.bench.worker import Found, each_takes, positions, rate
from smallworld.encoding.encoder import Encoder
from smallworld.engine.game import State, is_chance, is_over
from smallworld.engine.query import COMPILED

POSITIONS = 128
SIDE_BY_SIDE = 64  # games of a vector environment
STEPS = 16  # in each of them between two looks at the clock
MOST_ROWS = 2000  # legal actions in one position


def measure_encoding(words: dict[str, Any], seconds: float) -> Found:
    """Microseconds of a position with its legal actions, as the seat sees it that decides."""
    encoder = Encoder(**words)
    kept = [
        s
        for s in positions(encoder.options, encoder.library, POSITIONS)
        if not is_chance(s) and not is_over(s)
    ]
    out, rows = bytearray(encoder.size), bytearray(MOST_ROWS * encoder.action_width)

    def encode(s: State) -> None:
        s.offered = None  # legal actions are listed anew
        encoder.encode_states([s], out, rows)

    return each_takes([partial(encode, s) for s in kept], seconds, calls=1)


def measure_agents(words: dict[str, Any], seconds: float) -> Found:
    """Decisions a second through PettingZoo's interface, with its usual wrappers."""
    from smallworld.env import smallworld_v0
    from smallworld.env.random_play import play_agents

    return rate(partial(play_agents, smallworld_v0.env(**words)), seconds)


def measure_seat(words: dict[str, Any], seconds: float) -> Found:
    """Steps a second through Gymnasium's interface, against players by name."""
    import gymnasium

    import smallworld.env
    from smallworld.env.random_play import play_seat

    assert smallworld.env  # makes the name known
    return rate(partial(play_seat, gymnasium.make("SmallWorld-v0", **words)), seconds)


def measure_side_by_side(words: dict[str, Any], seconds: float) -> Found:
    """Steps a second of all games of a vector environment together."""
    from smallworld.env.random_play import play_side_by_side
    from smallworld.env.vector import SmallWorldVectorEnv

    return rate(play_side_by_side(SmallWorldVectorEnv(SIDE_BY_SIDE, **words), STEPS), seconds)


MEASUREMENTS: dict[str, Callable[[dict[str, Any], float], Found]] = {
    "encode": measure_encoding,
    "agents": measure_agents,
    "seat": measure_seat,
    "side by side": measure_side_by_side,
}


def main() -> None:
    """Say which build this is, then answer until the wishes end."""
    print(json.dumps({"compiled": COMPILED, "python": sys.version.split()[0]}), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        found = MEASUREMENTS[request["what"]](request["table"], float(request["seconds"]))
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
