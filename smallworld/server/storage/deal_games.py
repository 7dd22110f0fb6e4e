"""The games of a deal that were played to their end on this server."""

from __future__ import annotations

import asyncio
from typing import Final

from smallworld.home.custom_files import CustomFiles
from smallworld.home.deal_games import MOST, read_deal_game
from smallworld.server.storage.game_store import GameStore
from smallworld.table.starting.deals import describe_deal, map_of_deal
from smallworld.wire.deals import DealGame, DealInfo

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
        loaded = await self._store.load(table_id)
        if loaded is None:
            return None
        return await asyncio.to_thread(read_deal_game, loaded, self._custom_files, board)
