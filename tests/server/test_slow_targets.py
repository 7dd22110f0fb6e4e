"""Whoever lets messages wait, by a slow name or a slow mail server, keeps nobody from playing."""

from __future__ import annotations

import asyncio
import smtplib
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from smallworld.server.notify import mail, outgoing
from smallworld.server.notify.ledger import Want
from smallworld.server.notify.outgoing import HostNotFound, NotSent, find_target
from smallworld.server.notify.schemas import NotifyRequest
from smallworld.server.notify.sender import Links, Sender
from tests.server.harness import Page, running

PUBLIC = "https://games.example/"
MANY = 40  # more than there are threads
real_look_up = socket.getaddrinfo


@pytest.fixture
def slow_names(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Names that end with .slow are not answered for until the event is set."""
    answered = threading.Event()

    def look_up(host: Any, *args: Any, **options: Any) -> Any:
        if str(host).endswith(".slow"):
            answered.wait(20)
            raise socket.gaierror("nobody knows")
        return real_look_up(host, *args, **options)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    yield answered
    answered.set()


def test_slow_names_keep_nobody_from_playing(
    slow_names: threading.Event, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outgoing, "_LOOK_UP", 0.3)

    async def play() -> None:
        async with running(tmp_path, public_address=PUBLIC) as server:
            made = await server.create("device", "device", map="base-2")
            secrets = [made["seats"][0]["secret"]]
            page = await Page.open(server.port, made["table"], secrets)
            session = await server.state.tables.find(made["table"])
            assert session is not None
            wishes = [
                NotifyRequest(tuple(secrets), hook=f"https://{number}.slow/")
                for number in range(MANY)
            ]
            asked = [asyncio.create_task(server.state.notify.want(session, w)) for w in wishes]
            await asyncio.sleep(0)
            async with asyncio.timeout(10):  # these read the database, by threads
                await server.state.tables.list_open()
                assert await server.state.store.load(made["table"]) is not None
            told = await asyncio.gather(*asked, return_exceptions=True)
            assert all(isinstance(one, HostNotFound) for one in told)
            await page.close()

    asyncio.run(play())


def test_a_host_that_is_not_found_now_may_be_later(slow_names: threading.Event) -> None:
    slow_names.set()
    with pytest.raises(HostNotFound, match=r"no host gone\.slow"):
        asyncio.run(find_target("https://gone.slow/", allow_private=False))
    sender = Sender(Links(PUBLIC, str), None, None, allow_private=False)
    want = Want("w", "table", ("P1",), "hook", "https://gone.slow/", "mark", "en", confirmed=True)
    with pytest.raises(NotSent, match="no host"):  # and what was not sent is tried again
        asyncio.run(sender.send(want, "turn 1 P1"))


def test_a_slow_mail_server_keeps_nobody_from_playing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered = threading.Event()

    def wait(*_: object, **__: object) -> object:
        answered.wait(20)
        raise smtplib.SMTPServerDisconnected("it never said a word")

    monkeypatch.setattr(smtplib, "SMTP", wait)
    server_of = mail.read_mail_server("smtp://127.0.0.1:25/?from=games@example.org")

    async def play() -> None:
        async with running(tmp_path) as server:
            letter = mail.compose(server_of, "a@example.org", "s", "b", "en", "1", "https://x/")
            sent = [asyncio.create_task(mail.send(server_of, letter)) for _ in range(MANY)]
            await asyncio.sleep(0)
            async with asyncio.timeout(10):
                await server.state.tables.list_open()
            answered.set()
            told = await asyncio.gather(*sent, return_exceptions=True)
            assert all(isinstance(one, NotSent) for one in told)

    try:
        asyncio.run(play())
    finally:
        answered.set()
