"""The data folder: one server at a time, and what the next one should know of the last."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from smallworld.engine.game import GameError


class FolderInUse(GameError):
    """Another server has the folder; `url` is where it can be reached, if it said so."""

    def __init__(self, folder: Path, url: str) -> None:
        super().__init__(
            f"a server with the games in {folder} is running already"
            + (f": {url}" if url else "")
            + "; use that one, stop it, or choose another folder by --data"
        )
        self.url: Final = url


class DataFolder:
    """A folder of games, held until the process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        self.path: Final = path
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock: Final = (path / "server.lock").open("a")
        except OSError as error:
            raise GameError(f"games cannot be kept in {path}: {error.strerror}") from None
        if not _lock_file(self._lock.fileno()):
            self._lock.close()
            raise FolderInUse(path, self._read()[0])

    def close(self) -> None:
        """Let another server have it."""
        self._lock.close()

    @property
    def last_port(self) -> int:
        """Where the server was last; a browser knows its games by that address. 0: nowhere yet."""
        return self._read()[1]

    def remember(self, url: str, port: int) -> None:
        """The server can be reached there."""
        text = json.dumps({"url": url, "port": port})
        (self.path / "server.json").write_text(text, encoding="utf-8")

    def _read(self) -> tuple[str, int]:
        try:
            found = json.loads((self.path / "server.json").read_text(encoding="utf-8"))
            return str(found["url"]), int(found["port"])
        except (OSError, ValueError, KeyError, TypeError):
            return "", 0


if sys.platform == "win32":
    import msvcrt

    def _lock_file(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock_file(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
