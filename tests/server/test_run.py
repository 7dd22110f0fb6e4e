"""The server as a command: data folder, ports, one at a time, an orderly end, what it logs."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import webbrowser
from contextlib import closing, suppress
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import websockets

from smallworld.engine.errors import GameError
from smallworld.home.thinking import Question, answer
from smallworld.server import log_limits
from smallworld.server.app_state import DATABASE
from smallworld.server.data_folder import DataFolder, FolderInUse
from smallworld.server.run import serve, url_of
from smallworld.server.settings import default_data_folder
from smallworld.server.trials.load_test import measure
from tests.server.harness import Http, Page, bearer, running
from tests.server.warm_start import cold_starts
from tests.waiting import has_ended, wait_until

ROOT = Path(__file__).parents[2]


def _listen_to_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Served:
    """`python -m smallworld.server` in a process of its own."""

    def __init__(self, folder: Path, *words: str, **options: Any) -> None:
        command = [sys.executable, "-m", "smallworld.server", "--data", str(folder), *words]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            **options,
        )
        assert self.process.stdout is not None
        self.first = self.process.stdout.readline()
        self.http = Http(int(self.first.partition("http://127.0.0.1:")[2].partition("/")[0] or 0))

    def end(self) -> tuple[str, str]:
        """Ctrl-C, and all that was said."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(20)
        with self.process:
            assert self.process.stdout is not None
            assert self.process.stderr is not None
            return self.process.stdout.read(), self.process.stderr.read()


@pytest.fixture
def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as line:
        return int(line.getsockname()[1])


