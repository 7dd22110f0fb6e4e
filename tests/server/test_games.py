"""Whole games over WebSockets, on every board, with every view compared with the record."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from smallworld.content.loader import MAPS
from smallworld.engine.game import apply, is_over, result
from smallworld.engine.notation import from_text
from smallworld.engine.state import State
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.records.record import Record
from smallworld.game.setup import GameSetup, start_game
from smallworld.game.views.view import View
from tests.effort import usually
from tests.server.harness import Http, Json, Page, Running, legal, lines_of, running


class Follower:
    """The game as the record tells it, next to the one the server plays."""

    def __init__(self, page: Page) -> None:
        table = page.table
        self.table = GameSetup(
            map=table["map"],
            world=table["world"],
            turns=table["turns"],
            players=len(table["seats"]),
            first=int(table["options"]["first"][1:]) - 1,
            coins=table["options"]["coins"],
            places=table["options"]["places"],
            monsters=tuple(table["options"]["monsters"]),
        )
        self.state: State = start_game(self.table)
        self._done = 0

    def follow(self, page: Page) -> None:
        """Carry out what is new, and compare the page's view with what it may see."""
        lines = lines_of(page)
        for _, text in lines[self._done :]:
            apply(self.state, from_text(self.state, text))
        self._done = len(lines)
        assert page.record_line == len(lines)

    def compare(self, page: Page) -> None:
        seats = [int(seat[1:]) - 1 for seat in page.you]
        to_act = page.view["to_act"]
        seat = seats[0] if seats else None
        if to_act in page.you:
            seat = int(to_act[1:]) - 1
        offered = {key: [dict(action) for action in page.view[key]] for key in ("legal", "ahead")}
        shown = {**page.view, **offered}
        for action in [*offered["legal"], *offered["ahead"]]:
            action.pop("final", None)
        expected = View(self.state, self.table, seat).to_dict()
        assert shown == _as_json(expected)


def _as_json(view: object) -> Json:
    import json

    found: Json = json.loads(json.dumps(view))
    return found


async def open_all(server: Running, made: Json) -> list[Page]:
    """A page for every seat, a second one for the first seat, and a spectator."""
    secrets = [seat["secret"] for seat in made["seats"]]
    pages = [await Page.open(server.port, made["table"], [secret]) for secret in secrets]
    pages.append(await Page.open(server.port, made["table"], secrets[:1]))
    pages.append(await Page.open(server.port, made["table"], watch=made["watch"]))
    return pages


FEW = [("base-2", ""), ("underground-3", ""), ("base-5", ""), ("base-3", "mixed")]
ALL = [*((name, "") for name in MAPS), ("base-3", "mixed"), ("base-2", "mixed")]


@pytest.mark.parametrize(("name", "world"), usually(FEW, ALL))
def test_a_game_from_the_first_card_to_the_result(name: str, world: str, tmp_path: Path) -> None:
    async def play() -> None:
        dealer = Dealer(MAPS.index(name) + 100 * len(world))
        players = int(name[-1])
        async with running(tmp_path) as server:
            turns = 3 if players < 4 else 2
            made = await server.create(*["link"] * players, map=name, world=world, turns=turns)
            pages = await open_all(server, made)
            follower = Follower(pages[0])
            while True:
                follower.follow(pages[-1])
                for page in pages:
                    follower.compare(page)
                    assert page.events == pages[0].events
                if pages[0].over:
                    break
                mover = pages[int(pages[0].view["to_act"][1:]) - 1]
                actions = legal(mover)
                ack = await mover.do(actions[dealer.pick(len(actions))])
                assert ack["t"] == "ack", ack
                for page in pages:
                    await page.reach(ack["n"])
                    assert page.n == ack["n"]
            await check_end(server, made, pages, follower)

    asyncio.run(play())


async def check_end(http: Http, made: Json, pages: list[Page], follower: Follower) -> None:
    assert is_over(follower.state)
    end = result(follower.state)
    assert pages[-1].view["result"]["coins"] == end.coins
    _, text, _ = await http.record(made)
    record = Record.from_text(text.decode())
    assert [(move.who, move.text) for move in record.moves] == lines_of(pages[0])
    assert result(record.replay()).coins == end.coins
    assert (await pages[0].do("done", "P1"))["code"] == "over"
    mine = await http.json("/api/mine", {"secrets": [made["seats"][0]["secret"]]})
    assert mine["running"] == []
    assert mine["finished"][0]["result"]["coins"] == end.coins
    for page in pages:
        await page.close()


def test_computers_play_their_seats_to_the_end(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            made = await server.create("device", "greedy", "random", map="underground-3", turns=2)
            page = await Page.open(server.port, made["table"], [made["seats"][0]["secret"]])
            while not page.over:
                await page.until(lambda: page.view["to_act"] == "P1" or page.over, 60)
                if not page.over:
                    actions = legal(page)
                    ack = await page.do(actions[-1])
                    await page.reach(ack["n"])
            movers = {event["seat"] for event in page.events if event["kind"] == "move"}
            assert movers == {"P1", "P2", "P3"}

    asyncio.run(play())


def test_one_device_for_three_people_sees_with_the_eyes_of_whoever_is_to_act(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            made = await server.create("device", "device", "device", map="base-3", turns=1)
            secrets = [seat["secret"] for seat in made["seats"]]
            page = await Page.open(server.port, made["table"], secrets)
            assert page.you == ["P1", "P2", "P3"]
            while not page.over:
                assert page.view["seat"] == page.view["to_act"]
                shown = [seat["coins"] is not None for seat in page.view["seats"]]
                assert shown == [seat == page.view["to_act"] for seat in page.you]
                ack = await page.do(legal(page)[-1])
                await page.reach(ack["n"])

    asyncio.run(play())
