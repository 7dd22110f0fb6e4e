"""What a run that trains the small judge does, by how much there is to do it with."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from smallworld.content.loader import MAPS
from smallworld.engine.game import GameError
from smallworld.players.registry import check_player
from smallworld.training.compact.net import CompactShape
from smallworld.training.tables import TrainingTable


@dataclass(frozen=True)
class CompactPlan:
    """What a run does; its folder keeps to it."""

    net: str
    boards: tuple[str, ...]
    games: int = 400  # of the first round, about ten positions each
    further: int = 100  # ... of each further one, whose turns take about six times as long
    held: int = 100  # of each round, to measure by
    playouts: int = 4  # of a position
    further_playouts: int = 4  # ... of further rounds; 0: games are learnt from themselves
    held_playouts: int = 16
    one_in: int = 3  # positions that are kept
    window: int = 3  # rounds that a judge learns from
    passes: int = 12
    batch: int = 512
    rate: float = 3e-3
    further_rate: float = 2e-3  # of judges that begin with the numbers of another
    seed: int = 1
    simulations: int = 64  # of a turn, while judges are compared
    pool: tuple[str, ...] = ("planner", "search:simulations=64")  # who judges every judge
    judges: tuple[str, ...] = ("base-2", "underground-3")  # tables that it is judged at
    deals: int = 3  # for each of them and of the pool; every seat has each deal once

    def __post_init__(self) -> None:
        for board in self.boards:
            if board not in MAPS:
                raise GameError(
                    f"there is no board {board!r} to train on; there are {', '.join(MAPS)}"
                )
        for spec in self.pool:
            check_player(spec)
        for table in self.judges:
            TrainingTable.from_text(table)
        CompactShape.from_text(self.net)


# By how much there is to do it with.
SIZES: Final = {
    # ten minutes on two cores
    "small": CompactPlan("compact", tuple(MAPS), games=1500, further=250, held=60, passes=10),
    "tiny": CompactPlan(
        *("compact", ("base-2", "underground-2")),
        games=60,
        further=6,
        held=6,
        held_playouts=4,
        passes=12,
        batch=64,
        simulations=4,
        pool=("careless",),
        judges=("base-2",),
        deals=1,
    ),
    # many cores
    "full": CompactPlan(
        *("compact:48x48", tuple(MAPS)),
        games=20_000,
        further=80_000,
        further_playouts=0,
        held=400,
        passes=14,
        batch=4096,
        simulations=200,
        pool=("planner", "search:simulations=200", "master:simulations=200"),
        judges=("base-2", "base-4", "underground-3", "base-3/mixed", "underground-5"),
        deals=16,
    ),
}


def compact_plan(size: str, net: str, **changes: Any) -> CompactPlan:
    """The plan of that size, with what is given in its place."""
    if size not in SIZES:
        raise GameError(f"there is no size {size!r}; there are {', '.join(SIZES)}")
    given = {name: value for name, value in changes.items() if value is not None}
    return replace(SIZES[size], net=net, **given)
