"""What every judging net begins with: each region, race, combo and seat as a row of numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import torch
from torch import Tensor, nn
from torch.nn import functional

from smallworld.encoding.layout import ARRAYS, MOST_SEATS, TRAITS
from smallworld.learn.judge.batch import Batch
from smallworld.learn.position_rows import SIGNS

TRAIT: Final = 12  # numbers that tell of a trait
SCALED: Final = ("globals", "seats", "empires", "combos", "combo_regions", "regions", "fronts")
# Numbers of something, which mean nothing by their size: what they name is told instead.
NAMES: Final = {
    "globals": ("phase", "current", "acting"),
    "empires": ("seat", "race", "power", "also speak"),
    "combos": ("race", "power"),
    "regions": ("empire", "seat", "place", "relic"),
}
FORGOTTEN: Final = 0.1  # part of the traits that a net being trained knows by their facts only
COINS: Final = 20.0  # about as many make a difference


def meanings(array: str, field: str) -> int:
    """How many different things a column tells apart."""
    return len(next(each for each in ARRAYS[array].fields if each.name == field).means)


def column(array: str, field: str) -> int:
    """Where a field of an array stands."""
    return ARRAYS[array].at[field]


PHASES: Final = meanings("globals", "phase")
TERRAINS: Final = meanings("map", "terrain")
HOLDERS: Final = MOST_SEATS + 1  # nobody first

EMPIRE_IN: Final = ARRAYS["empires"].width + MOST_SEATS + 2 * TRAIT
COMBO_IN: Final = ARRAYS["combos"].width + 2 * TRAIT + 3 * ARRAYS["combo_regions"].width
REGION_IN: Final = (
    ARRAYS["regions"].width
    + HOLDERS
    + MOST_SEATS * ARRAYS["fronts"].width
    + (ARRAYS["map"].width - 1 + TERRAINS)
    + 2 * TRAIT
)
WHOLE_IN: Final = ARRAYS["globals"].width + PHASES + 2 * MOST_SEATS
SEAT_IN: Final = ARRAYS["seats"].width + SIGNS + 2


@dataclass(frozen=True)
class BatchRows:
    """A batch as rows of numbers for layers to work on."""

    empires: Tensor  # positions × empires × numbers
    combos: Tensor
    regions: Tensor
    whole: Tensor  # positions × numbers
    seats: Tensor
    holder: Tensor  # positions × regions × who: 1 for who holds it, nobody first
    empire_of: Tensor  # positions × regions: the row of the empire there and one more
    there: Tensor  # positions × regions: whether there is such a region
    borders: Tensor  # positions × regions × regions
    traits: Tensor  # tables × traits × numbers


class PositionParts(nn.Module):
    """Turns a batch into rows; the only weights here tell what traits are."""

    def __init__(self) -> None:
        super().__init__()
        self.trait: Final = nn.Embedding(len(TRAITS), TRAIT)
        self.fact: Final = nn.Linear(ARRAYS["trait_facts"].width, TRAIT)
        for name in SCALED:
            most = torch.tensor(ARRAYS[name].most(), dtype=torch.float32)
            for field in NAMES.get(name, ()):
                first = column(name, field)
                most[
                    first : first + next(f for f in ARRAYS[name].fields if f.name == field).width
                ] = torch.inf
            self.register_buffer(f"most_{name}", most, persistent=False)
        facts = torch.tensor(ARRAYS["trait_facts"].most(), dtype=torch.float32)
        self.register_buffer("most_facts", facts, persistent=False)

    def traits(self, batch: Batch) -> Tensor:
        """Tables × traits × numbers; those of nobody's box are told by their facts alone."""
        facts = batch.facts.arrays["trait_facts"]
        number = torch.arange(facts.shape[1], device=facts.device)
        known = (number < len(TRAITS)).float()
        if self.training:
            known = known * (torch.rand(len(number), device=facts.device) >= FORGOTTEN).float()
        by_name = self.trait(number.clamp(max=len(TRAITS) - 1)) * known[:, None]
        found: Tensor = self.fact(facts / self.most_facts) + by_name
        return found * (number > 0)[:, None]

    def forward(self, batch: Batch) -> BatchRows:
        """All rows of these positions."""
        seen = batch.seen
        some = {name: seen[name] / getattr(self, f"most_{name}") for name in SCALED}
        traits = self.traits(batch)

        def named(array: str, field: str) -> Tensor:
            return traits[batch.table[:, None], seen[array][:, :, column(array, field)].long()]

        def one_of(array: str, field: str, many: int) -> Tensor:
            return functional.one_hot(seen[array][..., column(array, field)].long(), many).float()

        here = seen["empires"][:, :, :1].float()
        whose = one_of("empires", "seat", MOST_SEATS) * here
        empires = [some["empires"], whose, named("empires", "race"), named("empires", "power")]

        static = {
            name: kept[batch.table]
            for name, kept in batch.facts.arrays.items()
            if name != "trait_facts"
        }
        there = static["borders"].bool().any(2)
        would = some["combo_regions"]
        holder = one_of("regions", "seat", HOLDERS)
        free = holder[:, None, :, :1] * would
        near = static["map"][:, None, :, column("map", "entry"), None] * would
        combos = [some["combos"], named("combos", "race"), named("combos", "power")]
        combos += [part.sum(2) / 10 for part in (would, free, near)]

        fronts = some["fronts"].transpose(1, 2).flatten(2)
        terrain = functional.one_hot(static["map"][:, :, 0].long(), TERRAINS).float()
        regions = [some["regions"], holder, fronts, static["map"][:, :, 1:].float(), terrain]
        regions += [named("regions", "place"), named("regions", "relic")]

        coming = (batch.prior - seen["seats"][:, :, column("seats", "coins")]) * batch.here / COINS
        whole = [some["globals"], one_of("globals", "phase", PHASES), batch.here.float(), coming]
        seats = [some["seats"], batch.signs / 10, batch.here.float()[..., None], coming[..., None]]
        return BatchRows(
            torch.cat(empires, 2),
            torch.cat(combos, 2),
            torch.cat(regions, 2),
            torch.cat(whole, 1),
            torch.cat(seats, 2),
            holder * there[..., None],
            seen["regions"][:, :, column("regions", "empire")].long(),
            there,
            static["borders"].float(),
            traits,
        )
