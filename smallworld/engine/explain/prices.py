"""Prices in named parts, for people: "2 land + 1 mountain + 3 tokens - 1 for a power".

Scores have their parts in `scoring.explain_score`, targets that are no targets in `why.py`.
"""

from __future__ import annotations

from smallworld.engine.regions import BIT
from smallworld.engine.rules.attack import ConquestPlan
from smallworld.engine.rules.conquest import Front
from smallworld.engine.shim import i64
from smallworld.engine.state import NOBODY, Empire, State
from smallworld.engine.terms import PRICE, RIVER_PRICE, TERRAINS
from smallworld.engine.trait import AS_IF_EMPTY, CHEAPER, DEARER

Parts = list[tuple[str, int]]


def explain_price(s: State, e: Empire, r: i64, plan: ConquestPlan | None = None) -> Parts:
    """The named parts of what a conquest of r costs this race; their sum is the price."""
    front = Front(s, e)
    bit: i64 = BIT[r]
    if plan is not None and plan.swaps:
        return []
    if plan is not None and plan.one_token:
        return [("one token", 1), *_dearer(s, e, bit)]
    parts = _ground(s, r)
    emptied = _emptied_by(s, e, bit, plan)
    if front.guarded & bit:
        emptied = ""
    occupants = _occupants(s, r)
    parts.extend(occupants)
    if emptied and occupants:
        parts.append((f"{emptied}: as if empty", -sum(n for _, n in occupants)))
    elif front.spared & bit:
        parts.append(("own race in decline", -int(s.tokens_in(r))))
    parts.extend(_dearer(s, e, bit))
    if e.hooks & CHEAPER and not front.guarded & bit:
        for trait in e.traits:
            if trait.cheaper(s, e) & bit:
                parts.append((trait.name, -1))
    if plan is not None and plan.less:
        parts.append((", ".join(_names_of(s, plan)), -int(plan.less)))
    if s.now.die > 0:
        parts.append(("die", -int(s.now.die)))
    total = sum(n for _, n in parts)
    if total < 1:
        parts.append(("at least one token", 1 - total))
    return parts


def _ground(s: State, r: i64) -> Parts:
    terrain = TERRAINS[s.board.regions[r].terrain].replace("_", " ")
    if s.board.rivers & BIT[r]:
        parts = [(terrain, RIVER_PRICE)]
    elif s.board.mountains & BIT[r]:
        parts = [("land", PRICE), (terrain, 1)]
    else:
        parts = [(terrain, PRICE)]
    for marker in s.library.markers:
        if marker.defence and s.marker_region(marker.index) == r:
            parts.append((marker.name, marker.defence))
    return parts


def _occupants(s: State, r: i64) -> Parts:
    """Tokens and the pieces that defend with them."""
    parts: Parts = []
    tokens = int(s.tokens_in(r))
    if s.tribes & BIT[r]:
        parts.append(("Lost Tribe", tokens))
    elif s.monsters & BIT[r]:
        parts.append(("Monsters", tokens))
    elif tokens:
        holder = s.holder(r)
        assert holder is not NOBODY
        parts.append((holder.race.name, tokens))
    for kind, piece in enumerate(s.library.pieces):
        if piece.defence and s.where[kind] & BIT[r]:
            n = int(s.stacked(piece.stack, r)) if piece.stack >= 0 else 1
            parts.append((piece.name, piece.defence * n))
    return parts


def _emptied_by(s: State, e: Empire, bit: i64, plan: ConquestPlan | None) -> str:
    """Who lets this race take the region as if it were empty."""
    if plan is not None and plan.as_if_empty:
        return ", ".join(_names_of(s, plan))
    if e.hooks & AS_IF_EMPTY:
        for trait in e.traits:
            if trait.as_if_empty(s, e) & bit:
                return trait.name
    return ""


def _dearer(s: State, e: Empire, bit: i64) -> Parts:
    parts: Parts = []
    if e.hooks & DEARER:
        for trait in e.traits:
            if trait.dearer(s, e) & bit:
                parts.append((trait.name, 1))
    return parts


def _names_of(s: State, plan: ConquestPlan) -> list[str]:
    names = [trait.name for trait in s.library.ways if plan.ways & BIT[trait.way_number]]
    if plan.via:
        names.append(s.library.markers[plan.via - 1].name)
    return names
