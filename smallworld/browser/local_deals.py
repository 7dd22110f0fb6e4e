"""A deal, and how it went whenever it was played in this browser."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from smallworld.browser.stored import StoredTable, load_stored
from smallworld.home.deal_games import MOST, read_deal_game
from smallworld.table.starting.deals import describe_deal, map_of_deal
from smallworld.wire.deals import DealGame

if TYPE_CHECKING:
    from smallworld.browser.home import BrowserHome

Reply = Callable[[object], None]


def look_up_deal(home: BrowserHome, code: str, reply: Reply) -> None:
    """The deal of that code, with those of its games that ended last."""
    board = map_of_deal(code)
    played = [kept for kept in home.tables.values() if kept.row.result and _deal_of(kept) == code]
    played.sort(key=lambda kept: kept.row.moved)
    waiting = played[-MOST:]
    games: list[DealGame] = []

    def go_on() -> None:
        if not waiting:
            reply(asdict(describe_deal(code, tuple(games))))
            return
        kept = waiting.pop()

        def loaded(changes: Sequence[Mapping[str, Any]]) -> None:
            game = read_deal_game(load_stored(kept, changes), home.files.customs, board)
            games.extend([game] if game is not None else [])
            go_on()

        home.load({"changes": kept.row.id}, loaded)

    go_on()


def _deal_of(kept: StoredTable) -> str:
    start = kept.row.request.start
    return "" if start is None else start.deal
