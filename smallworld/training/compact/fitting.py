"""Fitting the small judge to positions, and measuring what it explains of others."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from smallworld.training.compact.net import CompactBatches, CompactNet
from smallworld.training.compact.plan import CompactPlan
from smallworld.training.compact.positions import SEATS, CompactSamples, Floats
from smallworld.training.fitting import rate_at

COINS: Final = 10.0  # an error of so many counts 1
STEEPEST: Final = 1.0  # longest gradient
DECAY: Final = 1e-3
AT_ONCE: Final = 2000  # positions judged together when nothing is learnt


def save(what: dict[str, Any], path: Path) -> None:
    torch.save(what, f"{path}.part")
    Path(f"{path}.part").replace(path)


def fit(
    net: CompactNet,
    samples: CompactSamples,
    plan: CompactPlan,
    standing: Path,
    tell: Callable[[str], None],
    check_time: Callable[[], None],
    device: str = "cpu",
) -> list[list[float]]:
    """Fit the net to what the playouts of the positions led to; the loss of each pass.

    After each pass it is kept where it stands, and can be gone on with from there.
    """
    data = CompactBatches(samples, device)
    net.to(data.device)
    optimiser = torch.optim.AdamW(net.parameters(), plan.rate, weight_decay=DECAY)
    parts = max(1, len(data) // plan.batch)
    losses: list[list[float]] = []
    if standing.is_file():
        found = torch.load(standing, map_location=data.device, weights_only=True)
        net.load_state_dict(found["net"])
        optimiser.load_state_dict(found["optimiser"])
        losses = found["losses"]
    net.train()
    for number in range(len(losses), plan.passes):
        begun = time.monotonic()
        luck = np.random.default_rng([plan.seed, number])
        order = torch.from_numpy(luck.permutation(len(data))).to(data.device)
        torch.manual_seed(plan.seed + number)
        total = torch.zeros((), device=data.device)  # asked for at the end: who asks has to wait
        for n, which in enumerate(order.tensor_split(parts)):
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
            total += loss.detach() / parts
        losses.append([round(float(total), 5)])
        parts_kept = {"net": net.state_dict(), "optimiser": optimiser.state_dict()}
        save({**parts_kept, "losses": losses}, standing)
        took = time.monotonic() - begun
        tell(f"pass {number + 1} of {plan.passes}: loss {float(total):.4f}, {took:.0f} s")
        if number + 1 < plan.passes:
            check_time()
    net.cpu().eval()
    return losses


def predicted(net: CompactNet, samples: CompactSamples) -> Floats:
    """Final coins of every seat, as the net expects them."""
    data = CompactBatches(samples)
    found: list[Floats] = []
    with torch.inference_mode():
        for first in range(0, len(data), AT_ONCE):
            batch = data.pick(torch.arange(first, min(first + AT_ONCE, len(data))))
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
