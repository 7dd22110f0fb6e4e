"""Messages to people who are away: whom, when, once, and nothing a stranger should not read."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import re
import socket
import sqlite3
import stat
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from smallworld.engine.game import GameError
from smallworld.home.new_tables import new_secret
from smallworld.server.notify import outgoing
from smallworld.server.notify.mail import read_mail_server
from smallworld.server.notify.outgoing import find_target, is_public
from smallworld.server.notify.settings import describe, read_public_address
from smallworld.server.notify.web_push import Subscription, decoded, encoded, encrypt
from smallworld.table.problems import Refused
from tests.server.harness import Json, Page, Running, legal, running
from tests.server.push_client import PushClient
from tests.server.receivers import MailBox, WebBox, mail_box, web_box
from tests.waiting import until

PUBLIC = "https://games.example/"
QUICK: dict[str, Any] = {"notify_after": 0.3, "notify_every": 0.02, "notify_retries": (0.05, 0.05)}


@dataclass
class Club:
    """A server with all that receives its messages."""

    server: Running
    mail: MailBox
    web: WebBox

    async def want(self, made: Json, seat: int, **way: object) -> list[Json]:
        told = await self.server.json(
            f"/api/tables/{made['table']}/notices", {"secrets": secret(made, seat), **way}
        )
        return list(told["wanted"])

    async def confirmed(self, made: Json, seat: int, address: str, lang: str = "en") -> Json:
        """Ask for letters and confirm the address, as its reader does."""
        asked = await self.want(made, seat, mail=address, lang=lang)
        await until(lambda: self.mail.to(address) != [], "the address is asked")
        status, _, _ = await self.server.ask(
            confirm_path(self.mail.to(address)[-1]), {}, method="POST"
        )
        assert status == 200
        self.mail.letters.clear()
        return asked[-1]

    def state_of(self, event: str) -> list[str]:
        """How far it has come, by what the database says."""
        with closing(sqlite3.connect(self.server.state.settings.data / "games.db")) as db:
            found = db.execute("SELECT state FROM notices WHERE event LIKE ?", (f"{event}%",))
            return [row[0] for row in found]


@asynccontextmanager
async def club(folder: Path, **settings: Any) -> AsyncIterator[Club]:
    async with AsyncExitStack() as stack:
        mail = await stack.enter_async_context(mail_box())
        web = await stack.enter_async_context(web_box())
        wanted = {"public_address": PUBLIC, "private_hooks": True, "smtp": mail.url, **QUICK}
        server = await stack.enter_async_context(running(folder, **{**wanted, **settings}))
        yield Club(server, mail, web)


def secret(made: Json, seat: int) -> list[str]:
    return [made["seats"][seat]["secret"]]


def confirm_path(letter: EmailMessage) -> str:
    found = re.search(r"https://games\.example/notices/(\w+)#confirm=(\S+)", letter.get_content())
    assert found is not None
    return f"/api/notices/{found[1]}/confirm/{found[2]}"


async def end_turn(page: Page, seat: str) -> None:
    """Play until the turn is somebody else's."""
    while page.view["to_act"] == seat:
        stop = [text for text in legal(page) if text in ("stop", "done")]
        await page.reach((await page.do((stop or legal(page))[0]))["n"])


