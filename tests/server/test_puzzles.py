"""Puzzles, deals and the game of the day, by a real server."""

from __future__ import annotations

import asyncio
from pathlib import Path

from smallworld.puzzles.puzzle import shipped
from smallworld.table.starting.deals import map_of_deal
from tests.puzzles.test_puzzles import asked_for, last_round
from tests.server.harness import Page, legal, running


def test_a_page_solves_a_puzzle_and_hears_the_verdict(tmp_path: Path) -> None:
    placed = last_round("campaign")
    seat = placed.puzzle.seat

    async def solve() -> None:
        async with running(tmp_path) as server:
            listed = await server.json("/api/puzzles")
            assert [one["puzzle"] for one in listed["puzzles"]] == list(shipped())
            page = await Page.connect(server.port, f"puzzle-{placed.puzzle.id}")
            await page.send({"t": "do", "id": "x", "seat": seat, "at": 1, "do": "done"})
            await page.until(lambda: "x" in page.replies)
            assert page.replies["x"]["why"] == "not_joined"
            await page.send({"t": "puzzle", "lang": "de"})
            await page.until(lambda: bool(page.table))
            for n, text in enumerate(asked_for(placed)):
                await page.send({"t": "do", "id": f"m{n}", "seat": seat, "at": n, "do": text})
                await page.until(lambda n=n: f"m{n}" in page.replies)  # type: ignore[misc]
                assert page.replies[f"m{n}"]["t"] == "ack"
            await page.until(lambda: any(told.get("verdict") for told in page.loose))
            [judged] = [told for told in page.loose if told.get("verdict")]
            assert judged["state"] == "judged"
            assert judged["verdict"]["answer"] == "best"
            await page.close()
            gone = await Page.connect(server.port, "puzzle-none")
            await gone.until(lambda: gone.closed is not None)
            assert gone.closed == 4404

    asyncio.run(solve())


def test_games_of_a_deal_stand_side_by_side(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            daily = await server.json("/api/daily")
            assert map_of_deal(daily["code"]) == daily["map"]
            _, wrong = await server.refused("/api/deals/nonsense")
            assert wrong["why"] == "no_deal"
            assert (await server.json("/api/deals/base-2-4k7hq"))["games"] == []
            made = await server.create(
                *("device", "random"), first="random", turns=1, start={"deal": "base-2-4k7hq"}
            )
            secret = next(seat["secret"] for seat in made["seats"] if seat["secret"])
            page = await Page.open(server.port, made["table"], [secret])
            assert page.table["deal"] == "base-2-4k7hq"
            while not page.over:
                await page.until(lambda: page.over or bool(page.view.get("legal")))
                if not page.over:
                    answer = await page.do(legal(page)[0])
                    await page.reach(answer["n"])
            deal = await server.json("/api/deals/base-2-4k7hq")
            [game] = deal["games"]
            assert [seat["level"] for seat in game["seats"]] == ["", "random"]
            assert all(len(seat["turns"]) == 1 for seat in game["seats"])
            await page.close()

    asyncio.run(play())
