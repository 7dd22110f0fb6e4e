"""Whether a server's memory stays flat: games by the thousand, each to its end, one after another.

    python -m smallworld.server.trials.soak --games 5000
    python -m smallworld.server.trials.soak --minutes 30

Every game has its own table and its own lines, as people would have them: they look at what an
action would bring, make it, look back at the log, and go when the game is over. In every fourth a
computer plays along. Tables nobody looks at leave the memory after a second.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Final

from smallworld.engine.game import GameError
from smallworld.server.trials.trial_client import make_table, sit_down
from smallworld.server.trials.trial_server import TrialServer

FLAT: Final = 5.0  # per cent by which memory may grow
FEWEST: Final = 10  # games: with less nothing can be compared
SAMPLES: Final = 40  # looks at the memory
_WARM: Final = 0.2  # of the games are played before memory is compared
_COMPARED: Final = 0.2  # of the games at the end are compared with as many after the warm-up
_WITH_COMPUTER: Final = 4  # every so many games
ADDRESS: Final = "10.0.0.1"  # where they all come from

Progress = Callable[[], None]


@dataclass(frozen=True)
class SoakFigures:
    """What a soak has shown; memory in megabytes."""

    games: int
    moves: int
    seconds: float
    begun: float  # memory after the warm-up ...
    ended: float  # ... and at the end, each the middle of several looks
    grown: float  # per cent
    memory: list[float]  # from the first game to the last, evenly spread

    @property
    def flat(self) -> bool:
        """Whether memory stayed as it was."""
        return self.grown <= FLAT


async def _play(port: int, number: int, turns: int) -> int:
    """One game from its table to its end; how many moves people made."""
    luck = random.Random(number)
    other = "random" if number % _WITH_COMPUTER == 0 else "link"
    made = await make_table(port, ADDRESS, "link", other, map="base-2", turns=turns)
    moves = 0
    async with (
        sit_down(port, ADDRESS, made, "P1") as one,
        sit_down(port, ADDRESS, made, "P2") as two,
    ):
        while not (one.over and two.over):
            behind = min(one, two, key=lambda line: line.n)
            mover = next((line for line in (one, two) if line.may_act), None)
            if one.n != two.n:
                await behind.hear()
            elif mover is not None:
                await mover.move(luck, look=True)
                moves += 1
            else:
                await one.hear()  # a computer is to act
        await one.ask(t="position", line=1)
    return moves


async def _soak(
    server: TrialServer, games: int, minutes: float, at_once: int, turns: int, progress: Progress
) -> SoakFigures:
    clock = asyncio.get_running_loop().time
    done = moves = 0
    looking = asyncio.Lock()  # the server is asked by one at a time
    memory: list[float] = []
    begin = clock()

    def played() -> float:
        """How much of the soak is over, from 0 to 1."""
        return (clock() - begin) / (60 * minutes) if minutes else done / games

    def numbers() -> Iterator[int]:
        for number in itertools.count(1) if minutes else range(1, games + 1):
            if minutes and played() >= 1:
                return
            yield number

    coming = numbers()

    async def play_on() -> None:
        nonlocal done, moves
        for number in coming:
            made = await _play(server.port, number, turns)
            moves += made
            done += 1
            async with looking:
                if len(memory) < min(SAMPLES, int(played() * SAMPLES)):
                    memory.append((await asyncio.to_thread(server.tell)).memory)
                    progress()

    async with asyncio.TaskGroup() as group:
        for _ in range(at_once):
            group.create_task(play_on())
    seconds = clock() - begin
    warm = int(len(memory) * _WARM)
    compared = max(1, int(len(memory) * _COMPARED))
    begun = median(memory[warm : warm + compared])
    ended = median(memory[-compared:])
    grown = 100 * (ended - begun) / begun
    rounded = [round(look, 1) for look in memory]
    return SoakFigures(
        done, moves, round(seconds, 1), round(begun, 1), round(ended, 1), round(grown, 1), rounded
    )


def measure_memory(
    games: int,
    minutes: float = 0.0,
    at_once: int = 20,
    turns: int = 2,
    progress: Progress = lambda: None,
) -> SoakFigures:
    """Start a server, play so many games on it, or for so long, stop it.

    `progress` hears of each look at its memory: one after each game, `SAMPLES` at most.
    """
    if not minutes and games < FEWEST:
        raise GameError(f"memory is compared over at least {FEWEST} games, not {games}")
    with TrialServer(idle=1.0, sweep=0.5) as server:
        return asyncio.run(_soak(server, games, minutes, at_once, turns, progress))


def main(words: Sequence[str] | None = None) -> None:
    """Measure, and print the figures as JSON."""
    parser = argparse.ArgumentParser(prog="python -m smallworld.server.trials.soak")
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--minutes", type=float, default=0.0, help="in place of games")
    parser.add_argument("--at-once", type=int, default=20)
    parser.add_argument("--turns", type=int, default=2)
    said = parser.parse_args(words)
    found = measure_memory(said.games, said.minutes, said.at_once, said.turns)
    print(json.dumps(asdict(found)))


if __name__ == "__main__":
    main()
