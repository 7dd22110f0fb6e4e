"""Games in PostgreSQL: what was answered is kept, and who comes too late is told so."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace

import pytest

from smallworld.engine.game import GameError
from smallworld.server.storage.game_store import StorageError, WrittenByOthers
from smallworld.server.storage.postgres import (
    PostgresStore,
    ask_once,
    prepare_database,
    without_password,
)
from smallworld.server.storage.sql import SaveReview
from smallworld.server.trials.trial_services import TrialPostgres
from smallworld.table.clocks.clock import TableClock
from smallworld.table.problems import Refused
from smallworld.table.rows import (
    Change,
    ChangeRow,
    LoadedTable,
    SaveChange,
    SaveGuest,
    SaveNewTable,
    SaveSeat,
    SaveTable,
    standing_of,
)
from tests.server.test_store import SEATS, TABLE
from tests.waiting import until

FIRST = ChangeRow(1, "*", None, 0, 2, None)
LINES = [("*", "reveal a"), ("*", "reveal b")]
NEW = SaveNewTable(LoadedTable(replace(TABLE, n=1, line=2, acting="P1"), SEATS, LINES, [FIRST]))


def with_store(url: str, test: Callable[[PostgresStore], Awaitable[None]]) -> None:
    async def run() -> None:
        await prepare_database(url)
        store = PostgresStore(url)
        try:
            await test(store)
        finally:
            await store.close()

    asyncio.run(run())


async def put(store: PostgresStore, changes: Sequence[Change | SaveReview], rev: int) -> None:
    """Write for a revision; whatever went wrong is raised."""
    done: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
    store.put(changes, done.set_result, rev)
    error = await done
    if error is not None:
        raise error


def move(n: int, base: int, *texts: str, table: str = "t", id_: str | None = None) -> list[Change]:
    """One change and how the table stands after it."""
    line = base + len(texts)
    row = ChangeRow(n, "P1", id_ or f"id{n}", base, line, None)
    after = replace(TABLE, id=table, n=n, line=line, acting="P1")
    return [SaveChange(table, row, [("P1", text) for text in texts]), SaveTable(after)]


def test_what_was_kept_is_found(database: str) -> None:
    async def play(store: PostgresStore) -> None:
        await store.write([NEW])
        await put(store, move(2, 2, "x", "y"), 1)
        await put(store, move(3, 3), 2)  # taken back
        await put(store, move(4, 3, "z"), 3)
        await put(store, [SaveSeat(replace(SEATS[1], name="Bob", computer="greedy"))], 4)
        kept = await store.load("t")
        assert kept is not None
        assert [*kept.lines] == [*LINES, ("P1", "x"), ("P1", "z")]
        assert [change.n for change in kept.changes] == [1, 2, 3, 4]
        assert (kept.rev, kept.seats[1].name, kept.table.n) == (5, "Bob", 4)
        assert kept.table.request == TABLE.request
        update = await store.load_since("t", 2)
        assert update is not None
        assert (update.rev, update.standing) == (5, standing_of(kept.table))
        assert [change.lines for change in update.changes] == [[], [("P1", "z")]]
        assert await store.load("u") is None
        assert await store.load_since("u", 0) is None
        assert await store.revisions(["t", "u"]) == {"t": 5}
        assert [row.id for row, _ in await store.find_by_digests([b"P2"])] == ["t"]
        assert await store.find_waiting_for_computers(2e9) == []
        waits = replace(kept.table, acting="P2")
        await put(store, [SaveTable(waits)], 5)
        assert await store.find_waiting_for_computers(2e9) == ["t"]
        assert await store.find_waiting_for_computers(0.0) == []
        await store.write([SaveReview("t", 1.0, "{}")])
        await store.write([SaveReview("t", 1.0, "{1}")])
        assert await store.load_review("t") == "{1}"
        await store.try_write()

    with_store(database, play)


def test_of_two_writes_for_one_revision_one_is_kept(database: str) -> None:
    async def play(store: PostgresStore) -> None:
        other = PostgresStore(database)
        await store.write([NEW])
        answers = await asyncio.gather(
            *(put(one, move(2, 2, text), 1) for one, text in ((store, "x"), (other, "y"))),
            return_exceptions=True,
        )
        assert sorted(type(answer).__name__ for answer in answers) == [
            "NoneType",
            "WrittenByOthers",
        ]
        with pytest.raises(WrittenByOthers):
            await put(store, [SaveSeat(SEATS[0])], 1)
        kept = await store.load("t")
        assert kept is not None
        assert (kept.rev, len(kept.changes)) == (2, 2)
        again = replace(TABLE, id="again")
        rematch: list[Change] = [
            SaveNewTable(LoadedTable(again, [], [], [])),
            SaveTable(kept.table),
        ]
        with pytest.raises(WrittenByOthers):
            await put(store, rematch, 1)
        assert await store.load("again") is None
        await put(store, rematch, 2)
        assert await store.load("again") is not None
        await other.close()

    with_store(database, play)


def test_many_writes_are_one_statement_and_each_is_answered_for_itself(database: str) -> None:
    async def play(store: PostgresStore) -> None:
        names = [f"t{number}" for number in range(60)]
        for name in names:
            await store.write([SaveNewTable(LoadedTable(replace(TABLE, id=name), [], [], []))])
        before = store.statements
        late = [put(store, move(1, 0, "late", table="t7", id_="late"), 5)]
        fine = [put(store, move(1, 0, "x", table=name), 1) for name in reversed(names)]
        answers = await asyncio.gather(*late, *fine, return_exceptions=True)
        assert store.statements - before <= 3
        assert isinstance(answers[0], WrittenByOthers)
        assert answers[1:] == [None] * len(names)
        # What is wrong with one of them is told to that one.
        wrong = put(store, move(2, 1, "y", table="t1", id_="id1"), 2)
        right = put(store, move(2, 1, "y", table="t2"), 2)
        both = await asyncio.gather(wrong, right, return_exceptions=True)
        assert [type(answer) for answer in both] == [WrittenByOthers, type(None)]
        odd = put(store, [SaveSeat(replace(SEATS[0], name="a\0b"))], 2)
        assert isinstance((await asyncio.gather(odd, return_exceptions=True))[0], StorageError)

    with_store(database, play)


def test_a_database_that_is_killed_loses_and_doubles_nothing(postgres: TrialPostgres) -> None:
    database = postgres.new_database()

    async def play(store: PostgresStore) -> None:
        await store.write([NEW])
        rev = 1
        for kill in range(3):
            write = asyncio.create_task(put(store, move(rev + 1, rev + 1, f"m{kill}"), rev))
            await asyncio.sleep(0)  # it is on its way
            await asyncio.to_thread(postgres.restart)
            with suppress(WrittenByOthers):  # the answer got lost, so it is there
                await write
            update = await store.load_since("t", rev)
            assert update is not None
            assert [change.lines for change in update.changes] == [[("P1", f"m{kill}")]]
            rev = update.rev
        assert rev == 4
        assert store.longest_wait() == 0
        postgres.stop()
        reading = asyncio.create_task(store.load("t"))
        writing = asyncio.create_task(put(store, move(5, 5, "last"), rev))
        with pytest.raises(Refused) as caught:
            await reading
        assert caught.value.why == "busy"
        await until(lambda: store.longest_wait() > 0.5, "the write waits")
        with pytest.raises(StorageError, match="does not answer"):
            await store.try_write()
        await asyncio.to_thread(postgres.start)
        await writing

    with_store(database, play)


def test_a_database_that_cannot_be_used_says_why(database: str) -> None:
    async def play() -> None:
        with pytest.raises(GameError, match=r"cannot be opened.*postgresql://USER"):
            await prepare_database("postgresql://sw:secret@127.0.0.1:1/none")
        await prepare_database(database, "one")
        await prepare_database(database, "one")
        with pytest.raises(GameError, match=r"copy that file"):
            await prepare_database(database, "two")

    asyncio.run(play())
    assert without_password("postgresql://sw:secret@db:5432/x") == "postgresql://sw@db:5432/x"
    assert without_password("nats://bus:4222") == "nats://bus:4222"


# ---- clocks ----


def test_signs_of_life_of_any_process_count_for_all(database: str) -> None:
    async def test(store: PostgresStore) -> None:
        assert await store.beat(1000.0, 6.0) == 994.0  # before the first one nobody was there
        assert await store.beat(1002.0, 6.0) == 994.0
        assert await store.beat(1001.0, 6.0) == 994.0  # another process, whose clock is behind
        assert await store.beat(1108.0, 6.0) == 1094.0

    with_store(database, test)


def test_running_clocks_are_found_by_when_they_run_out(database: str) -> None:
    async def test(store: PostgresStore) -> None:
        for name, clock in (
            ("none", None),
            ("stands", TableClock(5.0, (9.0, 9.0))),
            ("later", TableClock(5.0, (9.0, 9.0), 0)),
            ("first", TableClock(5.0, (9.0, 2.0), 1)),
        ):
            row = replace(TABLE, id=name, n=1, line=2, acting="P1", clock=clock)
            seats = [replace(seat, table_id=name) for seat in SEATS]
            await store.write([SaveNewTable(LoadedTable(row, seats, LINES, [FIRST]))])
            loaded = await store.load(name)
            assert loaded is not None
            assert loaded.table.clock == clock
        assert await store.find_running_clocks(9) == [("first", 7.0), ("later", 14.0)]
        assert await store.find_running_clocks(1) == [("first", 7.0)]
        update = await store.load_since("first", 0)
        assert update is not None
        assert update.standing.clock == TableClock(5.0, (9.0, 2.0), 1)
        over = replace(TABLE, id="first", n=2, line=2, over=True, clock=TableClock(6.0, (9.0, 2.0)))
        await put(store, [SaveTable(over)], 1)
        assert await store.find_running_clocks(9) == [("later", 14.0)]

    with_store(database, test)


def test_a_database_of_the_first_version_is_made_one_of_this(database: str) -> None:
    async def test(store: PostgresStore) -> None:
        await store.write([NEW])
        await ask_once(database, "ALTER TABLE standings DROP COLUMN clock, DROP COLUMN due", ())
        await ask_once(database, "ALTER TABLE seats DROP COLUMN orders, DROP COLUMN owner", ())
        await ask_once(database, "DROP TABLE life", ())
        await store._fetch("UPDATE facts SET value = '1' WHERE name = 'format'")
        await prepare_database(database)
        await prepare_database(database)  # twice does no harm
        assert (await store.load("t")) is not None
        assert await store.beat(50.0, 6.0) == 44.0

    with_store(database, test)


def test_old_tables_are_forgotten_but_for_those_that_are_alive(database: str) -> None:
    async def play(store: PostgresStore) -> None:
        for name, moved in (("old", 5.0), ("watched", 5.0), ("slow", 5.0), ("new", 50.0)):
            table = replace(TABLE, id=name, n=1, line=2, moved=moved)
            if name == "slow":
                table = replace(table, clock=TableClock(5.0, (60.0, 60.0), 0))
            seats = [replace(seat, table_id=name) for seat in SEATS]
            await store.write([SaveNewTable(LoadedTable(table, seats, LINES, [FIRST]))])
        assert await store.forget(20.0, 10, ["watched"]) == ["old"]
        assert await store.load("old") is None
        assert set(await store.table_ids()) == {"watched", "slow", "new"}
        left = "SELECT count(*) FROM seats WHERE table_id = 'old'"
        assert await ask_once(database, left, ()) == [(0,)]
        assert await store.forget(20.0, 10, []) == ["watched"]
        assert await store.forget(20.0, 10, []) == []

    with_store(database, play)


def test_who_made_a_table_and_who_its_guests_are_is_kept(database: str) -> None:
    async def play(store: PostgresStore) -> None:
        table = replace(TABLE, n=1, line=2, open=True, moved=50.0)
        link = SEATS[1]
        host = replace(SEATS[0], claimed=True)
        loaded = LoadedTable(table, [host, link], LINES, [FIRST], maker="rival")
        await store.write([SaveNewTable(loaded)])
        assert await store.count_open("rival", 20.0) == 1
        assert await store.count_open("rival", 60.0) == 0  # it waits no more
        assert await store.count_open("somebody", 20.0) == 0
        taken = replace(link, claimed=True)
        wants = (
            "INSERT INTO notice_wants VALUES ($1, 't', $2, 'hook', 'x', $1, 'en', 1, 2.0, 3.0, 0)"
        )
        for seat in ("P1", "P2"):
            await store.run(wants, (f"want of {seat}", seat))
        await put(store, [SaveSeat(taken), SaveGuest("t", taken.seat, "guest")], 1)
        found = await store.load("t")
        assert found is not None
        assert found.guests == {taken.seat: "guest"}
        # Whoever had the seat before is told no more.
        assert await store.run("SELECT id FROM notice_wants", ()) == [("want of P1",)]
        with pytest.raises(WrittenByOthers):  # who was overtaken has written nothing of it
            await put(store, [SaveSeat(link), SaveGuest("t", taken.seat, "other")], 1)
        update = await store.load_since("t", 0)
        assert update is not None
        assert (update.rev, update.guests) == (2, {taken.seat: "guest"})
        assert await store.count_open("rival", 20.0) == 0  # all its seats are taken

    with_store(database, play)
