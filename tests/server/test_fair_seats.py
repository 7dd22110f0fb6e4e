"""A seat is its owner's and an open table everybody's, whatever rivals do."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from smallworld.home.new_tables import new_secret
from tests.server.harness import Json, Page, Running, running
from tests.waiting import until

RIVAL = {"X-Forwarded-For": "192.0.2.1"}
GUEST = {"X-Forwarded-For": "192.0.2.2"}


async def watch(server: Running, made: Json, headers: dict[str, str]) -> Page:
    return await Page.open(
        server.port, made["table"], watch=made["watch"], additional_headers=headers
    )


def test_watchers_cannot_lock_a_player_out(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, most_at_a_table=10, most_watching_by_address=6) as server:
            made = await server.create("link", "link")
            anna, bob = ([seat["secret"]] for seat in made["seats"])
            rival = await Page.open(server.port, made["table"], bob)
            crowd = [await watch(server, made, RIVAL) for _ in range(6)]
            assert all(page.closed is None for page in crowd)
            late = await watch(server, made, RIVAL)
            assert (late.closed, late.loose[0]["why"]) == (1013, "crowded_address")
            friends = [await watch(server, made, GUEST) for _ in range(3)]
            assert (await watch(server, made, {})).loose[0]["why"] == "crowded"
            page = await Page.open(server.port, made["table"], anna)
            assert page.you == ["P1"]  # one of the crowd has gone
            await crowd[-1].until(lambda: crowd[-1].closed is not None)
            assert [one.closed for one in friends] == [None] * 3
            await page.until(lambda: page.seats[0]["connected"])
            for one in [rival, page, *crowd, *friends]:
                await one.close()

    asyncio.run(play())


def test_a_seat_is_given_to_a_computer_only_after_a_warning(tmp_path: Path) -> None:
    async def play() -> None:
        limits: dict[str, Any] = {"takeover_after": 0.0, "takeover_warning": 1.0}
        async with running(tmp_path, **limits) as server:
            made = await server.create("link", "link", first="P1")
            anna, bob = ([seat["secret"]] for seat in made["seats"])
            rival = await Page.open(server.port, made["table"], bob)
            take = {"t": "takeover", "seat": "P1", "level": "greedy"}
            refused = await rival.ask({**take, "level": "random"})
            assert (refused["why"], refused["facts"]["known"][0]) == ("too_weak", "greedy")
            assert (await rival.ask(take))["t"] == "ack"
            await rival.until(lambda: rival.seats[0]["warning"] is not None)
            assert rival.seats[0]["warning"]["level"] == "greedy"
            pages = [await Page.open(server.port, made["table"], anna) for _ in range(2)]
            for page in pages:  # every page of the seat shows it
                assert page.seats[0]["warning"]["seconds"] <= 1
            assert (await pages[1].ask({"t": "here", "seat": "P1"}))["t"] == "ack"
            await pages[0].until(lambda: pages[0].seats[0]["warning"] is None)
            for page in pages:
                await page.close()
            await rival.until(lambda: not rival.seats[0]["connected"])
            assert (await rival.ask(take))["t"] == "ack"  # nobody says a word this time
            await rival.until(lambda: rival.seats[0]["computer"] == "greedy")
            await rival.until(lambda: rival.n > 1)  # and it plays
            await rival.close()

    asyncio.run(play())


def test_one_address_cannot_fill_the_list_of_open_tables(tmp_path: Path) -> None:
    async def play() -> None:
        seats = [{"kind": "device"}, {"kind": "link"}]
        wish = {"seats": seats, "open": True}
        async with running(tmp_path, most_open_by_address=2) as server:
            made = [await server.json("/api/tables", wish) for _ in range(2)]
            status, error = await server.refused("/api/tables", wish)
            assert (status, error["why"], error["facts"]) == (429, "too_many_open", {"most": 2})
            assert (await server.ask("/api/tables", {**wish, "open": False}))[0] == 200
            assert (await server.ask("/api/tables", wish, GUEST))[0] == 200
            await server.json(f"/api/tables/{made[0]['table']}/join", {"name": "Gus"})
            assert (await server.ask("/api/tables", wish))[0] == 200  # one has begun
            assert (await server.refused("/api/tables", wish))[1]["why"] == "too_many_open"

    asyncio.run(play())


def test_open_tables_do_not_wait_for_ever(tmp_path: Path) -> None:
    async def play() -> None:
        seats = [{"kind": "device"}, {"kind": "link"}]
        async with running(tmp_path) as server:
            made = await server.json("/api/tables", {"seats": seats, "open": True})
            assert len((await server.json("/api/tables/open"))["tables"]) == 1
        async with running(tmp_path, open_for=0.0) as server:
            assert (await server.json("/api/tables/open"))["tables"] == []
            _, error = await server.refused(f"/api/tables/{made['table']}/join", {"name": "Gus"})
            assert error["why"] == "no_longer_open"

    asyncio.run(play())


def test_one_address_cannot_take_all_seats(tmp_path: Path) -> None:
    async def play() -> None:
        seats = [{"kind": "device"}, *[{"kind": "link"}] * 3]
        async with running(tmp_path, guests_burst=2, guests_rate=0.0) as server:
            made = [
                await server.json("/api/tables", {"seats": seats, "open": True}) for _ in range(3)
            ]

            async def join(table: int, headers: dict[str, str]) -> tuple[int, bytes]:
                path = f"/api/tables/{made[table]['table']}/join"
                status, text, _ = await server.ask(path, {"name": "Gus"}, headers)
                return status, text

            assert (await join(0, RIVAL))[0] == 200
            status, text = await join(0, RIVAL)
            assert (status, b"guest_already" in text) == (403, True)
            assert (await join(1, RIVAL))[0] == 429  # not one table after the other either
            assert (await join(0, GUEST))[0] == 200

    asyncio.run(play())


def test_the_host_sees_a_guest_off(tmp_path: Path) -> None:
    async def play() -> None:
        seats = [{"kind": "device"}, {"kind": "link"}]
        async with running(tmp_path) as server:
            made = await server.json("/api/tables", {"seats": seats, "open": True, "first": "P1"})
            given = await server.json(f"/api/tables/{made['table']}/join", {"name": "Gus"})
            host = await Page.open(server.port, made["table"], [made["seats"][0]["secret"]])
            guest = await Page.open(server.port, made["table"], [given["secret"]])
            assert host.table["host"] == "P1"
            assert [seat["guest"] for seat in host.seats] == [False, True]
            secret = new_secret()
            bad = await host.ask({"t": "remove", "seat": "P2", "secret": "too short"})
            assert bad["code"] == "malformed"
            gone = {"t": "remove", "seat": "P2", "secret": secret}
            assert (await guest.ask({**gone, "seat": "P1"}))["why"] == "not_host"
            assert (await host.ask(gone))["t"] == "ack"
            await guest.until(lambda: guest.closed is not None)
            assert guest.closed == 4403
            assert (await Page.open(server.port, made["table"], [given["secret"]])).closed == 4403
            assert len((await server.json("/api/tables/open"))["tables"]) == 1
            friend = await Page.open(server.port, made["table"], [secret])
            assert friend.you == ["P2"]
            for page in (host, friend):
                await page.close()

    asyncio.run(play())


def test_a_server_that_begins_anew_knows_whose_open_tables_wait(tmp_path: Path) -> None:
    """And from where its guests came; of their addresses nothing can be read in its files."""

    async def play() -> None:
        wish = {"seats": [{"kind": "device"}, *[{"kind": "link"}] * 2], "open": True}
        async with running(tmp_path, most_open_by_address=2) as server:
            for _ in range(2):
                status, text, _ = await server.ask("/api/tables", wish, RIVAL)
                assert status == 200
            made = json.loads(text)
            join = f"/api/tables/{made['table']}/join"
            assert (await server.ask(join, {"name": "Gus"}, GUEST))[0] == 200
        async with running(tmp_path, most_open_by_address=2) as server:
            status, text, _ = await server.ask("/api/tables", wish, RIVAL)
            assert (status, b"too_many_open" in text) == (429, True)
            assert (await server.ask("/api/tables", wish, GUEST))[0] == 200
            status, text, _ = await server.ask(join, {"name": "Gus"}, GUEST)
            assert (status, b"guest_already" in text) == (403, True)
            host = await Page.open(server.port, made["table"], [made["seats"][0]["secret"]])
            gone = {"t": "remove", "seat": "P2", "secret": new_secret()}
            assert (await host.ask(gone))["t"] == "ack"
            await host.close()
        async with running(tmp_path) as server:  # who was asked to go sits there no more
            assert (await server.ask(join, {"name": "Gus"}, GUEST))[0] == 200

    asyncio.run(play())
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("games.db*"))
    assert b"192.0.2" not in kept


def test_many_open_tables_asked_for_at_once_are_not_more(tmp_path: Path) -> None:
    async def play() -> None:
        wish = {"seats": [{"kind": "device"}, {"kind": "link"}], "open": True}
        async with running(tmp_path, most_open_by_address=2) as server:
            asked = [server.ask("/api/tables", wish) for _ in range(4)]
            found = sorted(status for status, _, _ in await asyncio.gather(*asked))
            assert found == [200, 200, 429, 429]

    asyncio.run(play())


def test_from_where_tables_came_is_forgotten_when_they_wait_no_more(tmp_path: Path) -> None:
    async def play() -> None:
        wish = {"seats": [{"kind": "device"}, {"kind": "link"}], "open": True}
        async with running(tmp_path) as server:
            await server.json("/api/tables", wish)
        async with running(tmp_path, forget_every=0.02) as server:
            for _ in range(5):
                await server.json("/api/setup")
            assert marks() == 1
        async with running(tmp_path, forget_every=0.02, open_for=0.0):
            await until(lambda: marks() == 0, "it is forgotten")

    def marks() -> int:
        with closing(sqlite3.connect(tmp_path / "games.db")) as db:
            return int(db.execute("SELECT count(*) FROM marks").fetchone()[0])

    asyncio.run(play())
