"""Games in several processes at once; stopping loses no more than the games that run."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Final

from smallworld.arena.plan import ArenaPlan, ScheduledGame
from smallworld.arena.play import GameOutcome, PlayerCache, PlayerFailure
from smallworld.work.where import Where

Ended = Generator[GameOutcome | PlayerFailure, None, None]

PATIENCE: Final = 5.0  # seconds a process may take to stop


def play_games(plan: ArenaPlan, games: Iterable[ScheduledGame], where: Where) -> Ended:
    """Play these games; how each ended, in the order in which they end. Close it to stop."""
    processes = where.processes
    if where.on:
        for _, ended in where.as_done(partial(_play_one, plan), games):
            yield ended
    elif processes == 1:
        players = PlayerCache(plan)
        for game in games:
            yield players.play(game)
    else:
        yield from _in_processes(plan, games, processes)


def _play_one(plan: ArenaPlan, game: ScheduledGame) -> GameOutcome | PlayerFailure:
    return PlayerCache(plan).play(game)


def _in_processes(plan: ArenaPlan, games: Iterable[ScheduledGame], processes: int) -> Ended:
    waiting = iter(games)
    workers: list[_Worker] = []
    try:
        for game in waiting:
            workers.append(_Worker(plan, game))
            if len(workers) == processes:
                break
        while workers:
            ready = set(wait([worker.connection for worker in workers]))
            for worker in [worker for worker in workers if worker.connection in ready]:
                yield worker.receive()
                following = next(waiting, None)
                if following is not None and worker.is_alive():
                    worker.send(following)
                    continue
                worker.stop()
                workers.remove(worker)
                if following is not None:
                    workers.append(_Worker(plan, following))
    finally:
        for worker in workers:
            worker.interrupt()
        for worker in workers:
            worker.stop()


class _Worker:
    """A process that plays one game at a time."""

    def __init__(self, plan: ArenaPlan, game: ScheduledGame) -> None:
        # Spawned, not forked: that works the same everywhere.
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        self._process: Final[SpawnProcess] = context.Process(target=_work, args=(plan, theirs))
        with _interrupts_ignored():
            self._process.start()
        theirs.close()
        self._game = game
        self._alive = True
        self.send(game)

    def send(self, game: ScheduledGame) -> None:
        """Let it play that game."""
        self._game = game
        with suppress(OSError):  # it may have died, as `receive` will tell
            self.connection.send(game)

    def receive(self) -> GameOutcome | PlayerFailure:
        """How its game ended, or that the process did."""
        try:
            answer = self.connection.recv()
        except (EOFError, OSError):
            self._alive = False
            self._process.join(PATIENCE)
            status = self._process.exitcode
            return PlayerFailure(
                self._game.key, f"the process that played it ended (status {status})"
            )
        assert isinstance(answer, GameOutcome | PlayerFailure)
        return answer

    def is_alive(self) -> bool:
        """Whether it can play another one."""
        return self._alive

    def interrupt(self) -> None:
        """Have it leave its game; players from outside are ended by it."""
        self._process.terminate()

    def stop(self) -> None:
        """End it."""
        self.connection.close()
        self._process.join(PATIENCE)
        if self._process.exitcode is None:
            self._process.kill()
            self._process.join()
        self._process.close()


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """What is started meanwhile leaves Ctrl-C to us, from its very first moment."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# ---- in the worker ----


def _work(plan: ArenaPlan, connection: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    players = PlayerCache(plan)
    while True:
        try:
            game = connection.recv()
            connection.send(players.play(game))
        except (EOFError, OSError):
            return


def _leave(signum: int, frame: object) -> None:
    raise SystemExit(0)  # so that players are closed on the way


def _end_with_parent() -> None:
    """One that is killed cannot tell its workers to stop, and they would play on for nobody."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        threading.Event().wait(PATIENCE)
        os._exit(1)
