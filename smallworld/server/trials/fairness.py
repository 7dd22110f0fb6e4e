"""How long one person's computer takes to answer while somebody else asks for a lot.

    python -m smallworld.server.trials.fairness --seconds 10

One person plays against `greedy`; every answer is timed, from the moment it is the computer's turn
to the view of what it did. Meanwhile another address does nothing; has 30 tables of masters that
nobody looks at; has 30 that it looks at; asks for hints at 30 tables without end; has the review
made of a game of 20 rounds for five, which is timed too.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import asdict, dataclass
from typing import Final

from smallworld.engine.game import GameError
from smallworld.server.trials.trial_client import TrialLine, make_table, sit_down
from smallworld.server.trials.trial_server import TrialServer

SOON: Final = 1000.0  # milliseconds within which 99 of 100 answers should come
REVIEWED_WITHIN: Final = 600.0  # seconds for the review of the long game
_PERSON: Final = "10.0.0.1"
_OTHER: Final = "10.0.0.2"
Progress = Callable[[], None]
Load = Callable[[int], AbstractAsyncContextManager[None]]  # goes on while it is entered


@dataclass(frozen=True)
class LoadSize:
    """How much the other one asks for."""

    tables: int = 30
    reviewed: str = "base-5"  # the board of the game that is reviewed ...
    turns: int = 20  # ... and its rounds


@dataclass(frozen=True)
class AnswerTimes:
    """How long the answers took, in milliseconds, while this was going on."""

    meanwhile: str
    answers: int
    p50: float
    p99: float
    longest: float


@dataclass(frozen=True)
class FairnessFigures:
    """What a run has shown."""

    answers: list[AnswerTimes]
    review_lines: int  # of the game that was reviewed
    review_seconds: float  # until its review was there, with answers timed beside it


# ---- what the other one does ----


class _Other:
    """Whoever asks for a lot; each of these goes on while it is entered."""

    def __init__(self, size: LoadSize) -> None:
        self._size: Final = size
        self.review_lines = 0
        self.review_seconds = 0.0

    @asynccontextmanager
    async def nothing(self, port: int) -> AsyncIterator[None]:
        """Nobody else is there."""
        yield

    @asynccontextmanager
    async def unattended(self, port: int) -> AsyncIterator[None]:
        """Masters who are to move; at every other table they play among themselves."""
        for number in range(self._size.tables):
            first = "master" if number % 2 else "link"
            await make_table(port, _OTHER, first, "master", "master", first="P2", map="base-3")
        yield

    @asynccontextmanager
    async def attended(self, port: int) -> AsyncIterator[None]:
        """Masters who play among themselves and are looked at."""
        async with AsyncExitStack() as stack:
            watching: list[asyncio.Task[None]] = []
            for _ in range(self._size.tables):
                made = await make_table(port, _OTHER, "master", "master", map="base-2")
                line = await stack.enter_async_context(sit_down(port, _OTHER, made, "P1"))
                watching.append(asyncio.create_task(_watch(line)))
            yield
            await _end(watching)

    @asynccontextmanager
    async def hints(self, port: int) -> AsyncIterator[None]:
        """One hint after another at every table."""
        async with AsyncExitStack() as stack:
            asking: list[asyncio.Task[None]] = []
            for number in range(self._size.tables):
                made = await make_table(port, _OTHER, "link", "link", hints=True, turns=20)
                lines = [
                    await stack.enter_async_context(sit_down(port, _OTHER, made, seat))
                    for seat in ("P1", "P2")
                ]
                asking.append(asyncio.create_task(_ask_for_hints(lines, random.Random(number))))
            yield
            await _end(asking)

    @asynccontextmanager
    async def review(self, port: int) -> AsyncIterator[None]:
        """Computers have played a game; its review is made."""
        board, turns = self._size.reviewed, self._size.turns
        seats = ["greedy"] * int(board[-1])
        made = await make_table(port, _OTHER, *seats, map=board, turns=turns)
        async with sit_down(port, _OTHER, made, "P1") as line:
            while not line.over:
                message = await line.hear()
                self.review_lines = message.get("line", self.review_lines)
            making = asyncio.create_task(self._wait_for_review(line))
            yield
            await making

    async def _wait_for_review(self, line: TrialLine) -> None:
        begin = time.monotonic()
        await line.ask(t="review")
        while (message := await line.hear())["t"] != "review":
            if message["t"] == "error":
                raise GameError(f"there is no review: {message['text']}")
        self.review_seconds = round(time.monotonic() - begin, 1)


async def _watch(line: TrialLine) -> None:
    while not line.over:
        await line.hear()


async def _ask_for_hints(lines: Sequence[TrialLine], luck: random.Random) -> None:
    """Ask in every position, and go on when there is an answer."""
    while not lines[0].over:
        for line in lines:
            while line.n < max(one.n for one in lines):
                await line.hear()
        mover = next(line for line in lines if line.may_act)
        await mover.ask(t="hint", seat=mover.seat)
        await mover.move(luck)


async def _end(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    for told in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(told, Exception):
            raise told


# ---- the person ----


async def _time_answers(port: int, seconds: float) -> list[float]:
    """Play games against `greedy` for so long, one answer at least; how long each of them took."""
    times: list[float] = []
    luck = random.Random(1)
    end = time.monotonic() + seconds
    while not times or time.monotonic() < end:
        made = await make_table(port, _PERSON, "link", "greedy", map="base-2")
        async with sit_down(port, _PERSON, made, "P1") as line:
            while not line.over and (not times or time.monotonic() < end):
                if line.may_act:
                    await line.move(luck)
                    continue
                begun, n = time.monotonic(), line.n
                while line.n == n:
                    await line.hear()
                times.append(time.monotonic() - begun)
    return times


async def _measure(name: str, load: Load, port: int, seconds: float) -> AnswerTimes:
    await _time_answers(port, 0.0)  # the first one starts a process
    async with load(port):
        times = sorted(1000 * taken for taken in await _time_answers(port, seconds))
    p50, p99 = (round(times[int(len(times) * part)], 1) for part in (0.5, 0.99))
    return AnswerTimes(name, len(times), p50, p99, round(times[-1], 1))


STEPS: Final = 5  # what the other one does, one after another


def measure_fairness(
    seconds: float, progress: Progress = lambda: None, size: LoadSize | None = None
) -> FairnessFigures:
    """Time answers beside each load for so long, each on a server of its own."""
    size = size or LoadSize()
    other = _Other(size)
    loads: dict[str, Load] = {
        "nothing": other.nothing,
        f"{size.tables} tables of masters, nobody looks": other.unattended,
        f"{size.tables} tables of masters, watched": other.attended,
        f"hints at {size.tables} tables": other.hints,
        "a review": other.review,
    }
    found: list[AnswerTimes] = []
    for name, load in loads.items():
        with TrialServer() as server:
            found.append(asyncio.run(_measure(name, load, server.port, seconds)))
        progress()
    return FairnessFigures(found, other.review_lines, other.review_seconds)


def main(words: Sequence[str] | None = None) -> None:
    """Measure, and print the figures as JSON."""
    parser = argparse.ArgumentParser(prog="python -m smallworld.server.trials.fairness")
    parser.add_argument("--seconds", type=float, default=10)
    said = parser.parse_args(words)
    print(json.dumps(asdict(measure_fairness(said.seconds))))


if __name__ == "__main__":
    main()
