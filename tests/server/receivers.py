"""A mail server and a web server that only take what is sent to them, for tests of messages."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from email import message_from_string, policy
from email.message import EmailMessage
from typing import TypeVar

Box = TypeVar("Box")


@dataclass
class MailBox:
    """What came in by SMTP; `answers` are given to the next recipients in place of yes."""

    port: int = 0
    letters: list[EmailMessage] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    tried: int = 0

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}/?from=games@example.org"

    def to(self, address: str) -> list[EmailMessage]:
        return [one for one in self.letters if one["To"] == address]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """The part of SMTP that programs which hand in letters use."""

        def say(line: str) -> None:
            writer.write(f"{line}\r\n".encode())

        say("220 here")
        while line := (await reader.readline()).decode().strip():
            word = line.partition(" ")[0].upper()
            if word == "RCPT":
                self.tried += 1
                say(self.answers.pop(0) if self.answers else "250 ok")
            elif word == "DATA":
                say("354 go on")
                text = ""
                while (part := (await reader.readline()).decode()) != ".\r\n":
                    text += part.removeprefix(".") if part.startswith("..") else part
                letter = message_from_string(text, policy=policy.default)
                assert isinstance(letter, EmailMessage)
                self.letters.append(letter)
                say("250 taken")
            elif word == "QUIT":
                say("221 bye")
                break
            else:
                say("250 ok")
        writer.close()


@contextmanager
def in_a_thread(box: AbstractAsyncContextManager[Box]) -> Iterator[Box]:
    """The same for tests whose own thread has no loop."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield asyncio.run_coroutine_threadsafe(box.__aenter__(), loop).result()
        asyncio.run_coroutine_threadsafe(box.__aexit__(None, None, None), loop).result()
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


@asynccontextmanager
async def mail_box() -> AsyncIterator[MailBox]:
    box = MailBox()
    server = await asyncio.start_server(box.serve, "127.0.0.1", 0)
    box.port = server.sockets[0].getsockname()[1]
    try:
        yield box
    finally:
        server.close()


@dataclass
class WebBox:
    """What came in by HTTP; `answers` are the next statuses in place of 201, 0: none at all."""

    port: int = 0
    requests: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        fields = dict(line.split(": ", 1) for line in head[1:] if line)
        headers = {name.lower(): value for name, value in fields.items()}
        body = await reader.readexactly(int(headers["content-length"]))
        self.requests.append((head[0], headers, body))
        status = self.answers.pop(0) if self.answers else 201
        if status:
            place = f"{self.url}/elsewhere"
            writer.write(f"HTTP/1.1 {status} so\r\nLocation: {place}\r\n\r\n".encode())
        writer.close()


@asynccontextmanager
async def web_box() -> AsyncIterator[WebBox]:
    box = WebBox()
    server = await asyncio.start_server(box.serve, "127.0.0.1", 0)
    box.port = server.sockets[0].getsockname()[1]
    try:
        yield box
    finally:
        server.close()
