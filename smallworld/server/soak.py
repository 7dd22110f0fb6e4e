"""Whether a server's memory stays flat: games by the thousand, each to its end, one after another.

    python -m smallworld.server.soak --games 5000

Every game has its own table and its own lines, as people would have them: they look at what an
action would bring, make it, look back at the log, and go when the game is over. In every fourth a
computer plays along. Tables nobody looks at leave the memory after a second.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect

from smallworld.engine.game import GameError
from smallworld.server.trial_server import TrialServer

FLAT: Final = 5.0  # per cent by which memory may grow
FEWEST: Final = 10  # games: with less nothing can be compared
_SAMPLES: Final = 40  # looks at the memory
_WARM: Final = 0.2  # of the games are played before memory is compared
_COMPARED: Final = 0.2  # of the games at the end are compared with as many after the warm-up
_WITH_COMPUTER: Final = 4  # every so many games
_PATIENCE: Final = 60.0  # seconds for one message

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


class _Line:
    """A line to a table, and the last position that was shown on it."""

    def __init__(self, opened: ClientConnection, seat: str) -> None:
        self.seat: Final = seat
        self.view: dict[str, Any] = {}
        self.n = -1
        self.over = False
        self._opened: Final = opened
        self._asked = 0

    async def send(self, **message: object) -> None:
        """Say something."""
        await self._opened.send(json.dumps(message))

    async def hear(self) -> dict[str, Any]:
        """The next message; a position is remembered."""
        message: dict[str, Any] = json.loads(await asyncio.wait_for(self._opened.recv(), _PATIENCE))
        if message["t"] in ("welcome", "view"):
            self.n, self.view, self.over = message["n"], message["view"], message["over"]
        return message

    async def ask(self, **message: object) -> None:
        """Ask something and wait for the answer."""
        self._asked += 1
        id_ = str(self._asked)
        await self.send(id=id_, **message)
        while (await self.hear()).get("id") != id_:
            pass

    async def move(self, luck: random.Random) -> None:
        """Look at what some action would bring, then do it."""
        action = luck.choice(self.view["legal"])["do"]
        await self.ask(t="try", seat=self.seat, do=action)
        n = self.n
        await self.ask(t="do", seat=self.seat, at=n, do=action)
        while self.n == n:
            await self.hear()


async def _play(server: TrialServer, number: int, turns: int) -> int:
    """One game from its table to its end; how many moves people made."""
    luck = random.Random(number)
    alone = number % _WITH_COMPUTER == 0
    other = {"kind": "computer", "level": "random"} if alone else {"kind": "link"}
    request = {"seats": [{"kind": "link"}, other], "map": "base-2", "turns": turns}
    made = await asyncio.to_thread(server.ask, "/api/tables", request)
    lines: list[_Line] = []
    sockets: list[ClientConnection] = []
    moves = 0
    for seat in made["seats"]:
        if seat["secret"] is not None:
            address = f"ws://127.0.0.1:{server.port}/ws/{made['table']}"
            sockets.append(await connect(address, proxy=None, compression=None, max_size=None))
            lines.append(_Line(sockets[-1], seat["seat"]))
            await lines[-1].send(t="join", secrets=[seat["secret"]])
    try:
        while not all(line.over for line in lines):
            newest = max(line.n for line in lines)
            for line in lines:
                while line.n < newest or (line.n < 0 or not (line.over or line.view["to_act"])):
                    await line.hear()
            mover = next((line for line in lines if line.view["to_act"] == line.seat), None)
            if mover is not None and not mover.over:
                await mover.move(luck)
                moves += 1
            elif not lines[0].over:
                await lines[0].hear()  # a computer is to act
        await lines[0].ask(t="position", line=1)
    finally:
        await asyncio.gather(*(opened.close() for opened in sockets))
    return moves


async def _soak(
    server: TrialServer, games: int, at_once: int, turns: int, progress: Progress
) -> SoakFigures:
    numbers = iter(range(1, games + 1))
    done = 0
    moves = 0
    memory: list[float] = []
    due = max(1, games // _SAMPLES)
    begin = asyncio.get_running_loop().time()

    async def play_on() -> None:
        nonlocal done, moves
        for number in numbers:
            made = await _play(server, number, turns)
            moves += made
            done += 1
            progress()
            if done % due == 0:
                memory.append((await asyncio.to_thread(server.tell)).memory)

    async with asyncio.TaskGroup() as group:
        for _ in range(at_once):
            group.create_task(play_on())
    seconds = asyncio.get_running_loop().time() - begin
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
    games: int, at_once: int = 20, turns: int = 2, progress: Progress = lambda: None
) -> SoakFigures:
    """Start a server, play so many games on it, stop it."""
    if games < FEWEST:
        raise GameError(f"memory is compared over at least {FEWEST} games, not {games}")
    with TrialServer(idle=1.0, sweep=0.5) as server:
        return asyncio.run(_soak(server, games, at_once, turns, progress))


def main(words: Sequence[str] | None = None) -> None:
    """Measure, and print the figures as JSON."""
    parser = argparse.ArgumentParser(prog="python -m smallworld.server.soak")
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--at-once", type=int, default=20)
    parser.add_argument("--turns", type=int, default=2)
    said = parser.parse_args(words)
    print(json.dumps(asdict(measure_memory(said.games, said.at_once, said.turns))))


if __name__ == "__main__":
    main()
