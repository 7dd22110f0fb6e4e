"""Python programs that tests start come from a process that has read all modules already.

To read them is nearly all the work of a server, or of a process that thinks, which lives as long as
a test. Whatever is started is a process of its own all the same: it is killed, paused and waited
for like any other. Only on Linux, and not while the lines that are run are counted; else, and for
other programs, all is as it was.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final, Self
from unittest.mock import patch

from tests.server import fork_server

POSSIBLE: Final = sys.platform == "linux" and not any(
    name.startswith("COVERAGE_") for name in os.environ
)
_KNOWN: Final = {"stdin", "stdout", "stderr", "text", "env", "cwd", "start_new_session"}
_COLD: Final = subprocess.Popen


class WarmProcess:
    """As much of `subprocess.Popen` as is used of it."""

    def __init__(
        self,
        server: _ForkServer,
        args: Sequence[str],
        options: Mapping[str, Any],
        words: Sequence[str],
    ) -> None:
        self.args: Final = args
        self.returncode: int | None = None
        self._ending: Final = threading.Lock()
        own: list[int] = []  # ends of pipes that are the program's

        def end_of(option: str, number: int) -> tuple[int, int | None]:
            """The program's end, and ours, where there is a pipe."""
            wish = options.get(option)
            if wish == subprocess.PIPE:
                there, here = os.pipe() if number == 0 else os.pipe()[::-1]
                own.append(there)
                return there, here
            if wish == subprocess.DEVNULL:
                own.append(os.open(os.devnull, os.O_RDWR))
                return own[-1], None
            if wish == subprocess.STDOUT:
                return out, None
            if wish is None:
                return number, None
            return wish if isinstance(wish, int) else wish.fileno(), None

        into, stdin = end_of("stdin", 0)
        out, stdout = end_of("stdout", 1)
        err, stderr = end_of("stderr", 2)
        self._status, told = os.pipe()
        own.append(told)
        job = {
            "words": words,
            "env": dict(options.get("env") or os.environ),
            "cwd": str(options.get("cwd") or os.getcwd()),
            "session": bool(options.get("start_new_session")),
        }
        server.ask(json.dumps(job).encode(), [into, out, err, told])
        for end in own:
            os.close(end)
        text = bool(options.get("text"))
        self.stdin: Final[IO[Any] | None] = _opened(stdin, "w", text)
        self.stdout: Final[IO[Any] | None] = _opened(stdout, "r", text)
        self.stderr: Final[IO[Any] | None] = _opened(stderr, "r", text)
        self.pid: Final = int.from_bytes(os.read(self._status, fork_server.NUMBER), "little")

    def poll(self) -> int | None:
        """How it ended, if it has."""
        return self._look(0)

    def wait(self, timeout: float | None = None) -> int:
        """How it ended, once it has."""
        found = self._look(timeout)
        if found is None:
            raise subprocess.TimeoutExpired(self.args, timeout or 0)
        return found

    def _look(self, timeout: float | None) -> int | None:
        with self._ending:
            if self.returncode is None and select.select([self._status], [], [], timeout)[0]:
                said = os.read(self._status, fork_server.NUMBER)
                self.returncode = int.from_bytes(said, "little", signed=True)
                os.close(self._status)
            return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def communicate(self, input: Any = None, timeout: float | None = None) -> tuple[Any, Any]:
        """All that it says, to its end."""
        if self.stdin is not None:
            with suppress(BrokenPipeError):
                if input:
                    self.stdin.write(input)
                self.stdin.close()
        said: dict[str, Any] = {"stdout": None, "stderr": None}

        def read(name: str, line: IO[Any]) -> None:
            with line:
                said[name] = line.read()

        readers = [
            threading.Thread(target=read, args=(name, line), daemon=True)
            for name, line in (("stdout", self.stdout), ("stderr", self.stderr))
            if line is not None
        ]
        for reader in readers:
            reader.start()
        self.wait(timeout)
        for reader in readers:
            reader.join(timeout)
        return said["stdout"], said["stderr"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        for line in (self.stdin, self.stdout, self.stderr):
            if line is not None:
                with suppress(BrokenPipeError):
                    line.close()
        self.wait()


def _opened(end: int | None, how: str, text: bool) -> IO[Any] | None:
    if end is None:
        return None
    return open(end, how) if text else open(end, f"{how}b")


class _ForkServer:
    """The process that others come from; it is started when it is first asked."""

    def __init__(self) -> None:
        self._asking: Final = threading.Lock()
        self._line: socket.socket | None = None

    def ask(self, job: bytes, ends: list[int]) -> None:
        """Start a program with these ends of pipes: three usual ones, and one that tells of it."""
        with self._asking:
            if self._line is None:
                self._line = self._start()
            socket.send_fds(self._line, [job], ends)

    def _start(self) -> socket.socket:
        line, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        path = [place or os.getcwd() for place in sys.path]
        with there:
            process = _COLD(
                [sys.executable, "-P", "-m", fork_server.__name__, str(there.fileno())],
                pass_fds=[there.fileno()],
                env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
                start_new_session=True,
            )
        process.returncode = 0  # nobody waits for it: it ends with its line
        return line


_SERVER: Final = _ForkServer()


def start(args: Any, **options: Any) -> Any:
    """Instead of `subprocess.Popen`."""
    words = _program_of(args)
    if words and not options.keys() - _KNOWN and _has_our_modules(options.get("env")):
        return WarmProcess(_SERVER, args, options, words)
    return _COLD(args, **options)


def _program_of(args: Any) -> list[str]:
    """-m or -c, what is run, and its words; nothing if that is no Python program."""
    if not isinstance(args, (list, tuple)) or args[0] != sys.executable:
        return []
    words = [str(word) for word in args[1:] if word != "-P"]
    return words if words and words[0] in ("-m", "-c") else []


def _has_our_modules(env: Mapping[str, str] | None) -> bool:
    asked = (env or os.environ).get("PYTHONPATH", "")
    return {Path(place) for place in asked.split(os.pathsep) if place} <= {*map(Path, sys.path)}


@contextmanager
def warm_starts() -> Iterator[None]:
    """Programs are started warm meanwhile."""
    with patch.object(subprocess, "Popen", start if POSSIBLE else _COLD):
        yield


@contextmanager
def cold_starts() -> Iterator[None]:
    """They are started as everywhere else, where the start itself is looked at."""
    with patch.object(subprocess, "Popen", _COLD):
        yield