def test_a_turn_is_told_by_every_way_once_and_only_to_who_is_away(tmp_path: Path) -> None:
    async def play() -> None:
        async with club(tmp_path) as here:
            made = await here.server.create("device", "link", map="base-2", turns=3)
            phone = PushClient(f"{here.web.url}/push/one")
            await here.want(made, 1, push=phone.target)
            await here.want(made, 1, hook=f"{here.web.url}/hook")
            await here.confirmed(made, 1, "bob@example.org")
            ann = await Page.open(here.server.port, made["table"], secret(made, 0))
            bob = await Page.open(here.server.port, made["table"], secret(made, 1))
            await end_turn(ann, "P1")
            for _ in range(20):  # Bob is here: he sees it
                await asyncio.sleep(0)
            assert (here.web.requests, here.mail.letters) == ([], [])
            await bob.close()
            await until(lambda: len(here.web.requests) == 2, "push and hook have come")
            await until(lambda: len(here.mail.letters) == 1, "the letter has come")
            await until(lambda: here.state_of("turn") == ["sent"] * 3, "all of it is written down")
            pushed = phone.read(here.web, "/push/one")
            link = f"https://games.example/t/{made['table']}"
            assert pushed["title"] == "It is your turn"
            assert pushed["link"] == f"t/{made['table']}"
            (hook,) = [json.loads(b) for line, _, b in here.web.requests if "/hook" in line]
            assert (hook["event"], hook["link"], hook["seats"]) == ("turn", link, ["P2"])
            letter = here.mail.letters[0]
            assert link in letter.get_content()
            # Told once: also when somebody looks again, and when the server begins anew.
            options = await here.server.json("/api/notices")
            assert options["push"] == phone.key_of(here.web)
            for text in (json.dumps(pushed), json.dumps(hook), letter.as_string()):
                assert not any(one["secret"] in text for one in made["seats"])
                assert made["watch"] not in text
                assert "coin" not in text.lower()
            back = await Page.open(here.server.port, made["table"], secret(made, 1))
            await end_turn(back, "P2")
            await end_turn(ann, "P1")
            await back.close()
            await until(lambda: len(here.mail.letters) == 2, "the next turn is told, too")
            await ann.close()

    asyncio.run(play())


def test_once_also_when_the_server_is_started_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with club(tmp_path) as here:
            made = await here.server.create("device", "link", map="base-2")
            await here.want(made, 0, hook=f"{here.web.url}/hook")
            await until(lambda: len(here.web.requests) == 1, "it is told")
            await until(lambda: here.state_of("turn") == ["sent"], "it is written down")
            with closing(sqlite3.connect(tmp_path / "games.db")) as db:
                # As if its process had been killed in the middle: nobody knows, so not again.
                db.execute("UPDATE notices SET state = 'sending'")
                db.execute("UPDATE notice_wants SET looked = 0")
                db.commit()
            port = here.web.port
        async with club(tmp_path) as again:
            other = await again.server.create("device", "link", map="base-2")
            await again.want(other, 0, hook=f"{again.web.url}/other")
            await until(lambda: again.state_of("turn").count("sent") == 1, "others are told")
            looked = "SELECT count(*) FROM notice_wants WHERE looked > 0"
            with closing(sqlite3.connect(tmp_path / "games.db")) as db:
                assert db.execute(looked).fetchone() == (2,)
            assert sorted(again.state_of("turn")) == ["sending", "sent"]
            assert [line for line, _, _ in again.web.requests] == ["POST /other HTTP/1.1"]
            assert port != again.web.port

    asyncio.run(play())


def test_the_end_and_a_guest_who_comes_are_told(tmp_path: Path) -> None:
    async def play() -> None:
        async with club(tmp_path) as here:
            made = await here.server.create("device", "link", map="base-2", turns=1, open=True)
            await here.want(made, 0, hook=f"{here.web.url}/host", lang="de")
            granted = await here.server.json(f"/api/tables/{made['table']}/join", {"name": "Zoe"})
            await until(lambda: "sent" in here.state_of("taken"), "the host is told of the guest")
            bodies = [json.loads(body) for _, _, body in here.web.requests]
            (taken,) = [one for one in bodies if one["event"] == "taken"]
            assert taken["text"].startswith("Jemand hat deine Einladung angenommen")
            assert "Zoe" not in json.dumps(bodies)
            secrets = [*secret(made, 0), granted["secret"]]
            page = await Page.open(here.server.port, made["table"], secrets)
            while not page.over:
                await page.reach((await page.do(legal(page)[-1]))["n"])
            await page.close()
            await until(lambda: "sent" in here.state_of("over"), "the end is told")
            told = [json.loads(body)["event"] for _, _, body in here.web.requests]
            assert told.count("over") == told.count("taken") == 1
            refused = await here.server.refused(
                f"/api/tables/{made['table']}/notices",
                {"secrets": secret(made, 0), "hook": f"{here.web.url}/late"},
            )
            assert refused[1]["why"] == "ended"

    asyncio.run(play())


