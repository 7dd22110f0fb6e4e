"""A host closes a table or hands it on, at a server with its file."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.harness import Page, legal, running


def test_a_closed_table_is_said_to_be_so_and_stays_readable(tmp_path: Path) -> None:
    async def close() -> None:
        async with running(tmp_path) as server:
            made = await server.create("device", "link", "link", map="base-3", open=True)
            ann, bob = [seat["secret"] for seat in made["seats"][:2]]
            host = await Page.open(server.port, made["table"], [ann])
            other = await Page.open(server.port, made["table"], [bob])
            await host.reach((await host.do(legal(host)[0]))["n"])
            assert (await other.ask({"t": "close", "seat": "P2"}))["why"] == "not_host"
            assert (await host.ask({"t": "host", "seat": "P3"}))["why"] == "cannot_host"
            assert (await host.ask({"t": "host", "seat": "P2"}))["t"] == "ack"
            await host.until(lambda: {"t": "host", "host": "P2"} in host.loose)
            assert (await host.ask({"t": "close", "seat": "P1"}))["why"] == "not_host"
            await host.close()
            await other.close()

        async with running(tmp_path) as server:
            host = await Page.open(server.port, made["table"], [ann])
            other = await Page.open(server.port, made["table"], [bob])
            assert (host.table["host"], host.table["closed"]) == ("P2", False)
            listed = (await server.json("/api/tables/open"))["tables"]
            assert [one["table"] for one in listed] == [made["table"]]
            assert (await server.record(made))[0] == 403  # coins are hidden, and it goes on
            assert (await other.ask({"t": "close", "seat": "P2"}))["t"] == "ack"
            await host.until(lambda: {"t": "closed"} in host.loose)
            told = await host.do(legal(host)[0])
            assert (told["code"], told["why"]) == ("over", "table_closed")
            assert (await server.json("/api/tables/open"))["tables"] == []
            _, error = await server.refused(f"/api/tables/{made['table']}/join", {"name": "Zoe"})
            assert error["why"] == "no_free_seat"
            n, line = host.n, host.record_line
            await host.close()
            await other.close()

        async with running(tmp_path) as server:  # nothing is lost
            page = await Page.open(server.port, made["table"], [ann])
            assert (page.table["closed"], page.n, page.record_line) == (True, n, line)
            status, record, _ = await server.record(made)
            assert (status, b"record:" in record) == (200, True)
            mine = await server.json("/api/mine", {"secrets": [ann]})
            assert [one["table"] for one in mine["finished"]] == [made["table"]]
            path = f"/api/tables/{made['table']}/rematch"
            again = await server.json(path, {"secrets": [ann]})
            assert again["table"] != made["table"]
            await page.close()

    asyncio.run(close())
