"""Fitting a net to samples, in passes after each of which it can be stopped and gone on with."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from math import cos, pi
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from smallworld.engine.game import GameError
from smallworld.learn.judge.batch import Batch, NetTables
from smallworld.learn.judge.net_file import NetShape, save_net, save_whole
from smallworld.learn.judge.nets import Judgement
from smallworld.learn.position_rows import Floats
from smallworld.training.samples import Samples
from smallworld.training.tables import TrainingTable, rows_of

COINS: Final = 10.0  # an error of so many counts 1
WIN_WORTH: Final = 0.3  # of who wins, beside that of coins
POLICY_WORTH: Final = 0.3
WARM: Final = 0.05  # part of the fitting in which the rate rises
DECAY: Final = 0.01
STEEPEST: Final = 1.0  # longest gradient
TAUGHT: Final = 0.7  # how much a pupil listens to its teacher; the rest to what happened
AT_ONCE: Final = 512  # positions judged together when nothing is learnt


def use_device(name: str) -> str:
    """The device of that name, if torch has it; `auto` is the best there is."""
    if name == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    if name not in ("cpu", "cuda"):
        raise GameError(f"there is no device {name!r}; there are auto, cpu and cuda")
    if name == "cuda" and not torch.cuda.is_available():
        raise GameError("torch finds no GPU here; take --device cpu or auto")
    return name


@dataclass(frozen=True)
class FitSettings:
    """How long and how quickly is learnt."""

    passes: int = 8
    batch: int = 512
    rate: float = 2e-3


class LoadedSamples:
    """Samples on the device where they are learnt from."""

    def __init__(self, samples: Samples, device: str) -> None:
        self.device: Final = device
        self.samples: Final = samples
        tables = [rows_of(TrainingTable.from_text(name)) for name in samples.tables]
        self._facts: Final = NetTables.of([table.static for table in tables], device)
        self._encoder: Final = tables[0].encoder

        def moved(array: NDArray[Any]) -> Tensor:
            return torch.from_numpy(np.ascontiguousarray(array)).to(device)

        self.rows: Final = moved(samples.rows)
        self.table: Final = moved(samples.table)
        self.signs: Final = moved(samples.signs)
        self.prior: Final = moved(samples.prior)
        self.here: Final = moved(samples.told.here)
        self.coins: Final = moved(np.nan_to_num(samples.coins))
        self.won: Final = moved(np.nan_to_num(samples.won))
        self.actions: Final = moved(samples.actions)
        self.share: Final = moved(samples.share)

    def __len__(self) -> int:
        return len(self.samples)

    def batch(self, which: NDArray[np.int64]) -> tuple[Batch, Tensor, Tensor]:
        """These positions; where they are on the device, and where their actions are."""
        chosen = torch.from_numpy(which).to(self.device)
        numbers = self.samples.actions_of(which)
        counts = self.samples.starts[which + 1] - self.samples.starts[which]
        owner = torch.from_numpy(np.repeat(np.arange(len(which)), counts)).to(self.device)
        acted = torch.from_numpy(numbers).to(self.device)
        rows = self.rows[chosen]
        seen = {
            name: rows[:, part].reshape(-1, *self._encoder.shapes[name])
            for name, part in self._encoder.slices.items()
        }
        batch = Batch(
            *(seen, self._facts, self.table[chosen], self.signs[chosen], self.prior[chosen]),
            *(self.here[chosen], self.actions[acted], owner),
        )
        return batch, chosen, acted


def log_shares(scores: Tensor, owner: Tensor, positions: int) -> Tensor:
    """The logarithm of the share of each action among those of its position."""
    highest = scores.detach().new_full((positions,), -torch.inf)
    highest = highest.scatter_reduce(0, owner, scores.detach(), "amax")[owner]
    total = scores.new_zeros(positions).index_add(0, owner, (scores - highest).exp())
    return scores - highest - total[owner].log()


@dataclass(frozen=True)
class TeacherTargets:
    """What a teacher says of all samples; a pupil learns from that, too."""

    coins: Tensor
    won: Tensor
    share: Tensor


def judge_all(net: nn.Module, data: LoadedSamples) -> TeacherTargets:
    """The net's judgement of all samples; nothing is learnt by it."""
    coins, won = torch.zeros_like(data.coins), torch.zeros_like(data.won)
    share = torch.zeros_like(data.share)
    net.eval()
    with torch.inference_mode():
        for first in range(0, len(data), AT_ONCE):
            which = np.arange(first, min(first + AT_ONCE, len(data)))
            batch, chosen, acted = data.batch(which)
            found: Judgement = net(batch)
            coins[chosen] = found.coins
            won[chosen] = found.winning.softmax(1)
            if len(acted):
                share[acted] = log_shares(found.scores, batch.owner, len(which)).exp()
    return TeacherTargets(coins.clone(), won.clone(), share.clone())


