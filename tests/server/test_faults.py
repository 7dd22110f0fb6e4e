"""A server that is killed again and again while people play: no acknowledged move is lost.

The same with hundreds of kills: `smallworld bench --server --kills 300`.
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from smallworld.server.trials.crash_test import CrashWitness, measure_crashes
from tests.effort import usually
from tests.server.harness import running

KILLS = usually(10, 40)


def test_killing_the_server_loses_no_acknowledged_move() -> None:
    figures = measure_crashes(KILLS)
    assert figures.lost == 0
    assert figures.kills == KILLS
    assert figures.acknowledged > 3 * KILLS
    assert figures.undone > 2
    assert figures.resent > 1  # the server died in the middle of things


def test_whoever_remembers_another_move_notices(tmp_path: Path) -> None:
    """Else the test above could not fail."""

    async def play() -> None:
        async with running(tmp_path) as server:
            made = await server.create(*["link"] * 5, map="base-5", coins="open")
            person = CrashWitness(made, random.Random(1))

            async def play_some() -> None:
                person.stopping = False
                task = asyncio.create_task(person.play(server.port))
                wanted = len(person.acks) + 5
                while len(person.acks) < wanted:
                    await asyncio.sleep(0)
                person.stopping = True
                await task

            await play_some()
            await play_some()
            assert person.lost == 0
            line = max(person.known)
            person.known[line] = (person.known[line][0], "something else")
            await play_some()
            assert person.lost > 0
            person.faults.clear()
            person.n += 1  # as if a change had been acknowledged that is not there
            await person.play(server.port)
            assert person.lost > 0

    asyncio.run(play())
