"""Nobody peeks: every message of every line is read while coins are hidden."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from smallworld.engine.pack import from_bytes
from smallworld.game.setup import prepare
from smallworld.table.loading import seat_position
from tests.server import jobs
from tests.server.harness import Json, Page, Running, bearer, legal, running

# Coins as nobody ever has them: wherever such a number stands, it is that seat's total.
PLANTED = 7_000_000
APART = 10_000


def plant(server: Running, table: str) -> None:
    state = server.state.tables._sessions[table].machine.state.history.state
    for seat in range(state.seats):
        state.coins[seat] = PLANTED + APART * (seat + 1) + APART // 2  # they come and go


def numbers_in(value: object, path: str = "") -> Iterator[tuple[str, int]]:
    """Every number of a message, also inside texts, with the way to it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from numbers_in(key, path)
            yield from numbers_in(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from numbers_in(inner, f"{path}[{index}]")
    elif isinstance(value, str):
        for word in "".join(c if c.isdigit() else " " for c in value).split():
            yield path, int(word)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield path, int(value)


def totals_in(text: str) -> set[tuple[int, str]]:
    """The seats whose coins stand in a message, and where."""
    found = set()
    for path, number in numbers_in(json.loads(text)):
        seat, rest = divmod(number - PLANTED, APART)
        if 1 <= seat <= 5 and rest < APART:
            found.add((seat, path))
    return found


async def ask_everything(page: Page, seat: str, rng: random.Random) -> None:
    """Questions, right and wrong, whose answers might tell too much."""
    region = str(rng.randrange(1, 24))
    for message in (
        {"t": "why", "seat": seat, "region": region},
        {"t": "try", "seat": seat, "do": rng.choice(legal(page) or ["done"])},
        {"t": "try", "seat": seat, "do": rng.choice(["pick 6", "conquer 1", "decline", "x"])},
        {"t": "do", "seat": seat, "at": page.n, "do": "pick 99"},
        {"t": "do", "seat": seat, "at": 0, "do": "done"},
        {"t": "do", "seat": "P1", "at": page.n, "do": "pick 9"},
        {"t": "undo", "seat": seat, "at": page.n, "to": 1},
        {"t": "name", "seat": seat, "name": "Anna"},
    ):
        await page.ask(message)
    advice = await page.ask({"t": "hint", "seat": seat})
    assert advice["t"] == "answer" or advice["why"] in ("not_your_seat", "not_your_turn"), advice
    assert (await page.ask({"t": "review"}))["why"] == "not_over"
    past = await page.ask({"t": "position", "line": rng.randrange(page.record_line + 1)})
    assert [one["coins"] for one in past["view"]["seats"]] == [None] * 3


async def ask_by_http(server: Running, made: Json) -> None:
    """Everything that can be asked without a line, with every link there is."""
    table = f"/api/tables/{made['table']}"
    secrets = [seat["secret"] for seat in made["seats"]]
    for token in (made["watch"], *secrets, ""):
        status, text, _ = await server.ask(f"{table}/record", headers=bearer(token))
        assert status == 403
        assert json.loads(text)["error"]["why"] == (
            "record_later" if token == made["watch"] else "not_your_table"
        )
    heard: list[Json] = [
        await server.json("/api/mine", {"secrets": secrets}),
        await server.json("/api/tables/open"),
    ]
    for path, body in ((f"{table}/rematch", {"secrets": secrets}), (f"{table}/join", {})):
        heard.append((await server.refused(path, body))[1])
    assert not totals_in(json.dumps(heard))
    assert all(game["result"] is None for game in heard[0]["running"])


@pytest.mark.parametrize("name", ["base-3", "underground-3"])
def test_no_message_holds_the_coins_of_another_seat(name: str, tmp_path: Path) -> None:
    async def play() -> None:
        rng = random.Random(name)
        async with running(tmp_path) as server:
            made = await server.create(*["link"] * 3, map=name, turns=2, hints=True)
            server.state.computers.adviser = jobs.advise_quickly
            plant(server, made["table"])
            secrets = [seat["secret"] for seat in made["seats"]]
            pages = [await Page.open(server.port, made["table"], [one]) for one in secrets]
            guest = await Page.open(server.port, made["table"], watch=made["watch"])
            shared = await Page.open(server.port, made["table"], secrets[1:])
            everyone = [*pages, guest, shared]
            shown_own = 0
            while not pages[0].over:
                number = int(pages[0].view["to_act"][1:])
                mover = pages[number - 1]
                if rng.random() < 0.2:
                    for page, seat in ((mover, f"P{number}"), (guest, "P1"), (pages[0], "P1")):
                        await ask_everything(page, seat, rng)
                    await ask_by_http(server, made)
                for page in everyone:  # the coming move may end the game and open all purses
                    shown_own += check(page, pages, guest, shared)
                ack = await mover.do(rng.choice(legal(mover)))
                assert ack["t"] == "ack", ack
                for page in everyone:
                    await page.reach(ack["n"])
            assert shown_own > 20  # the totals were there to be seen by those who may
            assert len(totals_in(guest.heard[-1])) >= 3  # and by all at the end
            past = await guest.ask({"t": "position", "line": 20})
            assert None not in [one["coins"] for one in past["view"]["seats"]]
            status, text, _ = await server.record(made)
            assert status == 200  # and the record is for all who may watch
            moves = [line for line in text.decode().splitlines() if not line.startswith("=")]
            assert not totals_in(json.dumps(moves))

    asyncio.run(play())


def check(page: Page, pages: list[Page], guest: Page, shared: Page) -> int:
    """Look at what was heard since the last time."""
    found = 0
    for text in page.heard:
        totals = totals_in(text)
        if page is guest:
            assert not totals
        elif page is shared:
            viewer = json.loads(text).get("view", {}).get("seat")
            assert all(f"P{seat}" == viewer for seat, _ in totals), totals
        else:
            own = pages.index(page) + 1
            assert all(seat == own for seat, _ in totals), totals
        expected = (".view.seats[0].coins", ".view.seats[1].coins", ".view.seats[2].coins")
        for seat, path in totals:
            # and what a page is told of its own seat: refusals and hints
            told = (".text", ".facts.", ".expected.", ".others[", ".market[", ".clock.")
            assert path == expected[seat - 1] or any(part in path for part in told), path
        found += len(totals)
    page.heard.clear()
    return found


def test_lists_do_not_tell_coins_before_the_end(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            made = await server.create("link", "link", open=True)
            plant(server, made["table"])
            page = await Page.open(server.port, made["table"], [made["seats"][0]["secret"]])
            await page.do("pick 1")
            mine = await server.json("/api/mine", {"secrets": [made["seats"][0]["secret"]]})
            listed = await server.json("/api/tables/open")
            assert mine["running"][0]["result"] is None
            assert not totals_in(json.dumps([mine, listed]))

    asyncio.run(play())


def test_computers_are_not_told_the_coins_of_others(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            made = await server.create("link", "link", "link", map="base-3")
            plant(server, made["table"])
            machine = server.state.tables._sessions[made["table"]].machine
            asked = seat_position(machine.state.row.header, (), machine.state.history)
            options, library = prepare(machine.state.history.table)
            seen = from_bytes(asked.seen, options, library)
            assert list(seen.coins) == [PLANTED + APART + APART // 2, 0, 0]

    asyncio.run(play())


def test_secrets_are_told_once_and_kept_as_digests(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            made = await server.create("link", "device")
            secrets = [seat["secret"] for seat in made["seats"]]
            pages = [await Page.open(server.port, made["table"], [one]) for one in secrets]
            await pages[0].do("pick 1")
            await pages[1].reach(2)
            await pages[1].ask({"t": "name", "seat": "P2", "name": "Bob"})
            heard = "".join(pages[0].heard + pages[1].heard)
            for secret in secrets:
                assert secret not in heard
            listed = await server.json("/api/mine", {"secrets": secrets})
            assert all(secret not in json.dumps(listed) for secret in secrets)
        files = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        assert made["table"].encode() in files
        for secret in secrets:
            assert secret.encode() not in files

    asyncio.run(play())
