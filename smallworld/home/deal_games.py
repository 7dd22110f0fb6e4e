"""Games of a deal that are over, read from what is kept of them."""

from __future__ import annotations

from typing import Final

from smallworld.engine.game import GameError
from smallworld.home.custom_files import CustomFiles
from smallworld.table.loading import load_history
from smallworld.table.rows import LoadedTable
from smallworld.table.starting.deals import deal_game
from smallworld.wire.deals import DealGame

MOST: Final = 20  # games of a deal that are shown


def read_deal_game(loaded: LoadedTable, files: CustomFiles, board: str) -> DealGame | None:
    """None if it is not over, cannot be read, or was played on another board."""
    if loaded.table.result is None:
        return None
    try:
        history = load_history(loaded, files.chosen(loaded.table.request.custom))
    except GameError:
        return None
    return deal_game(loaded, history) if history.table.map == board else None
