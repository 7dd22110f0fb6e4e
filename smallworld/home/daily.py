"""The game of the day: a deal that follows from the date, the same for everybody."""

from __future__ import annotations

from datetime import date
from hashlib import blake2b
from typing import Final

from smallworld.content.loader import MAPS
from smallworld.game.records.header import full_table
from smallworld.game.setup import GameSetup
from smallworld.wire.deals import DailyGame

# From Monday on: whom one meets.
_OF_THE_WEEK: Final = ("careless", "greedy", "greedy", "planner", "planner", "search", "master")


def daily_game(day: date) -> DailyGame:
    """The game of that day."""
    number = int.from_bytes(blake2b(day.isoformat().encode(), digest_size=4).digest(), "big")
    name = MAPS[number % len(MAPS)]
    players = full_table(GameSetup(map=name)).players
    code = f"{name}-{day.isoformat().replace('-', '')}"
    return DailyGame(day.isoformat(), code, name, players, _OF_THE_WEEK[day.weekday()])
