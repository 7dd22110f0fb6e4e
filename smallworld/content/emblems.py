"""Reads the emblems: small pictures of traits, pieces and natives, as paths to fill and lines."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).parent / "emblems.toml"


@cache
def load_emblems() -> dict[str, tuple[str, str]]:
    """By name: what is filled, and what is drawn as lines; each is empty if there is none."""
    data = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {name: (row.get("fill", ""), row.get("line", "")) for name, row in data.items()}
