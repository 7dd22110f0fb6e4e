"""What pages may say: stale, twice, for others, nonsense; undo, names, takeover, two devices."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from smallworld.server.http.wire import read
from smallworld.table.problems import Refused
from tests.server import jobs
from tests.server.harness import Json, Page, Running, SlowDisk, legal, lines_of, running
from tests.server.test_workers import PLACE
from tests.waiting import until


async def sit(server: Running, **wish: object) -> tuple[Json, Page, Page]:
    """A table for two, P1 to act, and a page for each."""
    made = await server.create("link", "link", **wish)
    pages = [
        await Page.open(server.port, made["table"], [seat["secret"]]) for seat in made["seats"]
    ]
    return made, pages[0], pages[1]


async def go(page: Page, text: str) -> Json:
    ack = await page.do(text)
    assert ack["t"] == "ack", ack
    await page.reach(ack["n"])
    return ack


async def until_conquests(page: Page) -> None:
    await go(page, "pick 1")
    while "stop" not in legal(page):
        await go(page, legal(page)[0])


def test_a_move_from_an_old_view_is_stale_and_a_fresh_view_follows(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            _, page, other = await sit(server)
            old = page.n
            await go(page, "pick 1")
            before = lines_of(page)
            count = len(page.heard)
            for at in (old, 0, page.n + 1, 10**9):
                answer = await page.ask({"t": "do", "seat": "P1", "at": at, "do": legal(page)[0]})
                assert (answer["t"], answer["code"]) == ("error", "stale")
            await page.until(lambda: len(page.heard) == count + 8)
            fresh = json.loads(page.heard[-1])
            assert (fresh["t"], fresh["n"], fresh["events"]) == ("view", page.n, [])
            assert lines_of(page) == before
            await other.reach(page.n)
            assert other.n == page.n

    asyncio.run(play())


def test_the_same_request_twice_is_done_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            made, page, _ = await sit(server)
            move: Json = {"t": "do", "id": "one", "seat": "P1", "at": page.n, "do": "pick 2"}
            first = await page.ask(move)
            again = await page.ask(move)
            assert first == again
            await page.reach(first["n"])
            lines = lines_of(page)
            # also for another line of the same seat, and whatever else it says by then
            second = await Page.open(server.port, made["table"], [made["seats"][0]["secret"]])
            assert await second.ask({**move, "do": "pick 1", "at": 77}) == first
            assert lines_of(second) == lines
        async with running(tmp_path) as server:  # and after a restart
            page = await Page.open(server.port, made["table"], [made["seats"][0]["secret"]])
            assert await page.ask(move) == first
            assert lines_of(page) == lines
            # the other seat's requests have names of their own
            other = await Page.open(server.port, made["table"], [made["seats"][1]["secret"]])
            answer = await other.ask({**move, "seat": "P2", "at": other.n})
            assert answer["code"] == "forbidden"

    asyncio.run(play())


def test_nobody_acts_for_another_seat(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            made, page, other = await sit(server)
            guest = await Page.open(server.port, made["table"], watch=made["watch"])
            texts = ["pick 1", "done"]
            for stranger in (other, guest):
                for text in texts:
                    for seat in ("P1", "P3"):
                        answer = await stranger.do(text, seat)
                        assert answer["code"] == "forbidden"
                for message in (
                    {"t": "undo", "seat": "P1", "at": page.n, "to": 0},
                    {"t": "try", "seat": "P1", "do": "pick 1"},
                    {"t": "why", "seat": "P1", "region": "1"},
                    {"t": "hint", "seat": "P1"},
                    {"t": "name", "seat": "P1", "name": "Mallory"},
                    {"t": "takeover", "seat": "P1", "level": "random"},
                    {"t": "takeover", "seat": "P1", "level": None},
                ):
                    assert (await stranger.ask(message))["code"] == "forbidden"
            assert (await other.do("pick 1", "P2"))["code"] == "forbidden"  # not its turn
            assert page.n == 1
            assert page.seats[0]["name"] == ""

    asyncio.run(play())


def test_only_secrets_and_the_link_to_watch_open_the_door(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, join_within=0.3) as server:
            made, _, _ = await sit(server)
            secret = made["seats"][0]["secret"]
            wrong = [secret[:-1], secret + "x", secret.lower(), "", made["watch"], made["table"]]
            for secrets, watch in (([], None), (wrong, None), ([], secret), ([], "")):
                page = await Page.open(server.port, made["table"], secrets, watch)
                assert page.closed == 4403
                assert page.loose[0]["code"] == "forbidden"
                assert not page.table
            page = await Page.open(server.port, made["table"], [*wrong, secret])
            assert page.you == ["P1"]
            page = await Page.open(server.port, "nowhere", [secret])
            assert page.closed == 4404
            page = await Page.connect(server.port, made["table"])
            await page.send({"t": "do", "id": "x", "seat": "P1", "at": 1, "do": "pick 1"})
            await page.until(lambda: page.closed is not None)
            assert page.closed == 4408
            assert page.loose[0]["code"] == "malformed"

    asyncio.run(play())


def test_undo_over_the_wire(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            made, page, other = await sit(server)
            await until_conquests(page)
            start, view = page.record_line, page.view
            finals = {action["do"] for action in page.view["legal"] if action.get("final")}
            assert page.undo == {"step": None, "turn": None}
            conquests = [
                text for text in legal(page) if text.startswith("conq") and text not in finals
            ]
            await go(page, conquests[0])
            assert page.undo == {"step": start, "turn": start}
            await go(page, next(text for text in legal(page) if text.startswith("conq")))
            assert page.undo == {"step": start + 1, "turn": start}
            await other.reach(page.n)
            assert other.undo == {"step": None, "turn": None}
            n, message = page.n, {"t": "undo", "seat": "P1", "at": page.n, "to": start}
            assert (await other.ask({**message, "seat": "P2"}))["code"] == "forbidden"
            for to in (start - 1, start + 2, 10**6):
                assert (await page.ask({**message, "to": to}))["code"] == "illegal"
            assert (await page.ask({**message, "at": n - 1}))["code"] == "stale"
            ack = await page.ask({**message, "id": "back"})
            assert (ack["n"], ack["line"]) == (n + 1, start)
            await page.reach(n + 1)
            await other.reach(n + 1)
            assert page.view == view
            assert max(event["line"] for event in page.events) == start
            assert other.events == page.events
            assert await page.ask({**message, "id": "back"}) == ack
            # a page that was away in between hears what it needs: from before, and from after
            for after in (0, n - 2, n - 1, n, n + 1, n + 99):
                late = await Page.open(
                    server.port, made["table"], [made["seats"][1]["secret"]], after=after
                )
                told = json.loads(late.heard[0])
                lowest = {n - 2: start, n - 1: start, n: start, n + 1: start}.get(after, 0)
                assert told["from"] == lowest
                assert all(event["line"] > lowest for event in told["events"])
            lines = lines_of(page)
        async with running(tmp_path) as server:
            page = await Page.open(server.port, made["table"], [made["seats"][0]["secret"]])
            assert lines_of(page) == lines
            assert page.n == n + 1
            assert page.view == view

    asyncio.run(play())


def test_a_page_that_comes_back_is_told_only_what_it_missed(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            made, page, other = await sit(server)
            await page.reach(1)
            await other.close()
            known, events = other.n, other.events
            await until_conquests(page)
            await go(page, legal(page)[0])
            back = await Page.open(server.port, made["table"], [made["seats"][1]["secret"]],
                                   after=known)  # fmt: skip
            told = json.loads(back.heard[0])
            assert events + told["events"] == page.events
            assert told["from"] == max(event["line"] for event in events)
            assert back.n == page.n

    asyncio.run(play())


def test_two_devices_and_a_spectator_see_the_same_game(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            made, page, _ = await sit(server)
            secret = made["seats"][0]["secret"]
            second = await Page.open(server.port, made["table"], [secret])
            guest = await Page.open(server.port, made["table"], watch=made["watch"])
            assert guest.you == []
            assert guest.view["seat"] is None
            await go(page, "pick 1")
            await second.reach(page.n)
            ack = await go(second, legal(second)[0])
            await page.reach(ack["n"])
            assert page.view == second.view
            await guest.reach(ack["n"])
            assert guest.view["legal"] == []
            assert guest.events == page.events
            await page.close()
            await until(lambda: server.state.sockets.count == 3, "the server has seen it off")
            assert second.seats[0]["connected"]
            await second.close()
            await guest.until(lambda: not guest.seats[0]["connected"])

    asyncio.run(play())


def test_a_computer_takes_a_seat_and_gives_it_back(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, takeover_after=0.4) as server:
            made, page, other = await sit(server, map="base-2", turns=10, takeover="random")
            await other.close()
            message: Json = {"t": "takeover", "seat": "P2", "level": "random"}
            assert (await page.ask(message))["code"] == "forbidden"  # not away for long
            while (taken := await page.ask(message))["t"] == "error":
                assert taken["why"] == "not_away"
            for level in ("genius", "external:/bin/sh", "search:time=3600s"):
                assert (await page.ask({**message, "level": level}))["why"] == "no_level"
            await page.until(lambda: page.seats[1]["computer"] == "random")
            while page.view["turn"] < 2:
                await page.until(lambda: page.view["to_act"] == "P1", 40)
                await go(page, legal(page)[-1])
            other = await Page.open(server.port, made["table"], [made["seats"][1]["secret"]])
            assert (await page.ask({**message, "level": None}))["code"] == "forbidden"
            while (refused := await other.do("done", "P2"))["code"] == "stale":
                pass  # the computer has moved meanwhile
            assert refused["code"] == "forbidden"
            assert (await other.ask({**message, "level": None}))["t"] == "ack"
            await page.until(lambda: page.seats[1]["computer"] is None)
            while page.view["to_act"] == "P1":
                await go(page, legal(page)[-1])
            await other.reach(page.n)
            await server.state.workers.do(jobs.double, 1, 30, PLACE)  # the only one; it is idle
            assert (await other.ask({"t": "position", "line": 1}))["t"] == "answer"
            assert other.view["to_act"] == "P2"  # and waits for the person again
            await go(other, legal(other)[0])
            # one's own seat at any time
            assert (await page.ask({**message, "seat": "P1"}))["t"] == "ack"

    asyncio.run(play())


def test_names_are_cleaned_and_shown_to_all(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            made, page, other = await sit(server, coins="open")
            name = " Anna\u202e \u0000<b>\n  "
            assert (await page.ask({"t": "name", "seat": "P1", "name": name}))["t"] == "ack"
            await other.until(lambda: other.seats[0]["name"] == "Anna <b>")
            long = await page.ask({"t": "name", "seat": "P1", "name": "x" * 41})
            assert long["code"] == "malformed"
            _, text, _ = await server.record(made)
            assert "\nP1: Anna <b>\n" in text.decode()

    asyncio.run(play())


def test_questions_are_answered_and_change_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            _, page, other = await sit(server)
            await until_conquests(page)
            n = page.n
            target = next(a for a in page.view["legal"] if a["do"].startswith("conquer"))
            why = await page.ask({"t": "why", "seat": "P1", "region": target["do"].split()[1]})
            assert why["reason"] is None
            assert (why["price"], why["parts"]) == (target["price"], target["parts"])
            assert (await page.ask({"t": "why", "seat": "P1", "region": "x"}))["code"] == "illegal"
            trial = await page.ask({"t": "try", "seat": "P1", "do": target["do"]})
            assert trial["events"][0]["kind"] == "move"
            assert (await other.ask({"t": "try", "seat": "P2", "do": "stop"}))["code"] == (
                "forbidden"
            )
            past = await other.ask({"t": "position", "line": 2})
            assert past["view"]["phase"] == {"kind": "race"}
            assert past["view"]["seat"] is None
            answer = await other.ask({"t": "position", "line": page.record_line + 1})
            assert answer["code"] == "illegal"
            await page.send({"t": "ping"})
            await page.until(lambda: {"t": "pong"} in page.loose)
            assert page.n == n

    asyncio.run(play())


def test_too_many_messages_are_refused_and_a_flood_is_cut_off(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, burst=10, rate=0.001) as server:
            _, page, other = await sit(server)
            await go(page, "pick 1")
            for _ in range(20):
                await page.send({"t": "ping"})
            await page.until(lambda: len(page.loose) == 20)
            codes = [message.get("code") for message in page.loose]
            assert codes == [None] * 8 + ["rate"] * 12
            await page.send({"t": "do", "id": "z", "seat": "P1", "at": page.n, "do": "done"})
            for _ in range(60):
                await page.send({"t": "ping"})
            await page.until(lambda: page.closed is not None)
            assert page.closed == 4429
            assert other.n == page.n  # and the others never noticed

    asyncio.run(play())


def test_long_and_binary_messages_are_refused_politely(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            _, page, _ = await sit(server)
            for message in (b'{"t":"ping"}', '{"t":"ping","x":"' + "y" * 5000 + '"}', "[" * 3000):
                await page.send(message)
            await page.until(lambda: len(page.loose) == 3)
            assert {message["code"] for message in page.loose} == {"malformed"}
            await go(page, "pick 1")
            await page.send("x" * 100_000)
            await page.until(lambda: page.closed is not None)
            assert page.closed == 1009

    asyncio.run(play())


# ---- nonsense ----

_IDS = st.text(max_size=70) | st.none()
_NUMBERS = st.integers() | st.floats(allow_nan=False) | st.booleans() | st.none()
_WORDS = st.sampled_from(
    [
        *("do", "undo", "try", "why", "position", "hint", "review", "takeover", "name"),
        *("join", "ping", "view", ""),
    ]
)
_SEATS = st.sampled_from(["P1", "P2", "P3", "p1", "P9", "", "*"])
_TEXTS = st.sampled_from(
    ["die 3", "race Elves", "pick 99", "conquer", "deploy 1 61", "stop", "pass"]
) | st.text(max_size=20)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
# Well-formed more often than not, but never a legal move of this position.
_MESSAGES = st.fixed_dictionaries(
    {"t": _WORDS | st.text(max_size=5)},
    optional={
        "id": _IDS,
        "seat": _SEATS,
        "at": st.sampled_from([0, 1, 2]) | _NUMBERS,
        "do": _TEXTS,
        "to": st.integers(-2, 20) | _NUMBERS,
        "line": st.integers(-2, 20) | _NUMBERS,
        "region": st.text(max_size=3),
        "secrets": st.lists(st.text(max_size=5)) | _JSON,
        "after": _NUMBERS,
        "watch": st.none() | st.text(max_size=5),
        "level": st.sampled_from(["nobody", "", "random:9", None]),
        "name": st.integers() | st.text(min_size=41, max_size=60),
        "extra": _JSON,
    },
)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(max_size=200) | _JSON.map(json.dumps) | _MESSAGES.map(json.dumps))
def test_reading_a_message_gives_one_or_an_error(text: str) -> None:
    with suppress(Refused):
        read(text)


def test_nonsense_never_changes_a_game(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """One server, one table, hundreds of strange messages from all sides."""
    with asyncio.Runner() as runner:
        context = running(tmp_path_factory.mktemp("fuzz"))
        server = runner.run(context.__aenter__())
        made, page, other = runner.run(sit(server, coins="open"))
        guest = runner.run(Page.open(server.port, made["table"], watch=made["watch"]))

        async def record() -> bytes:
            return (await server.record(made))[1]

        before = runner.run(record())
        view = page.view

        async def shout(messages: list[str]) -> None:
            for one in (page, other, guest):
                for message in messages:
                    await one.send(message)
                await one.ask({"t": "position", "line": 0})
                assert one.closed is None
                assert one.n == 1

        @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
        @given(st.lists(_MESSAGES.map(json.dumps) | st.text(max_size=50), min_size=1, max_size=8))
        def check(messages: list[str]) -> None:
            runner.run(shout(messages))

        check()
        assert runner.run(record()) == before
        assert page.view == view
        assert [seat["computer"] for seat in page.seats] == [None, None]
        runner.run(context.__aexit__(None, None, None))


def test_moves_of_a_table_do_not_reach_another(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            _, page, _ = await sit(server)
            made, second, _ = await sit(server)
            stranger = await Page.open(server.port, made["table"], [page.table["watch"]])
            assert stranger.closed == 4403
            await go(page, "pick 1")
            await second.ask({"t": "position", "line": 1})  # what came before has come by then
            assert second.n == 1

    asyncio.run(play())


def test_stale_doubled_and_foreign_moves_never_change_a_game(tmp_path: Path) -> None:
    """A whole game, with somebody trying to get legal moves in where they do not belong."""

    async def play() -> None:
        rng = random.Random(4)
        async with running(tmp_path) as server:
            made, *pages = await sit(server, turns=5, coins="open")
            guest = await Page.open(server.port, made["table"], watch=made["watch"])
            done: list[tuple[Page, Json, Json]] = []  # who said what, and the answer
            tried = {"stale": 0, "forbidden": 0, "ack": 0}
            while not pages[0].over:
                number = int(pages[0].view["to_act"][1:]) - 1
                mover, other = pages[number], pages[1 - number]
                before = lines_of(mover)
                n, line, move = mover.n, mover.record_line, rng.choice(legal(mover))
                good: Json = {"t": "do", "seat": f"P{number + 1}", "at": n, "do": move}
                back = {"t": "undo", "seat": good["seat"], "at": n, "to": rng.randrange(line)}
                bad = [
                    (mover, {**good, "at": rng.choice([0, n - 1, n + 1])}, "stale"),
                    (mover, {**back, "at": n - 1}, "stale"),
                    (other, good, "forbidden"),
                    (other, {**good, "seat": f"P{2 - number}"}, "forbidden"),
                    (other, back, "forbidden"),
                    (guest, good, "forbidden"),
                    (guest, {**good, "at": n - 1}, "forbidden"),
                ]
                for page, message, code in rng.sample(bad, 2):
                    assert (await page.ask(message))["code"] == code
                    tried[code] += 1
                if done:
                    page, message, answer = rng.choice(done)
                    assert await page.ask(message) == answer
                    tried["ack"] += 1
                assert (mover.n, lines_of(mover)) == (n, before)
                message = {**good, "id": f"move {n}"}
                answer = await mover.ask(message)
                assert (answer["t"], answer["n"]) == ("ack", n + 1)
                done.append((mover, message, answer))
                for page in (*pages, guest):
                    await page.reach(n + 1)
                    assert lines_of(page)[: line + 1] == [*before, (good["seat"], move)]
            assert min(tried.values()) > 10, tried

    asyncio.run(play())


def test_a_move_is_kept_then_acknowledged_then_shown(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            _, page, other = await sit(server)
            await page.until(lambda: page.seats[1]["connected"])
            for one in (page, other):
                one.heard.clear()
            with SlowDisk(server) as disk:
                asked = asyncio.create_task(page.do("pick 1", id="m"))
                await disk.writing.wait()
                for one in (page, other):
                    await one.send({"t": "ping"})
                    await one.until(lambda one=one: one.heard != [])  # type: ignore[misc]
                    pong = json.loads(one.heard.pop())
                    assert (pong["t"], one.heard) == ("pong", [])  # nothing before it is kept
                kept = await server.state.store.load(page.table["id"])
                assert kept is not None
                assert kept.table.n == 1
            assert (await asked)["t"] == "ack"
            for one in (page, other):
                await one.reach(2)
            assert [json.loads(text)["t"] for text in page.heard] == ["ack", "view"]
            assert [json.loads(text)["t"] for text in other.heard] == ["view"]

    asyncio.run(play())
