"""Work in several processes at once, quiet when interrupted."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 4  # tasks waiting for each process; few, so that an early end leaves little to wait for


def in_order(work: Callable[[T], R], tasks: Iterable[T], processes: int) -> Iterator[R]:
    """The result of each task, in the order of the tasks, whatever the number of processes."""
    if processes == 1:
        yield from map(work, tasks)
        return
    with _pool(processes) as pool:
        waiting = iter(tasks)
        running = [pool.submit(work, task) for task in islice(waiting, AHEAD * processes)]
        while running:
            yield running.pop(0).result()
            running += [pool.submit(work, task) for task in islice(waiting, 1)]


def as_done(
    work: Callable[[T], R], tasks: Iterable[T], processes: int
) -> Generator[tuple[T, R], None, None]:
    """Each task with its result as soon as it is done, in any order. Close it to stop."""
    if processes == 1:
        for task in tasks:
            yield task, work(task)
        return
    with _pool(processes) as pool:
        waiting = iter(tasks)
        running = {pool.submit(work, task): task for task in islice(waiting, 2 * processes)}
        while running:
            for ended in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(ended), ended.result()
                running |= {pool.submit(work, task): task for task in islice(waiting, 1)}


@contextmanager
def _pool(processes: int) -> Iterator[ProcessPoolExecutor]:
    # Spawned, not forked: that works the same everywhere.
    pool = ProcessPoolExecutor(
        processes, mp_context=get_context("spawn"), initializer=ignore_interrupts
    )
    try:
        yield pool
    except BaseException:  # left early, or interrupted: nobody waits for what is being worked on
        for child in active_children():
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def ignore_interrupts() -> None:
    """Ctrl-C is the business of the process that was started first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
