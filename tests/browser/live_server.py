"""A real server in a process of its own, which tests may kill and start again."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from tests.waiting import wait_until

ROOT: Final = Path(__file__).parents[2]
PATIENCE: Final = 60.0  # seconds for a start on a busy machine

Json = dict[str, Any]


# The same server with settings that its command line does not offer.
_HASTY: Final = """
import json
import sys
from pathlib import Path
import uvicorn
from smallworld.server.app import make_app
from smallworld.server.run import config_for
from smallworld.server.settings import ServerSettings
port, data, given = sys.argv[1:]
Path(data).mkdir(exist_ok=True)
settings = ServerSettings(Path(data), workers=1, **json.loads(given))
config = config_for(make_app(settings), settings)
config.port = int(port)
uvicorn.Server(config).run()
"""


class LiveServer:
    """`python -m smallworld.server` on a free port, with a folder of its own.

    `home` is where its package lies, if not here.
    """

    def __init__(
        self,
        data: Path,
        takeover_after: float | None = None,
        customs: Sequence[str] = (),
        maps: Sequence[Path] = (),
        home: Path | None = None,
        site: Path | None = None,
        settings: Mapping[str, object] | None = None,
    ) -> None:
        self.data: Final = data
        self.home: Final = home
        self._customs: Final = customs
        self._maps: Final = maps
        self._site: Final = site
        hasty = {} if takeover_after is None else {"takeover_after": takeover_after}
        self.settings: Final[dict[str, object]] = {**hasty, **(settings or {})}
        self.port: Final = _free_port()
        self.url: Final = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None
        self._log: Final = data / "server.log"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        data = self.data / "games"
        words = ["-m", "smallworld.server", "--port", str(self.port), "--data", str(data)]
        words += ["--workers", "1"]
        for path in self._customs:
            words += ["--custom", path]
        for file in self._maps:
            words += ["--map", str(file)]
        if self._site is not None:
            words += ["--site", str(self._site)]
        if self.settings:
            given = json.dumps({"takeover_warning": 6.0, "busy_after": PATIENCE, **self.settings})
            words = ["-c", _HASTY, str(self.port), str(data), given]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-P", *words],
                cwd=ROOT,
                stdout=log,
                stderr=log,
                env={
                    **os.environ,
                    "PYTHONPATH": self._paths(),
                    "SMALLWORLD_CACHE": str(self.data / "cache"),
                },
            )
        wait_until(self._answers, "the server answers", PATIENCE)

    def _paths(self) -> str:
        """Its home first, then what the tests were started with, then this source."""
        given = os.environ.get("PYTHONPATH", "")
        home = "" if self.home is None else str(self.home)
        return os.pathsep.join(filter(None, [home, given, str(ROOT)]))

    def _answers(self) -> bool:
        assert self._process is not None
        ended = self._process.poll()
        assert ended is None, f"the server did not start:\n{self.log_text()}"
        try:
            self.get("/api/health")
        except OSError:
            return False
        return True

    def kill(self) -> None:
        """As by a power cut: nothing can be tidied up."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def freeze(self) -> None:
        """It no longer says a word, but the line stays."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """It goes on as if nothing had been."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        """As by Ctrl-C; those it asked to think end with it."""
        if self._process is None or self._process.poll() is not None:
            return
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()

    def log_text(self) -> str:
        """What it said."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    # ---- asking it, as any client could ----

    def get(self, path: str) -> Json:
        """The JSON at that address."""
        return _json(urllib.request.Request(self.url + path))

    def get_text(self, path: str, headers: dict[str, str] | None = None) -> str:
        """The text at that address."""
        request = urllib.request.Request(self.url + path, headers=headers or {})
        with urllib.request.urlopen(request, timeout=20) as answer:
            return str(answer.read().decode())

    def post(self, path: str, body: Json) -> Json:
        """The answer to that JSON."""
        headers = {"Content-Type": "application/json"}
        data = json.dumps(body).encode()
        return _json(urllib.request.Request(self.url + path, data, headers))

    def record(self, table: str, watch: str) -> str:
        """The record of a game."""
        headers = {"Authorization": f"Bearer {watch}"}
        return self.get_text(f"/api/tables/{table}/record", headers)


def _json(request: urllib.request.Request) -> Json:
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            found: Json = json.load(answer)
            return found
    except urllib.error.HTTPError as error:
        raise AssertionError(f"{request.full_url}: {error} {error.read().decode()}") from None


def _free_port() -> int:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])
