"""Computer seats think in processes of their own, so that no table waits for another.

A worker is told the table and what the seat may see, as bytes without the coins of others, and
answers with the text of an action.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import signal
import threading
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import get_context, parent_process
from typing import Final

from smallworld.engine.errors import GameError
from smallworld.engine.game import to_act
from smallworld.engine.notation import to_text
from smallworld.engine.options import Library, Options
from smallworld.engine.pack import from_bytes, to_bytes
from smallworld.engine.state import State
from smallworld.play.record import Record
from smallworld.play.table import Table, prepare
from smallworld.play.view import View
from smallworld.players.registry import make_player
from smallworld.server.customs import Customs

log: Final = logging.getLogger("smallworld.server")

FALLBACK: Final = "random"  # plays on for a level that fails
_TRIES: Final = 3


@dataclass(frozen=True)
class Question:
    """A position in which a computer is to decide."""

    header: str  # of the record: the table
    paths: tuple[str, ...]  # of all home-made races and powers of the server
    files: tuple[str, ...]  # ... of which the table uses these
    seen: bytes  # the state as the seat sees it
    seat: int
    level: str
    seed: int


class Computers:
    """The processes in which levels think."""

    def __init__(self, workers: int, customs: tuple[str, ...]) -> None:
        self._workers: Final = workers or max(1, min(4, (os.cpu_count() or 2) - 1))
        self._customs: Final = customs
        self._pool: Executor | None = None

    def question(
        self, s: State, table: Table, header: str, files: tuple[str, ...], level: str
    ) -> Question:
        """What a worker is told; it holds no coins the seat to act may not know."""
        seat = to_act(s)
        seen = to_bytes(View(s, table, seat).state)
        return Question(header, self._customs, files, seen, seat, level, secrets.randbits(60))

    async def choose(self, asked: Question) -> str:
        """The text of the action the level chooses."""
        for _ in range(_TRIES):
            pool = self._pool
            if pool is None:
                pool = self._pool = self._start()
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, answer, asked)
            except BrokenProcessPool:
                log.error("a worker of the computer seats died; starting new ones")
                if self._pool is pool:
                    self._pool = None
        raise GameError(f"the level {asked.level} cannot be asked: its process dies")

    def warm_up(self) -> None:
        """Start a process now, so that the first move of a computer need not wait for it."""
        if self._pool is None:
            self._pool = self._start()
            self._pool.submit(os.getpid)

    def close(self) -> None:
        """Stop thinking."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _start(self) -> Executor:
        # Spawned, not forked: this process has threads.
        return ProcessPoolExecutor(
            self._workers,
            mp_context=get_context("spawn"),
            initializer=_begin_work,
        )


# ---- in the worker ----


def _begin_work() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A server that is killed cannot tell its workers to stop, and they would wait for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


@lru_cache(maxsize=16)
def _prepared(
    header: str, paths: tuple[str, ...], files: tuple[str, ...]
) -> tuple[Table, Options, Library]:
    custom = Customs(paths).chosen(files)
    table = Record.from_text(header, custom).table
    options, library = prepare(table)
    return table, options, library


def answer(asked: Question) -> str:
    """What the level chooses; if it fails, what another one does."""
    table, options, library = _prepared(asked.header, asked.paths, asked.files)
    for level in (asked.level, FALLBACK):
        view = View(from_bytes(asked.seen, options, library), table, asked.seat)
        try:
            offered = view.legal[:]
            action = make_player(level, asked.seed).choose(view)
            if action not in offered:
                raise GameError(f"the level {level} chose {action!r}, which is not legal")
        except Exception:
            if level == FALLBACK:
                raise
            log.exception("the level %s failed", level)
            continue
        return to_text(view.state, action)
    raise AssertionError  # the fallback has answered or raised
