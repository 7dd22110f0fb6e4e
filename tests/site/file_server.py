"""A plain file server, as the simplest of hosts: no compression, no special headers."""

from __future__ import annotations

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final


class _Quiet(SimpleHTTPRequestHandler):
    """Serves the folder under a path of its own, and nothing beside it."""

    protocol_version = "HTTP/1.1"
    path_before: str = "/"
    asked: list[str]
    unpacks: bool = False
    more: dict[str, Path]

    def __init__(
        self,
        *args: Any,
        before: str,
        asked: list[str],
        unpacks: bool,
        more: dict[str, Path],
        **options: Any,
    ) -> None:
        self.path_before, self.asked, self.unpacks = before, asked, unpacks
        self.more = more
        super().__init__(*args, **options)

    def translate_path(self, path: str) -> str:
        found = self.more.get(path)
        return super().translate_path(path) if found is None else str(found)

    def do_GET(self) -> None:
        self.asked.append(self.path)
        if not self.path.startswith(self.path_before):
            self.send_error(404)
            return
        self.path = "/" + self.path.removeprefix(self.path_before)
        super().do_GET()

    def end_headers(self) -> None:
        if self.unpacks and self.path.endswith(".gz"):
            self.send_header("Content-Encoding", "gzip")
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        pass


class FileServer:
    """Serves a folder under a path; `stop` and `start` at the same port.

    Some hosts have browsers unpack every .gz file: so do those with `unpacks`.
    """

    def __init__(
        self, folder: Path, path: str = "/", unpacks: bool = False, name: str = "127.0.0.1"
    ) -> None:
        self.asked: Final[list[str]] = []
        self.more: Final[dict[str, Path]] = {}  # what is not in the folder, by its path
        self._handler: Final = partial(
            _Quiet,
            directory=str(folder),
            before=path,
            asked=self.asked,
            unpacks=unpacks,
            more=self.more,
        )
        self._path: Final = path
        self._name: Final = name
        self._port = 0
        self.start()

    @property
    def url(self) -> str:
        """Where the site is."""
        return f"http://{self._name}:{self._port}{self._path}"

    def start(self) -> None:
        """Be there."""
        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), self._handler)
        self._server.daemon_threads = True
        self._port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Be gone."""
        self._server.shutdown()
        self._server.server_close()
