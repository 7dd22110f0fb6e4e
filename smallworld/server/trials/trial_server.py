"""A server to be tried out: in a process of its own, on this machine only, with games thrown away.

with TrialServer(idle=1.0) as server:
    made = server.ask("/api/tables", {...})
    print(server.tell().memory)
"""

from __future__ import annotations

import json
import os
import socket
import sys
import tempfile
import threading
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from smallworld.engine.game import GameError
from smallworld.server.app import make_app
from smallworld.server.memory import tune_memory
from smallworld.server.run import UvicornServer, config_for
from smallworld.server.settings import ServerSettings, unlimited
from smallworld.work.child_process import ChildProcess

_MEMORY: Final = Path("/proc/self/statm")
_MEGABYTE: Final = 1024 * 1024


@dataclass(frozen=True)
class ServerUse:
    """What the process of the server has used so far."""

    processor: float  # seconds
    memory: float  # megabytes that it holds now


class TrialServer(ChildProcess):
    """A server from its start to its end; only the limits that are named are set."""

    def __init__(self, **settings: float) -> None:
        self._folder: Final = tempfile.TemporaryDirectory()
        super().__init__(
            [sys.executable, "-P", "-m", __name__, self._folder.name, json.dumps(settings)],
            "the server that was to be tried out has ended; see what it said above",
        )
        self.port: Final = int(self.read())

    def tell(self) -> ServerUse:
        """What it has used so far; may be asked by several threads."""
        return ServerUse(**json.loads(self.ask()))

    def close(self) -> None:
        """End the server, and throw its games away."""
        super().close()
        self._folder.cleanup()


# ---- in the server's process ----


def memory_now() -> float:
    """Megabytes this process holds; `GameError` where the system does not tell."""
    if not _MEMORY.exists():
        raise GameError(f"memory is read from {_MEMORY}, which this system does not have")
    return int(_MEMORY.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / _MEGABYTE


def serve(folder: Path, given: dict[str, float]) -> None:
    """Serve on a free port and say which; whenever a line comes in, say what was used."""
    limits: dict[str, Any] = {**given}
    settings = replace(unlimited(ServerSettings(folder)), **limits)
    listener = socket.create_server(("127.0.0.1", 0), backlog=4096)

    def begun() -> None:
        print(listener.getsockname()[1], flush=True)

    def tell() -> None:
        for _ in sys.stdin:
            print(json.dumps(asdict(ServerUse(time.process_time(), memory_now()))), flush=True)

    threading.Thread(target=tell, daemon=True).start()
    tune_memory()
    UvicornServer(config_for(make_app(settings), settings), begun).run(sockets=[listener])


if __name__ == "__main__":
    serve(Path(sys.argv[1]), json.loads(sys.argv[2]))
