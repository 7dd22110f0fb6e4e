"""What is kept is damaged, or cannot be written: it is said, and everything else goes on."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from smallworld.cli import app
from smallworld.game.records.record import Record
from smallworld.home.custom_files import CustomFiles
from smallworld.server.app_state import DATABASE
from smallworld.server.storage.checking import check_tables
from smallworld.server.storage.game_store import StorageError
from smallworld.server.storage.store import Store
from smallworld.table.rows import Change, ChangeRow, SaveChange, SaveSeat
from tests.server.harness import Json, Page, legal, running
from tests.server.test_overload import locked
from tests.server.test_store import NEW, SEATS

Hurt = Callable[[sqlite3.Connection, str], object]


async def play(data: Path) -> Json:
    """A table with some moves."""
    async with running(data) as server:
        made = await server.create("device", "device", coins="open")
        page = await Page.open(server.port, made["table"], [s["secret"] for s in made["seats"]])
        for _ in range(12):
            await page.reach((await page.do(legal(page)[0]))["n"])
        await page.close()
    return made


def hurt(data: Path, how: Hurt, table: str) -> None:
    with closing(sqlite3.connect(data / DATABASE)) as db, db:
        how(db, table)


DAMAGES: dict[str, tuple[Hurt, str]] = {
    "a line is missing": (
        lambda db, t: db.execute("DELETE FROM lines WHERE table_id = ? AND line = 6", (t,)),
        "lines were kept, and 5 are there",
    ),
    "the last line is missing": (
        lambda db, t: db.execute(
            "DELETE FROM lines WHERE table_id = ? AND line = (SELECT max(line) FROM lines)", (t,)
        ),
        "lines were kept",
    ),
    "a line is another one": (
        lambda db, t: db.execute(
            "UPDATE lines SET text = 'done' WHERE table_id = ? AND who = 'P1' AND line = "
            "(SELECT min(line) FROM lines WHERE who = 'P1')",
            (t,),
        ),
        "cannot be played",
    ),
    "a fingerprint is another one": (
        lambda db, t: db.execute(
            "UPDATE changes SET fingerprint = '0123456789abcdef' WHERE table_id = ? AND n = 5", (t,)
        ),
        "is not the one it was",
    ),
    "a change is missing": (
        lambda db, t: db.execute("DELETE FROM changes WHERE table_id = ? AND n = 4", (t,)),
        "changes were kept",
    ),
    "the version is another one": (
        lambda db, t: db.execute("UPDATE tables SET n = n + 3 WHERE id = ?", (t,)),
        "changes were kept",
    ),
    "the last line's number is another one": (
        lambda db, t: db.execute("UPDATE tables SET line = line + 1 WHERE id = ?", (t,)),
        "lines were kept",
    ),
    "another seat acts": (
        lambda db, t: db.execute(
            "UPDATE tables SET acting = CASE acting WHEN 'P1' THEN 'P2' ELSE 'P1' END WHERE id = ?",
            (t,),
        ),
        "lead to another position",
    ),
    "the request cannot be read": (
        lambda db, t: db.execute("UPDATE tables SET wish = '{' WHERE id = ?", (t,)),
        "",
    ),
}
LATER = "this program knows"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Json]:
    folder = tmp_path_factory.mktemp("played")
    return folder, asyncio.run(play(folder))


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_table_says_so_and_others_go_on(
    damage: str, played: tuple[Path, Json], tmp_path: Path
) -> None:
    folder, made = played
    (tmp_path / DATABASE).write_bytes((folder / DATABASE).read_bytes())
    how, text = DAMAGES[damage]
    hurt(tmp_path, how, made["table"])

    async def visit() -> None:
        async with running(tmp_path) as server:
            secrets = [seat["secret"] for seat in made["seats"]]
            page = await Page.connect(server.port, made["table"])
            await page.until(lambda: page.closed is not None)
            assert (page.closed, page.loose[0]["why"]) == (4404, "damaged")
            assert text in page.loose[0]["facts"]["text"]
            other = await server.create("device", "device")
            fine = await Page.open(server.port, other["table"], [other["seats"][0]["secret"]])
            assert fine.n == 1
            await fine.close()
            mine = {"secrets": [*secrets, other["seats"][0]["secret"]]}
            listed = (await server.json("/api/mine", mine))["running"]
            assert other["table"] in [game["table"] for game in listed]

    asyncio.run(visit())
    count, faults = check_tables(tmp_path / DATABASE, CustomFiles([]))
    assert count == 2
    assert [fault.table_id for fault in faults] == [made["table"]]
    assert text in faults[0].text


def test_a_game_of_later_rules_is_not_gone_on_with(
    played: tuple[Path, Json], tmp_path: Path
) -> None:
    folder, made = played
    (tmp_path / DATABASE).write_bytes((folder / DATABASE).read_bytes())
    later = "UPDATE tables SET header = replace(header, 'rules: 2', 'rules: 3') WHERE id = ?"
    hurt(tmp_path, lambda db, t: db.execute(later, (t,)), made["table"])

    async def visit() -> None:
        async with running(tmp_path) as server:
            page = await Page.connect(server.port, made["table"])
            await page.until(lambda: page.closed is not None)
            assert page.loose[0]["why"] == "cannot_go_on"
            assert LATER in page.loose[0]["facts"]["text"]

    asyncio.run(visit())


def run(*words: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["tables", *map(str, words)])
    return result.exit_code, result.output


def test_what_is_readable_is_saved_and_a_damaged_game_ended(
    played: tuple[Path, Json], tmp_path: Path
) -> None:
    folder, made = played
    table = made["table"]
    (tmp_path / DATABASE).write_bytes((folder / DATABASE).read_bytes())
    assert run("--data", tmp_path) == (0, "1 tables.\n")
    code, said = run("--data", tmp_path, "--end", table)
    assert code == 2
    assert "is not damaged" in said
    hurt(tmp_path, DAMAGES["a line is missing"][0], table)
    code, said = run("--data", tmp_path)
    assert code == 1
    assert f"{table}: " in said
    assert "1 of them damaged" in said
    assert json.loads(run("--data", tmp_path, "--json")[1])["faults"][0]["table"] == table
    saved = tmp_path / "saved.record"
    code, said = run("--data", tmp_path, "--export", table, "--out", saved)
    assert (code, "5 are there" in said) == (0, True)
    assert len(Record.from_text(saved.read_text()).moves) == 5
    assert run("--data", tmp_path, "--end", table)[0] == 0
    assert run("--data", tmp_path) == (0, "1 tables.\n")
    assert run("--data", tmp_path, "--export", "nothing")[0] == 2
    assert run("--data", tmp_path / "nowhere")[0] == 2

    async def visit() -> None:
        async with running(tmp_path) as server:
            secrets = {"secrets": [made["seats"][0]["secret"]]}
            mine = await server.json("/api/mine", secrets)
            assert [game["table"] for game in mine["finished"]] == [table]
            page = await Page.connect(server.port, table)
            await page.until(lambda: page.closed is not None)
            assert page.loose[0]["why"] == "damaged"

    asyncio.run(visit())


# ---- a file that cannot be written ----


def change(n: int) -> SaveChange:
    return SaveChange("t", ChangeRow(n, "P1", str(n), n - 1, n, None), [("P1", "x" * 3000)])


def test_a_full_disk_a_closed_file_and_bad_values_do_not_stop_the_writer(tmp_path: Path) -> None:
    async def write() -> None:
        store = Store(tmp_path / DATABASE)
        await store.write([NEW])
        pages = store._writer.execute("PRAGMA page_count").fetchone()[0]
        store._writer.execute(f"PRAGMA max_page_count = {pages}")  # a disk that is full
        with pytest.raises(StorageError, match="full") as caught:
            await asyncio.gather(*(store.write([change(n)]) for n in range(1, 20)))
        assert not caught.value.conflict
        store._writer.execute("PRAGMA max_page_count = 1000000")
        kept = await store.load("t")
        assert kept is not None
        n = len(kept.changes)
        await store.write([change(n + 1)])

        bad = replace(SEATS[0], name="\ud800")  # no text that can be written
        huge = SaveChange("t", ChangeRow(2**70, "P1", "huge", 0, 1, None), [])
        jobs: list[list[Change]] = [[SaveSeat(bad)], [change(n + 2)], [huge], [change(n + 3)]]
        answers = await asyncio.gather(*map(store.write, jobs), return_exceptions=True)
        assert [isinstance(answer, StorageError) for answer in answers] == [True, False] * 2

        store._writer.close()  # under its feet
        with pytest.raises(StorageError, match="closed"):
            await store.write([change(n + 4)])
        await store.write([change(n + 4)])
        kept = await store.load("t")
        assert kept is not None
        assert [one.n for one in kept.changes] == list(range(1, n + 5))
        await store.close()

    asyncio.run(write())


def test_a_locked_file_is_told_and_then_written_again(tmp_path: Path) -> None:
    async def write() -> None:
        store = Store(tmp_path / DATABASE)
        await store.write([NEW])
        store._writer.execute("PRAGMA busy_timeout = 100")
        with locked(tmp_path), pytest.raises(StorageError, match="locked"):
            await store.write([change(1)])
        await store.write([change(1)])
        await store.close()

    asyncio.run(write())


def test_health_tries_a_write(tmp_path: Path) -> None:
    async def ask() -> None:
        async with running(tmp_path, health_within=0.3) as server:
            assert (await server.ask("/api/health"))[:2] == (200, b'{"ok":true}')
            store = server.state.store
            assert isinstance(store, Store)
            store._trial = None
            with locked(tmp_path):
                status, text, _ = await server.ask("/api/health")
                assert (status, json.loads(text)["ok"]) == (503, False)
            store._trial = None
            assert (await server.ask("/api/health"))[0] == 200
            store._trial = None
            store._writer.execute("PRAGMA query_only = 1")  # a file that is only to be read
            status, text, _ = await server.ask("/api/health")
            assert (status, "readonly" in json.loads(text)["why"]) == (503, True)
            store._writer.execute("PRAGMA query_only = 0")
            before = store._trial
            assert (await server.ask("/api/health"))[0] == 503  # remembered for a moment
            assert store._trial is before

    asyncio.run(ask())