def test_who_is_asked_to_go_is_told_nothing_more(tmp_path: Path) -> None:
    async def play() -> None:
        async with club(tmp_path) as here:
            made = await here.server.create("device", "link", map="base-2", open=True)
            path = f"/api/tables/{made['table']}"
            granted = await here.server.json(f"{path}/join", {"name": "Zoe"})
            wish = {"secrets": [granted["secret"]], "hook": f"{here.web.url}/zoe"}
            assert len((await here.server.json(f"{path}/notices", wish))["wanted"]) == 1
            await here.want(made, 0, hook=f"{here.web.url}/host")
            host = await Page.open(here.server.port, made["table"], secret(made, 0))
            link = new_secret()
            assert (await host.ask({"t": "remove", "seat": "P2", "secret": link}))["t"] == "ack"
            friend = {"secrets": [link]}  # who comes instead does not see where it went
            assert (await here.server.json(f"{path}/notices", friend))["wanted"] == []
            assert len(await here.want(made, 0)) == 1
            await end_turn(host, "P1")
            late = await here.server.json(
                f"{path}/notices", {**friend, "hook": f"{here.web.url}/friend"}
            )
            assert len(late["wanted"]) == 1
            await until(lambda: here.web.requests != [], "who sits there now is told")
            assert not any("/zoe" in line for line, _, _ in here.web.requests)
            await host.close()

    asyncio.run(play())


def test_an_address_is_asked_first_and_a_click_stops_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with club(tmp_path) as here:
            made = await here.server.create("device", "device", map="base-2")
            for way in ({"mail": "nobody"}, {"mail": "a@b\nc.de"}, {"hook": "ftp://x/"}):
                _, told = await here.server.refused(
                    f"/api/tables/{made['table']}/notices", {"secrets": secret(made, 0), **way}
                )
                assert told["why"] == "bad_target"
            (asked,) = await here.want(made, 0, mail="ann@example.org", lang="de")
            assert (asked["shown"], asked["confirmed"]) == ("a…@example.org", False)
            await until(lambda: len(here.mail.letters) == 1, "the address is asked")
            question = here.mail.letters[0]
            assert "Wenn du das warst" in question.get_content()
            assert made["table"] not in question.as_string()
            await here.want(made, 0, mail="ann@example.org")  # asked again: no second letter
            path = confirm_path(question)
            assert (await here.server.ask(path))[0] in (404, 405)  # who only follows links
            assert (await here.server.ask(path[:-3] + "abc", {}, method="POST"))[0] == 404
            assert here.state_of("turn") == []
            assert (await here.server.ask(path, {}, method="POST"))[0] == 200
            await until(lambda: len(here.mail.letters) == 2, "now it is told")
            letter = here.mail.letters[1]
            assert (letter["Subject"], letter["Content-Language"]) == ("Du bist dran", "de")
            assert letter["Auto-Submitted"] == "auto-generated"
            assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
            one_click = letter["List-Unsubscribe"].strip("<>").removeprefix(PUBLIC)
            form = {"Content-Type": "application/x-www-form-urlencoded"}
            stopped = await here.server.ask(
                f"/{one_click}", b"List-Unsubscribe=One-Click", form, "POST"
            )
            assert json.loads(stopped[1]) == {"table": made["table"]}
            assert await here.want(made, 0) == []
            assert b"ann@example" not in b"".join(
                file.read_bytes() for file in tmp_path.glob("games.db*") if "wal" not in file.name
            )
            again = await here.server.refused(f"/{one_click}", {})
            assert again[1]["why"] == "no_notice"
            # The page that the letter leads to asks before it stops anything.
            stop = re.search(r"notices/(\w+)#stop=(\S+)", letter.get_content())
            assert stop is not None
            status, html, _ = await here.server.ask(f"/notices/{stop[1]}")
            assert (status, b"<html" in html) == (200, True)

    asyncio.run(play())


