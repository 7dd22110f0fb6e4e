"""A run that trains the small judge: play, fit, measure, and write the file it plays with."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from smallworld.content.loader import MAPS
from smallworld.engine.game import GameError
from smallworld.learn.shards import write_whole
from smallworld.training.compact.net import (
    CompactBatches,
    CompactNet,
    CompactShape,
    export_judge,
)
from smallworld.training.compact.positions import (
    SEATS,
    CompactSamples,
    CompactTask,
    Floats,
    play_compact,
    read_compact,
)
from smallworld.training.fitting import rate_at
from smallworld.training.rounds import TimeUp
from smallworld.work.where import Where

PLAN: Final = "compact.json"
NET: Final = "judge.pt"
JUDGE: Final = "judge.json"
RESULTS: Final = "results.json"
IN_ONE_FILE: Final = 200  # games
HELD_FIRST: Final = 5_000_000  # games from this number on are never learnt from
COINS: Final = 10.0  # an error of so many counts 1
STEEPEST: Final = 1.0  # longest gradient
DECAY: Final = 1e-3
AT_ONCE: Final = 2000  # positions judged together when nothing is learnt

Tell = Callable[[str], None]


@dataclass(frozen=True)
class CompactPlan:
    """What a run does; its folder keeps to it."""

    net: str
    boards: tuple[str, ...]
    games: int = 400  # about ten positions each
    held: int = 100
    playouts: int = 4
    held_playouts: int = 16
    one_in: int = 3  # positions that are kept
    passes: int = 12
    batch: int = 512
    rate: float = 3e-3
    seed: int = 1


# By how much there is to do it with.
SIZES: Final = {
    "small": CompactPlan("compact", tuple(MAPS), games=1500, held=200, passes=10),
    "tiny": CompactPlan(
        *("compact", ("base-2", "underground-2")),
        games=60,
        held=6,
        held_playouts=4,
        passes=12,
        batch=64,
    ),
    "full": CompactPlan("compact", tuple(MAPS), games=20_000, held=400),
}


def compact_plan(size: str, net: str, **changes: Any) -> CompactPlan:
    """The plan of that size, with what is given in its place."""
    if size not in SIZES:
        raise GameError(f"there is no size {size!r}; there are {', '.join(SIZES)}")
    given = {name: value for name, value in changes.items() if value is not None}
    for board in given.get("boards", ()):
        if board not in MAPS:
            raise GameError(f"there is no board {board!r} to train on; there are {', '.join(MAPS)}")
    return replace(SIZES[size], net=net, **given)


class CompactRun:
    """A folder, and the steps that fill it; what is there is not done again."""

    def __init__(
        self,
        folder: Path,
        plan: CompactPlan,
        where: Where,
        minutes: float | None = None,
        tell: Tell = print,
    ) -> None:
        self.folder: Final = folder
        self.plan: Final = plan
        self.where: Final = where
        self.tell: Final = tell
        self._end: Final = None if minutes is None else time.monotonic() + 60 * minutes
        self._shape: Final = CompactShape.from_text(plan.net)
        self._keep_plan()

    def run(self) -> bool:
        """Do what is missing; False: time was up before all was done."""
        plan = self.plan
        try:
            held = self._play("held", HELD_FIRST, plan.held, plan.held_playouts)
            learnt = self._play("games", (plan.seed - 1) * 1_000_000, plan.games, plan.playouts)
        except TimeUp:
            return False
        net = self._fit(learnt)
        found = {
            "positions": len(learnt),
            "unexplained": unexplained(held, predicted(net, held)),
            "signs": unexplained(held, held.prior),
        }
        self.tell(
            f"{len(learnt)} positions; unexplained of {len(held)} others: "
            f"net {found['unexplained']:.1%}, signs {found['signs']:.1%}"
        )
        write_whole(self.folder / RESULTS, (json.dumps(found, indent=2) + "\n").encode())
        about = f"{plan.net}, {plan.games} games, seed {plan.seed}"
        write_whole(self.folder / JUDGE, export_judge(net, about).encode())
        return True

    def results(self) -> dict[str, float]:
        """What it led to."""
        found: dict[str, float] = json.loads((self.folder / RESULTS).read_text(encoding="utf-8"))
        return found

    def _keep_plan(self) -> None:
        wanted = json.loads(json.dumps(asdict(self.plan)))
        file = self.folder / PLAN
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if not file.exists():
                write_whole(file, (json.dumps(wanted, indent=2) + "\n").encode())
            kept = json.loads(file.read_text(encoding="utf-8"))
        except OSError as error:
            raise GameError(f"{self.folder}: it cannot be used: {error.strerror}") from None
        except ValueError:
            kept = None
        if kept != wanted:
            raise GameError(
                f"{self.folder}: a run of another plan is there ({file.name}); "
                "take another folder, or the same options"
            )

    # ---- playing ----

    def _play(self, name: str, first: int, games: int, playouts: int) -> CompactSamples:
        home = self.folder / name
        home.mkdir(exist_ok=True)
        plan = self.plan
        tasks = {
            CompactTask(
                *(plan.boards, first + n, min(IN_ONE_FILE, games - n), playouts, plan.one_in)
            ): home / f"games-{n:07}.npz"
            for n in range(0, games, IN_ONE_FILE)
        }
        due = [task for task, path in tasks.items() if not path.is_file()]
        if due:
            self.tell(f"{name}: {len(due)} of {len(tasks)} files to play")
        with closing(self.where.as_done(play_compact, due)) as made:
            for task, content in made:
                write_whole(tasks[task], content)
                if self._is_time_up():
                    raise TimeUp
        return read_compact([*tasks.values()])

    def _is_time_up(self) -> bool:
        return self._end is not None and time.monotonic() >= self._end

    # ---- fitting ----

    def _fit(self, samples: CompactSamples) -> CompactNet:
        plan = self.plan
        torch.manual_seed(plan.seed)
        net = CompactNet(self._shape)
        kept = self.folder / NET
        if kept.is_file():
            net.load_state_dict(torch.load(kept, weights_only=True))
            net.eval()
            return net
        fit(net, samples, plan, self.tell)
        torch.save(net.state_dict(), f"{kept}.part")
        Path(f"{kept}.part").replace(kept)
        return net


def fit(net: CompactNet, samples: CompactSamples, plan: CompactPlan, tell: Tell) -> None:
    """Fit the net to what the playouts of the positions led to."""
    data = CompactBatches(samples)
    luck = np.random.default_rng(plan.seed)
    optimiser = torch.optim.AdamW(net.parameters(), plan.rate, weight_decay=DECAY)
    parts = max(1, len(data) // plan.batch)
    net.train()
    for number in range(plan.passes):
        begun = time.monotonic()
        total = 0.0
        for n, which in enumerate(np.array_split(luck.permutation(len(data)), parts)):
            progress = (number + n / parts) / plan.passes
            for group in optimiser.param_groups:
                group["lr"] = plan.rate * rate_at(progress)
            batch = data.pick(which)
            wrong = ((net(batch) + batch.prior - batch.coins) / COINS) ** 2 * batch.here
            loss = wrong.sum() / batch.here.sum()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), STEEPEST)
            optimiser.step()
            total += float(loss.detach()) / parts
        took = time.monotonic() - begun
        tell(f"pass {number + 1} of {plan.passes}: loss {total:.4f}, {took:.0f} s")
    net.eval()


def predicted(net: CompactNet, samples: CompactSamples) -> Floats:
    """Final coins of every seat, as the net expects them."""
    data = CompactBatches(samples)
    found: list[Floats] = []
    with torch.inference_mode():
        for first in range(0, len(data), AT_ONCE):
            batch = data.pick(np.arange(first, min(first + AT_ONCE, len(data))))
            found.append((net(batch) + batch.prior).numpy())
    return np.concatenate(found)


def unexplained(samples: CompactSamples, coins: NDArray[Any]) -> float:
    """The part of the variance of leads that is left, as `measuring.unexplained` has it."""
    here = np.arange(SEATS)[None] < samples.count[:, None]
    others = np.maximum(samples.count.astype(np.float64) - 1, 1)

    def lead(values: NDArray[Any]) -> NDArray[np.float64]:
        gained = np.where(here, values - samples.now, 0.0).astype(np.float64)
        found: NDArray[np.float64] = gained[:, 0] - gained[:, 1:].sum(1) / others
        return found

    error = samples.error.astype(np.float64)
    luck = float((error[:, 0] + error[:, 1:].sum(1) / others**2).mean())
    true, guessed = lead(samples.coins), lead(coins)
    groups = samples.turns[:, 0].astype(np.int64) * 10 + samples.count
    usual = np.zeros(len(true))
    for group in np.unique(groups):
        usual[groups == group] = true[groups == group].mean()
    explainable = float(((true - usual) ** 2).mean()) - luck
    return (float(((true - guessed) ** 2).mean()) - luck) / max(explainable, 1e-9)
