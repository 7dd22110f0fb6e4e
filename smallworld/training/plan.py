"""What a run of training does, as it is kept beside its results."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from smallworld.content.loader import MAPS
from smallworld.encoding.layout import ENCODING_VERSION
from smallworld.engine.game import GameError
from smallworld.learn.judge.net_file import NetShape
from smallworld.learn.plan_file import keep_plan
from smallworld.players.registry import check_player
from smallworld.training.fitting import FitSettings
from smallworld.training.tables import TrainingTable

PLAN: Final = "plan.json"


@dataclass(frozen=True)
class LearnPlan:
    """Everything but where and for how long; a folder keeps to one plan."""

    size: str
    seed: int = 1
    boards: tuple[str, ...] = tuple(MAPS)
    positions: int = 9000  # of the first round, each played on by the quick policy
    held: int = 1500  # further ones, which nothing is learnt from
    playouts: int = 8  # of each position
    thought: float = 0.25  # part of the positions whose best action a search looks for
    games: int = 24  # of each further round
    simulations: int = 64  # of a turn, by those who search
    opponents: tuple[str, ...] = ("search:simulations=64", "planner", "greedy", "careless")
    explore: float = 0.15  # part of the decisions of games that are drawn
    keep: float = 0.5  # part of the decisions of games that are kept
    lean: float = 0.5  # how much a game's position is worth by the search, not by its end
    window: int = 4  # rounds that a net learns from
    net: str = "summed:64x2"
    teacher: str = ""  # none
    passes: int = 12
    batch: int = 256
    rate: float = 2e-3
    pool: tuple[str, ...] = ("planner", "search:simulations=64")  # who judges every net
    judges: tuple[str, ...] = ("base-2", "underground-3")  # tables that it is judged at
    deals: int = 3  # for each of them and of the pool; every seat has each deal once

    def __post_init__(self) -> None:
        for board in self.boards:
            if TrainingTable.from_text(board).text not in MAPS:
                raise GameError(f"boards to train on are named alone, as in base-3, not {board!r}")
        for name in ("positions", "held", "games", "playouts", "passes", "batch", "deals"):
            if getattr(self, name) < 1:
                raise GameError(f"there is at least 1 of {name}, not {getattr(self, name)}")
        for spec in (*self.opponents, *self.pool):
            check_player(spec)
        for table in self.judges:
            TrainingTable.from_text(table)
        NetShape.from_text(self.net)
        if self.teacher:
            NetShape.from_text(self.teacher)

    @property
    def fit(self) -> FitSettings:
        """How nets are fitted."""
        return FitSettings(self.passes, self.batch, self.rate)


# By how much there is to do it with.
SIZES: Final = {
    # seconds, for tests
    "tiny": LearnPlan(
        "tiny",
        boards=("base-2", "underground-2"),
        positions=240,
        held=80,
        games=2,
        simulations=8,
        opponents=("planner", "careless"),
        net="summed:16x1",
        passes=2,
        batch=64,
        pool=("careless",),
        judges=("base-2",),
        deals=1,
    ),
    # ten minutes on two cores
    "small": LearnPlan("small"),
    # many cores and a GPU, for half an hour
    "full": LearnPlan(
        "full",
        positions=200_000,
        held=8000,
        playouts=16,
        games=1200,
        simulations=200,
        opponents=("master:simulations=200", "search:simulations=200", "planner", "careless"),
        net="summed:128x2",
        teacher="attention:128x4",
        passes=10,
        batch=1024,
        rate=1.5e-3,
        pool=("planner", "search:simulations=200", "master:simulations=200"),
        judges=("base-2", "base-4", "underground-3", "base-3/mixed", "underground-5"),
        deals=16,
    ),
}


def plan_of(size: str, **changes: Any) -> LearnPlan:
    """The plan of that size, with what is given in its place."""
    if size not in SIZES:
        raise GameError(f"there is no size {size!r}; there are {', '.join(SIZES)}")
    return replace(SIZES[size], **{k: v for k, v in changes.items() if v is not None})


def keep_run_plan(folder: Path, plan: LearnPlan) -> None:
    """Make the folder, or see that it holds a run of the same plan."""
    keep_plan(folder / PLAN, {"encoding": ENCODING_VERSION, **asdict(plan)}, "its run has")


def read_plan(folder: Path) -> LearnPlan | None:
    """The plan of a run that was begun there; None: there is none."""
    file = folder / PLAN
    if not file.is_file():
        return None
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
        version = kept.pop("encoding")
        lists: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in kept.items()}
        plan = LearnPlan(**lists)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise GameError(
            f"{file}: it does not say what is learnt here; take another folder"
        ) from None
    if version != ENCODING_VERSION:
        raise GameError(
            f"{folder}: its run is of encoding {version}, and this is {ENCODING_VERSION}; "
            "begin a new run in another folder"
        )
    return plan
