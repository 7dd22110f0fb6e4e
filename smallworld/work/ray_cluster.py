"""Work on a Ray cluster, in pieces that may be lost with a machine and are then done again.

Every machine needs this package in the same version. Files that the work reads are sent along.
"""

from __future__ import annotations

import logging
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from itertools import islice
from pathlib import Path
from typing import Final, TypeVar

import smallworld
from smallworld.engine.game import RULES, GameError

T = TypeVar("T")
R = TypeVar("R")

AHEAD: Final = 2  # tasks waiting or running for each processor of the cluster
MOST_LOST: Final = 20  # times that a task may be lost with its machine
PATIENCE: Final = 5.0  # seconds until a cluster that has grown is noticed

Files = dict[str, bytes]


def as_done_on_ray(
    work: Callable[[T], R], tasks: Iterable[T], address: str = "", files: tuple[str, ...] = ()
) -> Iterator[tuple[int, T, R]]:
    """The number of each task, the task and its result, as soon as it is done."""
    import ray

    # Ray tells of lost machines on stdout, where only results belong.
    with _connected(address), redirect_stdout(sys.stderr):
        sent = ray.put(shipped_files(files))
        # Ray itself does again what a machine took with it; what it gives up is done again by us.
        remote = ray.remote(max_retries=-1, num_cpus=1)(_do)
        waiting = enumerate(tasks)
        running: dict[object, tuple[int, T, int]] = {}

        def submit(number: int, task: T, losses: int) -> None:
            ended = remote.remote(work, task, _version(), sent)
            running[ended] = (number, task, losses)

        while True:
            room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1))) - len(running)
            for number, task in islice(waiting, max(room, 0)):
                submit(number, task, 0)
            if not running:
                return
            ended, _ = ray.wait([*running], num_returns=1, timeout=PATIENCE)
            for one in ended:
                number, task, losses = running.pop(one)
                try:
                    result = ray.get(one)
                except ray.exceptions.RayTaskError as error:
                    raise _own(error) from None
                except ray.exceptions.RayError as error:
                    if losses == MOST_LOST:
                        raise GameError(f"work was lost {losses} times: {error}") from None
                    submit(number, task, losses + 1)
                    continue
                yield number, task, result


def shipped_files(names: Iterable[str]) -> Files:
    """The contents of files by their names, which must do as names on any machine."""
    found: Files = {}
    for name in names:
        path = Path(name)
        if path.is_absolute() or ".." in path.parts:
            raise GameError(
                f"{name}: on a cluster a file is named from the folder the command is given in, "
                "as in races.toml or mine/races.toml"
            )
        try:
            found[name] = path.read_bytes()
        except OSError as error:
            raise GameError(f"{name}: it cannot be read: {error.strerror}") from None
    return found


@contextmanager
def _connected(address: str) -> Iterator[None]:
    """A cluster: at that address; or one that is there already; or one made of this machine."""
    import ray

    if ray.is_initialized():  # somebody else's, who will end it
        yield
        return
    try:
        if address:
            ray.init(address, log_to_driver=False, logging_level=logging.ERROR)
        else:
            ray.init(include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, TimeoutError, RuntimeError, ValueError) as error:
        where = address or "this machine"
        raise GameError(f"there is no cluster to be had at {where}: {error}") from None
    try:
        yield
    finally:
        ray.shutdown()


def _own(error: Exception) -> Exception:
    """What went wrong in the work itself, not that it went wrong elsewhere."""
    cause = getattr(error, "cause", None)
    return cause if isinstance(cause, Exception) else error


def _version() -> str:
    return f"{smallworld.__version__}, rules {RULES}"


# ---- on the machines of the cluster ----


def _do(work: Callable[[T], R], task: T, version: str, files: Files) -> R:
    if version != _version():
        raise GameError(
            f"a machine of the cluster has smallworld {_version()}, this one {version}: "
            "install the same everywhere"
        )
    if not files:
        return work(task)
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        before = Path.cwd()
        os.chdir(folder)
        try:
            return work(task)
        finally:
            os.chdir(before)