def test_limits_of_targets_messages_and_letters(tmp_path: Path) -> None:
    async def play() -> None:
        (tmp_path / "letters").mkdir()
        limits = {"most_notices_by_seat": 2, "most_notices_by_table": 1, "notices_burst": 6.0}
        async with club(tmp_path, **limits) as here:
            made = await here.server.create("device", "link", map="base-2")
            path = f"/api/tables/{made['table']}/notices"
            hooks = [f"{here.web.url}/{number}" for number in range(3)]
            await here.want(made, 0, hook=hooks[0])
            await here.want(made, 0, hook=hooks[1])
            _, told = await here.server.refused(
                path, {"secrets": secret(made, 0), "hook": hooks[2]}
            )
            assert (told["why"], told["facts"]) == ("too_many_targets", {"most": 2})
            await until(lambda: sorted(here.state_of("turn")) == ["sent", "waiting"], "one waits")
            assert len(here.web.requests) == 1
            assert (await here.server.refused(path, {"secrets": ["x"]}))[1]["why"] == (
                "not_your_table"
            )
        async with club(tmp_path / "letters") as here:
            other = await here.server.create("device", "link", map="base-2")
            for number in range(2):  # a new wish each time, and never more than three letters
                (wish,) = await here.want(other, 0, mail="ann@example.org")
                stop = f"/api/notices/{wish['id']}/stop/{wish['stop']}"
                await until(lambda n=number: here.mail.tried > n, "a letter")  # type: ignore[misc]
                assert (await here.server.ask(stop, {}, method="POST"))[0] == 200
            await here.want(other, 0, mail="ann@example.org")
            made = await here.server.create("device", "link", map="base-2")
            _, told = await here.server.refused(
                f"/api/tables/{made['table']}/notices",
                {"secrets": secret(made, 0), "mail": "ann@example.org"},
            )
            assert told["why"] == "too_fast"

    asyncio.run(play())


def test_what_does_not_arrive_is_tried_again_and_given_up(tmp_path: Path) -> None:
    async def play() -> None:
        async with club(tmp_path) as here:
            kinds = ("device", "link")
            made = await here.server.create(*kinds, map="base-2")
            here.web.answers += [500, 503]
            await here.want(made, 0, hook=f"{here.web.url}/twice")
            await until(lambda: here.state_of("turn") == ["sent"], "the third time it is taken")
            here.web.answers += [500] * 9
            (gives_up,) = await here.want(
                await here.server.create(*kinds, map="base-2"), 0, hook=f"{here.web.url}/never"
            )
            await until(lambda: "failed" in here.state_of("turn"), "it is given up")
            assert sum("/never" in line for line, _, _ in here.web.requests) == 3
            assert gives_up["kind"] == "hook"
            here.web.answers[:] = [302, 0, 410]
            for path in ("moved", "silent", "gone"):
                table = await here.server.create(*kinds, map="base-2")
                await here.want(table, 0, hook=f"{here.web.url}/{path}")
                count = len(here.web.requests)
                await until(lambda n=count: len(here.web.requests) > n, path)  # type: ignore[misc]
            await until(lambda: here.state_of("turn").count("failed") == 3, "none was taken")
            assert here.state_of("turn").count("unknown") == 1
            assert not any("/elsewhere" in line for line, _, _ in here.web.requests)
            assert await here.want(table, 0) == []  # who is gone is not asked again
            here.mail.answers += ["450 later"]
            letters = await here.server.create(*kinds, map="base-2")
            await here.confirmed(letters, 0, "bob@example.org")
            assert here.mail.tried >= 2
            here.mail.answers += ["550 nobody"]
            await until(lambda: here.state_of("turn").count("failed") == 4, "the letter is refused")
            assert await here.want(letters, 0) == []

    asyncio.run(play())