def test_from_start_to_ctrl_c(tmp_path: Path, free_port: int) -> None:
    folder = tmp_path / "new" / "folder"
    with cold_starts():
        # Whoever runs the tests in the background may ignore interrupts; a person does not.
        listening = {"preexec_fn": _listen_to_interrupts}
        served = Served(folder, "--port", str(free_port), **listening)
    assert served.first.startswith(f"Small World is served at http://127.0.0.1:{free_port}/")
    status, text, _ = served.http.ask_now("/api/health")
    assert (status, text) == (200, b'{"ok":true}')
    secret = "a-secret-in-an-address"
    served.http.ask_now(f"/api/tables/x/record?watch={secret}")
    second = subprocess.run(
        [sys.executable, "-m", "smallworld.server", "--data", str(folder)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=30,
    )
    assert second.returncode == 1
    assert f"running already: http://127.0.0.1:{free_port}/" in second.stderr
    out, err = served.end()
    assert out.splitlines() == [f"Games are kept in {folder}", "Stopped; all games are kept."]
    assert secret not in out + err
    assert err == ""
    assert served.process.returncode == 0
    if os.name == "posix":
        assert folder.stat().st_mode & 0o077 == 0
    again = Served(folder)  # without a wish: where it was the last time
    assert again.http.port == free_port
    again.end()


def test_no_secret_is_ever_logged(tmp_path: Path) -> None:
    """Neither by what goes well nor by what does not."""
    served = Served(tmp_path, "--port", "0")
    seats = [{"kind": "link"}, {"kind": "device"}]
    made = json.loads(served.http.ask_now("/api/tables", {"seats": seats})[1])
    secrets = [seat["secret"] for seat in made["seats"]]
    table = f"/api/tables/{made['table']}"

    async def visit() -> None:
        for given, watch in (([secrets[0]], None), ([secrets[1] + "x"], None), ([], made["watch"])):
            page = await Page.open(served.http.port, made["table"], given, watch)
            with suppress(websockets.ConnectionClosed):  # it was not let in
                await page.send({"t": "do", "id": secrets[1], "secret": secrets[0]})
                await page.send(secrets[0] + "{")
            await page.close()

    asyncio.run(visit())
    for path, body in (
        ("/api/mine", {"secrets": secrets}),
        (f"{table}/rematch", {"secrets": secrets}),
        (f"{table}/rematch", {"secrets": secrets, "more": secrets[0]}),
        (f"{table}/record?watch={secrets[0]}", None),
        (f"/t/{made['table']}/{secrets[0]}", None),
    ):
        served.http.ask_now(path, body)
    served.http.ask_now(f"{table}/record", headers=bearer(made["watch"]))
    served.http.ask_now(f"/watch/{made['watch']}", headers={"Host": "evil.example"})
    said = "".join(served.end())
    assert all(secret not in said for secret in [*secrets, made["watch"]]), said


def test_a_log_cannot_be_filled_by_asking(tmp_path: Path) -> None:
    served = Served(tmp_path, "--port", "0")
    for _ in range(150):
        with socket.create_connection(("127.0.0.1", served.http.port)) as line:
            line.sendall(b"nonsense\r\n\r\n")
            assert b" 400 " in line.recv(100)
    _, said = served.end()
    lines = said.splitlines()
    assert lines[:10] == ["WARNING: Invalid HTTP request received."] * 10
    assert lines[10:] == [
        "WARNING: 140 more lines like this in a minute: Invalid HTTP request received."
    ]


def test_lines_that_repeat_are_counted_by_the_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(log_limits, "time", SimpleNamespace(monotonic=lambda: now))
    out = StringIO()
    log = logging.Logger("a log")
    log.addHandler(log_limits.LimitedLog(out))
    for number in range(30):
        log.error("table %s failed", number)
    log.error("something else")
    now = 61.0
    log.error("table %s failed", 30)
    lines = out.getvalue().splitlines()
    assert lines[9:] == [
        "ERROR: table 9 failed",
        "ERROR: something else",
        "WARNING: 20 more lines like this in a minute: table %s failed",
        "ERROR: table 30 failed",
    ]
    for number in range(1000):
        log.error(f"words of {number}")
    now = 130.0
    log.error("the last")
    assert len(out.getvalue().splitlines()) < 220
    assert "more lines like this in a minute: lines of all kinds" in out.getvalue()


def test_a_taken_port_and_a_bad_host_are_explained(tmp_path: Path, free_port: int) -> None:
    taken = socket.create_server(("127.0.0.1", free_port))
    with taken, pytest.raises(GameError, match=f"port {free_port}: .*choose another"):
        serve(port=free_port, data=tmp_path)
    with pytest.raises(GameError, match="cannot listen"):
        serve(host="no.such.host.invalid", data=tmp_path)
    with pytest.raises(GameError, match="mine"):
        serve(data=tmp_path, customs=["mine.toml"])
    with pytest.raises(GameError, match="'nginx' is no address of a proxy"):
        serve(data=tmp_path, proxies=["nginx"])
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(GameError, match="cannot be kept"):
        serve(data=file / "x")


def test_all_games_are_checked_at_the_start_on_request(tmp_path: Path, free_port: int) -> None:
    async def play() -> str:
        async with running(tmp_path) as server:
            await server.create("device", "device")
            return str((await server.create("device", "device"))["table"])

    table = asyncio.run(play())
    with closing(sqlite3.connect(tmp_path / DATABASE)) as db, db:
        db.execute("DELETE FROM lines WHERE table_id = ? AND line = 2", (table,))
    said: list[str] = []
    taken = socket.create_server(("127.0.0.1", free_port))  # it is checked before it listens
    with taken, pytest.raises(GameError, match="port"):
        serve(port=free_port, data=tmp_path, check=True, say=said.append)
    assert said[0].startswith(f"{table} is damaged: ")
    assert said[1:] == ["2 tables were checked, 1 are damaged; see `smallworld tables --help`"]


def test_a_second_start_shows_the_running_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = DataFolder(tmp_path)
    folder.remember("http://127.0.0.1:99/", 99)
    with pytest.raises(FolderInUse):
        DataFolder(tmp_path)
    shown: list[str] = []
    monkeypatch.setattr(webbrowser, "open", shown.append)
    serve(data=tmp_path, open_browser=True, say=shown.append)
    assert shown == [
        "Small World is already served at http://127.0.0.1:99/",
        "http://127.0.0.1:99/",
    ]
    folder.close()
    other = DataFolder(tmp_path)
    assert other.last_port == 99
    (tmp_path / "server.json").write_text("[]")
    assert other.last_port == 0
    other.close()


def test_addresses_for_people() -> None:
    assert url_of("127.0.0.1", 1) == "http://127.0.0.1:1/"
    assert url_of("::1", 1) == "http://[::1]:1/"
    assert url_of("0.0.0.0", 1) == f"http://{socket.gethostname()}:1/"
    assert url_of("games.example", 1) == "http://games.example:1/"
    assert default_data_folder().name == "smallworld"


def test_workers_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    script = (
        "import os, time\n"
        "from smallworld.server.workers.pool import WorkerProcess\n"
        "from tests.server import jobs\n"
        "worker = WorkerProcess(False)\n"
        "print(worker.pid, flush=True)\n"
        "worker.ask(1, jobs.sleep, 60)\n"
    )
    (tmp_path / "parent.py").write_text(script)
    parent = subprocess.Popen(
        [sys.executable, str(tmp_path / "parent.py")],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert parent.stdout is not None
    worker = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    parent.stdout.close()
    wait_until(lambda: has_ended(worker), "the worker ends with its server")


def test_a_level_that_fails_is_replaced_by_another() -> None:
    from smallworld.engine.game import legal
    from smallworld.engine.notation import from_text
    from smallworld.game.compiled.dealer import Dealer
    from smallworld.game.records.record import Record
    from smallworld.game.setup import GameSetup
    from smallworld.table.history import History
    from smallworld.table.loading import seat_position

    history = History(GameSetup(map="base-2"))
    history.commit(history.propose_luck(lambda: Dealer(1)))
    header = Record.begin(history.table).to_text()
    for level in ("greedy", "no such level"):
        asked = Question(seat_position(header, (), history), (), level, 7)
        assert from_text(history.state, answer(asked)) in legal(history.state)


def test_the_bench_counts_every_move() -> None:
    figures = measure(4, 1.5)
    assert figures.sockets == 4
    assert figures.lost == figures.refused == 0
    assert figures.moves >= 4
    assert 0 < figures.p50 <= figures.p99 <= figures.longest
    assert figures.processor > 0