def predicted_coins(net: nn.Module, data: LoadedSamples) -> Floats:
    """Final coins of every seat, as the net expects them."""
    found: Floats = judge_all(net, data).coins.cpu().numpy()
    return found


class Fitting:
    """A net on its way; `run` goes on until it is done or time is up."""

    def __init__(
        self,
        shape: NetShape,
        data: LoadedSamples,
        settings: FitSettings,
        kept: Path,
        seed: int,
        begin_with: dict[str, Tensor] | None = None,
        taught: TeacherTargets | None = None,
    ) -> None:
        self.shape: Final = shape
        self.data: Final = data
        self.settings: Final = settings
        self.kept: Final = kept  # where it stands, after each pass
        self.seed: Final = seed
        self.taught: Final = taught
        torch.manual_seed(seed)
        self.net: Final = shape.build().to(data.device)
        if begin_with is not None:
            self.net.load_state_dict(begin_with)
        self.optimiser: Final = torch.optim.AdamW(
            self.net.parameters(), settings.rate, weight_decay=DECAY
        )
        self.done = 0  # passes
        self.losses: list[list[float]] = []
        if kept.is_file():
            self._go_on()

    def run(self, is_time_up: Callable[[], bool], told: Callable[[str], None]) -> bool:
        """Go on; whether all passes are done."""
        while self.done < self.settings.passes:
            if is_time_up():
                return False
            begun = time.monotonic()
            self.losses.append(self._pass())
            self.done += 1
            self._keep()
            coins, won, policy = self.losses[-1]
            told(
                f"{self.shape.text}: pass {self.done} of {self.settings.passes}, "
                f"{time.monotonic() - begun:.1f} s, loss {coins:.3f} coins, {won:.3f} wins, "
                f"{policy:.3f} policy"
            )
        return True

    def finish(self, path: Path, about: dict[str, Any]) -> None:
        """Keep the net, and forget how far it was on its way."""
        save_net(path, self.shape, self.net, about)
        self.kept.unlink(missing_ok=True)

    def _pass(self) -> list[float]:
        luck = np.random.default_rng([self.seed, self.done])
        torch.manual_seed(self.seed + self.done)
        order = luck.permutation(len(self.data))
        parts = np.array_split(order, max(1, round(len(order) / self.settings.batch)))
        total = np.zeros(3)
        self.net.train()
        for n, which in enumerate(parts):
            progress = (self.done + n / len(parts)) / self.settings.passes
            for group in self.optimiser.param_groups:
                group["lr"] = self.settings.rate * rate_at(progress)
            losses = self._losses(which)
            loss = losses[0] + WIN_WORTH * losses[1] + POLICY_WORTH * losses[2]
            self.optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(self.net.parameters(), STEEPEST)
            self.optimiser.step()
            total += [float(one.detach()) / len(parts) for one in losses]
        self.net.eval()
        return [round(float(one), 5) for one in total]

    def _losses(self, which: NDArray[np.int64]) -> tuple[Tensor, Tensor, Tensor]:
        data, taught = self.data, self.taught
        batch, chosen, acted = data.batch(which)
        fast = self.data.device == "cuda"
        with torch.autocast("cuda", torch.bfloat16) if fast else nullcontext():
            found: Judgement = self.net(batch)
        coins, won, share = data.coins[chosen], data.won[chosen], data.share[acted]
        if taught is not None:
            coins = coins + TAUGHT * (taught.coins[chosen] - coins)
            won = won + TAUGHT * (taught.won[chosen] - won)
            share = share + TAUGHT * (taught.share[acted] - share)
        here = batch.here
        wrong = (((found.coins - coins) / COINS) ** 2 * here).sum() / here.sum()
        winning = -(won * found.winning.log_softmax(1) * here).sum() / len(which)
        if not len(acted):
            return wrong, winning, wrong.new_zeros(())
        logs = log_shares(found.scores, batch.owner, len(which))
        deciding = batch.owner.unique().numel()
        return wrong, winning, -(share * logs).sum() / deciding

    def _keep(self) -> None:
        standing = {"done": self.done, "losses": self.losses, "shape": self.shape.text}
        parts = {"net": self.net.state_dict(), "optimiser": self.optimiser.state_dict()}
        save_whole(self.kept, {**standing, **parts})

    def _go_on(self) -> None:
        found = torch.load(self.kept, map_location=self.data.device, weights_only=True)
        self.net.load_state_dict(found["net"])
        self.optimiser.load_state_dict(found["optimiser"])
        self.done, self.losses = found["done"], found["losses"]


def rate_at(progress: float) -> float:
    """How quickly is learnt: it rises, then falls to nothing.

    >>> rate_at(0.0), rate_at(WARM), round(rate_at(1.0), 3)
    (0.0, 1.0, 0.0)
    """
    if progress < WARM:
        return progress / WARM
    return 0.5 + 0.5 * cos(pi * (progress - WARM) / (1 - WARM))