def test_who_answers_in_time_is_not_told_and_an_attack_is(tmp_path: Path) -> None:
    """An answer in somebody else's turn is another thing than one's own turn."""

    async def play() -> None:
        async with club(tmp_path) as here:
            orcs = {"2": 2, "10": 1, "11": 1}
            given = {
                "turn": 2,
                "seats": {
                    "P1": {"active": {"race": "Ratmen", "power": "Mounted", "hand": 8}},
                    "P2": {"active": {"race": "Orcs", "power": "Forest", "at": orcs}},
                },
            }
            made = await here.server.create(
                "device", "link", map="base-2", start={"given": given}, first="P1"
            )
            page = await Page.open(here.server.port, made["table"], secret(made, 0))
            await here.want(made, 1, hook=f"{here.web.url}/hook")
            attack = [text for text in legal(page) if text == "conquer 2"]
            assert attack, legal(page)
            await page.reach((await page.do(attack[0]))["n"])
            while page.view["to_act"] == "P1":
                ends = [text for text in legal(page) if text in ("stop", "done")]
                await page.reach((await page.do((ends or legal(page))[0]))["n"])
            assert page.view["current"] == "P1"
            await until(lambda: len(here.web.requests) == 1, "who was attacked is told")
            assert json.loads(here.web.requests[0][2])["event"] == "answer"
            await page.close()

    asyncio.run(play())


