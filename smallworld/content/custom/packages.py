"""What installed packages offer by entry points: races and powers here, players elsewhere."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import TYPE_CHECKING

from smallworld.engine.errors import Unreadable

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def entry_points_of(group: str) -> list[EntryPoint]:
    """The entry points of that group in all installed packages, by name; nothing is loaded."""
    return _entry_points(group, tuple(sys.path))


@lru_cache(maxsize=8)  # looking through all packages takes a while
def _entry_points(group: str, path: tuple[str, ...]) -> list[EntryPoint]:
    from importlib.metadata import entry_points  # here, for it is slow to load

    return sorted(entry_points(group=group), key=lambda point: (point.name, point.value))


def source_of(point: EntryPoint) -> str:
    """The package, and what it offers under which name."""
    package = f"{point.dist.name} {point.dist.version}" if point.dist else "some package"
    return f"{package} ({point.name} = {point.value})"


def load_entry_point(point: EntryPoint) -> object:
    """What an entry point names; the package runs."""
    try:
        value: object = point.load()
    except (Exception, SystemExit) as error:
        raise Unreadable(
            f"{source_of(point)}: it cannot be loaded: {type(error).__name__}: {error}; "
            "mend that package or uninstall it"
        ) from error
    return value
