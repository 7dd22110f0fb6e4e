"""What a judge is told of a trait: what it is, and which questions it answers.

A home-made one is told in full by this, so a judge can make something of it.
"""

from __future__ import annotations

from typing import Final

from smallworld.engine.query import (
    ACTIVE,
    DECLINE,
    HOOKS,
    KEEPS_ALL,
    KEEPS_CHOICE,
    KEEPS_NONE,
    ROLLS_AHEAD,
    Marker,
    Power,
    Race,
    Trait,
)

_HOOKS: Final = (*HOOKS.values(), ROLLS_AHEAD)
FACTS: Final = 24 + len(_HOOKS)


def trait_facts(trait: Trait) -> list[int]:
    """Small numbers, always in the same order."""
    tokens = trait.tokens if isinstance(trait, Race | Power) else 0
    bonus = trait.bonus if isinstance(trait, Race) else 0
    way = trait.way
    found = [
        isinstance(trait, Race),
        isinstance(trait, Power),
        isinstance(trait, Marker),
        tokens,
        bonus,
        trait.works & ACTIVE != 0,
        trait.works & DECLINE != 0,
        trait.keeps == KEEPS_ALL,
        trait.keeps == KEEPS_CHOICE,
        trait.keeps == KEEPS_NONE,
        trait.lingers,
        trait.late_decline,
        trait.conquers_in_decline,
        trait.waits_in_hand,
        isinstance(trait, Race) and trait.swaps_badge,
        isinstance(trait, Power) and trait.kept,
        trait.piece >= 0,
        way is not None and way.anywhere,
        way is not None and way.as_if_empty,
        way is not None and way.less > 0,
        way is not None and way.one_token,
        way is not None and way.swaps,
        way is not None and way.spares,
        way is not None and way.joins,
        *(trait.hooks & hook != 0 for hook in _HOOKS),
    ]
    assert len(found) == FACTS
    return [int(fact) for fact in found]
