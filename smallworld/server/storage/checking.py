"""The whole database checked, and what can be done about a damaged table."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from smallworld.engine.game import GameError
from smallworld.home.custom_files import CustomFiles
from smallworld.server.storage.reading import load_table, table_ids
from smallworld.server.storage.store import check_file
from smallworld.table.loading import begin_history, record_of, replay, was_ended
from smallworld.table.rows import LoadedTable
from smallworld.table.seats.seating import Seating


@dataclass(frozen=True)
class TableFault:
    """A table that cannot be gone on with, and why."""

    table_id: str  # empty: it is the file itself
    text: str


def check_tables(file: Path, customs: CustomFiles) -> tuple[int, list[TableFault]]:
    """How many tables there are, and what is wrong with which: each is played again."""
    faults = []
    with _opened(file) as db:
        for (text,) in db.execute("PRAGMA integrity_check(20)").fetchall():
            if text != "ok":
                faults.append(TableFault("", str(text)))
        ids = table_ids(db)
        for table_id in ids:
            problem = _problem(db, table_id, customs)
            if problem is not None:
                faults.append(TableFault(table_id, problem))
    return len(ids), faults


def export_table(file: Path, table_id: str, customs: CustomFiles) -> tuple[str, str | None]:
    """The record of a table as far as it can be read, and what is wrong after that."""
    with _opened(file) as db:
        loaded = _found(db, table_id)
    return record_as_kept(loaded, customs)


def record_as_kept(loaded: LoadedTable, customs: CustomFiles) -> tuple[str, str | None]:
    """The record of what was loaded, and what is wrong after that."""
    history = begin_history(loaded, customs.chosen(loaded.table.request.custom))
    problem = None
    try:
        for _ in replay(history, loaded):
            pass
    except GameError as error:
        problem = str(error)
    checks = {one.line: one.fingerprint for one in loaded.changes if one.fingerprint}
    readable = {line: mark for line, mark in checks.items() if line <= history.line}
    names = Seating(loaded.seats, 0.0).names()
    return record_of(loaded.table.header, history, names, readable), problem


def end_table(file: Path, table_id: str, customs: CustomFiles) -> None:
    """A damaged game is over, without a result; one that can be gone on with is left alone."""
    with _opened(file) as db:
        if _problem(db, table_id, customs) is None:
            raise GameError(f"table {table_id} is not damaged: its people can go on with it")
        db.execute(
            "UPDATE tables SET over = 1, acting = NULL, due = NULL, open = 0, moved = ? "
            "WHERE id = ?",
            (time.time(), table_id),
        )
        db.commit()


def _problem(db: sqlite3.Connection, table_id: str, customs: CustomFiles) -> str | None:
    try:
        loaded = _found(db, table_id)
        if was_ended(loaded.table):
            return None
        history = begin_history(loaded, customs.chosen(loaded.table.request.custom))
        for _ in replay(history, loaded):
            pass
    except (GameError, sqlite3.Error, ValueError, TypeError) as error:
        return str(error)
    return None


def _found(db: sqlite3.Connection, table_id: str) -> LoadedTable:
    loaded = load_table(db, table_id)
    if loaded is None:
        raise GameError(f"there is no table {table_id} in this folder")
    return loaded


@contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    if not file.exists():
        raise GameError(f"{file}: there is no such file; name the folder of the games by --data")
    check_file(file)
    db = sqlite3.connect(file, timeout=10)
    try:
        yield db
    except sqlite3.Error as error:
        raise GameError(f"{file}: {error}") from None
    finally:
        db.close()
