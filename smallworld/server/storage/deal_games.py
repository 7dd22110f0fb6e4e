"""The games of a deal that were played to their end on this server."""

from __future__ import annotations

import asyncio
from typing import Final

from smallworld.engine.game import GameError
from smallworld.home.custom_files import CustomFiles
from smallworld.server.storage.game_store import GameStore
from smallworld.table.loading import load_history
from smallworld.table.starting.deals import deal_game, describe_deal, map_of_deal
from smallworld.wire.deals import DealGame, DealInfo

MOST: Final = 20  # games of a deal that are shown
_KNOWN: Final = 400  # games that are remembered


class DealGames:
    """Looks games up by their deal, and remembers how they went."""

    def __init__(self, store: GameStore, custom_files: CustomFiles) -> None:
        self._store: Final = store
        self._custom_files: Final = custom_files
        self._known: Final[dict[str, DealGame | None]] = {}  # by table

    async def look_up(self, code: str) -> DealInfo:
        """The deal of that code, with those of its games that ended last."""
        board = map_of_deal(code)
        found = await self._store.find_by_deal(code, MOST)
        games = [await self._game(table_id, board) for table_id in found]
        return describe_deal(code, tuple(game for game in games if game is not None))

    async def _game(self, table_id: str, board: str) -> DealGame | None:
        if table_id not in self._known:
            while len(self._known) >= _KNOWN:
                del self._known[next(iter(self._known))]
            self._known[table_id] = await self._read(table_id, board)
        return self._known[table_id]

    async def _read(self, table_id: str, board: str) -> DealGame | None:
        """None if it cannot be read, or was played on another board."""
        loaded = await self._store.load(table_id)
        if loaded is None or loaded.table.result is None:
            return None
        try:
            custom = self._custom_files.chosen(loaded.table.request.custom)
            history = await asyncio.to_thread(load_history, loaded, custom)
        except GameError:
            return None
        return deal_game(loaded, history) if history.table.map == board else None
