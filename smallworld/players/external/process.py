"""A program outside this one that is asked by lines and answers by lines, whatever it does.

Two threads move the bytes, so neither a program that never reads nor one that never stops writing
can hold us up. It has a process group of its own, which goes with it when it is ended.
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
import weakref
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Final

MOST: Final = 65_536  # bytes that may wait to be read
CHUNK: Final = 8_192
GRACE: Final = 0.5  # seconds to end by itself when there is nothing more to read


class Fault(Exception):
    """An answer that does not count; the text goes on after the name of the program."""


class Unusable(Fault):
    """A fault after which the program has to be ended."""


class Program:
    """One running program; `end` it, or it ends with this object."""

    def __init__(self, words: Sequence[str], log: Path | None = None) -> None:
        try:
            self._child: Final = _start(words, log)
        except (OSError, ValueError) as error:
            raise Unusable(f"cannot be started ({error})") from None
        self._heard: Final = _Heard()
        self._said: Final[SimpleQueue[bytes | None]] = SimpleQueue()
        assert self._child.stdout is not None
        assert self._child.stdin is not None
        # The threads know their pipe and not this object, so that it can be forgotten.
        self._threads: Final = {
            pipe: threading.Thread(target=work, args=(pipe, shared), daemon=True)
            for pipe, work, shared in (
                (self._child.stdout, _listen, self._heard),
                (self._child.stdin, _speak, self._said),
            )
        }
        for thread in self._threads.values():
            thread.start()
        rest = (self._child, self._heard, self._said, self._threads)
        self._end: Final = weakref.finalize(self, _end, *rest)

    def say(self, line: str) -> None:
        """Send a line that wants no answer."""
        self._said.put(line.encode() + b"\n")

    def ask(self, line: str, seconds: float) -> bytes:
        """Send a line; the first line that comes back after it."""
        self._heard.forget()
        self.say(line)
        return self.hear(time.monotonic() + seconds, seconds)

    def hear(self, until: float, seconds: float) -> bytes:
        """The next line, if it comes in time."""
        found = self._heard.line(until)
        if found is not None:
            return found
        if self._heard.too_much:
            raise Unusable(f"writes more than {MOST // 1024} KiB that nobody asked for")
        if self._heard.ended:
            with suppress(subprocess.TimeoutExpired):
                self._child.wait(GRACE)
            raise Unusable(f"has ended ({_status(self._child.returncode)})")
        raise Unusable(f"gave no answer in {seconds:g} s")

    def end(self) -> None:
        """End it and all it has started."""
        self._end()


class _Heard:
    """What has been read and not yet been taken."""

    def __init__(self) -> None:
        self._news: Final = threading.Condition()
        self._bytes = bytearray()
        self.too_much = False
        self.ended = False

    def add(self, chunk: bytes) -> bool:
        """Take in what was read; False when it has become too much."""
        with self._news:
            self._bytes += chunk
            self.too_much = len(self._bytes) > MOST
            self.ended = self.ended or not chunk
            self._news.notify_all()
            return not self.too_much and not self.ended

    def forget(self) -> None:
        """Drop what came before anything was asked."""
        with self._news:
            if not self.too_much:
                self._bytes.clear()

    def line(self, until: float) -> bytes | None:
        """The next line; None if none comes by then, or none can come any more."""
        with self._news:
            while True:
                at = self._bytes.find(b"\n")
                if self.too_much:
                    return None
                if at >= 0:
                    found = bytes(self._bytes[:at])
                    del self._bytes[: at + 1]
                    return found
                left = until - time.monotonic()
                if self.ended or left <= 0:
                    return None
                self._news.wait(left)

    def wait_for_the_end(self, seconds: float) -> None:
        """Until its output is closed, or that long."""
        with self._news:
            self._news.wait_for(lambda: self.ended or self.too_much, seconds)


def _start(words: Sequence[str], log: Path | None) -> subprocess.Popen[bytes]:
    kept = None if log is None else log.open("ab")
    try:
        return subprocess.Popen(
            list(words),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if kept is None else kept,
            bufsize=0,
            start_new_session=True,  # Ctrl-C is not meant for it, and its children go with it
        )
    finally:
        if kept is not None:
            kept.close()


def _listen(pipe: IO[bytes], heard: _Heard) -> None:
    go_on = True
    while go_on:
        try:
            chunk = pipe.read(CHUNK)
        except OSError:
            chunk = b""
        go_on = heard.add(chunk)


def _speak(pipe: IO[bytes], said: SimpleQueue[bytes | None]) -> None:
    with suppress(OSError):  # nobody listens any more, as will be noticed
        while (line := said.get()) is not None:
            rest = memoryview(line)
            while rest:
                rest = rest[pipe.write(rest) :]
        pipe.close()


def _end(
    child: subprocess.Popen[bytes],
    heard: _Heard,
    said: SimpleQueue[bytes | None],
    threads: dict[IO[bytes], threading.Thread],
) -> None:
    said.put(None)
    heard.wait_for_the_end(GRACE)
    with suppress(OSError):
        if os.name == "nt":
            child.kill()
        else:
            os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    for pipe, thread in threads.items():
        thread.join(GRACE)
        # A descendant that has left the group may hold a pipe open; then so do we.
        if not thread.is_alive():
            with suppress(OSError):
                pipe.close()


def _status(code: int | None) -> str:
    if code is None:
        return "its output, that is"
    return f"by signal {-code}" if code < 0 else f"status {code}"
