"""The small judge as torch fits it; `export_judge` writes it in whole numbers."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from smallworld.content.library import full_library
from smallworld.encoding.layout import TRAITS
from smallworld.engine.game import GameError
from smallworld.players.judge.judge_file import FORMAT, MOST_HIDDEN, WIDEST
from smallworld.players.judge.trait_facts import trait_facts
from smallworld.players.policy import position_signs as signs
from smallworld.players.policy.judge import FINE, LANES, LINES, ONE, RESULT
from smallworld.training.compact.positions import OPEN, SEATS, SPEAKING, CompactSamples

COMPACT: Final = "compact"
KINDS: Final = ("region", "seat", "declined", "combo")
UNKNOWN: Final = 0.1  # part of the traits that are told by what they do alone, while it is fitted


@dataclass(frozen=True)
class CompactShape:
    """How wide the layers are."""

    region: int = 32
    seat: int = 32
    combo: int = 16
    hidden: int = 32

    @staticmethod
    def from_text(text: str) -> CompactShape:
        """Read compact, or compact:32x32 (the first and the second layer).

        >>> CompactShape.from_text("compact:16x24")
        CompactShape(region=16, seat=16, combo=8, hidden=24)
        """
        kind, _, size = text.partition(":")
        if kind == COMPACT and not size:
            return CompactShape()
        wide, _, hidden = size.partition("x")
        if kind != COMPACT or not (wide.isdigit() and hidden.isdigit()):
            raise GameError(f"{text!r} is no small judge; write compact or compact:32x32")
        shape = CompactShape(int(wide), int(wide), int(wide) // 2, int(hidden))
        narrow = shape.region % (2 * LANES) == 0 and 0 < shape.region <= WIDEST
        if not narrow or shape.hidden % 2 or not 0 < shape.hidden <= MOST_HIDDEN:
            raise GameError(
                f"{text!r}: the first layer is {2 * LANES} to {WIDEST} wide in steps of "
                f"{2 * LANES}, the second 2 to {MOST_HIDDEN} in steps of 2"
            )
        return shape

    @property
    def inputs(self) -> int:
        """Of the second layer."""
        return 3 * self.region + 2 * self.seat + self.combo


@dataclass
class CompactBatch:
    """Some positions, as the net takes them."""

    seats: Tensor
    seat_traits: Tensor
    turns: Tensor
    line: Tensor
    combos: Tensor
    combo_traits: Tensor
    holders: Tensor
    holder_traits: Tensor
    regions: Tensor
    region_holder: Tensor
    region_place: Tensor  # position and seat in one number
    here: Tensor  # 1 for seats that play
    prior: Tensor
    coins: Tensor


class CompactBatches:
    """Samples, batch by batch, on the device where they are learnt from."""

    def __init__(self, samples: CompactSamples, device: str = "cpu") -> None:
        self.device: Final = torch.device(device)
        self.kept: Final = {
            field.name: torch.from_numpy(getattr(samples, field.name)).to(self.device)
            for field in fields(samples)
        }
        self._holders: Final = _starts(self.kept["holder_count"])
        self._regions: Final = _starts(self.kept["region_count"])
        line = self.kept["turns"].clamp(max=signs.MOST_TURNS)
        line[:, 0] += LINES // 2  # whose turn it is
        self._line: Final = line

    def __len__(self) -> int:
        return len(self.kept["count"])

    def pick(self, which: Tensor) -> CompactBatch:
        """These positions."""
        kept = self.kept
        holders, _, first_holder = _rows_of(self._holders, which)
        regions, owner, _ = _rows_of(self._regions, which)
        seats = torch.arange(SEATS, device=self.device)
        return CompactBatch(
            seats=kept["seats"][which].float(),
            seat_traits=kept["seat_traits"][which].long(),
            turns=kept["turns"][which].long(),
            line=self._line[which].long(),
            combos=kept["combos"][which].float(),
            combo_traits=kept["combo_traits"][which].long(),
            holders=kept["holders"][holders].float(),
            holder_traits=kept["holder_traits"][holders].long(),
            regions=kept["regions"][regions].float(),
            region_holder=kept["region_holder"][regions].long() + first_holder[owner],
            region_place=owner * (SEATS + 1) + kept["region_seat"][regions].long(),
            here=(seats[None] < kept["count"][which].long()[:, None]).float(),
            prior=kept["prior"][which],
            coins=kept["coins"][which],
        )


def _starts(counts: Tensor) -> Tensor:
    """Where the rows of each position begin, and where all end."""
    return torch.cat([counts.new_zeros(1, dtype=torch.long), counts.long().cumsum(0)])


def _rows_of(starts: Tensor, which: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The rows of these positions, whose each is, and where those of each begin among them."""
    first = starts[which]
    counts = starts[which + 1] - first
    ends = counts.cumsum(0)
    rows = torch.repeat_interleave(first - ends + counts, counts)
    rows = rows + torch.arange(len(rows), device=rows.device)
    owner = torch.repeat_interleave(torch.arange(len(which), device=rows.device), counts)
    return rows, owner, ends - counts


def _floats(array: NDArray[np.generic]) -> Tensor:
    return torch.from_numpy(array.astype(np.float32))


