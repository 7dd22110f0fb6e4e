"""One game over two servers: each seat at another one, computers thought elsewhere."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from smallworld.engine.game import RULES
from smallworld.server import clocks
from smallworld.server.cluster.homes import ALIVE, Heartbeat
from smallworld.server.trials.trial_services import TrialNats
from smallworld.table.rows import SaveNewTable
from tests.cluster.harness import cluster, thinker
from tests.server.harness import Json, Page, Running, legal, lines_of
from tests.server.test_maps import EXAMPLE
from tests.waiting import until, until_told


def secret(made: Json, seat: int) -> list[str]:
    return [made["seats"][seat]["secret"]]


async def sit(server: Running, made: Json, seat: int, after: int | None = None) -> Page:
    return await Page.open(server.port, made["table"], secret(made, seat), after=after)


async def seen_alike(*pages: Page) -> None:
    await until(lambda: len({page.n for page in pages}) == 1, "all see the same version")


def test_each_seat_at_another_server(database: str, nats: TrialNats, tmp_path: Path) -> None:
    async def play() -> None:
        luck = random.Random(1)
        async with cluster(database, nats.url, tmp_path) as (one, two):
            made = await one.create("link", "link", map="base-2", turns=2)
            ann, bob = await sit(one, made, 0), await sit(two, made, 1)
            await until(lambda: ann.seats[1]["connected"], "Ann sees Bob at the other server")
            await until(lambda: bob.seats[0]["connected"], "Bob sees Ann")
            while not (ann.over and bob.over):
                await seen_alike(ann, bob)
                if ann.over:
                    continue
                mover = ann if ann.view["to_act"] == "P1" else bob
                if mover.undo["step"] is not None and luck.random() < 0.1:
                    undo = {"t": "undo", "seat": mover.view["to_act"], "at": mover.n}
                    ack = await mover.ask({**undo, "to": mover.undo["step"]})
                else:
                    ack = await mover.do(luck.choice(legal(mover)))
                assert ack["t"] == "ack", ack
                await mover.reach(ack["n"])
            assert lines_of(ann) == lines_of(bob)
            assert ann.events == bob.events
            loaded = await one.state.store.load(made["table"])
            assert loaded is not None
            assert [(who, text) for who, text in loaded.lines] == lines_of(ann)
            path = f"/api/tables/{made['table']}/rematch"
            again = await two.json(path, {"secrets": secret(made, 1)})
            await ann.until(lambda: any(one["t"] == "rematch" for one in ann.loose))
            told = next(one for one in ann.loose if one["t"] == "rematch")
            assert (told["table"], told["watch"]) == (again["table"], again["watch"])
            for page in (ann, bob):
                await page.close()

    asyncio.run(play())


def test_a_page_goes_to_another_server_in_the_middle_of_a_turn(
    database: str, nats: TrialNats, tmp_path: Path
) -> None:
    async def play() -> None:
        async with cluster(database, nats.url, tmp_path) as (one, two):
            made = await one.create("device", "device", map="base-2")
            secrets = [seat["secret"] for seat in made["seats"]]
            page = await Page.open(one.port, made["table"], secrets)
            await page.reach((await page.do(legal(page)[0]))["n"])
            request = {"t": "do", "id": "m", "seat": "P1", "at": page.n, "do": legal(page)[0]}
            ack = await page.ask(request)
            await page.reach(ack["n"])
            n, lines = page.n, lines_of(page)
            await page.close()
            other = await Page.open(two.port, made["table"], secrets, after=n - 1)
            assert (other.n, [line for line in lines if line in lines_of(other)]) == (
                n,
                lines_of(other),
            )
            assert await other.ask(request) == ack  # asked again elsewhere: done once
            await other.reach((await other.do(legal(other)[0]))["n"])
            back = await Page.open(one.port, made["table"], secrets)
            assert (back.n, lines_of(back)[: len(lines)]) == (other.n, lines)
            for open_page in (other, back):
                await open_page.close()

    asyncio.run(play())


def test_computers_hints_and_reviews_are_thought_elsewhere(
    database: str, nats: TrialNats, tmp_path: Path
) -> None:
    async def play() -> None:
        async with (
            cluster(database, nats.url, tmp_path) as (one, two),
            thinker(nats.url) as first,
            thinker(nats.url) as second,
        ):
            made = await one.create("link", "random", "link", map="base-3", turns=1, hints=True)
            ann, bob = await sit(one, made, 0), await sit(two, made, 2)
            hint = await ann.ask({"t": "hint", "seat": "P1"})
            assert hint["t"] == "answer", hint
            while not (ann.over and bob.over):
                await seen_alike(ann, bob)
                n, mover = ann.n, {"P1": ann, "P3": bob}.get(ann.view["to_act"] or "")
                if mover is not None:
                    await mover.reach((await mover.do(legal(mover)[-1]))["n"])
                elif not ann.over:
                    await ann.until(lambda n=n: ann.n > n, 60)  # type: ignore[misc]
            assert first.done + second.done > 1
            await bob.ask({"t": "review"})
            await bob.until(lambda: any(m["t"] == "review" for m in bob.loose), 60)
            await until(lambda: one.state.cluster.thinking.waiting == 0, "nothing waits")  # type: ignore[union-attr]
            for page in (ann, bob):
                await page.close()

    asyncio.run(play())


def test_what_the_bus_loses_is_caught_up(database: str, nats: TrialNats, tmp_path: Path) -> None:
    async def play() -> None:
        async with cluster(database, nats.url, tmp_path) as (one, two):
            made = await one.create("link", "link", map="base-2")
            ann, bob = await sit(one, made, 0), await sit(two, made, 1)
            await until(lambda: ann.seats[1]["connected"], "both are there")
            nats.kill()
            await ann.reach((await ann.do(legal(ann)[0]))["n"])
            await seen_alike(ann, bob)  # by the database
            nats.start()
            await until(lambda: one.state.cluster.bus.connected, "the bus is back")  # type: ignore[union-attr]
            await until(lambda: two.state.cluster.bus.connected, "the bus is back")  # type: ignore[union-attr]
            await ann.reach((await ann.do(legal(ann)[0]))["n"])
            await seen_alike(ann, bob)
            for page in (ann, bob):
                await page.close()

    asyncio.run(play())


def test_limits_and_open_tables_are_those_of_all(
    database: str, nats: TrialNats, tmp_path: Path
) -> None:
    async def play() -> None:
        limits: dict[str, Any] = {"new_tables_burst": 3.0, "new_tables_rate": 0.0001}
        limits["most_sockets_by_address"] = 2
        limits["most_open_by_address"] = 1
        async with cluster(database, nats.url, tmp_path, **limits) as (one, two):
            made = await one.create("device", "link", open=True)
            listed = (await two.json("/api/tables/open"))["tables"]
            assert [table["table"] for table in listed] == [made["table"]]
            wish = {"seats": [{"kind": "device"}, {"kind": "link"}], "open": True}
            assert (await two.refused("/api/tables", wish))[1]["why"] == "too_many_open"
            await one.create("device", "device")
            left = [one.state.new_tables, two.state.new_tables]
            await until(lambda: not any(one.has_left("127.0.0.1") for one in left), "all is used")
            for server in (one, two):
                seats = [{"kind": "device"}] * 2
                assert (await server.ask("/api/tables", {"seats": seats}))[0] == 429
            pages = [await sit(one, made, 0), await sit(two, made, 0)]
            counts = one.state.sockets.open
            await until(lambda: counts.of("127.0.0.1") == 2, "both lines are counted")
            third = await Page.connect(one.port, made["table"])
            await third.until(lambda: third.closed is not None)
            assert third.closed == 1013
            for page in pages:
                await page.close()

    asyncio.run(play())


def test_a_table_of_later_rules_is_left_to_processes_that_know_them(
    database: str, nats: TrialNats, tmp_path: Path
) -> None:
    async def play() -> None:
        async with cluster(database, nats.url, tmp_path) as (one, two):
            made = await one.create("device", "device")
            loaded = await one.state.store.load(made["table"])
            assert loaded is not None
            header = loaded.table.header.replace(f"rules: {RULES}", f"rules: {RULES + 1}")
            later = replace(loaded.table, id="later", header=header)
            seats = [replace(seat, table_id="later") for seat in loaded.seats]
            kept = replace(loaded, table=later, seats=seats)
            await one.state.store.write([SaveNewTable(kept)])
            page = await Page.connect(one.port, "later")
            await page.until(lambda: page.closed is not None)
            assert (page.loose[0]["why"], page.closed) == ("cannot_go_on", 4404)
            life = Heartbeat("newer", RULES + 1)
            homes = one.state.cluster.homes  # type: ignore[union-attr]
            two.state.cluster.bus.say(ALIVE, msgspec.msgpack.encode(life))  # type: ignore[union-attr]
            await until(lambda: homes.knows_rules(RULES + 1), "a later process is there")
            page = await Page.connect(one.port, "later")
            await page.until(lambda: page.closed is not None)
            assert (page.loose[0]["why"], page.closed) == ("busy", 1013)  # come again

    asyncio.run(play())


def test_a_map_that_came_with_a_table_is_drawn_at_every_server(
    database: str, nats: TrialNats, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SMALLWORLD_CACHE", str(tmp_path / "cache"))

    async def play() -> None:
        async with cluster(database, nats.url, tmp_path) as (one, two):
            own = EXAMPLE.read_text(encoding="utf-8")
            made = await one.create("device", "device", start={"board": own})
            page = await Page.open(one.port, made["table"], secret(made, 0))
            drawing = await two.json(f"/api/drawing/{page.table['drawing']}")
            assert len(drawing["regions"]) == 19
            assert (await two.refused(f"/api/drawing/{'0' * 16}"))[0] == 404
            await page.close()

    asyncio.run(play())


def test_a_computer_goes_on_though_its_process_is_gone_and_nobody_looks(
    database: str, nats: TrialNats, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("smallworld.server.cluster.homes._WAKE", 0.2)

    async def play() -> None:
        async with cluster(database, nats.url, tmp_path, processes=1) as (stays,):
            async with cluster(database, nats.url, tmp_path, processes=1) as (goes,):
                made = await goes.create("random", "link", map="base-2")
            store, table = stays.state.store, made["table"]
            assert (await store.revisions([table]))[table] == 1  # nobody thinks yet
            async with thinker(nats.url):
                async with asyncio.timeout(60):
                    while not await _waits_for(stays, table, "P2"):
                        await asyncio.sleep(0)

    asyncio.run(play())


async def _waits_for(server: Running, table: str, seat: str) -> bool:
    kept = await server.state.store.load_since(table, 0)
    return kept is not None and kept.standing.acting == seat


def test_a_clock_runs_out_once_for_all_servers(
    database: str, nats: TrialNats, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "BEAT", 0.2)

    async def play() -> None:
        clock = {"per": "turn", "seconds": 1, "level": "random"}
        async with (
            thinker(nats.url),
            cluster(database, nats.url, tmp_path) as (one, two),
        ):
            made = await one.create("link", "link", map="base-2", clock=clock)
            ann, bob = await sit(one, made, 0), await sit(two, made, 1)
            await ann.until(lambda: ann.seats[0]["clock"]["runs"])
            await bob.until(lambda: bob.view["to_act"] == "P2", 60)
            await seen_alike(ann, bob)
            assert lines_of(ann) == lines_of(bob)
            assert bob.seats[1]["clock"]["left"] > 0
            for page in (ann, bob):
                await page.close()
            secrets = secret(made, 0)

            async def is_far() -> bool:
                mine = await two.json("/api/mine", {"secrets": secrets})
                return bool(mine["running"][0]["turn"] > 1)

            await until_told(is_far, "turns end though nobody looks any more", 60)

    asyncio.run(play())
