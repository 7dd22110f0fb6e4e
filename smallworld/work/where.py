"""Where work is done: in this process, in several of this machine, or on a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeVar

from smallworld.engine.game import GameError
from smallworld.extras import need
from smallworld.work.processes import as_done, in_order
from smallworld.work.ray_cluster import as_done_on_ray, shipped_files

T = TypeVar("T")
R = TypeVar("R")

RAY: Final = "ray"

Done = Generator[tuple[T, R], None, None]  # close it to stop


@dataclass(frozen=True)
class Where:
    """A place to work; `work` and its tasks must be plain enough to be sent to other processes."""

    processes: int = 1
    on: str = ""  # nothing, ray, or the address of a cluster: ray://HOST:PORT
    files: tuple[str, ...] = ()  # that the work reads, wherever it is done

    def check(self) -> None:
        """Refuse what cannot be used, before anything is begun."""
        if not self.on:
            return
        if self.on != RAY and not self.on.startswith(f"{RAY}://"):
            raise GameError(
                f"work is done --on ray or --on ray://HOST:PORT, not {self.on!r}; "
                "without --on, in --processes of this machine"
            )
        if self.processes != 1:
            raise GameError(
                "--processes is for this machine; with --on ray all processors of the cluster work"
            )
        need("--on ray", RAY)
        shipped_files(self.files)

    def as_done(self, work: Callable[[T], R], tasks: Iterable[T]) -> Done[T, R]:
        """Each task with its result as soon as it is done, in any order."""
        if not self.on:
            yield from as_done(work, tasks, self.processes)
            return
        for _, task, result in self._on_ray(work, tasks):
            yield task, result

    def in_order(self, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        """The result of each task, in the order of the tasks."""
        if not self.on:
            yield from in_order(work, tasks, self.processes)
            return
        early: dict[int, R] = {}
        following = 0
        for number, _, result in self._on_ray(work, tasks):
            early[number] = result
            while following in early:
                yield early.pop(following)
                following += 1

    def _on_ray(self, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[tuple[int, T, R]]:
        address = "" if self.on == RAY else self.on
        return as_done_on_ray(work, tasks, address, self.files)
