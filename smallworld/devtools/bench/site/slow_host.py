"""A host of files behind a line of a given speed, which all connections share."""

from __future__ import annotations

import gzip
import mimetypes
import threading
import time
from functools import lru_cache, partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

_PIECE: Final = 8192
_TEXT: Final = {".html", ".js", ".css", ".json", ".svg", ".webmanifest"}  # hosts compress these


class SlowLine:
    """What all connections of a host share."""

    def __init__(self, bits: float, delay: float) -> None:
        self.delay: Final = delay  # seconds there and back
        self._seconds_a_byte: Final = 8 / bits if bits else 0.0
        self._free_at = 0.0
        self._lock: Final = threading.Lock()
        self.sent = 0

    def wait_for(self, count: int) -> None:
        """Until so many bytes are through."""
        with self._lock:
            self.sent += count
            begun = max(time.monotonic(), self._free_at)
            self._free_at = begun + count * self._seconds_a_byte
            left = self._free_at - time.monotonic()
        if left > 0:
            time.sleep(left)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, *args: Any, folder: Path, line: SlowLine) -> None:
        self._folder, self._line = folder, line
        time.sleep(line.delay)  # a connection is opened
        super().__init__(*args)

    def do_GET(self) -> None:
        """A file, as hosts give it: texts compressed, the rest as it is."""
        time.sleep(self._line.delay)
        name = unquote(urlsplit(self.path).path).lstrip("/") or "index.html"
        path = self._folder / name
        if ".." in name or not path.is_file():
            self.send_error(404)
            return
        body, compressed = _body(path)
        self.send_response(200)
        self.send_header("content-type", _kind(path))
        self.send_header("content-length", str(len(body)))
        if compressed:
            self.send_header("content-encoding", "gzip")
        self.end_headers()
        for at in range(0, len(body), _PIECE):
            piece = body[at : at + _PIECE]
            self._line.wait_for(len(piece))
            self.wfile.write(piece)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@lru_cache
def _body(path: Path) -> tuple[bytes, bool]:
    body = path.read_bytes()
    return (gzip.compress(body, mtime=0), True) if path.suffix in _TEXT else (body, False)


def _kind(path: Path) -> str:
    if path.suffix == ".js":
        return "text/javascript"
    return mimetypes.guess_type(path.name)[0] or "application/octet-stream"


class SlowHost:
    """Serves a folder; 0 bits a second: as fast as it goes."""

    def __init__(self, folder: Path, bits: float = 0.0, delay: float = 0.0) -> None:
        self.line: Final = SlowLine(bits, delay)
        handler = partial(_Handler, folder=folder, line=self.line)
        self._server: Final = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self.url: Final = f"http://127.0.0.1:{self._server.server_address[1]}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Be gone."""
        self._server.shutdown()
        self._server.server_close()
