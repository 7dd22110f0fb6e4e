"""The board games Small World and Small World Underground: rules, players, boards.

>>> import smallworld as sw
>>> game = sw.Game("base-2", seed=7)
>>> game.push("pick 2")
>>> game
<Game base-2: turn 1 of 10, P1 decides (conquest)>
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from smallworld import runtime

runtime.load()  # before anything of the package is imported

__version__ = "0.1.0"

if TYPE_CHECKING:
    from smallworld.engine.errors import GameError as GameError
    from smallworld.engine.errors import Illegal as Illegal
    from smallworld.engine.errors import Unreadable as Unreadable
    from smallworld.engine.query import Part as Part
    from smallworld.game.action import Action as Action
    from smallworld.game.box import Component as Component
    from smallworld.game.box import PrintedBoard as PrintedBoard
    from smallworld.game.box import PrintedRegion as PrintedRegion
    from smallworld.game.box import boards as boards
    from smallworld.game.box import pieces as pieces
    from smallworld.game.box import places as places
    from smallworld.game.box import powers as powers
    from smallworld.game.box import races as races
    from smallworld.game.box import relics as relics
    from smallworld.game.game import Game as Game
    from smallworld.game.planning.prices import Price as Price
    from smallworld.game.player import Player as Player
    from smallworld.game.player_view import PlayerView as PlayerView
    from smallworld.game.records.record import Record as Record
    from smallworld.players.registry import levels as levels
    from smallworld.players.registry import make_player as make_player
    from smallworld.wire.game import Ending as Ending

# Where each name lives. They are loaded when they are first used: importing the package is quick,
# and its own modules can be imported without all of this.
_HOMES = {
    "Action": "game.action",
    "Component": "game.box",
    "Ending": "wire.game",
    "Game": "game.game",
    "GameError": "engine.errors",
    "Illegal": "engine.errors",
    "Part": "engine.query",
    "Player": "game.player",
    "PlayerView": "game.player_view",
    "Price": "game.planning.prices",
    "PrintedBoard": "game.box",
    "PrintedRegion": "game.box",
    "Record": "game.records.record",
    "Unreadable": "engine.errors",
    "boards": "game.box",
    "levels": "players.registry",
    "make_player": "players.registry",
    "pieces": "game.box",
    "places": "game.box",
    "powers": "game.box",
    "races": "game.box",
    "relics": "game.box",
}

__all__ = [
    "Action",
    "Component",
    "Ending",
    "Game",
    "GameError",
    "Illegal",
    "Part",
    "Player",
    "PlayerView",
    "Price",
    "PrintedBoard",
    "PrintedRegion",
    "Record",
    "Unreadable",
    "__version__",
    "boards",
    "levels",
    "make_player",
    "pieces",
    "places",
    "powers",
    "races",
    "relics",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
