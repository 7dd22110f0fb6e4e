"""Where a command plays its games: here, or on a cluster, with the files that they need."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from smallworld.content.loader import MAPS
from smallworld.players.registry import JUDGE, LEARNED, MODEL, NET
from smallworld.players.settings import read_settings
from smallworld.work.where import Where


def place_of_work(
    processes: int,
    on: str,
    custom: Iterable[str] = (),
    maps: Iterable[str] = (),
    players: Iterable[str] = (),
) -> Where:
    """The place that the options name, if it can be used."""
    files = [name for name in custom if Path(name).suffix in (".toml", ".py")]
    files += [name for name in maps if name not in MAPS]
    for player in players:
        name, _, setting = player.strip().partition(":")
        if name == NET:
            files.append(read_settings(NET, setting, MODEL)["model"])
        elif name == LEARNED:
            files.append(read_settings(LEARNED, setting, JUDGE)["net"])
    where = Where(processes, on, tuple(dict.fromkeys(files)))
    where.check()
    return where
