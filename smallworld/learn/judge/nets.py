"""Two nets that judge: a cheap one that adds regions up by holder, and one with attention.

Both take every board and number of seats. They correct what the hand-made evaluation expects, so
that a net that has learnt nothing yet is as good as that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import torch
from torch import Tensor, nn
from torch.nn import functional

from smallworld.encoding.layout import ARRAYS, MOST_SEATS, VERBS
from smallworld.engine.query import ROW
from smallworld.learn.judge.batch import Batch
from smallworld.learn.judge.parts import (
    COINS,
    COMBO_IN,
    EMPIRE_IN,
    HOLDERS,
    REGION_IN,
    SEAT_IN,
    TRAIT,
    WHOLE_IN,
    BatchRows,
    PositionParts,
    column,
)

MANY_REGIONS: Final = 6  # for one seat
EMPIRE: Final = 32  # numbers that tell of a race
COMBO: Final = 32
HEADS: Final = 4
NAMED: Final = ("traits", "via")
SUMMED: Final = "summed"
ATTENTION: Final = "attention"
KINDS: Final = (SUMMED, ATTENTION)
FAR_BELOW: Final = -1e4  # the score of what is not there


@dataclass(frozen=True)
class Judgement:
    """What a net says of a batch."""

    coins: Tensor  # positions × seats: at the end of the game
    winning: Tensor  # positions × seats: logits of who wins
    scores: Tensor  # of each action, the higher the better


class ActionScores(nn.Module):
    """A score for each action, from what the net knows of its region, its combo and the whole."""

    def __init__(self, region: int, combo: int, whole: int, width: int) -> None:
        super().__init__()
        numbers = len(VERBS) + 3 + HOLDERS + 2 * TRAIT
        self.about: Final = nn.Linear(numbers, width)
        self.region: Final = nn.Linear(region, width)
        self.combo: Final = nn.Linear(combo, width)
        self.swap: Final = nn.Linear(combo, width)
        self.whole: Final = nn.Linear(whole, width)
        self.score: Final = nn.Linear(width, 1)
        most = torch.tensor(ARRAYS["actions"].most(), dtype=torch.float32)
        self.register_buffer("most", most, persistent=False)

    def forward(
        self, batch: Batch, traits: Tensor, regions: Tensor, combos: Tensor, whole: Tensor
    ) -> Tensor:
        """One for each action of the batch."""
        actions, owner = batch.actions, batch.owner
        if not len(actions):
            return whole.new_zeros(0)

        def at(field: str) -> Tensor:
            return actions[:, column("actions", field)].long()

        counts = [column("actions", field) for field in ("amount", "price", "missing")]
        first = column("actions", "traits")
        named = traits[batch.table[owner][:, None], actions[:, first : first + 4].long()].sum(1)
        via = traits[batch.table[owner], at("via")]
        about = [functional.one_hot(at("verb"), len(VERBS)).float()]
        about += [actions[:, counts] / self.most[counts]]
        about += [functional.one_hot(at("seat"), HOLDERS).float(), named, via]
        found = self.about(torch.cat(about, 1)) + self.whole(whole)[owner]
        found = found + _after_none(self.region(regions))[owner, at("region")]
        found = found + _after_none(self.combo(combos))[owner, at("combo")]
        found = found + _after_none(self.swap(combos))[owner, at("swap")]
        score: Tensor = self.score(torch.relu(found))
        return score[:, 0]


def _after_none(rows: Tensor) -> Tensor:
    """A row of zeros in front, for actions that are about nothing of the sort."""
    return functional.pad(rows, (0, 0, 1, 0))


class SummedNet(nn.Module):
    """Regions through one layer, added up by holder; a small head. Cheap on any processor."""

    def __init__(self, width: int, layers: int) -> None:
        super().__init__()
        self.parts: Final = PositionParts()
        self.empire: Final = nn.Linear(EMPIRE_IN, EMPIRE)
        self.combo: Final = nn.Linear(COMBO_IN, COMBO)
        self.places: Final = nn.Parameter(torch.zeros(ROW, COMBO))  # of the row of combos
        self.region: Final = nn.Linear(REGION_IN + EMPIRE, width)
        known = HOLDERS * width + 2 * COMBO + MOST_SEATS * (EMPIRE + SEAT_IN) + WHOLE_IN
        head: list[nn.Module] = []
        for n in range(layers):
            head += [nn.Linear(known if n == 0 else width, width), nn.ReLU()]
        self.head: Final = nn.Sequential(*head)
        self.out: Final = nn.Linear(width, 2 * MOST_SEATS)
        self.actions: Final = ActionScores(width, COMBO, width, width)
        _begin_small(self.out)

    def forward(self, batch: Batch) -> Judgement:
        """What these positions and actions are worth."""
        told: BatchRows = self.parts(batch)
        empires = torch.relu(self.empire(told.empires))
        rows = torch.arange(len(batch), device=empires.device)[:, None]
        held_by = _after_none(empires)[rows, told.empire_of]
        regions = torch.relu(self.region(torch.cat([told.regions, held_by], 2)))
        by_holder = told.holder.transpose(1, 2) @ regions / MANY_REGIONS
        combos = torch.relu(self.combo(told.combos) + self.places)
        known = [by_holder, combos.mean(1), combos[:, 0], empires[:, :MOST_SEATS]]
        known += [told.seats, told.whole]
        whole = self.head(torch.cat([part.flatten(1) for part in known], 1))
        out = self.out(whole).view(-1, 2, MOST_SEATS)
        scores = self.actions(batch, told.traits, regions, combos, whole)
        return _judgement(batch, out[:, 0], out[:, 1], scores)


class AttentionBlock(nn.Module):
    """Every row looks at every other; neighbours and holders are told apart by a bias."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.before: Final = nn.LayerNorm(width)
        self.asks: Final = nn.Linear(width, 3 * width)
        self.answers: Final = nn.Linear(width, width)
        self.between: Final = nn.LayerNorm(width)
        self.then: Final = nn.Sequential(
            nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width)
        )

    def forward(self, rows: Tensor, bias: Tensor) -> Tensor:
        """The rows after it."""
        many, long, width = rows.shape
        asked = self.asks(self.before(rows)).view(many, long, 3, HEADS, width // HEADS)
        query, key, value = asked.permute(2, 0, 3, 1, 4)
        found = functional.scaled_dot_product_attention(
            query, key, value, attn_mask=bias.to(query.dtype)
        )
        rows = rows + self.answers(found.transpose(1, 2).reshape(many, long, width))
        after: Tensor = rows + self.then(self.between(rows))
        return after


class AttentionNet(nn.Module):
    """Attention over seats, races, combos and regions: the teacher, for machines with time."""

    def __init__(self, width: int, layers: int) -> None:
        super().__init__()
        self.parts: Final = PositionParts()
        self.whole: Final = nn.Linear(WHOLE_IN, width)
        self.seat: Final = nn.Linear(SEAT_IN, width)
        self.empire: Final = nn.Linear(EMPIRE_IN, width)
        self.combo: Final = nn.Linear(COMBO_IN, width)
        self.region: Final = nn.Linear(REGION_IN, width)
        self.seat_place: Final = nn.Parameter(torch.randn(MOST_SEATS, width) * 0.02)
        self.combo_place: Final = nn.Parameter(torch.randn(ROW, width) * 0.02)
        self.near: Final = nn.Parameter(torch.zeros(HEADS))
        self.holds: Final = nn.Parameter(torch.zeros(HEADS))
        self.blocks: Final = nn.ModuleList(AttentionBlock(width) for _ in range(layers))
        self.out: Final = nn.Sequential(
            nn.LayerNorm(width), nn.Linear(width, width), nn.GELU(), nn.Linear(width, 2)
        )
        self.actions: Final = ActionScores(width, width, width, width)
        _begin_small(self.out[-1])

    def forward(self, batch: Batch) -> Judgement:
        """What these positions and actions are worth."""
        told: BatchRows = self.parts(batch)
        empires = self.empire(told.empires)
        at = torch.arange(len(batch), device=empires.device)[:, None]
        regions = self.region(told.regions) + _after_none(empires)[at, told.empire_of]
        combos = self.combo(told.combos) + self.combo_place
        seats = self.seat(told.seats) + self.seat_place
        whole = self.whole(told.whole)[:, None]
        rows = torch.cat([whole, seats, empires, combos, regions], 1)
        bias = self._bias(batch, told, rows.shape[1])
        for block in self.blocks:
            rows = block(rows, bias)
        out = self.out(rows[:, 1 : 1 + MOST_SEATS])
        first = rows.shape[1] - regions.shape[1]
        scores = self.actions(
            batch, told.traits, rows[:, first:], rows[:, first - ROW : first], rows[:, 0]
        )
        return _judgement(batch, out[..., 0], out[..., 1], scores)

    def _bias(self, batch: Batch, told: BatchRows, long: int) -> Tensor:
        """Positions × heads × rows × rows: what draws looks, and what cannot be looked at."""
        empire = 1 + MOST_SEATS
        region = long - told.regions.shape[1]
        bias = told.borders.new_zeros(len(batch), HEADS, long, long)
        bias[:, :, region:, region:] += told.borders[:, None] * self.near[:, None, None]
        many = region - ROW - empire
        held = functional.one_hot(told.empire_of, many + 1)[..., 1:].float()
        drawn = held[:, None] * self.holds[:, None, None]
        bias[:, :, region:, empire : empire + many] += drawn
        bias[:, :, empire : empire + many, region:] += drawn.transpose(2, 3)
        there = batch.seen["empires"][:, :, 0] > 0
        offered = batch.seen["combos"][:, :, 0] > 0
        first = torch.ones_like(there[:, :1])
        seen = torch.cat([first, batch.here, there, offered, told.there], 1)
        return bias.masked_fill(~seen[:, None, None], FAR_BELOW)


def _begin_small(layer: nn.Linear) -> None:
    with torch.no_grad():
        layer.weight *= 0.05
        layer.bias.zero_()


def _judgement(batch: Batch, coins: Tensor, winning: Tensor, scores: Tensor) -> Judgement:
    coins = batch.prior + coins.float() * COINS
    # Who leads by what is expected probably wins: the net corrects that, too.
    winning = coins.detach() / COINS * 2 + winning.float()
    return Judgement(coins, winning.masked_fill(~batch.here, FAR_BELOW), scores.float())


def build_net(kind: str, width: int, layers: int) -> SummedNet | AttentionNet:
    """A fresh net."""
    return SummedNet(width, layers) if kind == SUMMED else AttentionNet(width, layers)
