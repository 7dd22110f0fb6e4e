"""What each marker does by itself: data, since it is regular (rules 0.10, A7.2, A8.4-6, A13.4).

`fate` columns say what happens to the piece when its region is conquered, abandoned, or when the
race there goes into decline. Back in hand, back in supply and out of the game all mean "off the
map"; whether it may return is the business of the trait that owns it.
"""

from __future__ import annotations

from typing import Final

STAYS: Final = 0
LEAVES: Final = 1
WITHDRAWN: Final = 2  # its owner sets it up again with the defenders' tokens

NOT: Final = 0
OTHERS: Final = 1  # immune: closed to every seat but the one whose region it stands in
EVERYONE: Final = 2  # closed to all, but for whom a trait exempts


class Piece:
    """One kind of marker."""

    def __init__(
        self,
        name: str,
        total: int,
        *,
        defence: int = 0,
        closes: int = NOT,
        stack: int = -1,
        conquered: int = LEAVES,
        abandoned: int = LEAVES,
        declined: int = LEAVES,
    ) -> None:
        self.name = name
        self.total = total
        self.defence = defence
        self.closes = closes
        self.stack = stack  # which row of counters, for pieces of which a region may hold several
        self.conquered = conquered
        self.abandoned = abandoned
        self.declined = declined


LAIR: Final = 0
FORTRESS: Final = 1
ENCAMPMENT: Final = 2
ARMOR: Final = 3
HOLE: Final = 4
HERO: Final = 5
DRAGON: Final = 6
ANCIENT: Final = 7
QUEEN: Final = 8
GHOST: Final = 9
BALROG: Final = 10
VOLCANO: Final = 11
BAG: Final = 12

STACKS: Final = 2  # rows of counters

PIECES: Final = [
    Piece("lair", 10, defence=1, declined=STAYS),
    Piece("fortress", 6, defence=1, declined=STAYS),
    Piece("encampment", 5, defence=1, stack=0, conquered=WITHDRAWN),
    Piece("armor", 8, defence=1, stack=1, declined=STAYS),
    Piece("hole", 2, closes=OTHERS),
    Piece("hero", 2, closes=OTHERS),
    Piece("dragon", 1, closes=OTHERS),
    Piece("ancient", 1, closes=OTHERS),
    Piece("queen", 1, closes=OTHERS, declined=STAYS),
    Piece("ghost", 1, closes=EVERYONE, conquered=STAYS, abandoned=STAYS, declined=STAYS),
    Piece("balrog", 1, closes=EVERYONE, conquered=STAYS, abandoned=STAYS, declined=STAYS),
    Piece("volcano", 1, conquered=STAYS, abandoned=STAYS, declined=STAYS),
    Piece("bag", 1),
]
