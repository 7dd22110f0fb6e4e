"""Servers and thinkers of a cluster to be tried out, each in a process of its own."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final

from smallworld.engine.game import GameError
from smallworld.server.app import make_app
from smallworld.server.memory import tune_memory
from smallworld.server.run import UvicornServer, config_for
from smallworld.server.settings import ServerSettings, unlimited

_PATIENCE: Final = 60.0  # seconds
_THINK: Final = [sys.executable, "-m", "smallworld", "think", "--workers", "1", "--bus"]


class TrialProcess:
    """A process that can be killed and paused."""

    def __init__(self, command: list[str], home: Path | None = None) -> None:
        """`home`: where the package lies that it runs, if not here."""
        paths = [] if home is None else [str(home)]
        paths += [path] if (path := os.environ.get("PYTHONPATH")) else []
        self.process: Final = subprocess.Popen(
            command,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def signal(self, number: signal.Signals) -> None:
        """Pause it, or let it go on."""
        self.process.send_signal(number)

    def kill(self) -> None:
        """At once, without a word."""
        self.process.kill()
        with self.process:
            pass


class ClusterServer(TrialProcess):
    """One of the processes that serve."""

    def __init__(
        self, database: str, bus: str, folder: Path, home: Path | None = None, **settings: Any
    ) -> None:
        given = json.dumps({"database": database, "bus": bus, **settings})
        safe = [] if home is None else ["-P"]  # else what lies in this folder comes first
        super().__init__([sys.executable, *safe, "-m", __name__, str(folder), given], home)
        self.port = 0  # where it listens, once it does
        self._said: Final[SimpleQueue[str]] = SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with suppress(ValueError):  # closed meanwhile
            for line in self.process.stdout:
                if self.port:
                    self._said.put(line)
                else:
                    self.port = int(line)
        self._said.put("")

    def wait(self) -> int:
        """Its port, as soon as it listens."""
        end = time.monotonic() + _PATIENCE
        while not self.port:
            if self.process.poll() is not None or time.monotonic() > end:
                raise GameError("the server that was to be tried out does not begin")
            time.sleep(0.01)
        return self.port

    def tell(self) -> dict[str, float]:
        """What it has used so far: seconds of processor time, statements, messages, bytes."""
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        found: dict[str, float] = json.loads(self._said.get(timeout=_PATIENCE))
        return found


class ClusterThinker(TrialProcess):
    """One of the processes that think."""

    def __init__(self, bus: str) -> None:
        super().__init__([*_THINK, bus])


# ---- in the server's process ----


def serve(folder: Path, given: dict[str, Any]) -> None:
    """Serve on a free port and say which; whenever a line comes in, say what was used."""
    settings = replace(unlimited(ServerSettings(folder)), **given)
    listener = socket.create_server(("127.0.0.1", 0), backlog=4096)
    app = make_app(settings)

    def begun() -> None:
        print(listener.getsockname()[1], flush=True)

    def tell() -> None:
        for _ in sys.stdin:
            used = {"processor": time.process_time()}
            cluster = app.state.server.cluster
            if cluster is not None:
                used["statements"] = cluster.store.statements
                used["messages"] = cluster.bus.sent
                used["bytes"] = cluster.bus.sent_bytes
            print(json.dumps(used), flush=True)

    threading.Thread(target=tell, daemon=True).start()
    tune_memory()
    UvicornServer(config_for(app, settings), begun).run(sockets=[listener])


if __name__ == "__main__":
    serve(Path(sys.argv[1]), json.loads(sys.argv[2]))
