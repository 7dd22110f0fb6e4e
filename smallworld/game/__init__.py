"""Games as people and programs play them: tables, luck, records, views, matches, scenarios."""

from smallworld.game.setup import GameSetup, new_game

__all__ = ["GameSetup", "new_game"]
