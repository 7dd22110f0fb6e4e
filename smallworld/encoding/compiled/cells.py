"""Writing into a row of bytes: a vector of the compiled build, a bytearray in plain Python."""

from __future__ import annotations

from typing import Final

from smallworld.engine.query import COMPILED, LOG, Regions, at, cells_of
from smallworld.engine.shim import Cells, i64

MOST: Final = 255  # what a byte holds; whatever is more is told as that


def blank(size: int) -> Cells:
    """A row of so many zeros."""
    return cells_of([0] * size) if COMPILED else bytearray(size)  # type: ignore[return-value]


def put(out: Cells, i: i64, n: i64) -> None:
    """Write a number that may be too large for a byte."""
    if n > MOST:
        n = MOST
    elif n < 0:
        n = 0
    number: int = n
    out[i] = number


def mark_each(out: Cells, first: i64, width: i64, regions: Regions, mark: i64) -> None:
    """Write the mark into one column, in the row of each of these regions."""
    number: int = mark
    rest: i64 = regions
    while rest:
        out[first + LOG[(rest & -rest) % 67] * width] = number
        rest &= rest - 1


def add_in_each(out: Cells, first: i64, width: i64, regions: Regions) -> None:
    """Add one in a column, in the row of each of these regions."""
    rest: i64 = regions
    while rest:
        i = first + LOG[(rest & -rest) % 67] * width
        rest &= rest - 1
        put(out, i, at(out, i) + 1)
