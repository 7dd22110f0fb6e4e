"""Positions of random games to try things on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from smallworld.content.custom.files import load_customs
from smallworld.content.library import Custom
from smallworld.content.loader import MAPS
from smallworld.game.match import Match
from smallworld.game.setup import GameSetup
from smallworld.game.views.view import View
from smallworld.players.random_player import RandomPlayer
from tests.decisions import match_decisions

EVERYWHERE = [GameSetup(map=name, world=world) for name in MAPS for world in ("", "mixed")]
OTTERS = """
[[race]]
name = "Otters"
tokens = 5
stand_in = "Ratmen"
clauses = [{ coins = 1, per = "coast" }, { cheaper = "coast" }]

[[power]]
name = "Damming"
tokens = 4
clauses = [{ piece = "dam", count = 3, placed = "turn" }]
"""


def otters(folder: Path) -> Custom:
    """A home-made race and power."""
    file = folder / "otters.toml"
    file.write_text(OTTERS, encoding="utf-8")
    return load_customs([str(file)])


def decisions(table: GameSetup, seed: int, every: int = 7) -> Iterator[tuple[Match, View]]:
    """Some decisions of a random game."""
    seats = table.players or int(table.map[-1])
    match = Match(table, [RandomPlayer(seed + n) for n in range(seats)], seed)
    for view in match_decisions(match, every):
        yield match, view
