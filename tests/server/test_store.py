"""The database: groups of writes, conflicts, other versions, damaged files."""

from __future__ import annotations

import asyncio
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from smallworld.server.storage.game_store import StorageError
from smallworld.server.storage.sql import VERSION, SaveReview
from smallworld.server.storage.store import BadDatabase, Store, check_file
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
from smallworld.table.seats.credentials import digest
from smallworld.table.starting.table_request import SeatRequest, TableRequest
from smallworld.wire.game import Ending
from tests.server.harness import Page, running

REQUEST = TableRequest((SeatRequest("link"), SeatRequest("link", "Bob")), custom=("mine.toml",))
TABLE = TableRow(
    *("t", 1.0, 1.0, "map: base-2\n", REQUEST, "w", False, 0, 0, 1, None, False, None, None)
)
KEPT = replace(TABLE, watch="", watch_digest=digest("w"))  # its token is known to nobody here
SEATS = [SeatRow("t", seat, "link", "", None, seat.encode(), False, None) for seat in ("P1", "P2")]
NEW = SaveNewTable(LoadedTable(TABLE, SEATS, [], []))


def test_what_was_written_is_there_for_whoever_opens_the_file_next(tmp_path: Path) -> None:
    async def write() -> None:
        store = Store(tmp_path / "games.db")
        change = ChangeRow(1, "*", None, 0, 2, "f" * 16)
        lines = [("*", "race Elves"), ("*", "power Hill")]
        await store.write([SaveNewTable(LoadedTable(TABLE, SEATS, lines, [change]))])
        await store.write([SaveChange("t", ChangeRow(2, "P1", "a", 2, 3, None), [("P1", "x")])])
        await store.write([SaveChange("t", ChangeRow(3, "P1", "b", 2, 2, None), [])])
        await store.write([SaveTable(replace(TABLE, n=3, line=2, acting="P1"))])
        await store.write([SaveSeat(replace(SEATS[1], name="Bob", computer="greedy"))])
        await store.close()

    async def read() -> None:
        store = Store(tmp_path / "games.db")
        kept = await store.load("t")
        assert kept is not None
        assert kept.table == replace(KEPT, n=3, line=2, acting="P1")
        assert kept.seats == [SEATS[0], replace(SEATS[1], name="Bob", computer="greedy")]
        assert kept.lines == [("*", "race Elves"), ("*", "power Hill")]
        assert [change.n for change in kept.changes] == [1, 2, 3]
        assert await store.load("u") is None
        assert [table.id for table, _ in await store.find_by_digests([b"P2", b"x"])] == ["t"]
        assert await store.find_by_digests([b"x"]) == []
        assert await store.find_open(0.0) == []
        assert await store.find_waiting_for_computers(2e9) == []
        await store.write([SaveTable(replace(TABLE, acting="P2"))])
        assert await store.find_waiting_for_computers(2e9) == ["t"]
        assert await store.find_waiting_for_computers(0.0) == []
        over = replace(TABLE, over=True, result=Ending((9, 7), (3, 2), ("P1",)), rematch="u")
        await store.write([SaveTable(over)])
        kept = await store.load("t")
        assert kept is not None
        assert kept.table == replace(over, watch="", watch_digest=KEPT.watch_digest)
        await store.close()

    asyncio.run(write())
    asyncio.run(read())


def test_one_bad_write_does_not_spoil_the_others_of_its_group(tmp_path: Path) -> None:
    async def play() -> None:
        store = Store(tmp_path / "games.db")
        await store.write([NEW])
        jobs = [
            store.write(
                [SaveChange("t", ChangeRow(n, "P1", str(n), n - 1, n, None), [("P1", "x")])]
            )
            for n in (1, 2, 2, 3, 1, 4)
        ]
        answers = await asyncio.gather(*jobs, return_exceptions=True)
        assert [isinstance(answer, StorageError) for answer in answers] == [
            *(False, False, True, False, True, False)
        ]
        assert all(answer.conflict for answer in answers if isinstance(answer, StorageError))
        with pytest.raises(StorageError):  # half of it could be done, but none of it is
            await store.write([SaveChange("t", ChangeRow(5, "P1", "5", 3, 4, None), [("P1", "x")])])
        kept = await store.load("t")
        assert kept is not None
        assert len(kept.lines) == len(kept.changes) == 4
        await store.close()

    asyncio.run(play())