class CompactNet(nn.Module):
    """What `players/policy/judge.py` works out in whole numbers, for many positions at once."""

    facts: Tensor

    def __init__(self, shape: CompactShape) -> None:
        super().__init__()
        self.shape: Final = shape
        facts = np.zeros((len(TRAITS), len(trait_facts(full_library("mixed").traits[0]))))
        for row, trait in enumerate(full_library("mixed").traits, start=1):
            facts[row] = trait_facts(trait)
        self.register_buffer("facts", _floats(facts))
        wide = {"region": shape.region, "seat": shape.seat, "declined": shape.seat}
        wide["combo"] = shape.combo
        self.wide: Final = wide

        def numbers(rows: int, columns: int, spread: float) -> nn.Parameter:
            return nn.Parameter(torch.randn(rows, columns) * spread)

        self.region: Final = numbers(signs.REGION_SIGNS, shape.region, 0.15)
        self.seat: Final = numbers(signs.SEAT_SIGNS, shape.seat, 0.08)
        self.combo: Final = numbers(signs.COMBO_SIGNS, shape.combo, 0.1)
        self.by_fact: Final = nn.ParameterDict(
            {kind: numbers(facts.shape[1], wide[kind], 0.02) for kind in KINDS}
        )
        self.by_name: Final = nn.ParameterDict(
            {kind: numbers(len(TRAITS), wide[kind], 0.02) for kind in KINDS}
        )
        self.second: Final = numbers(shape.inputs, shape.hidden, 0.03)
        self.lines: Final = numbers(LINES, shape.hidden + 1, 0.1)
        with torch.no_grad():
            self.lines[:, 0] = 0

    def _traits(self) -> dict[str, Tensor]:
        """The row of every trait, for each kind of thing; while it is fitted some have no name."""
        named = torch.ones(len(TRAITS), 1, device=self.facts.device)
        if self.training:
            named = (torch.rand_like(named) > UNKNOWN).float()
        named[0] = 0
        return {
            kind: self.facts @ self.by_fact[kind] + self.by_name[kind] * named for kind in KINDS
        }

    def forward(self, batch: CompactBatch) -> Tensor:
        """Coins to add to the hand-made evaluation, by seat."""
        shape = self.shape
        traits = self._traits()
        many = len(batch.seats)
        holders = batch.holders @ self.region[: signs.HOLDER_SIGNS]
        holders = holders + _trait_sums(batch.holder_traits, traits["region"])
        regions = batch.regions @ self.region[signs.HOLDER_SIGNS :]
        regions = regions + holders.index_select(0, batch.region_holder)
        held = regions.new_zeros(many * (SEATS + 1), shape.region)
        held = held.index_add(0, batch.region_place, functional.relu(regions))
        held = held.view(many, SEATS + 1, shape.region)
        seats = batch.seats @ self.seat
        seats = seats + _trait_sums(batch.seat_traits[..., :SPEAKING], traits["seat"])
        seats = seats + _trait_sums(batch.seat_traits[..., SPEAKING:], traits["declined"])
        seats = functional.relu(seats) * batch.here[..., None]
        combos = batch.combos @ self.combo + _trait_sums(batch.combo_traits, traits["combo"])
        combos = (functional.relu(combos) * batch.combos[..., :1]).sum(1)
        own_regions, own_seat, all_regions, all_seats, open_, offered = self.second.split(
            [shape.region, shape.seat, shape.region, shape.seat, shape.region, shape.combo]
        )
        shared = held[:, :OPEN].sum(1) @ all_regions + seats.sum(1) @ all_seats
        shared = shared + held[:, OPEN] @ open_ + combos @ offered
        own = held[:, :OPEN] @ own_regions + seats @ own_seat
        hidden = functional.relu(own + shared[:, None])
        # By a product: a graphics processor is slow at adding up what many ask of few rows.
        line = functional.one_hot(batch.line, LINES).float() @ self.lines
        coins = line[..., 0] + (hidden * line[..., 1:]).sum(-1)
        return coins * (batch.turns > 0)


def _trait_sums(rows: Tensor, table: Tensor) -> Tensor:
    """The sum of the rows of the table that stand in the last column; row 0 is nothing."""
    flat = rows.reshape(-1, rows.shape[-1])
    times = table.new_zeros(len(flat), len(table))
    times = times.scatter_add(1, flat, torch.ones_like(flat, dtype=table.dtype))
    times[:, 0] = 0
    return (times @ table).view(*rows.shape[:-1], table.shape[1])


def export_judge(net: CompactNet, about: str) -> str:
    """The contents of a judge's file."""

    def whole(numbers: Tensor, one: int) -> list[int]:
        return [int(n) for n in (numbers.detach().double() * one).round().flatten().tolist()]

    lines = net.lines.detach().double() * FINE
    lines[:, 0] *= RESULT / FINE
    found = {
        "format": FORMAT,
        "about": about,
        "widths": net.wide,
        "hidden": net.shape.hidden,
        "traits": TRAITS[1:],
        "signs": {
            "region": whole(net.region, ONE),
            "seat": whole(net.seat, ONE),
            "declined": [],
            "combo": whole(net.combo, ONE),
        },
        "facts": {kind: whole(net.by_fact[kind], ONE) for kind in KINDS},
        "known": {kind: whole(net.by_name[kind][1:], ONE) for kind in KINDS},
        "second": whole(net.second, FINE),
        "lines": [int(n) for n in lines.round().flatten().tolist()],
    }
    return json.dumps(found, separators=(",", ":")) + "\n"
