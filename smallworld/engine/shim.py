"""Fixed-width numbers and vectors for the compiled build; plain ints and lists otherwise.

This module is never compiled, and the plain build needs nothing beside the standard library.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
    from mypy_extensions import u8 as u8

    Cells: TypeAlias = vec[u8]  # one small number (0..255) each
    Table: TypeAlias = vec[i64]
else:
    i64 = int
    u8 = int
    Cells = list
    Table = list

    def mypyc_attr(**_):
        """Say nothing to the plain interpreter."""
        return lambda cls: cls