@pytest.mark.parametrize("conflict", [False, True])
def test_moves_of_many_tables_are_written_in_few_statements(tmp_path: Path, conflict: bool) -> None:
    tables = [f"t{number}" for number in range(250)]
    statements: list[str] = []

    async def play() -> None:
        store = Store(tmp_path / "games.db")
        new = [SaveNewTable(LoadedTable(replace(TABLE, id=name), [], [], [])) for name in tables]
        await store.write(new)
        store._writer.set_trace_callback(statements.append)
        other = sqlite3.connect(store.path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")  # so that all the moves wait, and come in one group
        before: list[Change] = [
            SaveTable(replace(TABLE, id="t9", acting="P1"))
        ]  # what comes last counts
        moves = [
            asyncio.ensure_future(store.write(changes))
            for changes in (before, *map(_first_move, tables))
        ]
        twice = asyncio.ensure_future(store.write(_first_move("t7"))) if conflict else None
        await asyncio.sleep(0)
        other.close()
        assert await asyncio.gather(*moves) == [None] * len(moves)
        if twice is not None:
            with pytest.raises(StorageError) as caught:
                await twice
            assert caught.value.conflict
        for name in tables:
            kept = await store.load(name)
            assert kept is not None
            assert (kept.table.n, kept.table.line, kept.table.acting) == (1, 2, "P2")
            assert [*kept.lines] == [("P1", "expand"), ("P1", f"conquer {name}")]
            assert [change.n for change in kept.changes] == [1]
        await store.close()

    asyncio.run(play())
    assert conflict or len(statements) < 30, statements


def _first_move(name: str) -> list[Change]:
    row = ChangeRow(1, "P1", "id", 0, 2, None)
    lines = [("P1", "expand"), ("P1", f"conquer {name}")]
    return [
        SaveChange(name, row, lines),
        SaveTable(replace(TABLE, id=name, n=1, line=2, acting="P2")),
    ]


def test_the_same_request_cannot_be_kept_twice(tmp_path: Path) -> None:
    async def play() -> None:
        store = Store(tmp_path / "games.db")
        await store.write([SaveChange("t", ChangeRow(1, "P1", "id", 0, 1, None), [("P1", "x")])])
        with pytest.raises(StorageError):
            await store.write([SaveChange("t", ChangeRow(2, "P1", "id", 1, 2, None), [])])
        # a seat's names are its own, and computers need none
        for n, (seat, id_) in enumerate([("P2", "id"), ("P2", None), ("P2", None)], start=2):
            await store.write([SaveChange("t", ChangeRow(n, seat, id_, 1, 1, None), [])])
        await store.close()

    asyncio.run(play())


def test_writes_wait_for_the_disk(tmp_path: Path) -> None:
    async def play() -> None:
        store = Store(tmp_path / "games.db")
        for db in (store._writer, store._reader):
            assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert db.execute("PRAGMA synchronous").fetchone() == (2,)  # full
        await store.close()

    asyncio.run(play())


def test_a_write_in_vain_is_told(tmp_path: Path) -> None:
    async def play() -> None:
        store = Store(tmp_path / "games.db")
        store._writer.execute("PRAGMA query_only = 1")  # as on a full disk
        with pytest.raises(StorageError) as caught:
            await store.write([NEW])
        assert not caught.value.conflict
        store._writer.execute("PRAGMA query_only = 0")
        await store.write([NEW])
        await store.close()

    asyncio.run(play())


def test_files_that_are_none_of_ours_are_refused(tmp_path: Path) -> None:
    text = tmp_path / "text.db"
    text.write_text("this is no database, and long enough to be seen as none at first sight" * 20)
    with pytest.raises(BadDatabase, match="cannot be opened"):
        check_file(text)
    later = tmp_path / "later.db"
    db = sqlite3.connect(later)
    db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(BadDatabase, match="another version"):
        check_file(later)
    with pytest.raises(BadDatabase, match="cannot be opened"):
        check_file(tmp_path / "no" / "folder.db")


# As a file of the fifth version was.
WITHOUT_CLOCKS = (
    "DROP INDEX seats_by_owner; ALTER TABLE seats DROP COLUMN orders; "
    "ALTER TABLE seats DROP COLUMN owner; DROP TABLE life; DROP INDEX tables_by_due; "
    "ALTER TABLE tables DROP COLUMN clock; ALTER TABLE tables DROP COLUMN due;"
)


def test_a_file_of_the_first_version_is_brought_up_to_date(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    check_file(file)
    db = sqlite3.connect(file)
    db.executescript(
        f"{WITHOUT_CLOCKS} DROP TABLE reviews; DROP TABLE blocked; DROP INDEX tables_by_deal; "
        "PRAGMA user_version = 1;"
    )
    db.close()

    async def play() -> None:
        store = Store(file)
        assert await store.load_review("t") is None
        await store.write([SaveReview("t", 1.0, "{}")])
        assert await store.load_review("t") == "{}"
        await store.close()

    asyncio.run(play())
    check_file(file)  # and nothing is lost by looking again
    with sqlite3.connect(file) as again:
        assert again.execute("SELECT review FROM reviews").fetchall() == [("{}",)]
    again.close()


def test_tokens_to_watch_of_an_older_file_become_digests(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    token = "a-token-to-watch-by-of-an-old-table"

    async def write() -> None:
        store = Store(file)
        await store.write([NEW])
        await store.close()

    asyncio.run(write())
    db = sqlite3.connect(file)
    with db:
        db.execute("UPDATE tables SET watch = ?", (token,))
        db.executescript(f"{WITHOUT_CLOCKS} DROP INDEX tables_by_deal; DROP TABLE blocked;")
        db.execute("PRAGMA user_version = 2")
    db.close()
    assert token.encode() in file.read_bytes()
    check_file(file)
    db = sqlite3.connect(file)
    assert db.execute("SELECT watch FROM tables").fetchall() == [(digest(token),)]
    assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)
    db.close()
    assert not any(token.encode() in one.read_bytes() for one in tmp_path.iterdir())


def test_a_token_to_watch_is_in_no_file_and_stays_good_without_the_key(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            made = await server.create("device", "link", coins="open")
        assert not any(made["watch"].encode() in one.read_bytes() for one in tmp_path.iterdir())
        assert (tmp_path / "watch.key").stat().st_mode & 0o077 == 0
        async with running(tmp_path) as server:
            page = await Page.open(server.port, made["table"], watch=made["watch"])
            assert page.table["watch"] == made["watch"]
            await page.close()
            listed = await server.json("/api/mine", {"secrets": [made["seats"][0]["secret"]]})
            assert listed["running"][0]["watch"] == made["watch"]
        (tmp_path / "watch.key").unlink()
        async with running(tmp_path) as server:
            page = await Page.open(server.port, made["table"], watch=made["watch"])
            other = page.table["watch"]
            assert other != made["watch"]
            assert (await server.record(made))[0] == 200
            assert (await server.record({**made, "watch": other}))[0] == 200
            assert (await server.record({**made, "watch": ""}))[0] == 403
            address = f"/api/tables/{made['table']}/record?watch={made['watch']}"
            assert (await server.ask(address))[0] == 403  # not by the address
            await page.close()

    asyncio.run(play())
