"""Sets of regions as 64-bit masks, with named operations.

The rulebook speaks in sets ("any hill or farmland"); so does the engine. Region number r is the
bit BIT[r]. A board has at most 62 regions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from smallworld.engine.shim import Cells, Table, i64, u8

if TYPE_CHECKING:
    from librt.vecs import vec

Regions: TypeAlias = i64

COMPILED: Final = not __file__.endswith(".py")

LIMIT: Final = 62  # regions on a board, and traits in a bag: masks stay under 63 bits


def cells_of(items: list[int]) -> Cells:
    """These small numbers as cells."""
    return vec[u8](items) if COMPILED else items  # type: ignore[return-value]


def table_of(items: list[int]) -> Table:
    """These numbers as a table."""
    return vec[i64](items) if COMPILED else items  # type: ignore[return-value]


_ZEROS: Final[Cells] = cells_of([0] * 256)


def cells(size: int) -> Cells:
    """A row of small numbers (0..255), all zero; a slice is the quickest new row."""
    return _ZEROS[:size]


_NOTHING: Final[Table] = table_of([0] * 256)


def table(size: int) -> Table:
    """A table of zeros."""
    return _NOTHING[:size]


def at(row: Cells, i: i64) -> i64:
    """The small number in cell i (u8 reaches i64 only through int)."""
    n: int = row[i]
    return n


def with_cell(row: Cells, i: i64, value: i64) -> Cells:
    """A new row that differs in one cell; for rows that copies of a state share."""
    fresh = row[:]
    n: int = value
    fresh[i] = n
    return fresh


def with_entry(table: Table, i: i64, value: i64) -> Table:
    """A new table that differs in one entry."""
    fresh = table[:]
    fresh[i] = value
    return fresh


# `i64(1) << r` compiles to a 32-bit shift and is silently wrong above 31: use the table.
BIT: Final[Table] = table_of([1 << _r for _r in range(63)])

# The number of a one-region set is LOG[set % 67]: 67 tells all powers of two below 2**64 apart.
_LOG: Final = [0] * 67
for _r in range(63):
    _LOG[(1 << _r) % 67] = _r
LOG: Final[Table] = table_of(_LOG)

NOWHERE: Final[i64] = 0


def count(regions: Regions) -> i64:
    """How many regions are in the set."""
    if not COMPILED:
        return regions.bit_count()  # type: ignore[attr-defined,no-any-return]
    # The first number stops at bit 60: with one more it would not be a small number when compiled.
    x: i64 = regions - ((regions >> 1) & 0x1555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    x += x >> 8
    x += x >> 16
    x += x >> 32
    return x & 0x7F


def first(regions: Regions) -> i64:
    """The lowest region of a set that is not empty."""
    return LOG[(regions & -regions) % 67]


def nth(regions: Regions, n: i64) -> i64:
    """The n-th region of the set in board order, from 0."""
    rest: i64 = regions
    while n > 0:
        rest &= rest - 1
        n -= 1
    return first(rest)


def each(regions: Regions) -> list[int]:
    """The regions of the set in board order; for places where speed does not matter."""
    found: list[int] = []
    rest: i64 = regions
    while rest:
        found.append(int(first(rest)))
        rest &= rest - 1
    return found


def spread(neighbours: Table, regions: Regions) -> Regions:
    """All neighbours of the set (which may include members of it)."""
    reached: i64 = 0
    rest: i64 = regions
    while rest:
        reached |= neighbours[LOG[(rest & -rest) % 67]]
        rest &= rest - 1
    return reached


def connected(neighbours: Table, start: Regions, within: Regions) -> Regions:
    """What can be reached from `start` going only through `within`."""
    group: i64 = start & within
    fresh: i64 = group
    while fresh:
        fresh = spread(neighbours, fresh) & within & ~group
        group |= fresh
    return group
