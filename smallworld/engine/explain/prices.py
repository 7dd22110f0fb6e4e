"""Prices in parts, for people: "2 land + 1 mountain + 3 tokens - 1 for a power".

Scores have their parts in `scoring.explain_score`, targets that are no targets in `why.py`.
"""

from __future__ import annotations

from smallworld.engine.explain.parts import Part, Parts, sum_of
from smallworld.engine.regions import BIT
from smallworld.engine.rules.attack import ConquestPlan
from smallworld.engine.rules.conquest import Front
from smallworld.engine.shim import i64
from smallworld.engine.state import NOBODY, Empire, State
from smallworld.engine.terms import PRICE, RIVER_PRICE, TERRAINS
from smallworld.engine.trait import AS_IF_EMPTY, CHEAPER, DEARER, Trait


def explain_price(front: Front, r: i64, plan: ConquestPlan | None = None) -> Parts:
    """The parts of what a conquest of r costs the race of that front; their sum is the price."""
    s = front.s
    e = front.e
    bit: i64 = BIT[r]
    if plan is not None and plan.swaps:
        return []
    if plan is not None and plan.one_token:
        return [Part("one_token", 1), *_dearer(s, e, bit)]
    parts = _ground(s, r)
    emptied = _emptied_by(s, e, bit, plan)
    if front.guarded & bit:
        emptied = ""
    occupants = _occupants(s, r)
    parts.extend(occupants)
    if emptied and occupants:
        parts.append(Part("as_if_empty", -sum_of(occupants), emptied))
    elif front.spared & bit:
        parts.append(Part("own_decline", -int(s.tokens_in(r))))
    parts.extend(_dearer(s, e, bit))
    if e.hooks & CHEAPER and not front.guarded & bit:
        for trait in e.traits:
            if trait.cheaper(s, e) & bit:
                parts.append(Part("trait", -1, trait.name))
    if plan is not None and plan.less:
        for trait in _traits_of(s, plan):
            if trait.way is not None and trait.way.less:
                parts.append(Part("trait", -trait.way.less, trait.name))
    if s.now.die > 0:
        parts.append(Part("die", -int(s.now.die)))
    total = sum_of(parts)
    if total < 1:
        parts.append(Part("at_least_one", 1 - total))
    return parts


def _ground(s: State, r: i64) -> Parts:
    terrain = TERRAINS[s.board.regions[r].terrain]
    if s.board.rivers & BIT[r]:
        parts = [Part("terrain", RIVER_PRICE, terrain)]
    elif s.board.mountains & BIT[r]:
        parts = [Part("land", PRICE), Part("terrain", 1, terrain)]
    else:
        parts = [Part("terrain", PRICE, terrain)]
    for marker in s.library.markers:
        if marker.defence and s.marker_region(marker.index) == r:
            parts.append(Part("trait", marker.defence, marker.name))
    return parts


def _occupants(s: State, r: i64) -> Parts:
    """Tokens and the pieces that defend with them."""
    parts: Parts = []
    tokens = int(s.tokens_in(r))
    if s.tribes & BIT[r]:
        parts.append(Part("natives", tokens, "Lost Tribe"))
    elif s.monsters & BIT[r]:
        parts.append(Part("natives", tokens, "Monsters"))
    elif tokens:
        holder = s.holder(r)
        assert holder is not NOBODY
        parts.append(Part("race", tokens, holder.race.name))
    for kind, piece in enumerate(s.library.pieces):
        if piece.defence and s.where[kind] & BIT[r]:
            n = int(s.stacked(piece.stack, r)) if piece.stack >= 0 else 1
            parts.append(Part("piece", piece.defence * n, piece.name))
    return parts


def _emptied_by(s: State, e: Empire, bit: i64, plan: ConquestPlan | None) -> str:
    """Who lets this race take the region as if it were empty."""
    if plan is not None and plan.as_if_empty:
        for trait in _traits_of(s, plan):
            if trait.way is not None and trait.way.as_if_empty:
                return trait.name
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
                parts.append(Part("trait", 1, trait.name))
    return parts


def _traits_of(s: State, plan: ConquestPlan) -> list[Trait]:
    """Whose ways are joined in the plan; a marker for which another stands counts as itself."""
    found = [trait for trait in s.library.ways if plan.ways & BIT[trait.way_number]]
    if plan.via:
        found.append(s.library.markers[plan.via - 1])
    return found
