"""The record of a kept table as far as it can be read, from either store."""

from __future__ import annotations

import asyncio
from pathlib import Path

from smallworld.engine.game import GameError
from smallworld.home.custom_files import CustomFiles
from smallworld.server.storage.checking import export_table, record_as_kept
from smallworld.server.storage.moving import SQLITE


def export_from(store: str, table_id: str, customs: CustomFiles) -> tuple[str, str | None]:
    """The record of a table, and what is wrong after that."""
    if store.startswith(SQLITE):
        file = Path(store.removeprefix(SQLITE)).expanduser() / "games.db"
        return export_table(file, table_id, customs)
    # Here, because only then its packages are needed.
    from smallworld.server.storage.postgres import load_once

    loaded = asyncio.run(load_once(store, table_id))
    if loaded is None:
        raise GameError(f"there is no table {table_id} in this store")
    return record_as_kept(loaded, customs)
