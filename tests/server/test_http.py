"""Tables made, joined, listed and played again; the page; what is turned away at the door."""

from __future__ import annotations

import asyncio
import gzip
import json
from dataclasses import asdict
from pathlib import Path

import pytest
import websockets

from smallworld.content.loader import MAPS
from smallworld.game.records.record import Record
from smallworld.home.new_tables import new_secret
from smallworld.players.registry import offered_levels
from tests.server.harness import Json, Page, Running, bearer, legal, running

SEATS = [{"kind": "device", "name": " Anna "}, {"kind": "link"}]


def test_what_can_be_set_up(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            setup = await server.json("/api/setup")
            assert [found["name"] for found in setup["maps"]] == MAPS
            assert setup["levels"] == [asdict(level) for level in offered_levels()]
            assert setup["worlds"] == ["base", "underground", "mixed"]
            assert setup["settings"]["flames_entry"]["usual"] == "edge"
            for lang in setup["languages"]:
                texts = await server.json(f"/api/texts/{lang}")
                assert texts["traits"]["Elves"]["kind"] == "race"
                elves = texts["traits"]["Elves"]
                assert (elves["tokens"], elves["supply"]) == (6, 11)
                assert texts["traits"]["Stonehedge"]["rulings"]
                assert texts["pieces"]["lair"]["text"]
                assert texts["terms"]
            drawing = await server.json("/api/drawing/underground-5")
            assert len(drawing["facts"]) == 55
            assert set(drawing["facts"]) == set(drawing["regions"])
            assert drawing["facts"]["1"]["neighbours"]
            assert (await server.ask("/api/art.svg"))[2]["content-type"] == "image/svg+xml"
            for path in ("/api/texts/xx", "/api/drawing/x", "/api/x", "/x.js", "/assets/../x"):
                assert (await server.refused(path))[0] == 404

    asyncio.run(play())


def test_a_table_is_as_it_was_asked_for(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            made = await server.json(
                "/api/tables",
                {
                    "seats": [*SEATS, {"kind": "computer", "level": "random"}],
                    "map": "base-4",
                    "world": "mixed",
                    "turns": 7,
                    "first": 2,
                    "coins": "open",
                    "settings": {"ghouls_reenter": False, "flames_entry": "volcano"},
                },
            )
            assert [seat["kind"] for seat in made["seats"]] == ["device", "link", "computer"]
            assert [seat["name"] for seat in made["seats"]] == ["Anna", "", ""]
            assert made["seats"][2]["secret"] is None
            tokens = {made["watch"], *(seat["secret"] for seat in made["seats"][:2])}
            assert len(tokens) == 3
            assert min(len(token) for token in tokens) >= 32
            page = await Page.open(server.port, made["table"], watch=made["watch"])
            options = page.table["options"]
            assert (page.table["map"], page.table["turns"]) == ("base-4", 7)
            assert options["settings"]["flames_entry"] == "volcano"
            assert len(options["monsters"]) > 0
            assert (options["first"], page.view["to_act"]) == ("P2", "P2")
            assert page.view["seats"][0]["coins"] == 5
            _, text, _ = await server.record(made)
            record = Record.from_text(text.decode())
            assert record.players == ["Anna", "P2", "random"]
            assert not record.table.settings.allows("ghouls_reenter")
            assert "seed" not in text.decode()

    asyncio.run(play())


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"seats": []},
        {"seats": SEATS[:1]},
        {"seats": SEATS * 3},
        {"seats": SEATS, "map": "../../etc/passwd.toml"},
        {"seats": SEATS, "map": "base-9"},
        {"seats": SEATS, "world": "underground"},
        {"seats": SEATS, "turns": 0},
        {"seats": SEATS, "turns": 10**9},
        {"seats": SEATS, "first": "P3"},
        {"seats": SEATS, "first": 0},
        {"seats": SEATS, "coins": "mine"},
        {"seats": SEATS, "settings": {"cheat": True}},
        {"seats": SEATS, "settings": {"flames_entry": True}},
        {"seats": SEATS, "custom": ["/etc/passwd"]},
        {"seats": SEATS, "bribe": 5},
        {"seats": [{"kind": "computer", "level": "genius"}, {"kind": "link"}]},
        {"seats": [{"kind": "computer", "level": "external:/bin/sh"}, {"kind": "link"}]},
        {"seats": [{"kind": "computer", "level": "search:time=1s"}, {"kind": "link"}]},
        {"seats": [{"kind": "link", "level": "greedy"}, {"kind": "link"}]},
        {"seats": [{"kind": "link", "name": "x" * 41}, {"kind": "link"}]},
        [],
        "x",
        b"{",
        b"\xff",
        b"[" * 5000,
    ],
)
def test_a_wish_that_cannot_be_is_explained(wrong: object, tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            status, error = await server.refused("/api/tables", wrong)
            assert status == 400
            assert error["text"]
            assert await server.json("/api/tables/open") == {"tables": []}

    asyncio.run(play())


def test_bodies_are_limited_and_must_be_json(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            big = {"seats": SEATS, "map": "x" * 70_000}
            assert (await server.refused("/api/tables", big))[0] == 413
            body = json.dumps({"seats": SEATS}).encode()
            status, _, _ = await server.ask("/api/tables", body, {"Content-Type": "text/plain"})
            assert status == 415
            assert (await server.ask("/api/tables"))[0] == 404

    asyncio.run(play())


def test_guests_find_open_tables_and_get_a_seat_of_their_own(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            made = await server.create("device", "link", "link", map="base-3", open=True)
            closed = await server.create("device", "link")
            listed = (await server.json("/api/tables/open"))["tables"]
            assert [table["table"] for table in listed] == [made["table"]]
            assert [seat["free"] for seat in listed[0]["seats"]] == [False, True, True]
            path = f"/api/tables/{made['table']}/join"
            guests = await asyncio.gather(
                *(
                    server.ask(path, {"name": name}, {"X-Forwarded-For": f"192.0.2.{n}"})
                    for n, name in enumerate(("Bob", "Eve", "Max"))
                )
            )
            got = [json.loads(text) for status, text, _ in guests if status == 200]
            assert sorted(one["seat"] for one in got) == ["P2", "P3"]
            assert sorted(status for status, _, _ in guests) == [200, 200, 403]
            for one in got:
                page = await Page.open(server.port, made["table"], [one["secret"]])
                assert page.you == [one["seat"]]
            old = await Page.open(server.port, made["table"], [made["seats"][1]["secret"]])
            assert old.closed == 4403  # the link that was given out before is worth nothing now
            assert await server.json("/api/tables/open") == {"tables": []}
            other = f"/api/tables/{closed['table']}/join"
            assert (await server.refused(other, {"name": "Bob"}))[0] == 403
            assert (await server.refused("/api/tables/nowhere/join", {}))[0] == 404

    asyncio.run(play())


def test_a_link_that_was_used_is_not_free(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            made = await server.create("device", "link", open=True)
            page = await Page.open(server.port, made["table"], [made["seats"][1]["secret"]])
            assert not page.seats[1]["free"]
            await page.close()
        async with running(tmp_path) as server:
            assert await server.json("/api/tables/open") == {"tables": []}
            path = f"/api/tables/{made['table']}/join"
            assert (await server.refused(path, {"name": "Bob"}))[0] == 403

    asyncio.run(play())


def test_a_seat_that_waits_in_vain_is_played_by_a_computer_until_its_person_comes(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with running(tmp_path, takeover_after=0.0) as server:
            made = await server.create("device", "link", open=True)
            page = await Page.open(server.port, made["table"], [made["seats"][0]["secret"]])
            assert page.seats[1]["free"]
            take: Json = {"t": "takeover", "seat": "P2", "level": "greedy"}
            assert (await page.ask(take))["t"] == "ack"
            await page.until(lambda: page.seats[1]["computer"] == "greedy")
            assert not page.seats[1]["free"]
            assert await server.json("/api/tables/open") == {"tables": []}
            path = f"/api/tables/{made['table']}/join"
            assert (await server.refused(path, {"name": "Bob"}))[1]["why"] == "no_free_seat"
        async with running(tmp_path) as server:  # by link, on another device, another day
            late = await Page.open(server.port, made["table"], [made["seats"][1]["secret"]])
            assert (late.you, late.seats[1]["computer"]) == (["P2"], "greedy")
            assert (await late.ask({**take, "level": None}))["t"] == "ack"
            await late.until(lambda: late.seats[1]["computer"] is None)
            assert not late.seats[1]["free"]

    asyncio.run(play())


async def play_out(page: Page) -> None:
    while not page.over:
        ack = await page.do(legal(page)[-1])
        await page.reach(ack["n"])


def test_my_games_and_a_rematch(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            made = await server.create("device", "link", turns=1)
            secrets = [seat["secret"] for seat in made["seats"]]
            waiting = await server.create("link", "link", first="P2")
            theirs = waiting["seats"][0]["secret"]
            mine = await server.json("/api/mine", {"secrets": [theirs, *secrets, "x", ""]})
            assert [game["table"] for game in mine["running"]] == [made["table"], waiting["table"]]
            assert mine["running"][0]["you"] == ["P1", "P2"]
            assert mine["running"][1]["you"] == ["P1"]
            assert (await server.json("/api/mine", {"secrets": []})) == {
                "running": [],
                "finished": [],
            }
            again = f"/api/tables/{made['table']}/rematch"
            assert (await server.refused(again, {"secrets": secrets}))[0] == 409
            page = await Page.open(server.port, made["table"], secrets)
            await page.ask({"t": "name", "seat": "P2", "name": "Bob"})
            await play_out(page)
            mine = await server.json("/api/mine", {"secrets": [theirs, *secrets]})
            assert [game["table"] for game in mine["finished"]] == [made["table"]]
            assert mine["finished"][0]["result"] == page.view["result"]
            assert (await server.refused(again, {"secrets": [theirs]}))[0] == 403
            new = await server.json(again, {"secrets": secrets[1:]})
            assert [seat["secret"] for seat in new["seats"]] == [None, secrets[1]]
            assert [seat["name"] for seat in new["seats"]] == ["", "Bob"]
            assert (await server.json(again, {"secrets": secrets}))["table"] == new["table"]
            await page.until(lambda: bool(page.loose))
            assert page.loose == [{"t": "rematch", "table": new["table"], "watch": new["watch"]}]
            page = await Page.open(server.port, new["table"], secrets)
            assert page.you == ["P1", "P2"]
            old = await Page.open(server.port, made["table"], watch=made["watch"])
            assert old.table["rematch"] == new["table"]

    asyncio.run(play())


def test_the_games_of_many_years_are_found(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            made = await server.create("device", "link")
            old = [new_secret() for _ in range(1799)]
            mine = await server.json("/api/mine", {"secrets": [*old, made["seats"][0]["secret"]]})
            assert [game["you"] for game in mine["running"]] == [["P1"]]

    asyncio.run(play())


def test_the_record_is_for_those_who_may_watch(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            made = await server.create("device", "device", coins="open")
            path = f"/api/tables/{made['table']}/record"
            for token in ("", "x", made["seats"][0]["secret"]):
                assert (await server.ask(path, headers=bearer(token)))[0] == 403
            for wrong in ({}, {"Authorization": made["watch"]}, {"Authorization": "Bearer"}):
                assert (await server.ask(path, headers=wrong))[0] == 403
            status, text, headers = await server.record(made)
            assert status == 200
            assert Record.from_text(text.decode()).moves
            assert headers["cache-control"] == "no-store"

    asyncio.run(play())


def test_making_tables_is_limited(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, new_tables_burst=3, new_tables_rate=0.001) as server:
            answers = [await server.ask("/api/tables", {"seats": SEATS}) for _ in range(5)]
            assert [status for status, _, _ in answers] == [200, 200, 200, 429, 429]

    asyncio.run(play())


def test_every_answer_carries_the_headers(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            for path in ("/", "/t/abc", "/api/setup", "/api/x", "/new", "/api/tables/open"):
                _, _, headers = await server.ask(path)
                policy = headers["content-security-policy"]
                assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
                assert "unsafe" not in policy
                assert headers["x-content-type-options"] == "nosniff"
                assert headers["x-frame-options"] == "DENY"
                assert headers["referrer-policy"] == "no-referrer"
                assert "server" not in headers
            assert (await server.ask("/api/tables/open"))[2]["cache-control"] == "no-store"

    asyncio.run(play())


def test_other_hosts_and_other_sites_are_turned_away(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, names=("play.example",)) as server:
            good = [f"localhost:{server.port}", "[::1]:80", "play.example", "127.0.0.1"]
            bad = ["evil.example", "192.168.1.5", "play.example.evil", "x@localhost", "a b", ""]
            for host in good:
                assert (await server.ask("/api/setup", headers={"Host": host}))[0] == 200
            for host in bad:
                assert (await server.ask("/api/setup", headers={"Host": host}))[0] == 403
            here = f"127.0.0.1:{server.port}"
            wish = {"seats": SEATS}
            for origin, status in (
                (f"http://{here}", 200),
                (f"https://{here}", 200),
                ("http://evil.example", 403),
                (f"http://localhost:{server.port}", 403),
                ("null", 403),
                ("http://[", 403),
            ):
                found = await server.ask("/api/tables", wish, {"Origin": origin})
                assert found[0] == status, origin
            made = await server.create("device", "device")
            url = f"ws://{here}/ws/{made['table']}"
            async with websockets.connect(url, origin=websockets.Origin(f"http://{here}")):
                pass
            for origin in ("http://evil.example", "null"):
                with pytest.raises(websockets.InvalidStatus):
                    await websockets.connect(url, origin=websockets.Origin(origin))
            with pytest.raises(websockets.InvalidStatus):
                await websockets.connect(url, additional_headers={"Host": "evil.example"})

    asyncio.run(play())


async def fetch(server: Running, path: str, **headers: str) -> tuple[int, bytes, dict[str, str]]:
    return await server.ask(path, headers={k.replace("_", "-"): v for k, v in headers.items()})


def test_the_page_or_how_to_build_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, page=tmp_path / "static") as server:
            static = tmp_path / "static"
            for path in ("/", "/new", "/encyclopedia", "/t/x", "/t/x/seat", "/watch/x"):
                status, text, headers = await fetch(server, path)
                assert status == 200
                assert b"has not been built" in text
                assert headers["content-type"].startswith("text/html")
            (static / "assets").mkdir(parents=True)
            (static / "assets" / "app-123.js").write_text("let x = 1;" * 100)
            (static / "icon.svg").write_text("<svg/>")
            (static / "index.html").write_text("<!doctype html>the page")
            (tmp_path / "secret.txt").write_text("no")
            assert b"the page" in (await fetch(server, "/replay/abc"))[1]
            status, text, headers = await fetch(server, "/assets/app-123.js")
            assert (status, len(text)) == (200, 1000)
            assert headers["content-type"].startswith("text/javascript")
            assert "immutable" in headers["cache-control"]
            _, small, zipped = await fetch(server, "/assets/app-123.js", accept_encoding="gzip")
            assert zipped["content-encoding"] == "gzip"
            assert gzip.decompress(small) == text
            tag = headers["etag"]
            assert (await fetch(server, "/assets/app-123.js", if_none_match=tag))[0] == 304
            assert (await fetch(server, "/icon.svg"))[0] == 200
            for path in ("/secret.txt", "/../secret.txt", "/%2e%2e/secret.txt", "/assets/"):
                status, text, headers = await fetch(server, path)
                assert (status, headers["content-type"]) == (404, "application/json")
                status, text, headers = await fetch(server, path, accept="text/html,*/*;q=0.8")
                assert (status, text) == (404, b"<!doctype html>the page")
                assert headers["content-type"].startswith("text/html")
            assert (await fetch(server, "/api/nix", accept="text/html"))[1].startswith(b"{")

    asyncio.run(play())


def test_home_made_races_that_the_host_loaded(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        '[[power]]\nname = "Soaring"\ntokens = 2\nclauses = [{ enters = "anywhere" }]\n'
    )

    async def play() -> None:
        async with running(tmp_path, customs=(str(file),)) as server:
            customs = (await server.json("/api/setup"))["customs"]
            assert customs == [{"file": "mine.toml", "races": [], "powers": ["Soaring"]}]
            made: Json = await server.create("device", "greedy", custom=["mine.toml"], turns=1)
            page = await Page.open(server.port, made["table"], [made["seats"][0]["secret"]])
            assert page.table["options"]["custom"] == ["mine.toml"]
            await page.do("pick 1")
            await page.reach(2)
            while not page.over:
                await page.until(lambda: page.over or page.view["to_act"] == "P1", 60)
                if not page.over:
                    await page.reach((await page.do(legal(page)[-1]))["n"])
            _, text, _ = await server.record(made)
            assert "\nfile: mine.toml " in text.decode()
            assert str(tmp_path) not in text.decode()
        file.write_text(file.read_text().replace("tokens = 2", "tokens = 3"))
        async with running(tmp_path, customs=(str(file),)) as server:
            page = await Page.open(server.port, made["table"], watch=made["watch"])
            assert page.closed == 4404
            assert "the game was played with mine.toml" in page.loose[0]["text"]

    asyncio.run(play())