def test_no_message_leads_into_a_network_of_the_host() -> None:
    private = (
        *("127.0.0.1", "10.1.2.3", "192.168.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
        *("::1", "fe80::1", "fc00::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::"),
        *("224.0.0.1", "255.255.255.255", "::", "fec0::1", "::127.0.0.1", "64:ff9b:1::a00:1"),
        *("5f00::1", "192.0.0.8", "192.88.99.1", "198.18.0.1", "3fff::1", "2001:0:a00:1::"),
    )
    assert [one for one in private if is_public(ipaddress.ip_address(one))] == []
    for one in ("2606:4700::1111", "64:ff9b::909:909", "9.9.9.9", "223.255.255.1"):
        assert is_public(ipaddress.ip_address(one)), one

    async def ask(url: str) -> str:
        try:
            await find_target(url, allow_private=False)
        except Refused as error:
            return str(error)
        return ""

    for url in (
        *(
            "https://localhost/",
            "https://127.0.0.1:8000/x",
            "https://[::1]/",
            "https://2130706433/",
        ),
        *("http://1.1.1.1/", "https://user:pw@1.1.1.1/", "https://1.1.1.1:0/", "https:///x"),
        *("https://1.1.1.1/ x", "https://1.1.1.1/\r\nHost: y", "https://[bad/", "file:///etc"),
    ):
        assert asyncio.run(ask(url)), url
    assert asyncio.run(ask("https://1.1.1.1/hook?a=b")) == ""


def test_a_name_that_means_another_address_later_gains_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is looked up once for each message, and that very address is asked."""
    asked: list[str] = []

    async def play() -> None:
        answers = [[(0, 0, 0, "", ("1.1.1.1", 443))], [(0, 0, 0, "", ("127.0.0.1", 443))]]

        def look_up(*_: object, **__: object) -> object:
            return answers.pop(0)

        async def connect(host: str, *_: object, **__: object) -> object:
            asked.append(host)
            raise OSError("nobody there")

        monkeypatch.setattr(socket, "getaddrinfo", look_up)
        monkeypatch.setattr(asyncio, "open_connection", connect)
        target = await find_target("https://rebinds.example/", allow_private=False)
        with pytest.raises(outgoing.NotSent):
            await outgoing.post(target, {}, b"")
        with pytest.raises(Refused):
            await find_target("https://rebinds.example/", allow_private=False)

    asyncio.run(play())
    assert asked == ["1.1.1.1"]


def test_push_is_encrypted_as_the_standard_says() -> None:
    """The example of RFC 8291, appendix A."""
    own = int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    private = ec.derive_private_key(own, ec.SECP256R1())
    theirs = Subscription(
        "https://push.example.net/",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    salt = decoded("DGv6ra1nlYgDCS1FRnbzlw")
    made = encrypt(b"When I grow up, I want to be a watermelon", theirs, private, salt)
    assert encoded(made) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAm"
        "S6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_"
        "Qulcy4a-fN"
    )


def test_the_key_for_push_is_the_host_s_own_and_stays(tmp_path: Path) -> None:
    async def key() -> str:
        async with running(tmp_path, public_address=PUBLIC) as server:
            told = await server.json("/api/notices")
            assert told == {"push": told["push"], "mail": False, "hook": True, "after": 120}
            return str(told["push"])

    first = asyncio.run(key())
    file = tmp_path / "push.key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert asyncio.run(key()) == first
    loaded = serialization.load_pem_private_key(file.read_bytes(), None)
    assert isinstance(loaded, ec.EllipticCurvePrivateKey)
    point = loaded.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    assert encoded(point) == first


def test_a_server_that_was_not_told_its_address_sends_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as server:
            told = await server.json("/api/notices")
            assert (told["push"], told["mail"], told["hook"]) == (None, False, False)
            made = await server.create("device", "device")
            wish = {"secrets": secret(made, 0), "hook": "https://1.1.1.1/"}
            _, error = await server.refused(f"/api/tables/{made['table']}/notices", wish)
            assert error["why"] == "no_messages"

    asyncio.run(play())
    assert not (tmp_path / "push.key").exists()


def test_what_a_host_says_is_read_and_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_public_address("https://a.example", "/") == "https://a.example/"
    assert read_public_address("https://a.example/g/", "/g/") == "https://a.example/g/"
    for bad in ("a.example", "ftp://a.example", "https://a/?x", "https://a:b@c", "https://a/b/"):
        with pytest.raises(GameError, match="public-address"):
            read_public_address(bad)
    server = read_mail_server("smtps://me%40x.org:p%2Fw@mail.x.org")
    assert (server.port, server.user, server.password, server.sender) == (
        *(465, "me@x.org", "p/w", "me@x.org"),
    )
    for bad in ("mail.x.org", "smtp://mail.x.org", "http://x?from=a@b.de", "smtp://x:y"):
        with pytest.raises(GameError, match="--smtp"):
            read_mail_server(bad)
    assert describe("", "") == ""
    assert describe(PUBLIC, "x") == "Messages are sent by push, e-mail, web hooks"
    monkeypatch.setattr("smallworld.server.notify.settings.can_push", lambda: False)
    assert "pip install 'smallworld[notify]'" in describe(PUBLIC, "x")


def test_the_signature_of_a_push_is_the_server_s(tmp_path: Path) -> None:
    async def play() -> None:
        async with club(tmp_path) as here:
            made = await here.server.create("device", "device", map="base-2")
            phone = PushClient(f"{here.web.url}/push")
            await here.want(made, 0, push=phone.target)
            await until(lambda: here.web.requests != [], "it is pushed")
            _, headers, _ = here.web.requests[0]
            found = re.fullmatch(r"vapid t=(\S+)\.(\S+)\.(\S+), k=(\S+)", headers["authorization"])
            assert found is not None
            claims = json.loads(decoded(found[2]))
            assert (claims["aud"], claims["sub"]) == (here.web.url, PUBLIC)
            mark = decoded(found[3])
            r, s = int.from_bytes(mark[:32], "big"), int.from_bytes(mark[32:], "big")
            key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(found[4]))
            text = f"{found[1]}.{found[2]}".encode()
            key.verify(encode_dss_signature(r, s), text, ec.ECDSA(hashes.SHA256()))
            assert found[4] == (await here.server.json("/api/notices"))["push"]
            assert headers["topic"] != ""
            bad = {**phone.target, "auth": "x"}
            path, wish = f"/api/tables/{made['table']}/notices", {"secrets": secret(made, 0)}
            assert (await here.server.refused(path, {**wish, "push": bad}))[1][
                "why"
            ] == "bad_target"
            (listed,) = await here.want(made, 0, endpoint=phone.endpoint)
            assert (listed["kind"], listed["here"]) == ("push", True)

    asyncio.run(play())
