"""What a host may do with the games of a server, in either store: look, end, delete, block.

In PostgreSQL it can be done while the server runs: a table that was ended or deleted has another
revision, or none, and its processes notice. A file must not be in the hands of a server meanwhile.
"""

from __future__ import annotations

import asyncio
import ipaddress
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from smallworld.engine.game import GameError
from smallworld.server.data_folder import DataFolder
from smallworld.server.storage.additions import COLUMNS, PARTS
from smallworld.server.storage.moving import POSTGRES, SQLITE
from smallworld.server.storage.retention import DAY
from smallworld.server.storage.store import check_file

_FACTS: Final = "SELECT t.id, t.created, s.moved, s.n, s.line, s.turn, s.over, s.result IS NOT NULL"
_BLOCKS: Final = {
    "block": "INSERT INTO blocked VALUES ($1, $2) ON CONFLICT (network) DO NOTHING",
    "unblock": "DELETE FROM blocked WHERE network = $1",
    "blocked": "SELECT network FROM blocked ORDER BY since, network",
}
_IN_FILE: Final[dict[str, str]] = {
    "list": f"{_FACTS} FROM tables AS t JOIN tables AS s ON s.id = t.id ORDER BY s.moved DESC",
    "one": f"{_FACTS} FROM tables AS t JOIN tables AS s ON s.id = t.id WHERE t.id = $1",
    "old": "SELECT id FROM tables WHERE moved < $1 AND due IS NULL",
    "end": "UPDATE tables SET over = 1, acting = NULL, due = NULL, open = 0, moved = $2 "
    "WHERE id = $1",
    "seats": "SELECT seat, kind, name, claimed, computer FROM seats WHERE table_id = $1",
    **_BLOCKS,
}
_IN_POSTGRES: Final[dict[str, str]] = {
    "list": f"{_FACTS} FROM tables AS t JOIN standings AS s ON s.table_id = t.id "
    "ORDER BY s.moved DESC",
    "one": f"{_FACTS} FROM tables AS t JOIN standings AS s ON s.table_id = t.id WHERE t.id = $1",
    "old": "SELECT table_id FROM standings WHERE moved < $1 AND due IS NULL",
    "end": "WITH shut AS (UPDATE tables SET open = FALSE WHERE id = $1) UPDATE standings "
    "SET over = TRUE, acting = NULL, due = NULL, rev = rev + 1, moved = $2 WHERE table_id = $1",
    "seats": "SELECT seat, kind, name, claimed, computer FROM seats WHERE table_id = $1 "
    "ORDER BY seat",
    **_BLOCKS,
}

Run = Callable[[str, Sequence[object]], list[tuple[Any, ...]]]


@dataclass(frozen=True)
class ListedTable:
    """What a host sees of a table in a list."""

    id: str
    created: float
    moved: float
    version: int
    line: int
    turn: int
    over: bool
    has_result: bool


class Administration:
    """The games of one store, for its host."""

    def __init__(self, store: str, changes: bool) -> None:
        """`changes`: whether anything is to be changed, so that no server may have a file."""
        self._folder: DataFolder | None = None
        self._file: Path | None = None
        self._url = store
        if store.startswith(SQLITE):
            folder = Path(store.removeprefix(SQLITE)).expanduser()
            self._file = folder / "games.db"
            if not self._file.exists():
                raise GameError(f"{self._file}: there is no such file; name its folder by --store")
            if changes:
                self._folder = DataFolder(folder)
            check_file(self._file)
        elif not store.startswith(POSTGRES):
            raise GameError(
                f"there is no store {store}; name it as sqlite:FOLDER or postgresql://…"
            )
        self._words: Final = _IN_POSTGRES if self._file is None else _IN_FILE

    def close(self) -> None:
        """Let a server have the file again."""
        if self._folder is not None:
            self._folder.close()

    def tables(self) -> list[ListedTable]:
        """All tables, the last moved first."""
        return [_facts(row) for row in self._run(self._words["list"], ())]

    def show(self, table_id: str) -> tuple[ListedTable, list[tuple[Any, ...]]]:
        """A table and its seats."""
        rows = self._run(self._words["one"], (table_id,))
        if not rows:
            raise GameError(f"there is no table {table_id} in this store")
        return _facts(rows[0]), self._run(self._words["seats"], (table_id,))

    def end(self, table_id: str) -> None:
        """The game is over, without a result."""
        facts, _ = self.show(table_id)
        if facts.over:
            raise GameError(f"the game of table {table_id} is over already")
        self._run(self._words["end"], (table_id, time.time()))

    def delete(self, table_ids: Sequence[str]) -> None:
        """These tables are gone, with all that was kept of them."""
        for table_id in table_ids:
            self.show(table_id)
        for table_id in table_ids:
            if self._file is not None:
                for name in (*PARTS, *COLUMNS):
                    self._run(f"DELETE FROM {name} WHERE table_id = $1", (table_id,))
            self._run("DELETE FROM tables WHERE id = $1", (table_id,))

    def find_older(self, days: float) -> list[str]:
        """The tables at which nothing has happened for so long, and no clock runs."""
        before = time.time() - days * DAY
        return [str(row[0]) for row in self._run(self._words["old"], (before,))]

    def block(self, network: str) -> str:
        """Nobody from that address or network is let in any more; how it is written."""
        name = network_name(network)
        self._run(self._words["block"], (name, time.time()))
        return name

    def unblock(self, network: str) -> None:
        """They are let in again."""
        name = network_name(network)
        if name not in self.blocked():
            known = ", ".join(self.blocked()) or "nobody"
            raise GameError(f"{name} is not blocked; blocked are: {known}")
        self._run(self._words["unblock"], (name,))

    def blocked(self) -> list[str]:
        """Who is not let in."""
        return [str(row[0]) for row in self._run(self._words["blocked"], ())]

    def _run(self, sql: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        if self._file is not None:
            with closing(sqlite3.connect(self._file, timeout=10)) as db:
                db.execute("PRAGMA secure_delete = ON")  # what is deleted shall be gone
                found = db.execute(sql.replace("$", "?"), tuple(values)).fetchall()
                db.commit()
                return found
        return asyncio.run(_ask_postgres(self._url, sql, values))


async def _ask_postgres(url: str, sql: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
    # Here, because only then its packages are needed.
    from smallworld.server.storage.postgres import ask_once

    return await ask_once(url, sql, values)


def network_name(text: str) -> str:
    """An address or a network as it is kept."""
    try:
        return str(ipaddress.ip_network(text, strict=False))
    except ValueError:
        raise GameError(
            f"{text!r} is no address: name one (203.0.113.7) or a network (203.0.113.0/24)"
        ) from None


def _facts(row: tuple[Any, ...]) -> ListedTable:
    id_, created, moved, version, line, turn, over, has_result = row
    return ListedTable(id_, created, moved, version, line, turn, bool(over), bool(has_result))
