"""Games as people and programs play them: tables, luck, records, views, matches, scenarios."""

from smallworld.play.table import Table, new_game

__all__ = ["Table", "new_game"]
