"""What a browser keeps of tables: plain data for its database, and back.

The database has a store `tables`, one entry for each; a store `changes`, one for each change of
each table, which is only ever added to; and the stores `reviews` and `files`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from smallworld.browser.reading import read_plain
from smallworld.table.rows import (
    Change,
    ChangeRow,
    LoadedTable,
    SaveChange,
    SaveNewTable,
    SaveSeat,
    SaveTable,
    SeatRow,
    TableRow,
)

Plain = dict[str, Any]


@dataclass(frozen=True)
class StoredTable:
    """A table without its lines, and the secrets of its seats: all of them are this browser's."""

    row: TableRow
    seats: tuple[SeatRow, ...]
    secrets: tuple[str, ...] = ()


@dataclass(frozen=True)
class StoredChange:
    """A change with its new lines."""

    row: ChangeRow
    lines: tuple[tuple[str, str], ...]


def to_plain(value: Any) -> Any:
    """Dataclasses as JSON can hold them; `read_plain` reads them again."""
    if hasattr(value, "__dataclass_fields__"):
        return _jsonable(asdict(value))
    return _jsonable(value)


def _jsonable(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, dict):
        return {key: _jsonable(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_jsonable(one) for one in value]
    return value


# ---- writing ----


def entry_of(kept: StoredTable) -> Plain:
    """A table's entry in the database."""
    return {"id": kept.row.id, **to_plain(kept)}


def stored_after(
    known: Mapping[str, StoredTable], changes: Sequence[Change]
) -> dict[str, StoredTable]:
    """The tables that these changes change, as they are then."""
    after: dict[str, StoredTable] = {}
    for change in changes:
        if isinstance(change, SaveNewTable):
            row = change.loaded.table
            after[row.id] = StoredTable(row, tuple(change.loaded.seats))
        elif isinstance(change, SaveTable):
            old = after.get(change.row.id) or known[change.row.id]
            after[change.row.id] = replace(old, row=change.row)
        elif isinstance(change, SaveSeat):
            table = change.row.table_id
            old = after.get(table) or known[table]
            seats = [change.row if one.seat == change.row.seat else one for one in old.seats]
            after[table] = replace(old, seats=tuple(seats))
    return after


def entries_of(changes: Sequence[Change], after: Mapping[str, StoredTable]) -> list[Plain]:
    """What is written into the database for these changes, all or nothing.

    Changes are added: where there is one of that number already, another page was quicker.
    """
    written: list[Plain] = []
    for change in changes:
        if isinstance(change, SaveChange):
            kept = StoredChange(change.row, tuple(change.lines))
            written.append(_added(change.table_id, kept))
        elif isinstance(change, SaveNewTable):
            loaded = change.loaded
            written += [_added(loaded.table.id, one) for one in changes_of(loaded)]
    puts = [{"op": "put", "store": "tables", "value": entry_of(one)} for one in after.values()]
    return [*written, *puts]


def _added(table_id: str, change: StoredChange) -> Plain:
    value = {"table": table_id, "n": change.row.n, **to_plain(change)}
    return {"op": "add", "store": "changes", "value": value}


def changes_of(loaded: LoadedTable) -> list[StoredChange]:
    """The changes of a new table with their lines: nothing was taken back yet."""
    return [StoredChange(row, tuple(loaded.lines[row.base : row.line])) for row in loaded.changes]


# ---- reading ----


def read_stored(entry: Mapping[str, Any]) -> StoredTable:
    """A table from its entry in the database."""
    return read_plain({key: entry[key] for key in ("row", "seats", "secrets")}, StoredTable)


def load_stored(kept: StoredTable, entries: Iterable[Mapping[str, Any]]) -> LoadedTable:
    """All of a table, from its entry and those of its changes, in their order."""
    lines: list[tuple[str, str]] = []
    rows: list[ChangeRow] = []
    for entry in entries:
        change = read_plain({key: entry[key] for key in ("row", "lines")}, StoredChange)
        lines[change.row.base :] = change.lines
        rows.append(change.row)
    return LoadedTable(kept.row, kept.seats, lines, rows)
