"""A child process that is asked and answers line by line; it ends with the `with` block."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from threading import Lock
from types import TracebackType
from typing import Final, Self

from smallworld.engine.game import GameError


class ChildProcess:
    """One of them; `ended` is what is said where it ends before it has answered."""

    def __init__(
        self, command: Sequence[str], ended: str, environment: Mapping[str, str] | None = None
    ) -> None:
        pipe = subprocess.PIPE
        self._ended: Final = ended
        self._asking: Final = Lock()
        self._process: Final = subprocess.Popen(
            command, env=environment, stdin=pipe, stdout=pipe, text=True
        )

    def ask(self, line: str = "") -> str:
        """Its answer to a line; may be asked by several threads."""
        assert self._process.stdin is not None
        with self._asking:  # else one may read the other's answer along with its own
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
            return self.read()

    def read(self) -> str:
        """The next line it says."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            self.close()
            raise GameError(self._ended)
        return line

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        self._process.terminate()
        self._process.communicate()
