"""Who may connect, how often and for how long: real sockets against a real server."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from tests.server.harness import Page, Running, running
from tests.waiting import until

ROOT = Path(__file__).parents[2]
STRANGER = "127.0.0.2"  # another address than the one whose word for others is taken

Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def dial(server: Running, source: str = "127.0.0.1") -> AsyncIterator[Line]:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=(source, 0))
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def is_closed(line: Line, seconds: float = 10) -> bool:
    """Whether the server closes the line, whatever it says before."""
    async with asyncio.timeout(seconds):
        try:
            while await line[0].read(65536):
                pass
        except ConnectionError:
            return True
    return True


HALVES = {
    "nothing": b"",
    "half a header": b"GET /api/setup HTTP/1.1\r\nHost: 127.0.0.1\r\nX-",
    "half a body": b"POST /api/mine HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{",
    "half a handshake": b"GET /ws/x HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\n",
}


@pytest.mark.parametrize("half", HALVES)
def test_a_request_that_does_not_end_is_given_up(tmp_path: Path, half: str) -> None:
    async def play() -> None:
        async with running(tmp_path, request_within=0.3) as server, dial(server) as line:
            line[1].write(HALVES[half])
            assert await is_closed(line)
            assert (await server.json("/api/health"))["ok"]

    asyncio.run(play())


def test_a_request_that_comes_letter_by_letter_is_given_up(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, request_within=0.3) as server, dial(server) as line:
            line[1].write(HALVES["half a header"])

            def one_more_letter() -> bool:
                line[1].write(b"a")
                return line[0].at_eof() or line[0].exception() is not None

            await until(one_more_letter, "the server closes the line")

    asyncio.run(play())


def test_a_second_request_has_the_same_time_as_the_first(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, request_within=0.3) as server, dial(server) as line:
            for _ in range(3):
                line[1].write(b"GET /api/x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                head = await line[0].readuntil(b"\r\n\r\n")
                length = int(head.lower().partition(b"content-length: ")[2].split()[0])
                await line[0].readexactly(length)
            line[1].write(HALVES["half a header"])
            assert await is_closed(line, 4)  # uvicorn's own limit for the time between is longer

    asyncio.run(play())


def test_an_answer_nobody_takes_is_given_up(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, answer_within=0.3) as server, dial(server) as line:
            transport = line[1].transport
            assert isinstance(transport, asyncio.Transport)
            transport.pause_reading()
            ask = b"GET /api/texts/en HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
            transport.write(ask * 400)  # the answers are far more than fits on the way

            def one_more_request() -> bool:
                transport.write(ask)
                return transport.is_closing()

            await until(one_more_request, "the server closes the line")

    asyncio.run(play())


def test_an_address_has_so_many_connections_and_a_proxy_more(tmp_path: Path) -> None:
    async def play() -> None:
        async with (
            running(tmp_path, most_connections_by_address=3) as server,
            AsyncExitStack() as stack,
        ):
            lines = [await stack.enter_async_context(dial(server, STRANGER)) for _ in range(3)]
            assert await is_closed(await stack.enter_async_context(dial(server, STRANGER)))
            for _ in range(5):  # the machine itself may be a proxy, and is not counted
                await stack.enter_async_context(dial(server))
            assert (await server.json("/api/health"))["ok"]
            assert await asked(await stack.enter_async_context(dial(server, "127.0.0.3")))
            assert await asked(lines[0])
            lines[1][1].transport.abort()
            async with asyncio.timeout(5):  # once the server has heard of it there is room again
                while not await asked(await stack.enter_async_context(dial(server, STRANGER))):
                    pass

    asyncio.run(play())


async def asked(line: Line) -> bool:
    """Whether a request on that line is answered."""
    try:
        line[1].write(b"GET /api/x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        return (await line[0].readuntil(b"\r\n")).startswith(b"HTTP/1.1 404")
    except (ConnectionError, asyncio.IncompleteReadError):
        return False


def test_an_address_may_not_connect_again_and_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, connects_burst=4, connects_rate=0) as server:
            answered = []
            for _ in range(6):
                async with dial(server, STRANGER) as line:
                    answered.append(await asked(line))
            assert answered == [True] * 4 + [False] * 2

    asyncio.run(play())


def test_where_all_connections_are_taken_the_longest_unfinished_goes(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, most_connections=12) as server, AsyncExitStack() as stack:
            made = await server.create("link", "link")
            page = await Page.open(server.port, made["table"], watch=made["watch"])
            idle = [await stack.enter_async_context(dial(server)) for _ in range(30)]
            assert await is_closed(idle[0])
            assert (await server.json("/api/health"))["ok"]  # who asks is answered
            await page.send({"t": "ping"})
            await page.until(lambda: {"t": "pong"} in page.loose)
            await page.close()

    asyncio.run(play())


def test_an_address_has_so_many_sockets(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, most_sockets_by_address=3) as server:
            made = await server.create("link", "link")
            pages = [
                await Page.open(server.port, made["table"], watch=made["watch"]) for _ in range(3)
            ]
            assert [page.closed for page in pages] == [None] * 3
            late = await Page.connect(server.port, made["table"])
            await late.until(lambda: late.closed is not None)
            assert (late.closed, late.loose[0]["why"]) == (1013, "too_many_lines")
            forwarded = {"X-Forwarded-For": "192.0.2.7"}
            other = await Page.open(
                server.port, made["table"], watch=made["watch"], additional_headers=forwarded
            )
            assert other.closed is None
            for page in [*pages, other]:
                await page.close()

    asyncio.run(play())


def test_a_page_that_does_not_read_is_let_go(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, ping_every=0.2) as server, dial(server) as line:
            made = await server.create("link", "link")
            line[1].write(
                f"GET /ws/{made['table']} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
            )
            assert b" 101 " in await line[0].readuntil(b"\r\n\r\n")
            assert await is_closed(line)  # it answers no ping, and does not join either

    asyncio.run(play())


@pytest.mark.skipif(not Path("/proc/self/limits").exists(), reason="the system tells no limits")
def test_the_limit_of_open_files_is_raised(tmp_path: Path) -> None:
    import resource

    def few_files() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, 3000))

    command = [sys.executable, "-m", "smallworld.server", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=ROOT,
        env=dict(os.environ),
        preexec_fn=few_files,
    ) as server:
        assert server.stdout is not None
        assert "is served" in server.stdout.readline()
        limits = Path(f"/proc/{server.pid}/limits").read_text()
        (found,) = [line for line in limits.splitlines() if line.startswith("Max open files")]
        server.terminate()
    assert found.split()[3:5] == ["3000", "3000"]


def test_looks_at_the_health_have_a_limit_of_their_own(tmp_path: Path) -> None:
    """They are answered while all else is busy, so nobody may keep it busy by them."""

    async def play() -> None:
        async with running(tmp_path, health_burst=3, health_rate=0.0) as server:
            found = [(await server.ask(path))[0] for path in ("/api/health", "/api/ready") * 2]
            assert found == [200, 200, 200, 429]
            assert (await server.ask("/api/setup"))[0] == 200
            other = {"X-Forwarded-For": "192.0.2.7"}
            assert (await server.ask("/api/health", headers=other))[0] == 200

    asyncio.run(play())


def test_who_calls_a_wrong_name_has_to_come_again(tmp_path: Path) -> None:
    """On a connection that stays open they could ask without end."""

    async def play() -> None:
        async with running(tmp_path) as server:
            here = f"Host: 127.0.0.1:{server.port}"
            for wrong in ("Host: evil.example", f"{here}\r\nOrigin: https://evil.example"):
                async with dial(server) as (reader, writer):
                    writer.write(f"POST /api/tables HTTP/1.1\r\n{wrong}\r\n".encode())
                    writer.write(b"Content-Length: 0\r\n\r\n")
                    head = (await reader.readuntil(b"\r\n\r\n")).lower()
                    assert head.startswith(b"http/1.1 403")
                    assert b"connection: close" in head

    asyncio.run(play())


def test_lessons_and_puzzles_count_as_sockets(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, most_sockets_by_address=2) as server:
            lessons = [await Page.connect(server.port, "lesson-first-land") for _ in range(2)]
            await until(lambda: server.state.sockets.count == 2, "both are open")
            made = await server.create("device", "device")
            for table in ("lesson-first-land", "puzzle-1", made["table"]):
                late = await Page.connect(server.port, table)
                await late.until(lambda page=late: page.closed is not None)  # type: ignore[misc]
                assert (late.closed, late.loose[0]["why"]) == (1013, "too_many_lines")
            await lessons[0].close()
            await until(lambda: server.state.sockets.count == 1, "one has gone")
            page = await Page.open(server.port, made["table"], [made["seats"][0]["secret"]])
            assert page.you == ["P1"]
            await page.close()
            await lessons[1].close()

    asyncio.run(play())
